#pragma once

namespace CLI {
class App;
}

namespace pliant::cli {

/// Adds the command `compare`: runs scenes under several detectors; the results are a table and pictures.
void addCompare(CLI::App& app);

}  // namespace pliant::cli
