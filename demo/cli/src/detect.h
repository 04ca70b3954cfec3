#pragma once

namespace CLI {
class App;
}

namespace pliant::cli {

/// Adds the command `detect`: reads bodies from mesh files and reports collisions.
/// The callback throws Error on bad input.
void addDetect(CLI::App& app);

}  // namespace pliant::cli
