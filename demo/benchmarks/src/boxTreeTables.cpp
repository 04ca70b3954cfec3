// Bucket trees beside box trees.

#include <pliant/detectors/Error.h>
#include <pliant/detectors/buckettree/BucketOctree.h>
#include <pliant/models/ParticleSoup.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "BoxTree.h"
#include "Times.h"
#include "tables.h"

namespace pliant::benchmarks {
namespace {

using models::ParticleSoup;

/// Triangles spread over a ball that turns and ripples, their octree of buckets and their box trees.
struct TriangleSoup {
  explicit TriangleSoup(double distance) : away(distance) {
    const ParticleSoup places(kTriangles, {}, 0, 7), corners(3 * kTriangles, {}, 0, 8), further(kTriangles, {}, 0, 9);
    for (std::size_t i = 0; i < 9 * kTriangles; ++i) {
      const Real corner = Real(0.05) * corners.positions()[i];
      rest.push_back(places.positions()[i / 9 * 3 + i % 3] + corner);
      others.push_back(further.positions()[i / 9 * 3 + i % 3] + corner);
    }
    x.resize(rest.size());
    view = {x.data(), static_cast<Index>(x.size() / 3)};
    for (Index i = 0; i < kTriangles; ++i) handles.push_back(buckets.insert(triangle(i)));
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

  TrianglePrimitive triangle(Index i) const { return {&view, {3 * i, 3 * i + 1, 3 * i + 2}}; }

  void readBoxes() {
    for (Index i = 0; i < boxes.size(); ++i) boxes[i] = triangle(i).extent();
  }

  /// Chooses the next `count` triangles, and puts others in their places.
  void choose(std::size_t count) {
    chosen.clear();
    for (; chosen.size() < count; next = static_cast<Index>((next + 1) % kTriangles)) {
      chosen.push_back(next);
      std::swap_ranges(rest.begin() + 9 * std::ptrdiff_t(next), rest.begin() + 9 * std::ptrdiff_t(next + 1),
                       others.begin() + 9 * std::ptrdiff_t(next));
    }
  }

  static constexpr std::size_t kTriangles = 5'000;
  double away;  // distance of the ball from the origin, along x
  std::vector<Real> rest, x;
  std::vector<Real> others;    // places of triangles that are not in the soup
  std::vector<Index> handles;  // in the buckets, by triangle
  std::vector<Index> chosen;   // triangles that are removed and added in this step
  Index next = 0;
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

/// In each step, a share of the triangles of both soups is removed, and as many others are added.
Table::Row changingRow(double share, int steps) {
  TriangleSoup a(0), b(1.2);
  TriangleSoup* const both[] = {&a, &b};
  const auto count = static_cast<std::size_t>(std::lround(share * double(TriangleSoup::kTriangles)));
  std::size_t pairs = 0, inBuckets = 0, anew = 0;
  Times times;
  times.run(steps, kWarmUp, [&](int step) {
    for (TriangleSoup* soup : both) {
      soup->choose(step == -kWarmUp ? 0 : count);
      soup->place(step + kWarmUp, false);
    }
    times("buckets", [&] {
      inBuckets = 0;
      for (TriangleSoup* soup : both) {
        for (const Index i : soup->chosen) {
          soup->buckets.remove(soup->handles[i]);
          soup->handles[i] = soup->buckets.insert(soup->triangle(i));
        }
        soup->buckets.update();
      }
      a.buckets.forEachPair(b.buckets, [&](Index, Index) { ++inBuckets; });
    });
    times("update", [&] {
      for (TriangleSoup* soup : both) {
        soup->readBoxes();
        if (step == -kWarmUp || soup->refitted.isWorn())
          soup->refitted.build(soup->boxes);
        else
          soup->refitted.replace(soup->chosen, soup->boxes);
      }
      pairs = BoxTree::countPairs(a.refitted, b.refitted);
    });
    times("build", [&] {
      for (TriangleSoup* soup : both) {
        soup->readBoxes();
        soup->rebuilt.build(soup->boxes);
      }
      anew = BoxTree::countPairs(a.rebuilt, b.rebuilt);
    });
    if (inBuckets != pairs || anew != pairs) throw Error("buckets and trees of boxes find different pairs");
  });
  const double buckets = times.median("buckets"), updated = times.median("update"), built = times.median("build");
  return Table::rowOf(100 * share, pairs, buckets, updated, built, std::min(updated, built) / buckets);
}

}  // namespace

Table bucketsAndBoxTrees(const BenchSettings& bench) {
  Table table{"bucket-boxtrees",
              "two deforming soups of 5,000 triangles: update and pairs of overlapping boxes, ms, medians; all boxes "
              "are aligned to the axes of the world",
              {"motion", "pairs", "buckets", "box tree refitted", "box tree built anew"}};
  for (const bool turns : {false, true}) table.add(boxTreeRow(turns, bench.few()));
  return table;
}

Table bucketsOfChanging(const BenchSettings& bench) {
  Table table{"bucket-changing",
              "two soups of 5,000 triangles that ripple; each step removes a share of the triangles and adds as many "
              "others: update and pairs of overlapping boxes, ms, medians",
              {"changed in a step, %", "pairs", "buckets", "box tree updated", "box tree built anew",
               "better box tree / buckets"}};
  for (const double share : {0.0, 0.005, 0.02, 0.05, 0.1, 0.2, 0.5}) table.add(changingRow(share, bench.few()));
  return table;
}

}  // namespace pliant::benchmarks
