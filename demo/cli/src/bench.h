#pragma once

namespace CLI {
class App;
}

namespace pliant::cli {

/// Adds `bench`: benchmarks and the papers' tables and figures. Its callback throws Error on bad input.
void addBench(CLI::App& app);

}  // namespace pliant::cli
