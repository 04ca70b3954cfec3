#pragma once

namespace CLI {
class App;
}

namespace pliant::cli {

/// Adds `run`: steps a scene and reports what it cost and what is left wrong. Its callback throws Error on bad input.
void addRun(CLI::App& app);

}  // namespace pliant::cli
