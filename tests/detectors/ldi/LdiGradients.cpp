// Gradients of the intersection volume of two bodies, compared with analytic values, and used for separation.
#include <pliant/detectors/Error.h>
#include <pliant/detectors/ldi/LdiBackend.h>
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

LdiOverlap overlapOf(const Shape& a, const Shape& b, Index resolution) {
  LdiStage stage(resolution);
  stage.add(a, b);
  return stage.overlap(0, 1);
}

/// Returns the derivative of the volume by a translation of the body.
Vector3d sumOf(const LdiOverlap& overlap, Index body) {
  Vector3d sum = Vector3d::Zero();
  for (const VolumeGradient& g : overlap.gradients) {
    if (g.body == body) sum += g.gradient.cast<double>();
  }
  return sum;
}

/// Returns the derivative of the volume by a scaling of the body around a centre.
double swellingOf(const LdiOverlap& overlap, Index body, const Shape& shape, const Vector3d& centre) {
  double sum = 0;
  for (const VolumeGradient& g : overlap.gradients) {
    if (g.body != body) continue;
    sum += g.gradient.cast<double>().dot(pointOf(shape, g.vertex) - centre);
  }
  return sum;
}

}  // namespace

TEST_CASE("boxes along the axes: the volume grows by the area of the side that moves") {
  const Shape a = ldi_shapes::box({0, 0, 0}, {1, 1, 1});
  Shape b = ldi_shapes::box({0.7, 0.2, 0.3}, {1.7, 0.8, 0.6});
  for (const bool insideOut : {false, true}) {
    if (insideOut) b.turnInsideOut();
    const LdiOverlap overlap = overlapOf(a, b, 64);
    CHECK(overlap.volume == Approx(0.3 * 0.6 * 0.3).epsilon(1e-3));
    CHECK((sumOf(overlap, 0) - Vector3d(0.18, 0, 0)).norm() < 1e-3);
    CHECK((sumOf(overlap, 1) + Vector3d(0.18, 0, 0)).norm() < 1e-3);
    // Only the side of the first box at x = 1 bounds the volume.
    for (const VolumeGradient& g : overlap.gradients) {
      if (g.body == 0) CHECK(a.points[g.vertex][0] == 1);
    }
  }
}

TEST_CASE("two spheres: the gradient of the lens, as they move and as they swell") {
  std::mt19937 random(2);
  std::normal_distribution<double> normal;
  const Shape a = ldi_shapes::sphere(60, 120);
  for (int trial = 0; trial < 20; ++trial) {
    const double apart = 0.5 + 0.06 * trial;
    const Vector3d d = Vector3d(normal(random), normal(random), normal(random)).normalized() * apart;
    Shape b = a;
    move(b, d);
    if (trial % 2 == 1) b.turnInsideOut();
    const LdiOverlap overlap = overlapOf(a, b, 128);
    CAPTURE(trial, apart);
    CHECK(overlap.volume == Approx(lens(apart)).epsilon(0.01));
    const Vector3d moved = kPi * (1 - apart * apart / 4) * d / apart;
    CHECK((sumOf(overlap, 0) - moved).norm() < 0.02 * moved.norm());
    const double cap = 2 * kPi * (1 - apart / 2);
    CHECK(swellingOf(overlap, 0, a, Vector3d::Zero()) == Approx(cap).epsilon(0.02));
    CHECK(swellingOf(overlap, 1, b, d) == Approx(cap).epsilon(0.02));
    // A translation of both bodies does not change the volume.
    CHECK((sumOf(overlap, 0) + sumOf(overlap, 1)).norm() < 1e-4);
  }
}

TEST_CASE("a sphere within another is squeezed, not pushed") {
  const Shape outer = ldi_shapes::sphere(40, 80);
  Shape inner = outer;
  inner.move(0.25, {0.3, -0.2, 0.1});
  const LdiOverlap overlap = overlapOf(outer, inner, 128);
  CHECK(sumOf(overlap, 0).norm() == 0);
  CHECK(sumOf(overlap, 1).norm() < 1e-4);
  // A scaling by 1 + s moves the surface by s · r, so dV / ds = area · r.
  CHECK(swellingOf(overlap, 1, inner, {0.3, -0.2, 0.1}) == Approx(4 * kPi * 0.25 * 0.25 * 0.25).epsilon(0.02));
}

TEST_CASE("the gradient tells what small motions of single vertices do") {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> part(-1, 1);
  Shape a = ldi_shapes::torus(40, 16, 0.8, 0.35), b = ldi_shapes::sphere(16, 24);
  a.turn(random);
  b.turn(random);
  b.move(1, {0.5, 0.3, 0.2});
  const LdiOverlap before = overlapOf(a, b, 400);
  for (int trial = 0; trial < 5; ++trial) {
    // Each vertex moves smoothly in its own direction by a hundredth of the size, forward and back: second-order terms
    // cancel.
    const double k[3] = {2 * part(random), 2 * part(random), 2 * part(random)};
    const auto stepOf = [&](const Shape& shape, Index vertex, double shift) -> Vector3d {
      const double phase = pointOf(shape, vertex).dot(Vector3d(k[0], k[1], k[2])) + shift;
      return 0.01 * Vector3d(std::sin(phase), std::cos(2 * phase), std::sin(3 * phase + 1));
    };
    double volumes[2], expected = 0;
    for (const int sign : {-1, 1}) {
      Shape moved[2] = {a, b};
      for (Index body = 0; body < 2; ++body) {
        const Shape& rest = body == 0 ? a : b;
        for (Index v = 0; v < rest.points.size(); ++v) {
          const Vector3d step = sign * stepOf(rest, v, 2.0 * body);
          for (std::size_t i = 0; i < 3; ++i) {
            moved[body].points[v][i] =
                static_cast<Real>(double{rest.points[v][i]} + step[static_cast<Eigen::Index>(i)]);
          }
        }
      }
      volumes[sign > 0] = overlapOf(moved[0], moved[1], 400).volume;
    }
    for (const VolumeGradient& g : before.gradients) {
      expected += g.gradient.cast<double>().dot(stepOf(g.body == 0 ? a : b, g.vertex, 2.0 * g.body));
    }
    const double grown = (volumes[1] - volumes[0]) / 2;
    CAPTURE(trial, expected, grown);
    CHECK(std::abs(grown - expected) < 0.03 * std::abs(expected) + 2e-4 * before.volume);
  }
}

TEST_CASE("as a position constraint the gradient drives deforming bodies apart, and momentum stays") {
  Shape shapes[2] = {ldi_shapes::sphere(16, 24), ldi_shapes::sphere(16, 24)};
  shapes[1].move(1, {1.2, 0.3, -0.4});
  LdiStage stage(64);
  for (const Shape& shape : shapes) stage.set.add(shape.view());
  const double start = stage.overlap(0, 1).volume;
  // The second body is three times as heavy.
  const Real inverseMass[2] = {1, Real(1) / 3};
  Vector3d moved = Vector3d::Zero();
  LdiOverlap overlap = stage.overlap(0, 1);
  for (int i = 0; i < 25 && overlap.volume > 0; ++i) {
    std::vector<Real> inverseMasses;
    for (const VolumeGradient& g : overlap.gradients) inverseMasses.push_back(inverseMass[g.body]);
    const double s = separation(overlap, inverseMasses);
    CHECK(s > 0);
    for (const VolumeGradient& g : overlap.gradients) {
      for (std::size_t k = 0; k < 3; ++k) {
        const double step = -s * double{inverseMass[g.body]} * double{g.gradient[static_cast<Eigen::Index>(k)]};
        shapes[g.body].points[g.vertex][k] += static_cast<Real>(step);
        moved[static_cast<Eigen::Index>(k)] += step / double{inverseMass[g.body]};
      }
    }
    overlap = stage.overlap(0, 1);
  }
  CAPTURE(start, overlap.volume);
  CHECK(overlap.volume < 0.01 * start);
  CHECK(moved.norm() < 1e-3);

  const std::vector<Real> none(overlap.gradients.size(), 0);
  CHECK(separation(overlap, none) == 0);
  CHECK(separation({}, {}) == 0);
  CHECK_THROWS_AS(separation(overlap, std::vector<Real>(none.size() + 1, 0)), Error);
}

TEST_CASE("along each axis the parts of a pixel that corners get add up to nothing, to the last one") {
  const Shape shapes[2] = {ldi_shapes::knot(80, 8, 1.4), ldi_shapes::sphere(16, 24)};
  const std::vector<PackedPosition> positions[2] = {shapes[0].packed(), shapes[1].packed()};
  LdiSurface surfaces[2];
  std::array<LayeredDepthImage, 3> images[2], own;
  for (std::size_t i = 0; i < 2; ++i) surfaces[i] = surfaceOf(shapes[i], positions[i]);
  for (const auto axis : {LdiGrid::Axis::X, LdiGrid::Axis::Y, LdiGrid::Axis::Z}) {
    const LdiGrid grid{.resolution = 70, .axis = axis};
    const LdiPairViews views = viewsOf(shapes[0], shapes[1], grid);
    const std::size_t at = views.a.axis;
    images[0][at] = imageOf(shapes[0], views.a);
    images[1][at] = imageOf(shapes[1], views.b);
    own[at] = imageOf(shapes[0], viewOf(shapes[0], grid));
  }
  LdiAxisGradients pair, self;
  axisGradients(surfaces[0], images[0], &surfaces[1], images[1].data(), pair);
  axisGradients(surfaces[0], own, nullptr, nullptr, self);
  for (const LdiAxisGradients* gradients : {&pair, &self}) {
    for (const LdiAxisGradient& axis : *gradients) {
      CHECK(axis.volume > 0);
      std::int64_t sum = 0, most = 0;
      for (const auto& parts : axis.parts) {
        for (const std::int64_t part : parts) {
          sum += part;
          most = std::max(most, part);
        }
      }
      CHECK(sum == 0);
      CHECK(most > static_cast<std::int64_t>(LdiAxisGradient::kParts) / 2);
    }
  }
  for (const LdiAxisGradient& axis : self) CHECK(axis.parts[1].empty());
}

TEST_CASE("gradients: bodies apart, flat against each other, none, and the same bits in any order") {
  const Shape a = ldi_shapes::box({0, 0, 0}, {1, 1, 1}), touching = ldi_shapes::box({1, 0, 0}, {2, 1, 1}),
              far = ldi_shapes::box({5, 5, 5}, {6, 6, 6});
  for (const Shape* other : {&touching, &far}) {
    const LdiOverlap overlap = overlapOf(a, *other, 32);
    CHECK(overlap.volume == 0);
    CHECK(overlap.gradients.empty());
  }
  // Both boxes at the same place: each side bounds the volume, for whichever body it is counted.
  const LdiOverlap same = overlapOf(a, a, 32);
  CHECK(same.volume == Approx(1).epsilon(1e-3));
  CHECK((sumOf(same, 0) + sumOf(same, 1)).norm() < 1e-5);

  const Shape knot = ldi_shapes::knot(80, 8, 0.4), ball = ldi_shapes::sphere(16, 24);
  const Shape point{{{0, 0, 0}}, {}};
  LdiStage stage(48);
  stage.add(knot, ball, point);
  const LdiOverlap forwards = stage.overlap(0, 1), backwards = stage.overlap(1, 0);
  CHECK(forwards.volume == backwards.volume);
  REQUIRE(forwards.gradients.size() == backwards.gradients.size());
  for (std::size_t i = 0; i < forwards.gradients.size(); ++i) {
    CHECK(forwards.gradients[i].vertex == backwards.gradients[i].vertex);
    CHECK(forwards.gradients[i].gradient == backwards.gradients[i].gradient);
  }
  CHECK(stage.overlap(0, 2).gradients.empty());
  CHECK_THROWS_AS(stage.overlap(0, 7), Error);

  Workers workers;
  LdiOverlap overlap;
  stage.detector.overlap(stage.set, 0, 1, overlap, workers);
  const long before = allocations::count();
  stage.detector.overlap(stage.set, 0, 1, overlap, workers);
  CHECK(allocations::count() == before);
}
