#pragma once

namespace CLI {
class App;
}

namespace pliant::cli {

/// Adds the command `bench`: benchmarks, tables and figures of the papers. The callback throws Error on bad input.
void addBench(CLI::App& app);

}  // namespace pliant::cli
