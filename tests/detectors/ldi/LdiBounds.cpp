// Guaranteed accuracy of layered depth images for volumes and small overlaps, compared with analytic values.
#include <pliant/detectors/ldi/LdiDetector.h>
#include <pliant/detectors/ldi/SoftwareLdi.h>
#include <pliant_catch.h>

#include <algorithm>
#include <tuple>

#include "ClippedVolume.h"
#include "LdiStage.h"
#include "ShapeVolume.h"
#include "shapes/LdiShapes.h"

using namespace pliant;
using namespace ldi_shapes;

namespace {

/// Checks random placements of a body that is its own mirror image: a half space whose border passes through its centre
/// contains half of it.
void checkHalves(const Shape& body) {
  const double volume = ldi_shapes::volumeOf(body);
  checkVolumes([&](Index resolution) {
    std::mt19937 random(17);
    return rmsError(resolution, [&](int i) {
      std::array<double, 3> low = {-4, -4, -4}, high = {4, 4, 4};
      (i % 2 == 0 ? low : high)[static_cast<std::size_t>(i) % 3] = 0;
      Placed placed{body, ldi_shapes::box(low, high), volume / 2};
      placed.a.turn(random);
      return placed;
    });
  });
}

/// Returns bodies and boxes, both turned and moved at random, that share more than a tenth of the box.
std::vector<Placed> placements(const Shape& body, int count) {
  std::mt19937 random(19);
  std::uniform_real_distribution<double> way(-0.8, 0.8);
  std::vector<Placed> all;
  while (static_cast<int>(all.size()) < count) {
    Placed p{body, ldi_shapes::box({-0.9, -0.7, -0.5}, {0.9, 0.7, 0.5}), 0};
    p.a.turn(random);
    const double whole = ldi_shapes::volumeOf(p.b);
    p.b.turn(random);
    p.b.move(1, {way(random), way(random), way(random)});
    p.shared = ldi_shapes::commonVolume(p.a, p.b);
    if (p.shared > 0.1 * whole) all.push_back(std::move(p));
  }
  return all;
}

double rmsOfPlacements(const std::vector<Placed>& all, Index resolution) {
  double sum = 0;
  for (const Placed& p : all) {
    LdiStage stage(resolution);
    stage.add(p.a, p.b);
    stage.query();
    REQUIRE(stage.results.intersectionVolumes.size() == 1);
    const double error = stage.results.intersectionVolumes[0].volume / p.shared - 1;
    sum += error * error;
  }
  return std::sqrt(sum / static_cast<double>(all.size()));
}

/// Returns two spheres that overlap in a lens of this thickness, in a random direction.
std::pair<Shape, Shape> overlapping(const Shape& unit, double thickness, std::mt19937& random) {
  Shape other = unit;
  move(other, (2 - thickness) * directionOf(random));
  return {unit, other};
}

}  // namespace

TEST_CASE("half a torus and half a box in any position: within one per cent at 64 pixels, 0.3 per cent at 128") {
  const Shape torus = ldi_shapes::torus(96, 48, 1, 0.4);
  CHECK(ldi_shapes::volumeOf(torus) == Approx(2 * std::numbers::pi * std::numbers::pi * 0.4 * 0.4).epsilon(0.006));
  checkHalves(torus);
  checkHalves(ldi_shapes::box({-1, -0.7, -0.5}, {1, 0.7, 0.5}));
}

TEST_CASE("a torus and a box, two boxes, turned and moved: within one per cent at 64 pixels, 0.3 per cent at 128") {
  for (const Shape& body : {ldi_shapes::torus(48, 24, 1, 0.4), ldi_shapes::box({-1, -0.8, -0.6}, {1, 0.8, 0.6})}) {
    const auto all = placements(body, 200);
    checkVolumes([&](Index resolution) { return rmsOfPlacements(all, resolution); });
  }
  // Checks the reference itself on known volumes.
  const Shape cube = ldi_shapes::box({0, 0, 0}, {1, 1, 1});
  CHECK(ldi_shapes::commonVolume(cube, ldi_shapes::box({0.5, 0.25, -1}, {2, 2, 2})) == Approx(0.375));
  CHECK(ldi_shapes::commonVolume(cube, ldi_shapes::box({-1, -1, -1}, {2, 2, 2})) == Approx(1));
}

TEST_CASE("every self-intersection that holds a ball of 1.45 pixels is found") {
  std::mt19937 random(41);
  const Shape unit = ldi_shapes::sphere(60, 120);
  for (int trial = 0; trial < 60; ++trial) {
    const auto resolution = static_cast<Index>(16 + random() % 50);
    // The ball has a diameter of 1.45 pixels of the box of both spheres; the box depends slightly on the ball, so the
    // pixel size is iterated. Facets make the lens thinner by 0.003.
    double pixel = 4.0 / resolution;
    Shape shape, other;
    const std::mt19937 same = random;
    for (int i = 0; i < 4; ++i) {
      std::mt19937 direction = same;
      std::tie(shape, other) = overlapping(unit, 1.45 * pixel + 0.003, direction);
      shape.add(other);
      const LdiView view = volumeOfInterest(ldi_shapes::boxOf(shape), {.resolution = resolution});
      pixel = std::max(view.pixel[0], view.pixel[1]);
    }
    random.discard(100);
    LdiStage stage(resolution);
    stage.add(shape);
    stage.query();
    CAPTURE(trial, resolution, pixel);
    CHECK(stage.results.selfIntersectionVolumes.size() == 1);
  }
}

TEST_CASE("every overlap that holds a ball of 1.45 pixels is found") {
  std::mt19937 random(43);
  const Shape unit = ldi_shapes::sphere(60, 120);
  int thin = 0;
  for (int trial = 0; trial < 80; ++trial) {
    const double thickness = std::pow(10.0, -2.5 + 2.5 * (trial % 20) / 20);
    const auto [a, b] = overlapping(unit, thickness, random);
    const Box boxA = ldi_shapes::boxOf(a), boxB = ldi_shapes::boxOf(b);
    double longest = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      longest = std::max(longest, std::min<double>(boxA.max[i], boxB.max[i]) - std::max(boxA.min[i], boxB.min[i]));
    }
    // So coarse that the lens, less 0.003 for the facets, just contains the ball.
    const double resolution = std::ceil(1.45 * longest / (thickness - 0.003));
    if (resolution > 2048 || thickness < 0.004) continue;
    ++thin;
    LdiStage stage(static_cast<Index>(resolution));
    stage.add(a, b);
    stage.query();
    CAPTURE(trial, thickness, resolution);
    CHECK(stage.results.intersectionVolumes.size() == 1);
  }
  CHECK(thin > 40);
}
