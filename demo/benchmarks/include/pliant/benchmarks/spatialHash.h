#pragma once

#include <pliant/benchmarks/SvgPlot.h>
#include <pliant/benchmarks/Table.h>

#include <functional>
#include <string>
#include <vector>

/// Benchmarks of the spatial hash, after Teschner 2003. Times are thread CPU time unless a column says otherwise.
/// Methods that are compared are measured alternately, frame by frame, in one process.
namespace pliant::benchmarks {

/// Called with the name of the next measurement, on the measuring thread.
using Progress = std::function<void(const std::string&)>;

/// Table 2: time of collision detection per step for each setup (letters A to G), compared with the floor and with
/// Bullet's trees.
/// F and G run for a hundredth and a five-hundredth of the steps, at least 3.
/// Bullet's trees are measured in every twentieth step and the last one, of F only in the last one, of G never.
Table table2(const std::string& setups, int steps, const Progress& progress);

/// The primitives of setup E as 1, 10 and 100 objects: the time depends only on the number of primitives (section 6).
Table objects(int steps);

/// Wall time of one and two threads, compared with two independent copies of the hash, the floor's pass and a loop, all
/// of the same duration.
/// Two threads of one core share its units: work that waits for its own results becomes twice as fast, work that uses
/// the units fully gains little.
Table threads(const std::string& setups, int steps);

/// The paper's hash functions for several table sizes.
Table hashFunctions(int steps);

/// Compares passes, layouts and inside tests.
Table variants(int steps);

struct Figure {
  Table table;
  SvgPlot plot;
};

/// Figures 3 to 6: time against table size (vessels D, objects A; sizes 99, 199, 299 … and primes) and against cell
/// size (D with 9973 buckets, A with 4999).
std::vector<Figure> figures(int steps, const Progress& progress);

}  // namespace pliant::benchmarks
