// The order of bodies changes no bit of the results of layered depth images.
#include <pliant/detectors/ldi/LdiDetector.h>
#include <pliant_catch.h>

#include <algorithm>
#include <numeric>
#include <tuple>

#include "LdiStage.h"
#include "shapes/LdiShapes.h"

using namespace pliant;
using ldi_shapes::LdiStage;
using ldi_shapes::Shape;

namespace {

/// Results for some shapes, with indices of the shapes in place of body ids, so that they do not depend on the order.
struct Said {
  std::vector<std::tuple<Index, Index, Index>> inside;
  std::vector<std::tuple<Index, Index, double>> shared;
  std::vector<std::tuple<Index, double>> own;

  bool operator==(const Said&) const = default;
};

Said ask(const std::vector<Shape>& shapes, const std::vector<Index>& order, const LdiDetector::Settings& settings,
         unsigned threads = 1) {
  LdiStage stage;
  stage.detector.setSettings(settings);
  for (const Index shape : order) stage.set.add(shapes[shape].view());
  stage.query(threads);
  Said said;
  for (const InsideVertex& v : stage.results.verticesInside) {
    said.inside.emplace_back(order[v.vertexBody], v.vertex, order[v.volumeBody]);
  }
  for (const IntersectionVolume& v : stage.results.intersectionVolumes) {
    const auto [a, b] = std::minmax(order[v.bodyA], order[v.bodyB]);
    said.shared.emplace_back(a, b, v.volume);
  }
  for (const SelfIntersectionVolume& v : stage.results.selfIntersectionVolumes) {
    said.own.emplace_back(order[v.body], v.volume);
  }
  std::sort(said.inside.begin(), said.inside.end());
  std::sort(said.shared.begin(), said.shared.end());
  std::sort(said.own.begin(), said.own.end());
  return said;
}

/// Checks that all orders give the same results. Returns them.
Said sameInAnyOrder(const std::vector<Shape>& shapes, const LdiDetector::Settings& settings) {
  std::vector<Index> order(shapes.size());
  std::iota(order.begin(), order.end(), 0);
  const Said expected = ask(shapes, order, settings);
  int different = 0;
  while (std::next_permutation(order.begin(), order.end())) different += !(ask(shapes, order, settings) == expected);
  CHECK(different == 0);
  return expected;
}

/// Returns points in the unit cube on multiples of 1/32.
Shape latticeCloud(std::size_t points, std::mt19937& random) {
  Shape cloud;
  // The first two points make the box the unit cube.
  cloud.points = {{0, 0, 0}, {1, 1, 1}};
  while (cloud.points.size() < points) {
    auto& p = cloud.points.emplace_back();
    for (Real& x : p) x = static_cast<Real>(random() % 33) / 32;
  }
  return cloud;
}

/// Returns the unit cube without a quarter: an L in the yz plane, extruded along x.
Shape prism() {
  const double corners[6][2] = {{0, 0}, {1, 0}, {1, 0.5}, {0.5, 0.5}, {0.5, 1}, {0, 1}};
  Shape shape;
  for (const Real x : {Real(0), Real(1)}) {
    for (const auto& c : corners) shape.points.push_back({x, static_cast<Real>(c[0]), static_cast<Real>(c[1])});
  }
  for (Index i = 0; i < 6; ++i) {
    const Index j = (i + 1) % 6;
    shape.faces.push_back({i, j, 6 + j});
    shape.faces.push_back({i, 6 + j, 6 + i});
  }
  // All of the L is visible from the inner corner, so that a fan around it covers the ends.
  for (Index i = 4; i < 8; ++i) {
    shape.faces.push_back({3, (i + 1) % 6, i % 6});
    shape.faces.push_back({9, 6 + i % 6, 6 + (i + 1) % 6});
  }
  return shape;
}

}  // namespace

TEST_CASE("whole answers are the same for any order of bodies and any number of threads") {
  std::mt19937 random(6);
  std::vector<Shape> shapes = {ldi_shapes::sphere(30, 60), ldi_shapes::torus(60, 24, 0.9, 0.4),
                               ldi_shapes::knot(200, 12, 1)};
  shapes[1].turn(random);
  shapes[2].turn(random);
  const LdiDetector::Settings settings{.grid = {.resolution = 80}};
  const Said said = sameInAnyOrder(shapes, settings);
  CHECK(said.inside.size() > 100);
  CHECK(said.shared.size() == 3);
  CHECK(said.own.size() == 1);
  CHECK((ask(shapes, {0, 1, 2}, settings, 2) == said));
}

TEST_CASE("points on the faces of an L are in it or not whichever of the two looks up") {
  std::mt19937 random(4);
  std::vector<Shape> shapes = {prism(), latticeCloud(3002, random)};
  for (const auto axis : {LdiGrid::Axis::Nearest, LdiGrid::Axis::X, LdiGrid::Axis::Y, LdiGrid::Axis::Z}) {
    for (const Index resolution : {5u, 32u, 64u, 100u}) {
      CAPTURE(axis, resolution);
      const Said said = sameInAnyOrder(shapes, {.grid = {.resolution = resolution, .axis = axis}});
      CHECK(said.inside.size() > 1500);
      // Points away from the faces are classified correctly.
      std::vector<Index> found;
      for (const auto& [body, vertex, volume] : said.inside) found.push_back(vertex);
      std::size_t wrong = 0;
      for (Index v = 0; v < shapes[1].points.size(); ++v) {
        const auto& p = shapes[1].points[v];
        const bool apart = resolution >= 64 && std::abs(p[1] - Real(0.5)) > 0.02 && std::abs(p[2] - Real(0.5)) > 0.02;
        const bool in = p[1] < Real(0.5) || p[2] < Real(0.5);
        wrong += apart && in != std::binary_search(found.begin(), found.end(), v);
      }
      CHECK(wrong == 0);
    }
  }
}

TEST_CASE("heights that a float does not hold are told alike from both sides") {
  std::mt19937 random(9);
  std::uniform_real_distribution<Real> part(0, 1);
  // Faces at heights between two depth steps. Points lie on the faces or a few units in the last place beside them.
  for (int trial = 0; trial < 40; ++trial) {
    Shape shape = prism();
    for (auto& p : shape.points) {
      for (Real& x : p) x = x == Real(0.5) ? part(random) : x;
    }
    const Real inner[2] = {shape.points[3][1], shape.points[3][2]};
    for (Index i : {2u, 3u, 8u, 9u}) shape.points[i][2] = inner[1];
    for (Index i : {3u, 4u, 9u, 10u}) shape.points[i][1] = inner[0];
    Shape cloud = latticeCloud(2, random);
    for (int i = 0; i < 400; ++i) {
      std::array<Real, 3> p{part(random), part(random), part(random)};
      Real& x = p[1 + random() % 2];
      x = inner[&x == &p[1] ? 0 : 1];
      for (auto steps = random() % 3; steps > 0; --steps) x = std::nextafter(x, Real(i % 2));
      cloud.points.push_back(p);
    }
    CAPTURE(trial);
    const auto axis = trial % 2 == 0 ? LdiGrid::Axis::Y : LdiGrid::Axis::Z;
    CHECK(!sameInAnyOrder({shape, cloud}, {.grid = {.resolution = 64, .axis = axis}}).inside.empty());
  }
}

TEST_CASE("gradients of faces that coincide within a body hang on no order of bodies") {
  // Two boxes as one body, of the same height and partly inside each other: their tops and leafPatches are coplanar.
  Shape two = ldi_shapes::box({0, 0, 0}, {1, 1, 1});
  two.add(ldi_shapes::box({0.5, 0.25, 0}, {1.5, 0.75, 1}));
  const Shape other = ldi_shapes::box({0.25, 0.125, -0.5}, {1.25, 0.875, 0.5}),
              above = ldi_shapes::box({0.25, 0.125, 0.5}, {1.25, 0.875, 1.5});
  for (const Shape* const second : {&other, &above}) {
    std::vector<std::tuple<Index, Index, std::array<Real, 3>>> found[2];
    for (const Index first : {0u, 1u}) {
      LdiStage stage(32);
      for (const Index body : {first, 1 - first}) stage.set.add(body == 0 ? two.view() : second->view());
      const LdiOverlap overlap = stage.overlap(0, 1);
      for (const VolumeGradient& g : overlap.gradients) {
        found[first].emplace_back(g.body == first ? 0 : 1, g.vertex,
                                  std::array{g.gradient[0], g.gradient[1], g.gradient[2]});
      }
      std::sort(found[first].begin(), found[first].end());
    }
    CHECK(found[0].size() > 8);
    CHECK((found[0] == found[1]));
  }
}

TEST_CASE("boxes of one height on a lattice: the same whole answers in any order") {
  std::mt19937 random(14);
  std::size_t inside = 0, shared = 0;
  for (int trial = 0; trial < 60; ++trial) {
    std::vector<Shape> shapes;
    const auto at = [&] { return static_cast<double>(random() % 9) / 8; };
    for (int body = 0; body < 3; ++body) {
      // Two boxes in one body: coincident faces and doubly covered volumes occur.
      Shape shape;
      for (int k = 0; k < 2; ++k) {
        const double x = at(), y = at(), bottom = k == 0 ? 0 : 0.25 * static_cast<double>(random() % 3);
        shape.add(ldi_shapes::box({x, y, bottom}, {x + 0.125 + at(), y + 0.125 + at(), k == 0 ? 1 : bottom + 0.25}));
      }
      if (random() % 3 == 0) shape.turnInsideOut();
      shapes.push_back(shape);
    }
    shapes.push_back(latticeCloud(300, random));
    LdiDetector::Settings settings{
        .grid = {.resolution = static_cast<Index>(1 + random() % 64),
                 .stretched = trial % 3 == 0,
                 .depths = trial % 2 == 0 ? LdiGrid::Depths::Tight : LdiGrid::Depths::Extended,
                 .axis = trial % 4 == 0 ? LdiGrid::Axis::Nearest : LdiGrid::Axis::Z},
        .exactNearSurface = trial % 5 == 0};
    CAPTURE(trial);
    const Said said = sameInAnyOrder(shapes, settings);
    inside += said.inside.size();
    shared += said.shared.size();
  }
  CHECK(inside > 10000);
  CHECK(shared > 60);
}
