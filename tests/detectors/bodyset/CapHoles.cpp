// Holes of surfaces and the faces of capHoles() that close them.
#include <pliant/detectors/Error.h>
#include <pliant/detectors/capHoles.h>
#include <pliant_catch.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <set>

#include "detectors/ldi/LdiStage.h"
#include "shapes/LdiShapes.h"

using namespace pliant;
using ldi_shapes::LdiStage;
using ldi_shapes::Shape;

namespace {

HoleCaps capsOf(const Shape& shape, Index mostEdges) {
  const BodyView view = shape.view();
  return capHoles(view.positions, view.triangles, mostEdges);
}

Shape capped(Shape shape, Index mostEdges) {
  const HoleCaps caps = capsOf(shape, mostEdges);
  shape.faces.insert(shape.faces.end(), caps.faces.begin(), caps.faces.end());
  return shape;
}

Topology topologyOf(const Shape& shape) {
  BodySet set;
  return set.topology(set.add(shape.view()));
}

void removeFaces(Shape& shape, std::size_t first, std::size_t count) {
  const auto begin = shape.faces.begin() + static_cast<std::ptrdiff_t>(first);
  shape.faces.erase(begin, begin + static_cast<std::ptrdiff_t>(count));
}

}  // namespace

TEST_CASE("caps cut off the corner with the shortest diagonal, again and again") {
  constexpr Index kRim = 61;
  std::mt19937 random(5);
  std::uniform_real_distribution<Real> coordinate(-1, 1);
  Shape fan;
  for (Index i = 0; i <= kRim; ++i) fan.points.push_back({coordinate(random), coordinate(random), coordinate(random)});
  std::vector<Index> rim;
  for (Index i = 0; i < kRim; ++i) {
    fan.faces.push_back({kRim, i, (i + 1) % kRim});
    rim.push_back(i);
  }
  std::set<std::set<Index>> expected;
  const auto diagonal = [&](std::size_t i) {
    const auto &a = fan.points[rim[(i + rim.size() - 1) % rim.size()]], &b = fan.points[rim[(i + 1) % rim.size()]];
    return std::hypot(double(a[0]) - double(b[0]), double(a[1]) - double(b[1]), double(a[2]) - double(b[2]));
  };
  while (rim.size() > 2) {
    std::size_t best = 0;
    for (std::size_t i = 1; i < rim.size(); ++i)
      if (diagonal(i) < diagonal(best)) best = i;
    expected.insert({rim[(best + rim.size() - 1) % rim.size()], rim[best], rim[(best + 1) % rim.size()]});
    rim.erase(rim.begin() + std::ptrdiff_t(best));
  }
  std::set<std::set<Index>> found;
  for (const Triangle& face : capsOf(fan, kRim).faces) found.insert({face[0], face[1], face[2]});
  CHECK(found == expected);
  CHECK(topologyOf(capped(fan, kRim)).closed);
}

TEST_CASE("a surface without holes gets no caps, nor does one without faces") {
  for (const Shape& shape : {ldi_shapes::sphere(8, 12), ldi_shapes::torus(12, 8, 1, 0.4), Shape{{{0, 0, 0}}, {}}}) {
    const HoleCaps caps = capsOf(shape, 1000);
    CHECK(caps.faces.empty());
    CHECK(caps.holes == 0);
    CHECK(caps.largerHoles == 0);
  }
}

TEST_CASE("a box without a side is closed by two faces in its plane, one without a face by that face") {
  const Shape whole = ldi_shapes::box({0, 0, 0}, {1, 2, 3});
  for (std::size_t side = 0; side < 6; ++side) {
    Shape shape = whole;
    removeFaces(shape, 2 * side, 2);
    CAPTURE(side);
    CHECK(capsOf(shape, 3).largerHoles == 1);
    const HoleCaps caps = capsOf(shape, 4);
    CHECK(caps.holes == 1);
    REQUIRE(caps.faces.size() == 2);
    const Shape closed = capped(shape, 4);
    CHECK(topologyOf(closed).closed);
    CHECK(topologyOf(closed).manifold);
    LdiStage stage(32);
    const Shape inner = ldi_shapes::box({0.25, 0.25, 0.25}, {0.75, 1.75, 2.75});
    stage.set.add(closed.view());
    stage.set.add(inner.view());
    stage.query();
    CHECK(stage.results.verticesInside.size() == 8);
  }
  for (std::size_t face = 0; face < 12; ++face) {
    Shape shape = whole;
    removeFaces(shape, face, 1);
    const HoleCaps caps = capsOf(shape, 3);
    REQUIRE(caps.faces.size() == 1);
    Triangle cap = caps.faces[0];
    std::rotate(cap.begin(), std::find(cap.begin(), cap.end(), whole.faces[face][0]), cap.end());
    CHECK(cap == whole.faces[face]);
  }
}

TEST_CASE("only holes of so many edges are capped, the others are told") {
  Shape tube = ldi_shapes::sphere(10, 12);
  removeFaces(tube, 7, 2);                                    // a quad
  tube.faces.erase(tube.faces.end() - 14, tube.faces.end());  // a long hole, almost from pole to pole
  const HoleCaps none = capsOf(tube, 2), few = capsOf(tube, 11), all = capsOf(tube, 100);
  CHECK(none.holes == 0);
  CHECK(none.faces.empty());
  CHECK(none.largerHoles == few.holes + few.largerHoles);
  CHECK(few.largerHoles > 0);
  CHECK(all.largerHoles == 0);
  CHECK(topologyOf(capped(tube, 100)).closed);
  CHECK(topologyOf(capped(tube, 11)).openEdges == topologyOf(tube).openEdges - few.faces.size() - 2 * few.holes);
}

TEST_CASE("whatever faces are missing, and wherever holes meet, what is capped is closed") {
  std::mt19937 random(5);
  for (int trial = 0; trial < 200; ++trial) {
    Shape shape = trial % 2 == 0 ? ldi_shapes::torus(14, 9, 1, 0.4) : ldi_shapes::sphere(8, 12);
    shape.turn(random);
    const Topology before = topologyOf(shape);
    for (std::size_t gone = random() % 60; gone > 0; --gone) removeFaces(shape, random() % shape.faces.size(), 1);
    const HoleCaps caps = capsOf(shape, 10000);
    CAPTURE(trial, shape.faces.size());
    CHECK(caps.largerHoles == 0);
    CHECK(topologyOf(capped(shape, 10000)).closed);
    CHECK(caps.faces.size() + 2 * caps.holes == topologyOf(shape).openEdges);
    CHECK(before.closed);
    // A second call with a new view of the same data returns the same faces.
    CHECK(capsOf(shape, 10000).faces == caps.faces);
  }
}

TEST_CASE("a sphere with small holes has the volume of a whole one") {
  Shape shape = ldi_shapes::sphere(40, 80);
  const Shape whole = shape;
  std::mt19937 random(9);
  for (int hole = 0; hole < 20; ++hole) removeFaces(shape, random() % (shape.faces.size() - 2), 1 + random() % 2);
  LdiStage open(64);
  open.set.add(shape.view());
  CHECK_THROWS_AS(open.query(), Error);
  const Shape closed = capped(shape, 16);
  double volume[2];
  for (const Shape* body : {&whole, &closed}) {
    LdiStage stage(64);
    const Shape around = ldi_shapes::box({-2, -2, -2}, {2, 2, 2});
    stage.set.add(body->view());
    stage.set.add(around.view());
    stage.query();
    REQUIRE(stage.results.intersectionVolumes.size() == 1);
    CHECK(stage.results.selfIntersectionVolumes.empty());
    volume[body == &closed] = stage.results.intersectionVolumes[0].volume;
  }
  CHECK(volume[1] == Approx(volume[0]).epsilon(1e-3));
}

TEST_CASE("turned faces and fins are no holes") {
  Shape turned = ldi_shapes::box({0, 0, 0}, {1, 1, 1});
  std::swap(turned.faces[0][0], turned.faces[0][1]);
  CHECK(capsOf(turned, 100).faces.empty());
  // A fin on an edge has two open edges that form no ring.
  Shape fin = ldi_shapes::box({0, 0, 0}, {1, 1, 1});
  fin.points.push_back({2, 2, 2});
  fin.faces.push_back({0, 1, 8});
  const HoleCaps caps = capsOf(fin, 100);
  CHECK(caps.faces.empty());
  CHECK(caps.holes + caps.largerHoles == 0);
  // A face with a repeated corner has no rim of its own. Positions that are not finite change only the choice of
  // diagonals.
  Shape flat = ldi_shapes::box({0, 0, 0}, {1, 1, 1});
  removeFaces(flat, 0, 2);
  flat.faces.push_back({4, 4, 5});
  flat.points[0][0] = std::numeric_limits<Real>::quiet_NaN();
  flat.points[3][1] = std::numeric_limits<Real>::infinity();
  CHECK(capsOf(flat, 100).faces.size() == 2);
}
