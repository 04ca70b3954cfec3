#include <pliant/detectors/Error.h>
#include <pliant/detectors/Workers.h>
#include <pliant_catch.h>

#include <limits>
#include <random>
#include <utility>

#include "shapes/SurfaceMeshes.h"

using namespace pliant;
using meshes::Body;

namespace {

Body unitTetrahedron(Real at = 0) {
  return meshes::solid({at, 0, 0, at + 1, 0, 0, at, 1, 0, at, 0, 1}, {0, 1, 2, 3});
}

/// Returns a view of positions that are `stride` scalars apart.
BodyView strided(const Body& body, int stride) {
  BodyView view = body.view();
  view.positions = {body.x.data(), static_cast<Index>(body.x.size() / std::size_t(stride)), stride};
  return view;
}

}  // namespace

TEST_CASE("positions are read in place, with any stride") {
  Body body;
  body.faces = {0, 1, 2};
  for (int i = 0; i < 3 * 7; ++i) body.x.push_back(Real(i));
  BodySet bodies;
  const Index id = bodies.add(strided(body, 7));
  bodies.update();
  REQUIRE(bodies.positions().size() == 3);
  CHECK(bodies.positions()[2].x == 14);
  CHECK(bodies.positions()[2].y == 15);
  CHECK(bodies.positions()[2].z == 16);
  body.x[15] = -100;  // the owner moves its vertex; the next update reads the new position
  bodies.update();
  CHECK(bodies.positions()[2].y == -100);
  CHECK(bodies.box(bodies.index(id)).min == std::array<Real, 3>{0, -100, 2});
  CHECK(bodies.box(bodies.index(id)).max == std::array<Real, 3>{14, 8, 16});
}

TEST_CASE("positions that are kept are read again only where the set has lost them") {
  Body body;
  body.faces = {0, 1, 2};
  for (int i = 0; i < 3 * 3; ++i) body.x.push_back(Real(i));
  const std::vector<Real> start = body.x;
  BodyView view = strided(body, 3);
  view.positions_t0 = {start.data(), 3, 3};
  BodySet bodies;
  const Index id = bodies.add(view);
  const auto keep = [&] {
    bodies.setPositions(id, view.positions, view.positions_t0);
    bodies.keepPositions(id);
  };
  bodies.keepPositions(id);
  bodies.update();  // it has read nothing yet
  REQUIRE(bodies.positions()[2].x == 6);
  body.x[6] = 100;  // shows whether a view is read: the promise is broken
  keep();
  bodies.update();
  CHECK(bodies.positions()[2].x == 6);
  CHECK(bodies.box(0).max[0] == 6);
  Workers workers(1);
  std::vector<PackedPosition> given(bodies.positions().begin(), bodies.positions().end());
  bodies.update(workers, given);
  bodies.update();
  CHECK(bodies.positions()[2].x == 6);
  given[2].x = 50;
  bodies.update(workers, given);
  CHECK(bodies.positions()[2].x == 50);
  CHECK(bodies.box(0).max[0] == 50);
  CHECK(bodies.sweptBox(0).min[0] == 0);
  bodies.update();  // the positions of the view are lost
  CHECK(bodies.positions()[2].x == 100);
  body.x[6] = 7;
  bodies.setPositions(id, view.positions, view.positions_t0);
  bodies.update();
  CHECK(bodies.positions()[2].x == 7);
  body.x[6] = 8;
  keep();
  bodies.add(strided(body, 3));  // the arrays are rebuilt
  bodies.update();
  CHECK(bodies.positions()[2].x == 8);
}

TEST_CASE("only the three coordinates of a position matter, wherever in a body and however far apart") {
  std::mt19937 random(3);
  std::uniform_real_distribution<Real> coordinate(-10, 10);
  for (const int stride : {3, 4, 7}) {
    for (int count = 1; count < 20; ++count) {
      Body body;
      body.x.resize(std::size_t(stride * count), std::numeric_limits<Real>::quiet_NaN());
      std::array<Real, 3> low{100, 100, 100}, high{-100, -100, -100};
      for (std::size_t v = 0; v < std::size_t(count); ++v) {
        for (std::size_t a = 0; a < 3; ++a) {
          const Real x = body.x[v * std::size_t(stride) + a] = coordinate(random);
          low[a] = std::min(low[a], x);
          high[a] = std::max(high[a], x);
        }
      }
      BodySet bodies;
      const Index id = bodies.add(strided(body, stride));
      bodies.update();
      CAPTURE(stride, count);
      REQUIRE(bodies.status(id).kind == BodyStatus::Kind::Active);
      CHECK(bodies.box(bodies.index(id)).min == low);
      CHECK(bodies.box(bodies.index(id)).max == high);
      for (std::size_t v = 0; v < std::size_t(count); ++v) {
        const PackedPosition& p = bodies.positions()[v];
        const Real* x = &body.x[v * std::size_t(stride)];
        CHECK((p.x == x[0] && p.y == x[1] && p.z == x[2] && p.pad == 0));
      }
      for (std::size_t v = 0; v < std::size_t(count); ++v) {
        for (std::size_t a = 0; a < 3; ++a) {
          Real& x = body.x[v * std::size_t(stride) + a];
          const Real kept = std::exchange(x, std::numeric_limits<Real>::infinity());
          bodies.update();
          CHECK(bodies.status(id).kind == BodyStatus::Kind::NotFinite);
          CHECK(bodies.status(id).vertex == v);
          x = kept;
        }
      }
    }
  }
}

TEST_CASE("the swept box covers start and end of the step") {
  Body body = unitTetrahedron();
  body.x0 = body.x;
  for (Real& c : body.x0) c -= 5;
  BodySet bodies;
  const Index id = bodies.add(body.view());
  bodies.update();
  CHECK(bodies.sweptBox(bodies.index(id)).min == std::array<Real, 3>{-5, -5, -5});
  CHECK(bodies.sweptBox(bodies.index(id)).max == std::array<Real, 3>{1, 1, 1});
  CHECK(bodies.box(bodies.index(id)).min == std::array<Real, 3>{0, 0, 0});
  CHECK(bodies.positions_t0()[3].z == -4);
}

TEST_CASE("a body with a NaN sits out and names the vertex, the others go on, and it comes back") {
  for (const Real bad : {std::numeric_limits<Real>::quiet_NaN(), std::numeric_limits<Real>::infinity(),
                         -std::numeric_limits<Real>::infinity()}) {
    Body a = unitTetrahedron(), b = unitTetrahedron(3);
    BodySet bodies;
    const Index idA = bodies.add(a.view()), idB = bodies.add(b.view());
    a.x[3 * 2 + 1] = bad;
    bodies.update();
    CHECK(bodies.status(idA).kind == BodyStatus::Kind::NotFinite);
    CHECK(bodies.status(idA).vertex == 2);
    CHECK_FALSE(bodies.active(bodies.index(idA)));
    CHECK(bodies.box(bodies.index(idA)).min[0] > bodies.box(bodies.index(idA)).max[0]);
    CHECK(bodies.status(idB).kind == BodyStatus::Kind::Active);
    CHECK(bodies.box(bodies.index(idB)).min[0] == 3);
    a.x[3 * 2 + 1] = 1;
    bodies.update();
    CHECK(bodies.active(bodies.index(idA)));
    CHECK(bodies.status(idA).vertex == kNoIndex);
  }
}

TEST_CASE("the first bad vertex is named wherever it lies in a large body") {
  Body cloud;
  cloud.x.assign(3 * 20000, 1);
  BodySet bodies;
  const Index id = bodies.add(cloud.view());
  Workers two(2);
  for (const Index bad : {0u, 2047u, 2048u, 9999u, 19999u}) {
    cloud.x[3 * bad] = cloud.x[3 * 19999 + 2] = std::numeric_limits<Real>::quiet_NaN();
    bodies.update(two);
    CHECK(bodies.status(id).vertex == bad);
    cloud.x[3 * bad] = cloud.x[3 * 19999 + 2] = 1;
  }
}

TEST_CASE("bad topology is refused with an error that names the element, and nothing is added") {
  BodySet bodies;
  Body body = unitTetrahedron();
  body.tetrahedra[2] = 4;
  CHECK_THROWS_WITH(bodies.add(body.view()), "tetrahedron 0 refers to vertex 4, but the body has 4 vertices");
  body = unitTetrahedron();
  body.faces = {0, 1, 2, 0, 1, kNoIndex};
  CHECK_THROWS_AS(bodies.add(body.view()), Error);
  body = unitTetrahedron();
  const Body whole = unitTetrahedron();
  BodyView view = whole.view();
  view.positions_t0 = {body.x.data(), 1};
  CHECK_THROWS_AS(bodies.add(view), Error);
  bodies.update();
  CHECK(bodies.bodyCount() == 0);
}

TEST_CASE("ids are stable, indices are dense, freed ids are used again") {
  BodySet bodies;
  std::vector<Body> owned;
  for (int i = 0; i < 5; ++i) owned.push_back(unitTetrahedron(Real(10 * i)));
  std::vector<Index> ids;
  for (const Body& body : owned) ids.push_back(bodies.add(body.view()));
  bodies.remove(ids[1]);
  bodies.update();
  REQUIRE(bodies.bodyCount() == 4);
  CHECK(bodies.index(ids[1]) == kNoIndex);
  CHECK(bodies.index(ids[2]) == 1);
  CHECK(bodies.id(1) == ids[2]);
  CHECK(bodies.positions()[bodies.vertices(1).begin].x == 20);
  CHECK(bodies.tetrahedra()[1] == Tetrahedron{4, 5, 6, 7});
  CHECK(bodies.faces()[4] == Triangle{5, 6, 7});
  CHECK(bodies.bodyOfVertex()[4] == 1);
  CHECK(bodies.edges()[bodies.edges(1).begin] == Edge{4, 5});
  CHECK(bodies.add(owned[1].view()) == ids[1]);
  CHECK_THROWS_AS(bodies.remove(77), Error);
}

TEST_CASE("pairs, filters and self are switched per body and per pair") {
  BodySet bodies;
  const Body body = unitTetrahedron();
  const Index a = bodies.add(body.view()), b = bodies.add(body.view()), c = bodies.add(body.view());
  CHECK((bodies.pair(a, b) && bodies.pair(b, a) && bodies.self(c)));
  bodies.setPair(b, a, false);
  CHECK_FALSE(bodies.pair(a, b));
  CHECK(bodies.pair(a, c));
  bodies.setSelf(c, false);
  CHECK_FALSE(bodies.pair(c, c));
  bodies.setFilter(c, 2, 1);
  CHECK(bodies.pair(a, c));
  bodies.setFilter(a, 4, ~0u);
  CHECK_FALSE(bodies.pair(a, c));
  bodies.remove(a);  // also removes the pair's setting: the id may be reused
  CHECK(bodies.add(body.view()) == a);
  CHECK(bodies.pair(a, b));
}

TEST_CASE("the default margin scales with the body, and a margin of the user's own stands") {
  for (const Real scale : {Real(0.01), Real(1), Real(100)}) {
    Body body = unitTetrahedron();
    for (Real& c : body.x) c *= scale;
    BodySet bodies;
    const Index id = bodies.add(body.view());
    const double mean = (3 + 3 * std::sqrt(2.0)) / 6;
    CHECK(double(bodies.margin(id)) == Approx(double(kDefaultMarginFraction) * mean * double(scale)));
    bodies.update();
    CHECK(double(bodies.meanEdgeLength()) == Approx(mean * double(scale)));
    bodies.setMargin(id, Real(0.5));
    CHECK(bodies.margin(id) == Real(0.5));
    CHECK_THROWS_AS(bodies.setMargin(id, -1), Error);
    CHECK_THROWS_AS(bodies.setMargin(id, std::numeric_limits<Real>::quiet_NaN()), Error);
  }
}

TEST_CASE("margin and mean edge length stay finite for bodies as large as numbers go") {
  Body body = unitTetrahedron();
  for (Real& c : body.x) c = c > 0 ? std::numeric_limits<Real>::max() : -std::numeric_limits<Real>::max();
  BodySet bodies;
  const Index id = bodies.add(body.view());
  bodies.update();
  CHECK(bodies.active(bodies.index(id)));
  CHECK((bodies.margin(id) > 0 && std::isfinite(2 * bodies.margin(id))));
  CHECK((bodies.meanEdgeLength() > 0 && std::isfinite(bodies.meanEdgeLength())));
}

TEST_CASE("a shape at rest with a NaN is replaced by the first whole positions") {
  Body body = unitTetrahedron();
  body.x[0] = std::numeric_limits<Real>::quiet_NaN();
  BodySet bodies;
  const Index id = bodies.add(body.view());
  bodies.update();
  CHECK_FALSE(bodies.active(bodies.index(id)));
  body.x[0] = 0;
  bodies.update();
  CHECK(bodies.active(bodies.index(id)));
  CHECK(bodies.restPositions()[0].x == 0);
  CHECK(double(bodies.meanEdgeLength()) == Approx((3 + 3 * std::sqrt(2.0)) / 6));
}

TEST_CASE("positions that moved in memory are followed, other counts refused") {
  Body body = unitTetrahedron();
  BodySet bodies;
  const Index id = bodies.add(body.view());
  Body moved = unitTetrahedron(7);
  bodies.setPositions(id, moved.view().positions);
  body.x.clear();
  body.x.shrink_to_fit();
  bodies.update();
  CHECK(bodies.positions()[0].x == 7);
  moved.x.resize(9);
  CHECK_THROWS_AS(bodies.setPositions(id, moved.view().positions), Error);
}

TEST_CASE("an empty set, an empty body and a cloud are no trouble") {
  BodySet bodies;
  bodies.update();
  CHECK(bodies.updates() == 1);
  Body empty, cloud;
  cloud.x = {1, 2, 3};
  const Index e = bodies.add(empty.view()), c = bodies.add(cloud.view());
  bodies.update();
  CHECK(bodies.vertices(bodies.index(e)).size() == 0);
  CHECK(bodies.active(bodies.index(e)));
  CHECK(bodies.box(bodies.index(c)).max == std::array<Real, 3>{1, 2, 3});
  CHECK(bodies.meanEdgeLength() == 0);
  CHECK(bodies.topology(c).isolatedVertices == 1);
}

TEST_CASE("other positions at t1 last until the next update, and those at t0 stay") {
  Body body = unitTetrahedron(3);
  body.x0 = unitTetrahedron().x;
  BodySet bodies;
  const Index id = bodies.add(body.view());
  Workers workers(2);
  bodies.update(workers);
  bodies.update(workers, bodies.positions_t0());
  CHECK(bodies.positions()[0].x == 0);
  CHECK(bodies.positions_t0()[0].x == 0);
  CHECK(bodies.sweptBox(0).max == std::array<Real, 3>{1, 1, 1});
  CHECK(bodies.sweptReach(0) == 0);
  std::vector<PackedPosition> other(bodies.positions().begin(), bodies.positions().end());
  other[3].z = std::numeric_limits<Real>::quiet_NaN();
  bodies.update(workers, other);
  CHECK_FALSE(bodies.active(0));
  CHECK(bodies.status(id).vertex == 3);
  bodies.update(workers);
  CHECK(bodies.active(0));
  CHECK(bodies.positions()[0].x == 3);
  CHECK(bodies.box(0).max == std::array<Real, 3>{4, 1, 1});
}
