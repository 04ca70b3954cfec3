#include <pliant/detectors/Error.h>
#include <pliant/detectors/response/PenetrationDepth.h>
#include <pliant_allocations.h>
#include <pliant_catch.h>

#include "shapes/ResponseShapes.h"

using namespace pliant;
using namespace response_shapes;

namespace {

constexpr Real kTolerance = sizeof(Real) == 4 ? Real(1e-5) : Real(1e-12);

/// Bodies 0, 1, … with the vertices inside them and the resulting penetrations.
struct Scene : response_shapes::Depths {
  explicit Scene(std::vector<const Body*> given)
      : Depths(given),
        meshes(std::move(given)),
        inside(response_shapes::inside(meshes)),
        penetrations(estimate(inside)) {}

  Real z(const Penetration& p) const { return meshes[p.vertexBody]->at(p.vertex)[2]; }

  std::vector<const Body*> meshes;
  std::vector<InsideVertex> inside;
  std::vector<Penetration> penetrations;
};

bool near(const Vector3& a, const Vector3& b, Real tolerance) {
  return (a - b).cwiseAbs().maxCoeff() <= tolerance;
}

/// Checks that every vertex inside has a penetration, and that those of body 0 have depth −z and direction +z.
void checkAgainstPlane(const Scene& scene, Real scale) {
  int wrong = 0;
  std::size_t count = 0;
  for (const Penetration& p : scene.penetrations) {
    if (p.vertexBody != 0) continue;
    ++count;
    wrong += p.kind == Penetration::Kind::Enclosed || std::abs(p.depth + scene.z(p)) > kTolerance * scale ||
             !near(p.direction, Vector3::UnitZ(), kTolerance);
  }
  CHECK(count > 0);
  CHECK(wrong == 0);
  CHECK(scene.penetrations.size() == scene.inside.size());
}

}  // namespace

TEST_CASE("A cube in a half space: depth to the plane, straight out, at any size") {
  for (const Real scale : {Real(0.01), Real(1), Real(100)}) {
    const Body ground = box({-3, -3, -3}, {3, 3, 0}, 3).place(scale, {});
    const Body cube =
        box({Real(-0.4), Real(-0.5), Real(-0.33)}, {Real(0.6), Real(0.5), Real(0.67)}, 8).place(scale, {});
    const Scene scene({&cube, &ground});
    INFO("scale " << scale);
    checkAgainstPlane(scene, scale);
    int propagated = 0;
    for (const Penetration& p : scene.penetrations) propagated += p.kind == Penetration::Kind::Propagated;
    CHECK(propagated > 50);
  }
}

TEST_CASE("A ball in a half space") {
  for (const Real scale : {Real(0.01), Real(1), Real(100)}) {
    const Body ground = box({-3, -3, -3}, {3, 3, 0}, 2).place(scale, {});
    const Body sphere = ball({Real(0.1), Real(0.2), Real(0.6)}, 1, 4).place(scale, {});
    INFO("scale " << scale);
    checkAgainstPlane(Scene({&sphere, &ground}), scale);
  }
}

TEST_CASE("Two cubes set into each other are pushed apart along the short way, both sides alike") {
  const Body lower = box({0, 0, 0}, {1, 1, 1}, 10);
  const Body upper = box({Real(0.03), Real(0.02), Real(0.76)}, {Real(1.03), Real(1.02), Real(1.76)}, 10);
  const Scene scene({&lower, &upper});
  Vector3 mean[2] = {Vector3::Zero(), Vector3::Zero()};
  int interior = 0, wrong = 0;
  for (const Penetration& p : scene.penetrations) {
    mean[p.vertexBody] += p.direction;
    const Real* x = scene.meshes[p.vertexBody]->at(p.vertex);
    CHECK(p.direction.norm() == Approx(1).margin(1e-5));
    CHECK(p.depth >= 0);
    // Far from the vertical sides only the two horizontal faces are within reach.
    if (x[0] < Real(0.35) || x[0] > Real(0.7) || x[1] < Real(0.35) || x[1] > Real(0.7)) continue;
    ++interior;
    const Real up = p.vertexBody == 0 ? -1 : 1;
    wrong += p.direction[2] * up < Real(0.9);
  }
  CHECK(interior > 50);
  CHECK(wrong == 0);
  CHECK(mean[0].normalized()[2] < Real(-0.95));
  CHECK(mean[1].normalized()[2] > Real(0.95));
}

TEST_CASE("Border vertices take the paper's weighted mean") {
  // One corner of a triangle lies below two planes of a roof-shaped tetrahedron. Its two edges leave through different
  // faces.
  const Body roof = meshes::solid({0, -4, 1, 0, 4, 1, -4, 0, -3, 4, 0, -3}, {0, 1, 2, 3});
  const Body triangle = meshes::surface({{0.1, 0, 0}, {3, 0, 0}, {-3, 0, 0}}, {{0, 1, 2}});
  const Scene scene({&triangle, &roof});
  REQUIRE(scene.penetrations.size() == 1);
  // Roof faces near y = 0: z = 1 − |x|, normals (±1, 0, 1)/√2. The edges cross them at x = 1 and x = −1.
  const double root = std::sqrt(0.5), wa = 1 / (0.9 * 0.9), wb = 1 / (1.1 * 1.1);
  const double depth = (wa * 0.9 * root + wb * 1.1 * root) / (wa + wb);
  const Eigen::Vector3d direction = Eigen::Vector3d((wa - wb) * root, 0, (wa + wb) * root).normalized();
  CHECK(scene.penetrations[0].depth == Approx(depth).epsilon(1e-5));
  CHECK(near(scene.penetrations[0].direction, direction.cast<Real>(), Real(1e-5)));
  CHECK(scene.penetrations[0].kind == Penetration::Kind::Border);
}

TEST_CASE("A body whose tetrahedra are all inverted, and a surface that is inside out, push out all the same") {
  Body ground = box({-3, -3, -3}, {3, 3, 0}, 3);
  const Body cube = box({Real(-0.4), Real(-0.5), Real(-0.33)}, {Real(0.6), Real(0.5), Real(0.67)}, 8);
  const Body shell = turned(shellOf(ground));
  const std::vector<Index> tetrahedra = ground.tetrahedra;
  for (std::size_t t = 0; t < tetrahedra.size(); t += 4) std::swap(ground.tetrahedra[t], ground.tetrahedra[t + 1]);
  checkAgainstPlane(Scene({&cube, &ground}), 1);
  ground.tetrahedra = tetrahedra;
  ground.faces = shell.faces;
  checkAgainstPlane(Scene({&cube, &ground}), 1);
}

TEST_CASE("A closed surface without tetrahedra is a volume too, inside out or not") {
  const Body solid = box({-3, -3, -3}, {3, 3, 0}, 3);
  const Body cube = box({Real(-0.4), Real(-0.5), Real(-0.33)}, {Real(0.6), Real(0.5), Real(0.67)}, 8);
  const Scene reference({&cube, &solid});
  for (const Body& shell : {shellOf(solid), turned(shellOf(solid))}) {
    response_shapes::Depths scene({&cube, &shell});
    const auto penetrations = scene.estimate(reference.inside);
    REQUIRE(penetrations.size() == reference.penetrations.size());
    int wrong = 0;
    for (std::size_t i = 0; i < penetrations.size(); ++i) {
      const Penetration &p = penetrations[i], &q = reference.penetrations[i];
      wrong += p.vertex != q.vertex || p.kind != q.kind || std::abs(p.depth - q.depth) > kTolerance ||
               !near(p.direction, q.direction, kTolerance);
    }
    CHECK(wrong == 0);
  }
}

TEST_CASE("Some inverted tetrahedra in the volume change nothing far from the surface, and give no nonsense near it") {
  Body ground = box({-1, -1, -2}, {1, 1, 0}, 8);
  const Body cube = box({Real(-0.41), Real(-0.52), Real(-0.33)}, {Real(0.42), Real(0.31), Real(0.5)}, 8);
  for (Index i = 0; i < ground.vertices(); ++i) {
    Real* p = ground.at(i);
    if (std::abs(p[0]) < Real(0.6) && std::abs(p[1]) < Real(0.6) && p[2] < 0 && p[2] > Real(-1.8)) {
      p[2] = -2 - p[2] + Real(0.4);  // the middle is mirrored and beyond the top
    }
  }
  const Scene scene({&cube, &ground});
  CHECK(scene.penetrations.size() == scene.inside.size());
  int bad = 0, up = 0, down = 0;
  for (const Penetration& p : scene.penetrations) {
    bad += !std::isfinite(p.depth) || p.depth < 0 || !(std::abs(p.direction.norm() - 1) < Real(1e-4));
    if (p.vertexBody != 0) continue;
    ++(p.direction[2] > 0 ? up : down);
  }
  CHECK(bad == 0);
  CHECK(up > 100);
  CHECK(down == 0);
}

TEST_CASE("A body wholly inside another is marked, and leaves as a whole by the nearest face") {
  const Body ground = box({-1, -1, -2}, {1, 1, 0}, 4);
  const Body cube = box({Real(-0.31), Real(-0.2), Real(-0.6)}, {Real(0.09), Real(0.2), Real(-0.2)}, 4);
  const Scene scene({&cube, &ground});
  std::size_t enclosed = 0;
  int wrong = 0;
  for (const Penetration& p : scene.penetrations) {
    if (p.vertexBody != 0) continue;
    ++enclosed;
    wrong += p.kind != Penetration::Kind::Enclosed || std::abs(p.depth + scene.z(p)) > kTolerance ||
             !near(p.direction, Vector3::UnitZ(), kTolerance);
  }
  CHECK(enclosed == cube.vertices());
  CHECK(wrong == 0);
}

TEST_CASE("Vertices outside a closed surface, where they belong inside, are led in") {
  Body room;
  for (int i = 0; i < 8; ++i) room.point(i & 1 ? 3 : -3, i & 2 ? 3 : -3, i & 4 ? 0 : -6);
  room.faces = {0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4,
                2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5};
  const Body cube = box({Real(-0.4), Real(-0.5), Real(-0.67)}, {Real(0.6), Real(0.5), Real(0.33)}, 8);
  const Body cloud = meshes::surface({{0, 0, 0.25}, {1, 1, 0.5}});
  Scene scene({&cube, &cloud, &room});
  std::vector<InsideVertex> rows;
  for (const Index body : {0u, 1u})
    for (Index v = 0; v < scene.meshes[body]->vertices(); ++v)
      if (scene.meshes[body]->at(v)[2] > 0) rows.push_back({body, v, 2});
  scene.depths.estimate(rows, scene.penetrations);
  CHECK(rows.size() > 100);
  CHECK(scene.penetrations.size() == rows.size());
  int wrong = 0;
  for (const Penetration& p : scene.penetrations) {
    wrong += std::abs(p.depth - scene.z(p)) > kTolerance || !near(p.direction, -Vector3::UnitZ(), kTolerance);
    wrong += (p.kind == Penetration::Kind::Enclosed) != (p.vertexBody == 1);
  }
  CHECK(wrong == 0);
}

TEST_CASE("Identical bodies: every vertex lies on or in the other, none gives nonsense") {
  const Body cube = box({0, 0, 0}, {1, 1, 1}, 3);
  const Scene scene({&cube, &cube});
  CHECK(scene.penetrations.size() == 2 * cube.vertices());
  for (const Penetration& p : scene.penetrations) {
    CHECK(std::isfinite(p.depth));
    CHECK(p.depth >= 0);
    CHECK(p.direction.norm() == Approx(1).margin(1e-4));
  }
}

TEST_CASE("Rows in any order, twice, of a body in itself, of a body that sits out") {
  const Body ground = box({-3, -3, -3}, {3, 3, 0}, 3);
  Body cube = box({Real(-0.4), Real(-0.5), Real(-0.33)}, {Real(0.6), Real(0.5), Real(0.67)}, 5);
  Scene scene({&cube, &ground});
  auto rows = scene.inside;
  rows.insert(rows.end(), scene.inside.begin(), scene.inside.end());
  std::reverse(rows.begin(), rows.end());
  rows.push_back({0, 0, 0});
  std::vector<Penetration> again;
  scene.depths.estimate(rows, again);
  REQUIRE(again.size() == scene.penetrations.size());
  for (std::size_t i = 0; i < again.size(); ++i) {
    CHECK(again[i].vertex == scene.penetrations[i].vertex);
    CHECK(again[i].depth == scene.penetrations[i].depth);
    CHECK(again[i].direction == scene.penetrations[i].direction);
  }
  cube.at(3)[1] = std::numeric_limits<Real>::quiet_NaN();
  scene.update();
  scene.depths.estimate(rows, again);
  CHECK(again.empty());
  CHECK_THROWS_AS(scene.depths.estimate(std::vector<InsideVertex>{{7, 0, 0}}, again), Error);
  CHECK_THROWS_AS(scene.depths.estimate(std::vector<InsideVertex>{{0, 100000, 1}}, again), Error);
  Penetration out = scene.penetrations.front();
  CHECK(!scene.depths.exit(out));
  out.vertex = 100000;
  CHECK_THROWS_AS(scene.depths.exit(out), Error);
  out = scene.penetrations.front();
  out.volumeBody = 7;
  CHECK_THROWS_AS(scene.depths.exit(out), Error);
}

TEST_CASE("No allocation once the sizes have been seen") {
  const Body ground = box({-3, -3, -3}, {3, 3, 0}, 3);
  Body cube = box({Real(-0.4), Real(-0.5), Real(-0.33)}, {Real(0.6), Real(0.5), Real(0.67)}, 8);
  const long start = allocations::count();
  Scene scene({&cube, &ground});
  CHECK((allocations::count() > start || !allocations::counted));
  std::vector<PiercingEdge> edges;
  const std::vector<EdgeVolumePair> pairs = {{0, 1}, {1, 0}};
  scene.depths.piercingEdges(pairs, scene.inside, edges);
  for (std::size_t i = 2; i < cube.x.size(); i += 3) cube.x[i] += Real(0.01);
  scene.bodies.update();
  const long before = allocations::count();
  scene.depths.update(scene.bodies);
  scene.depths.estimate(scene.inside, scene.penetrations);
  scene.depths.piercingEdges(pairs, scene.inside, edges);
  CHECK(allocations::count() == before);
}

TEST_CASE("insideVertices leaves out a body in itself and counts a vertex once") {
  const std::vector<VertexTetrahedron> rows = {
      {0, 1, 0, 5, {}}, {0, 1, 2, 3, {}}, {0, 1, 2, 4, {}}, {0, 1, 3, 0, {}}, {4, 0, 0, 0, {}}};
  std::vector<InsideVertex> inside;
  insideVertices(rows, inside);
  CHECK(inside == std::vector<InsideVertex>{{0, 1, 2}, {0, 1, 3}, {4, 0, 0}});
}
