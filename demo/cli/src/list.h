#pragma once

namespace CLI {
class App;
}

namespace pliant::cli {

/// Adds `list`: names the detectors and the scenes.
void addList(CLI::App& app);

}  // namespace pliant::cli
