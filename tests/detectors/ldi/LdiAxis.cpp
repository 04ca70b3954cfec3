// Compares the view axis for two bodies (Heidelberger 2003, 3.1) with the best of the three axes.
#include <pliant/detectors/ldi/SoftwareLdi.h>
#include <pliant/detectors/ldi/VolumeOfInterest.h>
#include <pliant_catch.h>

#include <algorithm>

#include "shapes/LdiShapes.h"

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

class Pair {
 public:
  Pair(const Shape& a, const Shape& b) : m_shapes{&a, &b}, m_positions{a.packed(), b.packed()} {}

  /// Returns no value if the boxes have no common volume.
  std::optional<Cost> cost(LdiGrid::Axis axis, bool stretched) {
    LdiGrid grid;
    grid.axis = axis;
    grid.stretched = stretched;
    const auto views = volumeOfInterest(ldi_shapes::boxOf(*m_shapes[0]), ldi_shapes::boxOf(*m_shapes[1]), grid);
    if (!views || !isDrawable(views->a)) return std::nullopt;
    Cost cost;
    for (std::size_t i = 0; i < 2; ++i) {
      m_renderer.render({m_positions[i], 0, static_cast<Index>(m_positions[i].size()), m_shapes[i]->faces, false},
                        i == 0 ? views->a : views->b, m_image, m_workers);
      cost.layers += m_image.layers();
      cost.entries += static_cast<double>(m_image.entries.size());
    }
    cost.range = views->a.range();
    return cost;
  }

 private:
  const Shape* m_shapes[2];
  std::vector<PackedPosition> m_positions[2];
  SoftwareLdi m_renderer;
  LayeredDepthImage m_image;
  Workers m_workers;
};

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
    Pair pair(a, b);
    const auto chosen = pair.cost(LdiGrid::Axis::Nearest, stretched);
    if (!chosen || chosen->entries == 0) continue;
    ++sums.pairs;
    sums.chosen.add(*chosen, 1);
    Cost best = *chosen, longest;
    for (const LdiGrid::Axis axis : {LdiGrid::Axis::X, LdiGrid::Axis::Y, LdiGrid::Axis::Z}) {
      const Cost cost = pair.cost(axis, stretched).value();
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
