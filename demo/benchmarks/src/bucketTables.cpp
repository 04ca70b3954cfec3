#include <pliant/detectors/buckettree/BucketOctree.h>
#include <pliant/models/ParticleSoup.h>

#include <algorithm>
#include <memory>
#include <string>

#include "Times.h"
#include "tables.h"

namespace pliant::benchmarks {
namespace {

using models::ParticleSoup;
using Algorithm = BucketSettings::Algorithm;
using Storage = BucketSettings::Storage;

constexpr std::size_t kParticles = 15'000;  // the paper's number

/// Returns the settings of the paper's buckets.
BucketSettings paperSettings(Algorithm algorithm, unsigned levels, Storage storage = Storage::Full) {
  BucketSettings settings;
  settings.algorithm = algorithm;
  settings.storage = storage;
  settings.levels = levels;
  settings.few = settings.crowded = 0;
  return settings;
}

/// A particle soup and its octree of buckets.
struct SoupTree {
  SoupTree(const ParticleSoup& particles, const BucketSettings& settings)
      : view{particles.positions(), static_cast<Index>(particles.count())}, tree(settings) {
    for (Index i = 0; i < view.count; ++i) tree.insert({&view, {i}});
  }
  SoupTree(const SoupTree&) = delete;
  SoupTree& operator=(const SoupTree&) = delete;

  PositionsView view;
  BucketOctree<VertexPrimitive> tree;
};

/// Returns the median update time of one soup for each of the settings [ms], measured alternately.
std::vector<double> updateTimes(std::size_t count, double degrees, const std::vector<BucketSettings>& all, int steps) {
  ParticleSoup soup(count, {}, degrees, 1);
  std::vector<std::unique_ptr<SoupTree>> trees;
  for (const BucketSettings& settings : all) trees.push_back(std::make_unique<SoupTree>(soup, settings));
  Times times;
  times.run(steps, kWarmUp, [&](int) {
    soup.step();
    for (std::size_t i = 0; i < all.size(); ++i) {
      trees[i]->view.data = soup.positions();
      times(std::to_string(i), [&] { trees[i]->tree.update(); });
    }
  });
  std::vector<double> medians;
  for (std::size_t i = 0; i < all.size(); ++i) medians.push_back(times.median(std::to_string(i)));
  return medians;
}

/// Adds a row to a figure and a point to each curve.
void add(Table& figure, double x, const std::vector<double>& times) {
  figure.add(x, times);
  figure.plot.add(std::vector<double>(times.size(), x), times);
}

Table emptyFigure(const char* name, const std::string& caption, const char* x, const std::vector<std::string>& curves) {
  Table figure{name, caption, {x}};
  figure.plot = {caption, x, "time per update (ms)", {}};
  for (const std::string& curve : curves) {
    figure.columns.push_back(curve);
    figure.plot.curves.push_back({curve, {}});
  }
  return figure;
}

/// The order of the particles is more or less stable: each deviates from a common direction by at most an angle.
Table bucketAlgorithms(const BenchSettings& bench) {
  Table figure =
      emptyFigure("bucket-figure3",
                  "Figure 3 of Ganovelli 2000: update of particles in 4 levels of buckets, ms (medians)", "particles",
                  {"algorithm 1, angle 0", "algorithm 1, 180", "algorithm 2, angle 0", "algorithm 2, 5",
                   "algorithm 2, 30", "algorithm 2, 180"});
  for (const std::size_t count : {1'000u, 2'500u, 5'000u, 7'500u, 10'000u, 12'500u, 15'000u}) {
    std::vector<double> direct, sorted;
    for (const double degrees : {0.0, 5.0, 30.0, 180.0}) {
      const auto both = updateTimes(
          count, degrees, {paperSettings(Algorithm::Direct, 4), paperSettings(Algorithm::Sorted, 4)}, bench.few());
      if (degrees == 0 || degrees == 180) direct.push_back(both[0]);
      sorted.push_back(both[1]);
    }
    direct.insert(direct.end(), sorted.begin(), sorted.end());
    add(figure, double(count), direct);
  }
  return figure;
}

Table bucketLevels(const BenchSettings& bench) {
  Table figure = emptyFigure("bucket-figure4",
                             "Figure 4 of Ganovelli 2000: update of 15,000 particles against levels, ms (medians)",
                             "levels", {"full, algorithm 1", "full, algorithm 2", "sparse, algorithm 1"});
  for (unsigned levels = 1; levels <= 6; ++levels)
    add(figure, double(levels),
        updateTimes(kParticles, 5,
                    {paperSettings(Algorithm::Direct, levels), paperSettings(Algorithm::Sorted, levels),
                     paperSettings(Algorithm::Direct, levels, Storage::Sparse)},
                    bench.few()));
  return figure;
}

Table bucketPairs(const BenchSettings& bench) {
  Table table{"bucket-table1",
              "Table 1 of Ganovelli 2000 (Pentium II, 300 MHz): descent of two soups of 15,000 particles, ms per 1,000 "
              "pairs of overlapping buckets, medians",
              {"levels", "paper: ms", "pairs", "full: ms", "sparse: ms", "paper / full"}};
  const double theirs[] = {95, 325, 684};
  for (unsigned levels = 3; levels <= 5; ++levels) {
    ParticleSoup a(kParticles, {}, 5, 1), b(kParticles, {0.8, 0.2, 0.1}, 5, 2);
    double ms[2] = {};
    std::size_t pairs = 0;
    for (const Storage storage : {Storage::Full, Storage::Sparse}) {
      const BucketSettings settings = paperSettings(Algorithm::Direct, levels, storage);
      SoupTree treeA(a, settings), treeB(b, settings);
      BucketDescent descent;
      Times times;
      times.run(bench.few(), kWarmUp, [&](int) {
        for (ParticleSoup* soup : {&a, &b}) soup->step();
        treeA.view.data = a.positions();
        treeB.view.data = b.positions();
        treeA.tree.update();
        treeB.tree.update();
        const double took =
            times("descent", [&] { descent.between(treeA.tree.buckets(), treeB.tree.buckets(), settings.order); });
        pairs = descent.pairs().size();
        if (pairs > 0) times.add("per pair", took * 1000 / double(pairs));
      });
      ms[storage == Storage::Sparse] = times.median("per pair");
    }
    table.add(levels, theirs[levels - 3], pairs, ms[0], ms[1], theirs[levels - 3] / ms[0]);
  }
  return table;
}

/// The full octree keeps all 8^levels buckets, the sparse one those with particles.
Table bucketMemory(const BenchSettings&) {
  Table table{"bucket-memory",
              "memory of an octree of 15,000 particles: all 8^levels buckets, or those with particles alone",
              {"levels", "8^levels", "buckets with particles", "marked nodes", "full: kB", "sparse: kB"}};
  for (unsigned levels = 1; levels <= 7; ++levels) {
    const ParticleSoup soup(kParticles, {}, 5, 1);
    SoupTree full(soup, paperSettings(Algorithm::Direct, levels)),
        sparse(soup, paperSettings(Algorithm::Direct, levels, Storage::Sparse));
    full.tree.update();
    sparse.tree.update();
    const Buckets::Report& report = full.tree.buckets().report();
    table.add(levels, std::size_t{1} << (3 * levels), report.buckets, report.nodes,
              double(full.tree.buckets().memory()) / 1000, double(sparse.tree.buckets().memory()) / 1000);
  }
  return table;
}

/// One far particle enlarges the box of the octree, so that all others are in one bucket of the paper's.
Table bucketOutlier(const BenchSettings& bench) {
  Table table{"bucket-outlier",
              "a soup of 5,000 particles with extents of 0.05, and with one particle far away: update and pairs of "
              "particles whose extents overlap, ms, medians",
              {"buckets", "far particle", "buckets in use", "most in a bucket", "pairs", "ms"}};
  struct Cube {
    const PositionsView* view = nullptr;
    Index vertex = 0;
    std::array<Real, 3> place() const {
      const Real* const p = (*view)[vertex];
      return {p[0], p[1], p[2]};
    }
    Box extent() const {
      Box box{place(), place()};
      for (std::size_t k = 0; k < 3; ++k) {
        box.min[k] -= Real(0.025);
        box.max[k] += Real(0.025);
      }
      return box;
    }
  };
  constexpr Index kFew = 5'000;
  const ParticleSoup soup(kFew, {}, 0, 1);
  for (const bool divides : {false, true})
    for (const bool isFar : {false, true}) {
      std::vector<Real> places(soup.positions(), soup.positions() + 3 * kFew);
      if (isFar) std::fill(places.end() - 3, places.end(), Real(1000));
      const PositionsView view{places.data(), kFew};
      BucketSettings settings = paperSettings(Algorithm::Direct, 4);
      if (divides) settings.crowded = BucketSettings().crowded;
      BucketOctree<Cube> tree(settings);
      for (Index i = 0; i < kFew; ++i) tree.insert({&view, i});
      std::size_t pairs = 0;
      const double ms = medianMs(std::max(1, bench.few() / 3), [&] {
        pairs = 0;
        tree.update();
        tree.forEachPairWithin([&](Index, Index) { ++pairs; });
      });
      const Buckets& buckets = tree.buckets();
      std::size_t most = 0;
      const auto visit = [&](const auto& self, Index node) -> void {
        const Buckets::Node& one = buckets.node(node);
        if (one.leaf) most = std::max<std::size_t>(most, one.count);
        for (Index c = one.first; !one.leaf && c < one.first + one.count; ++c)
          if (buckets.inUse(c)) self(self, c);
      };
      visit(visit, buckets.root());
      table.add(divides ? "crowded ones divided" : "4 levels, as in the paper", isFar ? "yes" : "no",
                buckets.report().buckets, most, pairs, ms);
    }
  return table;
}

}  // namespace

std::vector<TableEntry> bucketTables() {
  return {{"bucket-figure3", bucketAlgorithms},   {"bucket-figure4", bucketLevels},
          {"bucket-table1", bucketPairs},         {"bucket-memory", bucketMemory},
          {"bucket-outlier", bucketOutlier},      {"bucket-boxtrees", bucketsAndBoxTrees},
          {"bucket-changing", bucketsOfChanging}, {"bucket-touching", touchingSurfaces}};
}

}  // namespace pliant::benchmarks
