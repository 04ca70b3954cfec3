#include <pliant/detectors.h>
#include <pliant_allocations.h>
#include <pliant_catch.h>

#include <Eigen/Geometry>
#include <set>

#include "detectors/answers.h"
#include "shapes/ResponseShapes.h"

using namespace response_shapes;
using pliant::SurfaceTangle;
using pliant::Vector3;

namespace {

/// Returns n × n cells of two triangles each, spanned by u and v from a corner.
Body sheet(const Vector3& corner, const Vector3& u, const Vector3& v, Index n, bool inward = false) {
  Body mesh;
  for (Index j = 0; j <= n; ++j)
    for (Index i = 0; i <= n; ++i) {
      const Vector3 p = corner + u * (static_cast<Real>(i) / static_cast<Real>(n)) +
                        v * (static_cast<Real>(j) / static_cast<Real>(n));
      mesh.x.insert(mesh.x.end(), {p[0], p[1], p[2]});
    }
  for (Index j = 0; j < n; ++j)
    for (Index i = 0; i < n; ++i) {
      const Index a = j * (n + 1) + i, b = a + 1, c = a + n + 1, d = c + 1;
      mesh.face(a, b, c);
      mesh.face(b, d, c);
    }
  if (inward)
    for (std::size_t f = 0; f < mesh.faces.size(); f += 3) std::swap(mesh.faces[f + 1], mesh.faces[f + 2]);
  return mesh;
}

struct Found {
  pliant::BodySet set;
  pliant::SurfaceTangles tangles;
  pliant::SurfaceTangleList list;
  std::vector<pliant::FacePair> pairs;

  explicit Found(const std::vector<const Body*>& meshes) {
    for (const Body* mesh : meshes) set.add(mesh->view());
    look();
  }
  void look() {
    set.update();
    pairs = pliant::test::bruteForce(set, {.facePairs = true}).facePairs;
    tangles.find(set, pairs, list);
  }
  std::size_t moving(const SurfaceTangle& t) const { return t.middle - t.begin; }
};

const Vector3 kX(1, 0, 0), kY(0, 1, 0), kZ(0, 0, 1);

bool near(const Vector3& a, const Vector3& b) {
  return (a - b).norm() < Real(1e-3);
}

}  // namespace

TEST_CASE("the smaller part of a sheet that is through another goes back along that one's normal") {
  const Real size = GENERATE(Real(1e-2), Real(1), Real(1e4));
  const bool turned = GENERATE(false, true);
  const bool first = GENERATE(false, true);
  CAPTURE(size, turned, first);
  const Body flat = sheet(Vector3(-1, 0, -1) * size, 2 * size * kX, 2 * size * kZ, 7, turned);
  // A third of its height is below the flat sheet, whose halves are larger and would have to move farther.
  const Body upright =
      sheet(Vector3(Real(0.1), Real(-0.5), Real(-0.6)) * size, Real(1.5) * size * kY, Real(1.1) * size * kZ, 6, turned);
  const Found found(first ? std::vector<const Body*>{&upright, &flat} : std::vector<const Body*>{&flat, &upright});
  REQUIRE(found.list.tangles.size() == 1);
  const SurfaceTangle& t = found.list.tangles[0];
  CHECK(t.kind == SurfaceTangle::Kind::GlobalIntersection);
  CHECK(t.bodyA == (first ? 0u : 1u));
  CHECK(t.bodyB == (first ? 1u : 0u));
  CHECK(near(t.way, kY));
  CHECK(t.depth == Approx(0.5 * double(size)).epsilon(1e-4));
  // Rows at y = −0.5 and −0.25 move, and the row at 0 if it counts as below.
  CHECK((found.moving(t) == 14 || found.moving(t) == 21));
  for (Index i = t.middle; i < t.end; ++i)
    CHECK(found.set.bodyOfVertex()[found.list.vertices[i]] == found.set.index(t.bodyB));
}

TEST_CASE("a ball's smaller cap goes back through a sheet, whichever of them comes first") {
  const Real up = GENERATE(Real(0.15), Real(-0.15));
  const bool first = GENERATE(false, true);
  CAPTURE(up, first);
  Body ball = shellOf(box({-1, -1, -1}, {1, 1, 1}, 6));
  for (Index v = 0; v < ball.vertices(); ++v) {
    Real* p = ball.at(v);
    const Real longest = std::max({std::abs(p[0]), std::abs(p[1]), std::abs(p[2])});
    const Vector3 at(p[0], p[1], p[2]);
    const Vector3 round = longest > 0 ? Vector3(at.normalized() * longest * Real(0.4)) : at;
    p[0] = round[0] + Real(0.013);
    p[1] = round[1] + up;
    p[2] = round[2] - Real(0.021);
  }
  const Body flat = sheet(Vector3(-1, 0, -1), 2 * kX, 2 * kZ, 20);
  const Found found(first ? std::vector<const Body*>{&ball, &flat} : std::vector<const Body*>{&flat, &ball});
  REQUIRE(found.list.tangles.size() == 1);
  const SurfaceTangle& t = found.list.tangles[0];
  CHECK(t.kind == SurfaceTangle::Kind::GlobalIntersection);
  const bool ballGoes = t.bodyA == (first ? 0u : 1u);
  CHECK(std::abs(t.way.y()) > Real(0.99));
  CHECK((t.way.y() > 0) == ((up > 0) == ballGoes));
  CHECK(t.depth == Approx(0.25).margin(0.05));
}

TEST_CASE("sheets that cut into each other's borders go apart along the contour") {
  const Body flat = sheet(Vector3(-1, 0, -1), 2 * kX, 2 * kZ, 10);
  const Body upright = sheet(Vector3(Real(0.03), Real(-0.9), Real(0.42)), 2 * kY, 2 * kZ, 9);
  const Found found({&flat, &upright});
  REQUIRE(found.list.tangles.size() == 1);
  const SurfaceTangle& t = found.list.tangles[0];
  CHECK(t.kind == SurfaceTangle::Kind::ContourMinimization);
  CHECK(t.bodyA == 0);
  CHECK(t.bodyB == 1);
  CHECK(t.way.z() < Real(-0.9));
  CHECK(t.depth == Approx(0.58).epsilon(0.1));
}

TEST_CASE("every edge may meet an edge of the other sheet") {
  const Body flat = sheet(Vector3(-1, 0, -1), 2 * kX, 2 * kZ, 8);
  const Body upright = sheet(Vector3(0, Real(-0.25), -1), 2 * kY, 2 * kZ, 8);
  const Found found({&flat, &upright});
  REQUIRE(found.list.tangles.size() == 1);
  CHECK(near(found.list.tangles[0].way, kY));
  for (const SurfaceTangle& t : found.list.tangles) CHECK(t.way.allFinite());
}

TEST_CASE("what only touches is no tangle") {
  const Body flat = sheet(Vector3(-1, 0, -1), 2 * kX, 2 * kZ, 6);
  SECTION("from the side to which the normal points, or from the other") {
    const Real side = GENERATE(Real(1), Real(-1));
    const Body upright = sheet(Vector3(Real(0.1), 0, Real(-0.6)), side * kY, kZ, 5);
    Found found({&flat, &upright});
    CHECK_FALSE(found.pairs.empty());
    // One of the two sides may count as below, but with depth 0.
    for (const SurfaceTangle& t : found.list.tangles) CHECK(t.depth <= Real(1e-6));
  }
  SECTION("a sheet on itself") {
    Found found({&flat, &flat});
    CHECK_FALSE(found.pairs.empty());
    CHECK(found.list.tangles.empty());
  }
  SECTION("nothing at all") {
    Found found({&flat});
    CHECK(found.list.tangles.empty());
    CHECK(found.list.nearby.empty());
  }
}

TEST_CASE("vertices at one place make neighbours of a body's faces") {
  // Two perpendicular sheets with coincident vertices at a common border.
  Body mesh = sheet(Vector3(0, 0, 0), kX, kZ, 4);
  mesh.append(sheet(Vector3(0, 0, 0), kY, kZ, 4));
  const Found found({&mesh});
  CHECK_FALSE(found.pairs.empty());
  CHECK(found.list.tangles.empty());
}

TEST_CASE("the end of a sheet that went through the sheet itself goes back") {
  // A strip along x, then up, back over itself and down through itself.
  const Real profile[][2] = {{0, 0},
                             {1, 0},
                             {2, 0},
                             {3, 0},
                             {4, 0},
                             {4.5, 1},
                             {4, 1.5},
                             {3, 1.25},
                             {2, Real(0.75)},
                             {Real(1.5), Real(0.2)},
                             {Real(1.3), Real(-0.3)}};
  Body mesh = sheet(Vector3(0, 0, 0), kX, 3 * kZ, 10);
  for (Index j = 0; j <= 10; ++j)
    for (Index i = 0; i <= 10; ++i) {
      mesh.at(j * 11 + i)[0] = profile[i][0];
      mesh.at(j * 11 + i)[1] = profile[i][1];
    }
  Found found({&mesh});
  REQUIRE(found.list.tangles.size() == 1);
  const SurfaceTangle& t = found.list.tangles[0];
  CHECK(t.kind == SurfaceTangle::Kind::GlobalIntersection);
  CHECK(t.bodyA == t.bodyB);
  CHECK(near(t.way, kY));
  CHECK(t.depth == Approx(0.3).epsilon(1e-3));
  REQUIRE(found.moving(t) == 11);
  std::set<Index> went, gives;
  for (Index i = t.begin; i < t.middle; ++i) went.insert(found.list.vertices[i]);
  for (Index i = t.middle; i < t.end; ++i) gives.insert(found.list.vertices[i]);
  for (Index j = 0; j <= 10; ++j) CHECK(went.count(j * 11 + 10) == 1);
  for (const Index v : gives) CHECK(v % 11 <= 4);
}

TEST_CASE("finding tangles again allocates nothing and gives the same") {
  const Body flat = sheet(Vector3(-1, 0, -1), 2 * kX, 2 * kZ, 12);
  const Body upright = sheet(Vector3(Real(0.1), Real(-0.5), Real(-0.6)), Real(1.5) * kY, Real(1.1) * kZ, 11);
  Found found({&flat, &upright});
  const pliant::SurfaceTangleList once = found.list;
  const long before = allocations::count();
  found.tangles.find(found.set, found.pairs, found.list);
  if (allocations::counted) CHECK(allocations::count() == before);
  CHECK(found.list.vertices == once.vertices);
  CHECK(found.list.nearby == once.nearby);
  REQUIRE(found.list.tangles.size() == once.tangles.size());
  for (std::size_t i = 0; i < once.tangles.size(); ++i) CHECK(found.list.tangles[i].way == once.tangles[i].way);
}

TEST_CASE("the gradient of a common volume is exact where the pairs of faces that cross are known, however coarse") {
  const bool inward = GENERATE(false, true);
  const Body low = shellOf(box({0, 0, 0}, {1, 1, 1}, 2));
  Body high = shellOf(box({Real(0.1), Real(0.93), Real(0.05)}, {Real(1.1), Real(1.93), Real(1.05)}, 2));
  if (inward) high = turned(high);
  const Found found({&low, &high});
  pliant::PenetrationDepth depth;
  depth.update(found.set);
  std::vector<pliant::InsideVertex> inside;
  const std::vector<pliant::VertexVolumePair> both = {{0, 1}, {1, 0}};
  depth.insideSurfaces(both, inside);
  REQUIRE_FALSE(inside.empty());
  // The intersection volume is 0.9 × 0.07 × 0.95.
  const Vector3 exact = -2 * Vector3(Real(0.07 * 0.95), Real(0.9 * 0.95), Real(0.07 * 0.9));
  CHECK((depth.gradient(0, 1, inside, found.pairs).way - exact).norm() < Real(1e-5));
  CHECK((depth.gradient(1, 0, inside, found.pairs).way + exact).norm() < Real(1e-5));
  CHECK((depth.gradient(0, 1, inside).way - exact).norm() > Real(0.1));
}
