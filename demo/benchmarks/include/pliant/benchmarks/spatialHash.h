#pragma once

#include <pliant/benchmarks/SvgPlot.h>
#include <pliant/benchmarks/Table.h>

#include <functional>
#include <string>
#include <vector>

/// Benchmarks of the spatial hash, after Teschner 2003. Times are thread CPU time unless a column says otherwise; what
/// is compared takes turns, frame by frame, in one process.
namespace pliant::benchmarks {

/// Told what is measured next, on the measuring thread.
using Progress = std::function<void(const std::string&)>;

/// Table 2: collision detection time per step for each setup (letters A to G), beside the floor and Bullet's own trees.
/// F and G take a hundredth and a five-hundredth of the steps, at least 3. Bullet's trees take part up to F, in every
/// twentieth step.
Table table2(const std::string& setups, int steps, const Progress& progress);

/// The same primitives (setup E) as 1, 10 and 100 objects: the time depends on their number only (section 6).
Table objects(int steps);

/// One and two threads on the wall, beside two copies of the hash that share nothing, the floor's pass and a loop, all
/// of one length: two threads of one core have its units between them, so what waits for itself gains twice, what keeps
/// them busy little.
Table threads(const std::string& setups, int steps);

/// The paper's hash functions over table sizes.
Table hashFunctions(int steps);

/// Passes, layouts and inside tests against each other.
Table variants(int steps);

struct Figure {
  Table table;
  SvgPlot plot;
};

/// Figures 3 to 6: time against table size (vessels D, objects A; 99, 199, 299 … and primes) and against cell size (D
/// with 9973 buckets, A with 4999).
std::vector<Figure> figures(int steps, const Progress& progress);

}  // namespace pliant::benchmarks
