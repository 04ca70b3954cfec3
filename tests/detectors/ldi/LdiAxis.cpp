// Compares the view axis for two bodies (Heidelberger 2003, 3.1) with the best of the three axes.
#include <algorithm>
#include <optional>

#include "LdiDrawn.h"

using namespace pliant;
using ldi_shapes::Shape;

namespace {

struct Cost {
  double layers = 0, entries = 0, range = 0;

  void add(const Cost& other, double weight) {
    layers += weight * other.layers;
    entries += weight * other.entries;
  }
};

/// Returns no value if the boxes have no common volume.
std::optional<Cost> costOf(const Shape& a, const Shape& b, LdiGrid::Axis axis, bool stretched) {
  const auto views =
      volumeOfInterest(ldi_shapes::boxOf(a), ldi_shapes::boxOf(b), {.stretched = stretched, .axis = axis});
  if (!views || !isDrawable(views->a)) return std::nullopt;
  Cost cost;
  for (const LayeredDepthImage& image : {ldi_shapes::imageOf(a, views->a), ldi_shapes::imageOf(b, views->b)}) {
    cost.layers += image.layers();
    cost.entries += static_cast<double>(image.entries.size());
  }
  cost.range = views->a.range();
  return cost;
}

/// Costs summed over random pairs: the chosen axis, the best of all axes, their mean, and the axis along the longest
/// side.
struct Sums {
  int pairs = 0;
  Cost chosen, best, mean, longest;
};

Sums sumsOver(bool stretched) {
  std::mt19937 random(12);
  std::uniform_real_distribution<double> part(-1, 1);
  const Shape shapes[] = {ldi_shapes::knot(240, 12, 0.3), ldi_shapes::torus(60, 24, 2, 0.7), ldi_shapes::slab(20, 0.2)};
  Sums sums;
  for (int trial = 0; trial < 300; ++trial) {
    Shape a = shapes[trial % 3], b = shapes[trial / 3 % 3];
    a.turn(random);
    b.turn(random);
    b.move(1, {2.5 * part(random), 2.5 * part(random), 2.5 * part(random)});
    const auto chosen = costOf(a, b, LdiGrid::Axis::Nearest, stretched);
    if (!chosen || chosen->entries == 0) continue;
    ++sums.pairs;
    sums.chosen.add(*chosen, 1);
    Cost best = *chosen, longest;
    for (const LdiGrid::Axis axis : {LdiGrid::Axis::X, LdiGrid::Axis::Y, LdiGrid::Axis::Z}) {
      const Cost cost = costOf(a, b, axis, stretched).value();
      best.layers = std::min(best.layers, cost.layers);
      best.entries = std::min(best.entries, cost.entries);
      sums.mean.add(cost, 1.0 / 3);
      if (cost.range > longest.range) longest = cost;
    }
    sums.best.add(best, 1);
    sums.longest.add(longest, 1);
  }
  return sums;
}

}  // namespace

TEST_CASE("the nearest pair of outside faces, against the best axis") {
  for (const bool stretched : {true, false}) {
    const Sums sums = sumsOver(stretched);
    const auto layers = [&](const Cost& cost) { return cost.layers / sums.best.layers; };
    const auto entries = [&](const Cost& cost) { return cost.entries / sums.best.entries; };
    CAPTURE(stretched, sums.pairs, layers(sums.chosen), layers(sums.mean), layers(sums.longest));
    CAPTURE(entries(sums.chosen), entries(sums.mean), entries(sums.longest));
    REQUIRE(sums.pairs > 150);
    // The chosen axis keeps layers few. With square pixels its image is the largest, and so has more entries.
    CHECK(layers(sums.chosen) < 1.35);
    CHECK(layers(sums.chosen) < layers(sums.mean));
    CHECK(layers(sums.mean) < layers(sums.longest));
    if (!stretched) CHECK(entries(sums.longest) < entries(sums.chosen));
  }
}
