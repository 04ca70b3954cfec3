#include <pliant/benchmarks/spatialHash.h>

#include <memory>

#include "HashRun.h"

namespace pliant::benchmarks {
namespace {

using Settings = SpatialHash::Settings;

/// Returns the settings of the paper's algorithm.
Settings paperSettings() {
  Settings settings;
  settings.layout = SpatialHash::Layout::SingleCells;
  settings.insideTest = SpatialHash::InsideTest::Barycentric;
  return settings;
}

/// Runs all settings alternately on the same frames.
std::vector<std::unique_ptr<HashRun>> compare(char setup, const std::vector<Settings>& all, int steps) {
  MovingSetup stage(setup);
  std::vector<std::unique_ptr<HashRun>> runs;
  runs.reserve(all.size());
  for (const Settings& settings : all) runs.push_back(std::make_unique<HashRun>(settings));
  for (int step = -kWarmUp; step < steps; ++step) {
    stage.next();
    for (const auto& run : runs) run->step(stage.set, stage.workers, step >= 0);
  }
  return runs;
}

bool isPrime(Index n) {
  for (Index d = 2; d * d <= n; ++d) {
    if (n % d == 0) return false;
  }
  return n > 1;
}

Real meanEdgeLength(char setup) {
  MovingSetup stage(setup);
  stage.next();
  return stage.set.meanEdgeLength();
}

/// Returns the median times of each point's settings [ms].
/// All points are visited several times, so that a disturbance of the machine does not affect a few points only.
std::vector<std::vector<double>> medians(char setup, const std::vector<std::vector<Settings>>& points, int steps) {
  constexpr int kVisits = 3;
  std::vector<std::vector<std::vector<double>>> times(points.size());
  for (int visit = 0; visit < kVisits; ++visit) {
    for (std::size_t p = 0; p < points.size(); ++p) {
      const auto runs = compare(setup, points[p], (steps + kVisits - 1) / kVisits);
      times[p].resize(runs.size());
      for (std::size_t i = 0; i < runs.size(); ++i) {
        times[p][i].insert(times[p][i].end(), runs[i]->total.begin(), runs[i]->total.end());
      }
    }
  }
  std::vector<std::vector<double>> result(points.size());
  for (std::size_t p = 0; p < points.size(); ++p) {
    for (const auto& samples : times[p]) result[p].push_back(Spread::of(samples).median);
  }
  return result;
}

Figure tableSizeFigure(const char* name, char setup, int steps) {
  Figure figure;
  figure.table.name = name;
  figure.table.caption = std::string("setup ") + setup + ", ms per step against table size, cell = mean edge length";
  figure.table.columns = {"table size", "prime below",        "single cells", "single cells at the prime",
                          "blocks",     "blocks at the prime"};
  figure.plot = {std::string("Setup ") + setup + ": time against hash table size",
                 "table size (buckets)",
                 "time per step (ms)",
                 {{"single cells", {}}, {"single cells, prime", {}}, {"blocks", {}}, {"blocks, prime", {}}}};
  std::vector<std::vector<Settings>> points;
  std::vector<Index> sizes;
  for (Index size = 99; size <= 9999; size += size < 2000 ? 100 : 400) {
    Index prime = size;
    while (!isPrime(prime)) --prime;
    Settings single = paperSettings(), blocks;
    std::vector<Settings> all;
    for (Settings settings : {single, blocks}) {
      for (Index n : {size, prime}) {
        settings.tableSize = n;
        all.push_back(settings);
      }
    }
    points.push_back(std::move(all));
    sizes.push_back(size);
  }
  const auto times = medians(setup, points, steps);
  for (std::size_t p = 0; p < points.size(); ++p) {
    std::vector<Table::Cell> row{double(sizes[p]), double(points[p][1].tableSize)};
    for (std::size_t i = 0; i < times[p].size(); ++i) {
      row.emplace_back(times[p][i]);
      figure.plot.curves[i].points.emplace_back(points[p][i].tableSize, times[p][i]);
    }
    figure.table.rows.push_back(std::move(row));
  }
  return figure;
}

Figure cellSizeFigure(const char* name, char setup, Index tableSize, int steps) {
  Figure figure;
  figure.table.name = name;
  figure.table.caption = std::string("setup ") + setup +
                         ", ms per step against cell size in mean edge lengths, table size " +
                         std::to_string(tableSize);
  figure.table.columns = {"cell / edge", "single cells", "blocks"};
  figure.plot = {std::string("Setup ") + setup + ": time against cell size, table size " + std::to_string(tableSize),
                 "cell size (mean edge lengths)",
                 "time per step (ms)",
                 {{"single cells", {}}, {"blocks", {}}}};
  const Real edge = meanEdgeLength(setup);
  const std::vector<double> factors{0.3, 0.4, 0.5, 0.6, 0.7,  0.8, 0.9, 1.0, 1.1,
                                    1.2, 1.3, 1.4, 1.5, 1.75, 2.0, 2.5, 3.0, 4.0};
  std::vector<std::vector<Settings>> points;
  for (const double factor : factors) {
    Settings single = paperSettings(), blocks;
    single.cellSize = blocks.cellSize = static_cast<Real>(factor) * edge;
    single.tableSize = blocks.tableSize = tableSize;
    points.push_back({single, blocks});
  }
  const auto times = medians(setup, points, steps);
  for (std::size_t p = 0; p < points.size(); ++p) {
    std::vector<Table::Cell> row{factors[p]};
    for (std::size_t i = 0; i < times[p].size(); ++i) {
      row.emplace_back(times[p][i]);
      figure.plot.curves[i].points.emplace_back(factors[p], times[p][i]);
    }
    figure.table.rows.push_back(std::move(row));
  }
  return figure;
}

}  // namespace

std::vector<Figure> figures(int steps, const Progress& progress) {
  std::vector<Figure> all;
  progress("figure 3");
  all.push_back(tableSizeFigure("figure3", 'D', steps));
  progress("figure 4");
  all.push_back(tableSizeFigure("figure4", 'A', steps));
  progress("figure 5");
  all.push_back(cellSizeFigure("figure5", 'D', 9973, steps));
  progress("figure 6");
  all.push_back(cellSizeFigure("figure6", 'A', 4999, steps));
  return all;
}

Table hashFunctions(int steps) {
  Table table;
  table.name = "hashes";
  table.caption =
      "hash functions (section 4.1), single cells: ms per step, and visited cells of other blocks per look-up";
  table.columns = {"setup", "table size", "xor", "additive", "rotating", "met xor", "met additive", "met rotating"};
  for (const char setup : {'A', 'D', 'E'}) {
    for (const Index size : {Index{999}, Index{1024}, Index{9973}, Index{65536}}) {
      std::vector<Settings> all;
      for (const auto hash : {SpatialHash::Hash::Xor, SpatialHash::Hash::Additive, SpatialHash::Hash::Rotating}) {
        all.push_back(paperSettings());
        all.back().hash = hash;
        all.back().tableSize = size;
      }
      const auto runs = compare(setup, all, steps);
      std::vector<Table::Cell> row{std::string(1, setup), double(size)};
      for (const auto& run : runs) row.emplace_back(Spread::of(run->total).median);
      for (const auto& run : runs) {
        const Counters& counters = run->results.counters;
        row.emplace_back(double(counters.hashCollisions) / double(std::max<std::uint64_t>(counters.cellsVisited, 1)));
      }
      table.rows.push_back(std::move(row));
    }
  }
  return table;
}

Table variants(int steps) {
  Table table;
  table.name = "variants";
  table.caption = "passes (section 7), layouts and inside tests (section 4.4): ms per step";
  table.columns = {"setup", "passes", "layout", "inside test", "median", "bytes/prim"};
  for (const char setup : {'A', 'D', 'E'}) {
    std::vector<Settings> all;
    for (const auto passes : {SpatialHash::Passes::Two, SpatialHash::Passes::One}) {
      for (const auto layout : {SpatialHash::Layout::Blocks, SpatialHash::Layout::SingleCells}) {
        for (const auto test : {SpatialHash::InsideTest::Simd, SpatialHash::InsideTest::Barycentric,
                                SpatialHash::InsideTest::HalfSpace}) {
          if (passes == SpatialHash::Passes::One && test == SpatialHash::InsideTest::Simd) continue;
          Settings settings;
          settings.passes = passes;
          settings.layout = layout;
          settings.insideTest = test;
          all.push_back(settings);
        }
      }
    }
    const auto runs = compare(setup, all, steps);
    const Setup objects(setup);
    const std::size_t primitives = objects.tetrahedra() + objects.vertices();
    for (std::size_t i = 0; i < all.size(); ++i) {
      static const char* const tests[] = {"simd", "barycentric", "half-space"};
      table.rows.push_back({std::string(1, setup),
                            std::string(all[i].passes == SpatialHash::Passes::Two ? "two" : "one"),
                            std::string(all[i].layout == SpatialHash::Layout::Blocks ? "blocks" : "single cells"),
                            std::string(tests[static_cast<std::size_t>(all[i].insideTest)]),
                            Spread::of(runs[i]->total).median, double(runs[i]->hash.memory()) / double(primitives)});
    }
  }
  return table;
}

}  // namespace pliant::benchmarks
