#pragma once

namespace CLI {
class App;
}

namespace pliant::cli {

/// Adds the command `list`: prints the names of the detectors and the scenes.
void addList(CLI::App& app);

}  // namespace pliant::cli
