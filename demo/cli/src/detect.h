#pragma once

namespace CLI {
class App;
}

namespace pliant::cli {

/// Adds `detect`: reads bodies from mesh files and tells what of them collides. Its callback throws Error on bad input.
void addDetect(CLI::App& app);

}  // namespace pliant::cli
