#include <pliant/detectors/Error.h>
#include <pliant/detectors/buckettree/BucketOctree.h>
#include <pliant/models/ParticleSoup.h>

#include <cmath>
#include <memory>
#include <string>

#include "BoxTree.h"
#include "Times.h"
#include "tables.h"

namespace pliant::benchmarks {
namespace {

using models::ParticleSoup;
using Algorithm = BucketSettings::Algorithm;
using Storage = BucketSettings::Storage;

constexpr std::size_t kParticles = 15'000;  // as in the paper

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

/// Triangles spread over a ball that turns and ripples, their octree of buckets and their box trees.
struct TriangleSoup {
  explicit TriangleSoup(double distance) : away(distance) {
    const ParticleSoup places(kTriangles, {}, 0, 7), corners(3 * kTriangles, {}, 0, 8);
    for (std::size_t i = 0; i < 9 * kTriangles; ++i)
      rest.push_back(places.positions()[i / 9 * 3 + i % 3] + Real(0.05) * corners.positions()[i]);
    x.resize(rest.size());
    view = {x.data(), static_cast<Index>(x.size() / 3)};
    for (Index v = 0; v < view.count; v += 3) buckets.insert({&view, {v, v + 1, v + 2}});
  }
  TriangleSoup(const TriangleSoup&) = delete;
  TriangleSoup& operator=(const TriangleSoup&) = delete;

  void place(int frame, bool turns) {
    const double time = 0.02 * frame, angle = turns ? time : 0, c = std::cos(angle), s = std::sin(angle);
    for (std::size_t v = 0; v < x.size(); v += 3) {
      const double p = double(rest[v]), q = double(rest[v + 1]), r = double(rest[v + 2]);
      const double ripple = 1 + 0.1 * std::sin(3 * p + 4 * q + 5 * r + 5 * time);
      x[v] = static_cast<Real>(ripple * (c * p - s * q) + away);
      x[v + 1] = static_cast<Real>(ripple * (s * p + c * q));
      x[v + 2] = static_cast<Real>(ripple * r);
    }
  }

  void readBoxes() {
    for (Index i = 0; i < boxes.size(); ++i) boxes[i] = buckets[i].extent();
  }

  static constexpr std::size_t kTriangles = 5'000;
  double away;  // distance of the ball from the origin, along x
  std::vector<Real> rest, x;
  PositionsView view;
  BucketOctree<TrianglePrimitive> buckets;
  BoxTree refitted, rebuilt;
  std::vector<Box> boxes = std::vector<Box>(kTriangles);
};

Table::Row boxTreeRow(bool turns, int steps) {
  TriangleSoup a(0), b(1.2);
  std::size_t pairs = 0, inBuckets = 0, anew = 0;
  Times times;
  times.run(steps, kWarmUp, [&](int step) {
    for (TriangleSoup* soup : {&a, &b}) soup->place(step + kWarmUp, turns);
    times("buckets", [&] {
      inBuckets = 0;
      for (TriangleSoup* soup : {&a, &b}) soup->buckets.update();
      a.buckets.forEachPair(b.buckets, [&](Index, Index) { ++inBuckets; });
    });
    times("refit", [&] {
      for (TriangleSoup* soup : {&a, &b}) {
        soup->readBoxes();
        if (step == -kWarmUp)
          soup->refitted.build(soup->boxes);
        else
          soup->refitted.refit(soup->boxes);
      }
      pairs = BoxTree::countPairs(a.refitted, b.refitted);
    });
    times("build", [&] {
      for (TriangleSoup* soup : {&a, &b}) {
        soup->readBoxes();
        soup->rebuilt.build(soup->boxes);
      }
      anew = BoxTree::countPairs(a.rebuilt, b.rebuilt);
    });
    if (inBuckets != pairs || anew != pairs) throw Error("buckets and trees of boxes find different pairs");
  });
  return Table::rowOf(turns ? "turns and ripples" : "ripples", pairs, times.median("buckets"), times.median("refit"),
                      times.median("build"));
}

/// The order of the particles is more or less stable: each deviates from a common direction by at most an angle.
Table bucketAlgorithms(const BenchSettings& bench) {
  Table figure = emptyFigure(
      "bucket-figure3", "Figure 3 of Ganovelli 2000: update of particles in 4 levels of buckets, ms (medians)",
      "particles", {"algorithm 1", "algorithm 2, angle 0", "algorithm 2, 5", "algorithm 2, 30", "algorithm 2, 180"});
  for (const std::size_t count : {1'000u, 2'500u, 5'000u, 7'500u, 10'000u, 12'500u, 15'000u}) {
    std::vector<double> times;
    for (const double degrees : {0.0, 5.0, 30.0, 180.0}) {
      const auto both = updateTimes(
          count, degrees, {paperSettings(Algorithm::Direct, 4), paperSettings(Algorithm::Sorted, 4)}, bench.few());
      if (times.empty()) times.push_back(both[0]);
      times.push_back(both[1]);
    }
    add(figure, double(count), times);
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

Table bucketsAndBoxTrees(const BenchSettings& bench) {
  Table table{"bucket-boxtrees",
              "two deforming soups of 5,000 triangles: update and pairs of overlapping boxes, ms, medians; all boxes "
              "are aligned to the axes of the world",
              {"motion", "pairs", "buckets", "box tree refitted", "box tree built anew"}};
  for (const bool turns : {false, true}) table.add(boxTreeRow(turns, bench.few()));
  return table;
}

}  // namespace

std::vector<TableEntry> bucketTables() {
  return {{"bucket-figure3", bucketAlgorithms},
          {"bucket-figure4", bucketLevels},
          {"bucket-table1", bucketPairs},
          {"bucket-boxtrees", bucketsAndBoxTrees},
          {"bucket-touching", touchingSurfaces}};
}

}  // namespace pliant::benchmarks
