#pragma once

namespace CLI {
class App;
}

namespace pliant::cli {

/// Adds `compare`: runs scenes under several detectors, side by side in a table and in pictures.
void addCompare(CLI::App& app);

}  // namespace pliant::cli
