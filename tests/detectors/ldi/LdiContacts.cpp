// Compares the shortest separation of each vertex inside a volume with its distances from all faces.
#include <pliant/detectors/Error.h>
#include <pliant/detectors/ldi/LdiDetector.h>
#include <pliant_allocations.h>
#include <pliant_catch.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <limits>

#include "LdiStage.h"
#include "shapes/LdiShapes.h"

using namespace pliant;
using namespace ldi_shapes;

namespace {

using Eigen::Vector3d;

/// Returns the distance of a point from a triangle: from the plane if the foot is inside, else from the nearest edge.
double distance(const Vector3d& p, const Vector3d& a, const Vector3d& b, const Vector3d& c) {
  const Vector3d n = (b - a).cross(c - a).normalized();
  const auto left = [&](const Vector3d& s, const Vector3d& t) { return n.dot((t - s).cross(p - s)) >= 0; };
  if (left(a, b) && left(b, c) && left(c, a)) return std::abs(n.dot(p - a));
  const auto fromEdge = [&](const Vector3d& s, const Vector3d& t) {
    const double along = std::clamp((p - s).dot(t - s) / (t - s).squaredNorm(), 0.0, 1.0);
    return (s + along * (t - s) - p).norm();
  };
  return std::min({fromEdge(a, b), fromEdge(b, c), fromEdge(c, a)});
}

/// Compares the contacts with the nearest faces. Returns the number of contacts.
std::size_t checkContacts(const std::vector<Shape>& shapes, unsigned threads, Index resolution) {
  LdiStage stage(resolution);
  for (const Shape& shape : shapes) stage.set.add(shape.view());
  stage.query(threads);
  Workers workers(threads);
  std::vector<InsideContact> contacts(3);
  stage.detector.contacts(stage.set, stage.results.verticesInside, contacts, workers);
  REQUIRE(contacts.size() == stage.results.verticesInside.size());
  constexpr double rounding = 16 * double{std::numeric_limits<Real>::epsilon()};
  std::size_t wrong = 0, off = 0, turned = 0;
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    const InsideContact& contact = contacts[i];
    REQUIRE(contact.inside == stage.results.verticesInside[i]);
    const Shape& volume = shapes[contact.inside.volumeBody];
    const Vector3d p = pointOf(shapes[contact.inside.vertexBody], contact.inside.vertex);
    double least = std::numeric_limits<double>::infinity();
    for (const Triangle& t : volume.faces) {
      least = std::min(least, distance(p, pointOf(volume, t[0]), pointOf(volume, t[1]), pointOf(volume, t[2])));
    }
    const Triangle& t = volume.faces.at(contact.face);
    const Vector3d a = pointOf(volume, t[0]), b = pointOf(volume, t[1]), c = pointOf(volume, t[2]);
    wrong += std::abs(double{contact.depth} - least) > rounding || distance(p, a, b, c) - least > rounding;
    const Vector3d point = contact.point.cast<double>();
    const Vector3d sum =
        double{contact.barycentric[0]} * a + double{contact.barycentric[1]} * b + double{contact.barycentric[2]} * c;
    off += (point - sum).norm() > rounding || std::abs((point - p).norm() - least) > rounding;
    turned += (contact.normal.cast<double>() - (b - a).cross(c - a).normalized()).norm() > 1e-3;
  }
  CHECK(wrong == 0);
  CHECK(off == 0);
  CHECK(turned == 0);
  return contacts.size();
}

}  // namespace

TEST_CASE("each inside vertex has the nearest point of the surface, whatever the image guessed") {
  std::mt19937 random(31);
  std::size_t found = 0;
  for (unsigned trial = 0; trial < 6; ++trial) {
    std::vector<Shape> shapes = {ldi_shapes::sphere(16, 24), ldi_shapes::torus(30, 14, 0.8, 0.35),
                                 ldi_shapes::knot(80, 8, 0.4)};
    shapes[2].move(0.4, {0, 0, 0});
    for (Shape& shape : shapes) shape.turn(random);
    shapes[1].move(1, {0.3, 0.1 * trial, 0});
    CAPTURE(trial);
    found += checkContacts(shapes, 1 + trial % 2, trial % 3 == 0 ? 4 : 64);
  }
  CHECK(found > 2000);
}

TEST_CASE("contacts are the same at any resolution, and take no more memory where images are large") {
  const Shape ball = ldi_shapes::sphere(16, 24);
  Shape ring = ldi_shapes::torus(30, 14, 0.8, 0.35);
  ring.move(1, {0.3, 0.1, 0});
  LdiStage stage(64);
  stage.add(ball, ring);
  stage.query();
  REQUIRE(stage.results.verticesInside.size() > 50);
  Workers workers;
  std::vector<InsideContact> expected, found;
  stage.detector.contacts(stage.set, stage.results.verticesInside, expected, workers);
  const std::size_t small = stage.detector.memory();
  for (const Index resolution : {Index{4096}, kMostLdiResolution}) {
    CAPTURE(resolution);
    stage.detector.setSettings({.grid = {.resolution = resolution}});
    stage.detector.contacts(stage.set, stage.results.verticesInside, found, workers);
    REQUIRE(found.size() == expected.size());
    std::size_t different = 0;
    for (std::size_t i = 0; i < found.size(); ++i) {
      const InsideContact &a = found[i], &b = expected[i];
      different += !(a.inside == b.inside) || a.face != b.face || a.depth != b.depth || a.point != b.point ||
                   a.normal != b.normal || a.barycentric != b.barycentric;
    }
    CHECK(different == 0);
    CHECK(stage.detector.memory() <= small);
  }
}

TEST_CASE("a body that is inside out has outward normals, one that only touches has contacts of no depth") {
  Shape a = ldi_shapes::box({0, 0, 0}, {1, 1, 1});
  a.turnInsideOut();
  Shape b = ldi_shapes::box({0.25, 0.25, 0.75}, {0.5, 0.5, 2});
  Shape c = ldi_shapes::box({1, 0.25, 0.25}, {2, 0.5, 0.5});
  LdiStage stage(32);
  stage.add(a, b, c);
  stage.query();
  Workers workers;
  std::vector<InsideContact> contacts;
  stage.detector.contacts(stage.set, stage.results.verticesInside, contacts, workers);
  REQUIRE(contacts.size() == 8);
  for (const InsideContact& contact : contacts) {
    const bool deep = contact.inside.vertexBody == 1;
    CHECK(contact.depth == (deep ? Real(0.25) : Real(0)));
    if (!deep) CHECK(contact.normal == Vector3(1, 0, 0));
    if (deep && contact.point[2] == 1) CHECK(contact.normal == Vector3(0, 0, 1));
    CHECK((contact.point.array() >= 0).all());
    CHECK((contact.point.array() <= 1).all());
  }
}

TEST_CASE("of faces that are equally near the first is taken, at any size") {
  const Shape cube = ldi_shapes::box({-1, -1, -1}, {1, 1, 1}), knot = ldi_shapes::knot(60, 8, 0.4);
  std::mt19937 random(3);
  std::uniform_real_distribution<double> part(-3, 3);
  Shape cloud;
  for (int i = 0; i < 300; ++i) {
    cloud.points.push_back({Real(part(random)), Real(part(random)), Real(part(random) / 3)});
  }
  std::vector<InsideContact> expected;
  // Powers of two round no coordinate: the smallest coordinates are about 2⁻⁵³.
  for (const int power : {0, 60, -60}) {
    CAPTURE(power);
    const double scale = std::ldexp(1.0, power);
    Shape a = cube, b = knot, points = cloud;
    points.points.push_back({0, 0, 0});
    for (Shape* shape : {&a, &b, &points}) shape->move(scale, {0, 0, 0});
    LdiStage stage(32);
    stage.add(a, b, points);
    stage.query();
    // Each point is tested in the cube and in the knot, inside or not.
    std::vector<InsideVertex> all;
    for (Index volume : {0u, 1u}) {
      for (Index v = 0; v < points.points.size(); ++v) all.push_back({2, v, volume});
    }
    Workers workers;
    std::vector<InsideContact> contacts;
    stage.detector.contacts(stage.set, all, contacts, workers);
    // The centre of the cube is equally far from all twelve faces.
    CHECK(contacts[300].face == 0);
    CHECK(double{contacts[300].depth} == scale);
    if (power == 0) expected = contacts;
    std::size_t different = 0;
    for (std::size_t i = 0; i < contacts.size(); ++i) {
      different +=
          contacts[i].face != expected[i].face || double{contacts[i].depth} != scale * double{expected[i].depth};
    }
    CHECK(different == 0);
  }
}

TEST_CASE("contacts of vertices and bodies that are none are refused, others allocate once") {
  Shape a = ldi_shapes::sphere(12, 20), b = a;
  b.move(1, {0.5, 0, 0});
  Shape cloud;
  cloud.points.push_back({0, 0, 0});
  LdiStage stage(32);
  stage.add(a, b, cloud);
  stage.query();
  Workers workers;
  std::vector<InsideContact> contacts;
  const auto ask = [&](InsideVertex inside) {
    stage.detector.contacts(stage.set, std::vector<InsideVertex>{inside}, contacts, workers);
  };
  CHECK_THROWS_WITH(ask({7, 0, 0}), Catch::Contains("7"));
  CHECK_THROWS_WITH(ask({0, 0, 7}), Catch::Contains("7"));
  CHECK_THROWS_WITH(ask({0, 100000, 1}), Catch::Contains("100000"));
  CHECK_THROWS_WITH(ask({0, 0, 2}), Catch::Contains("body 2"));
  CHECK_THROWS_WITH(ask({0, 0, 0}), Catch::Contains("body 0"));
  ask({2, 0, 0});
  REQUIRE(contacts.size() == 1);
  CHECK(contacts[0].depth > Real(0.9));

  stage.detector.contacts(stage.set, stage.results.verticesInside, contacts, workers);
  const long before = allocations::count();
  stage.detector.contacts(stage.set, stage.results.verticesInside, contacts, workers);
  CHECK(allocations::count() == before);

  a.points[0][0] = std::numeric_limits<Real>::quiet_NaN();
  stage.query();
  CHECK_THROWS_WITH(ask({1, 0, 0}), Catch::Contains("body 0 is excluded"));
}
