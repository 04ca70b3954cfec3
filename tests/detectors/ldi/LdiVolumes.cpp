// Volumes from layered depth images, compared with analytic values.
#include <pliant/detectors/Error.h>
#include <pliant/detectors/ldi/LdiDetector.h>
#include <pliant/detectors/ldi/SoftwareLdi.h>
#include <pliant/detectors/predicates.h>
#include <pliant_allocations.h>
#include <pliant_catch.h>

#include <algorithm>

#include "LdiStage.h"
#include "ShapeVolume.h"
#include "shapes/LdiShapes.h"

using namespace pliant;
using namespace ldi_shapes;

namespace {

/// Returns the root mean square of the relative error over random placements of two spheres.
double rmsOfSpheres(Index resolution) {
  std::mt19937 random(3);
  // Scaled to the volume of the unit sphere: the facets cross it instead of lying inside.
  Shape unit = ldi_shapes::sphere(110, 220);
  unit.move(std::cbrt(4 * kPi / 3 / ldi_shapes::volumeOf(unit)), {0, 0, 0});
  return rmsError(resolution, [&](int) {
    const double apart = std::uniform_real_distribution<double>(0.3, 1.5)(random);
    Placed placed{unit, unit, lens(apart)};
    move(placed.b, apart * directionOf(random));
    return placed;
  });
}

}  // namespace

TEST_CASE("the volume that two spheres have in common is right to one per cent at 64 pixels, 0.3 per cent at 128") {
  checkVolumes(rmsOfSpheres);
}

TEST_CASE("boxes along the axes: volume, centroid and bounds") {
  std::mt19937 random(8);
  std::uniform_real_distribution<double> part(-1, 1);
  for (int trial = 0; trial < 100; ++trial) {
    std::array<double, 3> low[2], high[2], from, to;
    LdiStage stage(trial % 2 == 0 ? 64 : 100, trial % 3 == 0 ? LdiGrid::Depths::Extended : LdiGrid::Depths::Tight);
    Shape shapes[2];
    double volume = 1;
    for (std::size_t i = 0; i < 3; ++i) {
      for (int k = 0; k < 2; ++k) {
        const double a = static_cast<Real>(part(random)), b = static_cast<Real>(part(random));
        low[k][i] = std::min(a, b) - 0.25;
        high[k][i] = std::max(a, b) + 0.25;
      }
      from[i] = std::max(low[0][i], low[1][i]);
      to[i] = std::min(high[0][i], high[1][i]);
      volume *= std::max(0.0, to[i] - from[i]);
    }
    for (int k = 0; k < 2; ++k) {
      shapes[k] = ldi_shapes::box(low[k], high[k]);
      if (trial % 4 == k) shapes[k].turnInsideOut();  // the same volume
      stage.add(shapes[k]);
    }
    stage.query();
    CAPTURE(trial, volume);
    if (volume == 0) {
      CHECK(stage.results.intersectionVolumes.empty());
      continue;
    }
    REQUIRE(stage.results.intersectionVolumes.size() == 1);
    LdiVolume spans;
    Workers workers;
    stage.detector.intersection(stage.set, 0, 1, spans, workers);
    CHECK(spans.volume == stage.results.intersectionVolumes[0].volume);
    const double pixel = std::max(spans.view.pixel[0], spans.view.pixel[1]);
    CHECK(std::abs(spans.volume - volume) < 0.02 * volume + 8 * pixel * pixel * pixel);
    for (std::size_t i = 0; i < 3; ++i) {
      CHECK(std::abs(spans.centroid[i] - (from[i] + to[i]) / 2) < pixel);
      CHECK(std::abs(spans.min[i] - from[i]) < pixel);
      CHECK(std::abs(spans.max[i] - to[i]) < pixel);
    }
  }
}

TEST_CASE("a body within another, and tori through each other's holes") {
  LdiStage within(64);
  Shape outer = ldi_shapes::sphere(80, 160), inner = outer;
  inner.move(0.25, {0.1, -0.2, 0.15});
  within.add(outer, inner);
  within.query();
  REQUIRE(within.results.intersectionVolumes.size() == 1);
  CHECK(within.results.intersectionVolumes[0].volume == Approx(4 * kPi / 3 / 64).epsilon(0.01));
  CHECK(within.results.verticesInside.size() == inner.points.size());

  LdiStage linked(64);
  const Shape ring = ldi_shapes::torus(200, 80, 1, 0.25);
  Shape other = ring;
  for (auto& p : other.points) p = {p[0] + Real(1), p[2], p[1]};
  other.turnInsideOut();  // the exchange of axes has turned it inside out
  linked.add(ring, other);
  linked.query();
  CHECK(linked.results.intersectionVolumes.empty());
  CHECK(linked.results.verticesInside.empty());
}

TEST_CASE("a vertex farther than 0.72 pixel from the surface is told right") {
  std::mt19937 random(21);
  std::uniform_real_distribution<double> part(-1.3, 1.3);
  const Shape shapes[] = {ldi_shapes::sphere(40, 80), ldi_shapes::torus(120, 40, 0.8, 0.3)};
  for (const Shape& base : shapes) {
    for (const Index resolution : {16u, 64u, 200u}) {
      Shape shape = base, cloud;
      shape.turn(random);
      for (int i = 0; i < 400; ++i) {
        cloud.points.push_back(
            {static_cast<Real>(part(random)), static_cast<Real>(part(random)), static_cast<Real>(part(random))});
      }
      LdiStage stage(resolution);
      stage.add(shape, cloud);
      stage.query();
      CHECK(stage.results.selfIntersectionVolumes.empty());
      const LdiView view = viewsOf(shape, cloud, stage.detector.settings().grid).b;
      const double pixel = std::max(view.pixel[0], view.pixel[1]);
      const auto bound = static_cast<Real>(0.7201 * pixel + view.range() / (1 << 24));
      int far = 0;
      for (Index v = 0; v < cloud.points.size(); ++v) {
        int winding = 0;
        bool near = false;
        for (const Triangle& t : shape.faces) {
          const Real *const a = shape.points[t[0]].data(), *const b = shape.points[t[1]].data(),
                            *const c = shape.points[t[2]].data();
          winding += exact::rayCrossing(cloud.points[v].data(), a, b, c);
          near = near || exact::pointWithin(cloud.points[v].data(), a, b, c, bound);
        }
        if (near) continue;
        ++far;
        const bool found = std::any_of(stage.results.verticesInside.begin(), stage.results.verticesInside.end(),
                                       [&](const InsideVertex& inside) { return inside.vertex == v; });
        CHECK(found == (winding >= 1));
      }
      CHECK(far > 250);
    }
  }
}

TEST_CASE("with vertices near the surface decided exactly the answer is exact, at any resolution") {
  std::mt19937 random(23);
  std::uniform_real_distribution<double> part(-1.3, 1.3);
  for (unsigned trial = 0; trial < 24; ++trial) {
    Shape shapes[] = {ldi_shapes::sphere(16, 24), ldi_shapes::slab(12, 0.01), ldi_shapes::knot(60, 8, 0.4),
                      ldi_shapes::box({-1, -1, -1}, {1, 0.5, 0.75})};
    Shape& shape = shapes[trial % 4];
    if (trial % 3 != 0) shape.turn(random);
    shape.move(trial % 4 == 2 ? 0.4 : 1, {trial % 5 == 0 ? 1000.0 : 0.0, 0, 0});
    // Random points, corners of the shape, and points on and next to its faces.
    Shape cloud = shape;
    cloud.faces.clear();
    for (int i = 0; i < 500; ++i) {
      const Triangle& t = shape.faces[random() % shape.faces.size()];
      std::array<Real, 3> near, far;
      for (std::size_t k = 0; k < 3; ++k) {
        near[k] = (shape.points[t[0]][k] + shape.points[t[1]][k]) / 2 + (i % 2 == 0 ? Real(1e-3 * part(random)) : 0);
        far[k] = shape.points[0][k] + static_cast<Real>(part(random));
      }
      cloud.points.push_back(near);
      cloud.points.push_back(far);
    }
    if (trial % 2 == 1) shape.turnInsideOut();
    LdiStage stage;
    stage.detector.setSettings(
        {.grid = {.resolution = static_cast<Index>(1 + random() % 60), .stretched = trial % 7 < 3},
         .exactNearSurface = true});
    stage.add(cloud, shape);
    stage.query();
    std::size_t wrong = 0, found = 0;
    for (Index v = 0; v < cloud.points.size(); ++v) {
      const Real* const p = cloud.points[v].data();
      int winding = 0;
      bool on = false;
      for (const Triangle& t : shape.faces) {
        const Real *const a = shape.points[t[0]].data(), *const b = shape.points[t[1]].data(),
                          *const c = shape.points[t[2]].data();
        winding += exact::rayCrossing(p, a, b, c);
        on = on || exact::pointWithin(p, a, b, c, 0);
      }
      const bool in = on || (trial % 2 == 1 ? -winding : winding) >= 1;
      found += in;
      wrong += in != std::binary_search(stage.results.verticesInside.begin(), stage.results.verticesInside.end(),
                                        InsideVertex{0, v, 1});
    }
    CAPTURE(trial, found);
    CHECK(wrong == 0);
    CHECK(found > shape.points.size());
  }
}

TEST_CASE("surfaces without self-intersection have none, at any resolution") {
  std::mt19937 random(2);
  const Shape shapes[] = {ldi_shapes::knot(400, 16, 0.3), ldi_shapes::torus(100, 40, 1, 0.4),
                          ldi_shapes::sphere(30, 60), ldi_shapes::slab(24, 1e-4)};
  for (int trial = 0; trial < 40; ++trial) {
    Shape shape = shapes[trial % 4];
    shape.turn(random);
    LdiStage stage(static_cast<Index>(8 + random() % 120));
    stage.add(shape);
    stage.query();
    CAPTURE(trial);
    CHECK(stage.results.selfIntersectionVolumes.empty());
  }
}

TEST_CASE("a surface that passes through itself: the volume that it covers twice") {
  std::mt19937 random(4);
  for (int trial = 0; trial < 30; ++trial) {
    // Two spheres as one body: their overlap is covered twice.
    const double apart = 0.4 + 0.05 * trial;
    Shape shape = ldi_shapes::sphere(80, 160), other = shape;
    move(other, apart * directionOf(random));
    shape.add(other);
    LdiStage stage(96);
    stage.add(shape);
    stage.query();
    CAPTURE(trial, apart);
    REQUIRE(stage.results.selfIntersectionVolumes.size() == 1);
    CHECK(stage.results.selfIntersectionVolumes[0].volume == Approx(lens(apart)).epsilon(0.05));
  }
  // A hole that extends beyond its body has winding number −1 outside.
  Shape shape = ldi_shapes::box({-1, -1, -1}, {1, 1, 1});
  Shape hole = ldi_shapes::box({0.5, -0.5, -0.5}, {1.5, 0.5, 0.5});
  hole.turnInsideOut();
  shape.add(hole);
  LdiStage stage(100);
  stage.add(shape);
  stage.query();
  REQUIRE(stage.results.selfIntersectionVolumes.size() == 1);
  CHECK(stage.results.selfIntersectionVolumes[0].volume == Approx(0.5).epsilon(0.02));
}

TEST_CASE("images of what does not move are kept, and nothing is allocated once all is warm") {
  Shape still = ldi_shapes::torus(60, 24, 1, 0.4), moving = ldi_shapes::sphere(30, 60);
  moving.move(0.5, {0.9, 0, 0});
  LdiStage stage(64);
  stage.add(still, moving);
  stage.query();
  CHECK(stage.results.counters.ldiImages == 4);
  CHECK(stage.results.counters.ldiImagesKept == 0);
  stage.query();
  CHECK(stage.results.counters.ldiImages == 0);
  CHECK(stage.results.counters.ldiImagesKept == 4);
  CHECK(stage.results.counters.ldiResolution == 64);
  CHECK(stage.results.counters.ldiLayers >= 2);
  for (auto& p : moving.points) p[0] -= Real(0.01);
  stage.query();
  CHECK(stage.results.counters.ldiImagesKept == 1);  // the torus with itself
  const double volume = stage.results.intersectionVolumes.at(0).volume;
  const long before = allocations::count();
  for (int i = 0; i < 5; ++i) {
    for (auto& p : moving.points) p[0] += i % 2 == 0 ? Real(0.005) : Real(-0.005);
    stage.query();
  }
  CHECK(allocations::count() == before);
  CHECK(stage.results.intersectionVolumes.at(0).volume != volume);

  stage.detector.setSettings({.grid = {.resolution = 64}, .keepImages = false});
  const double kept = stage.results.intersectionVolumes.at(0).volume;
  stage.query();
  CHECK(stage.results.counters.ldiImages == 4);
  CHECK(stage.results.counters.ldiImagesKept == 0);
  CHECK(stage.results.intersectionVolumes.at(0).volume == kept);
}
