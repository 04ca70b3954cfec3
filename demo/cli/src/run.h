#pragma once

namespace CLI {
class App;
}

namespace pliant::cli {

/// Adds the command `run`: steps a scene and reports times and remaining errors.
/// The callback throws Error on bad input.
void addRun(CLI::App& app);

}  // namespace pliant::cli
