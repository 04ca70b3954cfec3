// Overlaps in regions, and self-overlaps, compared with analytic values and finite differences.
#include <pliant/detectors/Error.h>
#include <pliant/detectors/ldi/LdiDetector.h>
#include <pliant_allocations.h>
#include <pliant_catch.h>

#include <Eigen/Geometry>

#include "LdiStage.h"
#include "shapes/LdiShapes.h"

using namespace pliant;
using namespace ldi_shapes;

namespace {

using Eigen::Vector3d;

LdiRegions regionsOf(LdiStage& stage, Index a, Index b, double cell, unsigned threads = 1) {
  Workers workers(threads);
  stage.set.update(workers);
  stage.detector.updateClosed(stage.set);
  LdiRegions regions;
  Counters counters;
  stage.detector.regions(stage.set, a, b, {cell}, regions, counters, workers);
  return regions;
}

LdiRegions regionsOf(const std::vector<Shape>& shapes, Index resolution, double cell) {
  LdiStage stage(resolution);
  for (const Shape& shape : shapes) stage.set.add(shape.view());
  return regionsOf(stage, 0, shapes.size() > 1 ? 1 : 0, cell);
}

LdiOverlap selfOverlapOf(const Shape& shape, Index resolution) {
  LdiStage stage(resolution);
  stage.add(shape);
  return stage.overlap(0, 0);
}

/// Checks that forces along a region's gradients have no resultant force and no torque.
void checkBalance(const LdiRegions& regions, const std::vector<Shape>& shapes) {
  for (const LdiRegion& region : regions.regions) {
    Vector3d force = Vector3d::Zero(), torque = Vector3d::Zero();
    double size = 0;
    for (Index i = region.begin; i < region.end; ++i) {
      const VolumeGradient& g = regions.gradients[i];
      const Vector3d gradient = g.gradient.cast<double>();
      force += gradient;
      torque += pointOf(shapes[g.body], g.vertex).cross(gradient);
      size += gradient.norm();
    }
    CHECK(force.norm() < 1e-5 * size);
    CHECK(torque.norm() < 2e-3 * size);  // points are rounded to 1/256 pixel
    CHECK(region.normal.norm() == Approx(1).epsilon(1e-4));
    CHECK(region.area > 0);
    CHECK(region.volume > 0);
  }
}

}  // namespace

TEST_CASE("the regions of two spheres make up the lens, and push along its axis") {
  std::mt19937 random(5);
  std::normal_distribution<double> normal;
  const Shape a = ldi_shapes::sphere(60, 120);
  for (int trial = 0; trial < 8; ++trial) {
    const double apart = 1.5 + 0.03 * trial;
    const Vector3d way = Vector3d(normal(random), normal(random), normal(random)).normalized();
    Shape b = a;
    move(b, apart * way);
    if (trial % 2 == 1) b.turnInsideOut();
    for (const double cell : {0.6, 100.0}) {
      CAPTURE(trial, apart, cell);
      const LdiRegions regions = regionsOf({a, b}, 128, cell);
      checkBalance(regions, {a, b});
      CHECK(regions.volume == Approx(lens(apart)).epsilon(0.02));
      CHECK((cell > 1 ? regions.regions.size() <= 8 : regions.regions.size() > 3));  // the origin is a corner of cells
      Vector3d push = Vector3d::Zero();
      double volume = 0;
      for (const LdiRegion& region : regions.regions) {
        push += region.area * region.normal.cast<double>();
        volume += region.volume;
        CHECK(region.normal.cast<double>().dot(way) < 0);  // out of the second body
      }
      const Vector3d expected = -kPi * (1 - apart * apart / 4) * way;
      CHECK((push - expected).norm() < 0.02 * expected.norm());
      CHECK(volume == Approx(lens(apart)).epsilon(0.2));
    }
  }
}

TEST_CASE("small cells far from the origin part an overlap as they do near it") {
  const Shape a = ldi_shapes::box({0, 0, 0}, {1, 1, 1}), b = ldi_shapes::box({0.75, 0.125, 0.25}, {1.75, 0.875, 0.75});
  const LdiRegions near = regionsOf({a, b}, 32, 0.03);
  REQUIRE(near.regions.size() > 200);
  for (const double far : {32768.0, -65536.0, 131072.0}) {
    Shape farA = a, farB = b;
    for (Shape* const shape : {&farA, &farB}) shape->move(1, {far, -far, 2 * far});
    for (const double cell : {0.03, 1e-12}) {
      CAPTURE(far, cell);
      const LdiRegions regions = regionsOf({farA, farB}, 32, cell);
      CHECK(regions.volume == Approx(near.volume));
      CHECK(regions.enclosed == Approx(near.enclosed));
      // The cells lie elsewhere on the bodies but are as many. Smaller cells are at least as many.
      CHECK(static_cast<double>(regions.regions.size()) > 0.7 * static_cast<double>(near.regions.size()));
    }
  }
}

TEST_CASE("a flat contact has the mean depth of its faces in every region, whichever way it is turned") {
  std::mt19937 random(11);
  for (int trial = 0; trial < 10; ++trial) {
    Shape both = ldi_shapes::box({-2, -2, -1}, {2, 2, 0});
    const Shape small = ldi_shapes::box({-0.4, -0.5, -0.05}, {0.4, 0.5, 0.8});
    const std::size_t first = both.points.size();
    both.add(small);
    both.turn(random);
    Shape slab = both, cube = small;
    slab.points.resize(first);
    slab.faces.resize(12);
    std::copy(both.points.begin() + static_cast<std::ptrdiff_t>(first), both.points.end(), cube.points.begin());
    const Vector3d up = (pointOf(cube, 0) - pointOf(slab, 0)).normalized();
    const LdiRegions regions = regionsOf({cube, slab}, 96, 0.5);
    checkBalance(regions, {cube, slab});
    double area = 0, volume = 0;
    Vector3d push = Vector3d::Zero();
    for (const LdiRegion& region : regions.regions) {
      push += region.area * region.normal.cast<double>();
      area += region.area;
      volume += region.volume;
    }
    CAPTURE(trial, up.transpose(), push.transpose());
    CHECK(regions.volume == Approx(0.04).epsilon(0.02));
    CHECK(push.norm() == Approx(0.8).epsilon(0.02));
    CHECK(push.norm() > 0.97 * area);  // all in one direction
    CHECK(volume / area == Approx(0.05).epsilon(0.1));
  }
}

TEST_CASE("a body within another has no regions: all of it is enclosed") {
  const Shape outer = ldi_shapes::sphere(30, 60);
  Shape inner = outer;
  inner.move(0.3, {0.2, 0.1, -0.1});
  const LdiRegions regions = regionsOf({outer, inner}, 64, 0);
  CHECK(regions.regions.empty());
  CHECK(regions.gradients.empty());
  CHECK(regions.volume == Approx(4 * kPi / 3 * 0.027).epsilon(0.02));
  CHECK(regions.enclosed == Approx(regions.volume));
}

TEST_CASE("what a body encloses twice: volume and gradient are those of its parts") {
  std::mt19937 random(3);
  std::normal_distribution<double> normal;
  const Shape part = ldi_shapes::sphere(40, 80);
  for (int trial = 0; trial < 6; ++trial) {
    const double apart = 1.5 + 0.06 * trial;
    const Vector3d way = Vector3d(normal(random), normal(random), normal(random)).normalized();
    Shape body = part, second = part;
    move(second, apart * way);
    body.add(second);
    if (trial % 2 == 1) body.turnInsideOut();
    CAPTURE(trial, apart);
    const LdiOverlap overlap = selfOverlapOf(body, 256);
    CHECK(overlap.volume == Approx(lens(apart)).epsilon(0.02));
    Vector3d sums[2] = {Vector3d::Zero(), Vector3d::Zero()};
    for (const VolumeGradient& g : overlap.gradients) {
      CHECK(g.body == 0);
      sums[g.vertex < part.points.size() ? 0 : 1] += g.gradient.cast<double>();
    }
    const Vector3d moved = kPi * (1 - apart * apart / 4) * way;
    CHECK((sums[0] - moved).norm() < 0.03 * moved.norm());
    CHECK((sums[0] + sums[1]).norm() < 1e-4);

    const LdiRegions regions = regionsOf({body}, 256, 0.5);
    checkBalance(regions, {body});
    double volume = 0, along = 0, area = 0;
    for (const LdiRegion& region : regions.regions) {
      volume += region.volume;
      along += region.area * std::abs(region.normal.cast<double>().dot(way));
      area += region.area;
    }
    CHECK(volume == Approx(lens(apart)).epsilon(0.12));
    CHECK(along == Approx(moved.norm()).epsilon(0.1));
    CHECK(along > 0.8 * area);
  }
}

TEST_CASE("a body's gradient with itself tells what small motions of single vertices do") {
  std::mt19937 random(17);
  std::uniform_real_distribution<double> part(-1, 1);
  Shape body = ldi_shapes::torus(40, 16, 0.8, 0.35), ball = ldi_shapes::sphere(16, 24);
  body.turn(random);
  ball.move(1, {0.5, 0.3, 0.2});
  body.add(ball);
  const LdiOverlap before = selfOverlapOf(body, 500);
  for (int trial = 0; trial < 4; ++trial) {
    const double k[3] = {2 * part(random), 2 * part(random), 2 * part(random)};
    const auto stepOf = [&](Index vertex) -> Vector3d {
      const double phase = pointOf(body, vertex).dot(Vector3d(k[0], k[1], k[2])) + (vertex < 640 ? 0 : 2);
      return 0.01 * Vector3d(std::sin(phase), std::cos(2 * phase), std::sin(3 * phase + 1));
    };
    double volumes[2], expected = 0;
    for (const int sign : {-1, 1}) {
      Shape moved = body;
      for (Index v = 0; v < body.points.size(); ++v) {
        const Vector3d to = pointOf(body, v) + sign * stepOf(v);
        for (std::size_t i = 0; i < 3; ++i) {
          moved.points[v][i] = static_cast<Real>(to[static_cast<Eigen::Index>(i)]);
        }
      }
      volumes[sign > 0] = selfOverlapOf(moved, 500).volume;
    }
    for (const VolumeGradient& g : before.gradients) expected += g.gradient.cast<double>().dot(stepOf(g.vertex));
    const double grown = (volumes[1] - volumes[0]) / 2;
    CAPTURE(trial, expected, grown);
    CHECK(std::abs(grown - expected) < 0.03 * std::abs(expected) + 3e-4 * before.volume);
  }
}

TEST_CASE("bodies that don't pass through themselves have no overlap with themselves") {
  std::mt19937 random(23);
  for (Shape shape : {ldi_shapes::sphere(30, 60), ldi_shapes::torus(60, 24, 0.8, 0.35), ldi_shapes::knot(200, 12, 0.25),
                      ldi_shapes::box({0, 0, 0}, {1, 2, 3})}) {
    for (int turn = 0; turn < 4; ++turn) {
      shape.turn(random);
      for (const Index resolution : {16u, 64u, 128u}) {
        CAPTURE(shape.points.size(), turn, resolution);
        const LdiRegions regions = regionsOf({shape}, resolution, 0);
        CHECK(regions.regions.empty());
      }
    }
  }
}

TEST_CASE("regions: the same bits in any order and for any threads, no allocation, and errors") {
  const Shape knot = ldi_shapes::knot(80, 8, 0.4), ball = ldi_shapes::sphere(16, 24);
  Shape sheet = ldi_shapes::box({0, 0, 0}, {1, 1, 1});
  sheet.faces.pop_back();
  LdiStage stage(48);
  for (const Shape* shape : {&knot, &ball, static_cast<const Shape*>(&sheet)}) stage.set.add(shape->view());
  const LdiRegions once = regionsOf(stage, 0, 1, 0);
  REQUIRE(!once.regions.empty());
  for (const unsigned threads : {1u, 2u, 5u}) {
    const LdiRegions again = regionsOf(stage, threads % 2, 1 - threads % 2, 0, threads);
    CHECK(again.volume == once.volume);
    REQUIRE(again.regions.size() == once.regions.size());
    REQUIRE(again.gradients.size() == once.gradients.size());
    for (std::size_t i = 0; i < once.regions.size(); ++i) {
      CHECK(again.regions[i].volume == once.regions[i].volume);
      CHECK(again.regions[i].normal == once.regions[i].normal);
    }
    for (std::size_t i = 0; i < once.gradients.size(); ++i) {
      CHECK(again.gradients[i].gradient == once.gradients[i].gradient);
    }
  }
  // Only update() refuses an open surface.
  CHECK(stage.detector.isVolume(stage.set, 0));
  CHECK_FALSE(stage.detector.isVolume(stage.set, 2));
  CHECK_FALSE(stage.detector.isVolume(stage.set, 3));  // no body of the set
  CHECK(regionsOf(stage, 1, 2, 0).regions.empty());
  Workers workers;
  CHECK_THROWS_AS(stage.detector.update(stage.set, workers), Error);
  stage.detector.updateClosed(stage.set);

  LdiRegions regions;
  Counters counters;
  CHECK_THROWS_AS(stage.detector.regions(stage.set, 0, 9, {}, regions, counters, workers), Error);
  CHECK_THROWS_AS(stage.detector.regions(stage.set, 0, 1, {-1}, regions, counters, workers), Error);
  for (const Index other : {0u, 1u}) {
    stage.detector.regions(stage.set, 0, other, {}, regions, counters, workers);
    const long before = allocations::count();
    stage.detector.regions(stage.set, 0, other, {}, regions, counters, workers);
    CHECK(allocations::count() == before);
  }
  CHECK(counters.ldiImages == 9);  // images of the pair and of body 0 alone, each drawn once
  CHECK(counters.ldiImagesKept == 9);
}

TEST_CASE("images are kept until a body moves, with the same answer") {
  Shape a = ldi_shapes::sphere(16, 32), b = ldi_shapes::sphere(16, 32);
  b.move(1, {1.5, 0.1, 0});
  LdiStage stage(48), fresh(48);
  for (LdiStage* each : {&stage, &fresh}) {
    each->set.add(a.view());
    each->set.add(b.view());
  }
  Workers workers;
  LdiRegions regions, anew;
  LdiOverlap overlap;
  const auto drawn = [&](bool moved) {
    if (moved) b.points[0][0] -= Real(0.25);
    for (LdiStage* each : {&stage, &fresh}) {
      each->set.update(workers);
      each->detector.setSettings({.grid = {.resolution = 48}, .keepImages = each == &stage});
      each->detector.update(each->set, workers);
    }
    Counters counters, all;
    stage.detector.regions(stage.set, 0, 1, {}, regions, counters, workers);
    fresh.detector.regions(fresh.set, 0, 1, {}, anew, all, workers);
    CHECK(all.ldiImages == 6);
    CHECK(counters.ldiImages + counters.ldiImagesKept == 6);
    CHECK(counters.ldiEntries == all.ldiEntries);
    CHECK(regions.volume == anew.volume);
    REQUIRE(regions.gradients.size() == anew.gradients.size());
    for (std::size_t i = 0; i < regions.gradients.size(); ++i)
      CHECK(regions.gradients[i].gradient == anew.gradients[i].gradient);
    return counters.ldiImages;
  };
  CHECK(drawn(false) == 6);
  CHECK(drawn(false) == 0);
  CHECK(drawn(true) > 0);
  CHECK(drawn(false) == 0);
  // Bodies that do not move: another query in between does not replace their images.
  stage.detector.overlap(stage.set, 0, 1, overlap, workers);
  CHECK(drawn(false) == 0);
  stage.detector.overlap(stage.set, 1, 1, overlap, workers);
  CHECK(drawn(false) == 0);
}

TEST_CASE("on a lattice one image of a body that stands still serves the other's places, several bodies' too") {
  Shape still = ldi_shapes::sphere(16, 32), first = ldi_shapes::sphere(16, 32), second = ldi_shapes::sphere(16, 32);
  second.move(1, {-1.5, 0.1, 0});
  LdiStage stage(0);
  stage.add(still, first, second);
  Workers workers;
  LdiRegions regions, anew;
  first.move(1, {1.5, 0.1, 0});
  std::uint64_t drawn = 0, kept = 0;
  constexpr int kSteps = 20;
  for (int i = 0; i < kSteps; ++i) {
    for (Shape* each : {&first, &second}) each->points[0][1] += Real(0.001);
    first.move(1, {0.002, 0, 0});
    stage.set.update(workers);
    stage.detector.updateClosed(stage.set);
    LdiDetector fresh;
    fresh.updateClosed(stage.set);
    Counters counters, all, beside;
    for (const Index other : {Index{1}, Index{2}}) {
      stage.detector.regions(stage.set, 0, other, {.lattice = true}, regions, counters, workers);
      fresh.regions(stage.set, other, 0, {.lattice = true}, anew, all, workers);
      CHECK(regions.volume == anew.volume);
      REQUIRE(regions.gradients.size() == anew.gradients.size());
      for (std::size_t k = 0; k < regions.gradients.size(); ++k)
        CHECK(regions.gradients[k].gradient == anew.gradients[k].gradient);
      fresh.regions(stage.set, 0, other, {}, anew, beside, workers);
      CHECK(regions.volume == Approx(anew.volume).epsilon(0.04));
    }
    CHECK(counters.ldiImages + counters.ldiImagesKept == 12);
    CHECK(all.ldiImages == 12);
    drawn += counters.ldiImages;
    kept += counters.ldiImagesKept;
  }
  // Images of the resting body are kept, except where the other body's box passes a line between blocks.
  CHECK(kept >= 6 * (kSteps - 4));
  CHECK(drawn < 6 * (kSteps + 6));
}
