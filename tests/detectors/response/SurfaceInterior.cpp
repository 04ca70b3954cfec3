#include <pliant/detectors/Error.h>
#include <pliant/detectors/predicates.h>
#include <pliant/detectors/response/PenetrationDepth.h>
#include <pliant_allocations.h>
#include <pliant_catch.h>

#include "detectors/predicates/PredicateInput.h"
#include "detectors/predicates/RationalGeometry.h"
#include "shapes/ResponseShapes.h"

using namespace pliant;
using namespace response_shapes;
using predicate_input::Generator;
using predicate_input::Kind;

namespace {

/// Faces of an octahedron.
const std::vector<Triangle> kOctahedron = {{0, 2, 4}, {2, 1, 4}, {1, 3, 4}, {3, 0, 4},
                                           {2, 0, 5}, {1, 2, 5}, {3, 1, 5}, {0, 3, 5}};

/// Returns the winding number in rational arithmetic, along a ray that meets no edge; random directions are tried. The
/// point must not lie on the surface.
int rationalWinding(Generator& generator, const rational::Point& p, const std::vector<rational::Point>& points,
                    const std::vector<Triangle>& faces) {
  using rational::operator-;
  for (;;) {
    rational::Point direction;
    for (auto& x : direction) x = mpq_class(generator.integer(-9999, 9999), 10007);
    int winding = 0;
    bool clear = rational::dot(direction, direction) != 0;
    for (const Triangle& t : faces) {
      if (!clear) break;
      const rational::Point a = points[t[0]] - p, b = points[t[1]] - p, c = points[t[2]] - p;
      const rational::Point origin = {0, 0, 0};
      // A face that is coplanar with p has no extent when viewed from p.
      const mpq_class height = rational::volume6(origin, a, b, c);
      if (height == 0) continue;
      // The signs give the side on which each edge passes the line of the ray.
      const mpq_class u = rational::volume6(origin, direction, b, c), v = rational::volume6(origin, direction, c, a),
                      w = rational::volume6(origin, direction, a, b);
      clear = u != 0 && v != 0 && w != 0;
      if (std::abs(sgn(u) + sgn(v) + sgn(w)) != 3) continue;
      // The face is ahead of p if the line meets its plane at a positive parameter.
      if (sgn(height) == sgn(u)) winding += sgn(u);
    }
    if (clear) return winding;
  }
}

bool isOn(const rational::Point& p, const std::vector<rational::Point>& points, const std::vector<Triangle>& faces) {
  return std::any_of(faces.begin(), faces.end(), [&](const Triangle& t) {
    return rational::pointTriangle2(p, points[t[0]], points[t[1]], points[t[2]]) == 0;
  });
}

std::vector<const Body*> pointersTo(const std::vector<Body>& meshes) {
  std::vector<const Body*> pointers;
  for (const Body& mesh : meshes) pointers.push_back(&mesh);
  return pointers;
}

/// Returns rows for all pairs of bodies, computed by the library.
std::vector<InsideVertex> insideOf(const std::vector<Body>& meshes) {
  std::vector<VertexVolumePair> pairs;
  for (Index a = 0; a < meshes.size(); ++a)
    for (Index b = 0; b < meshes.size(); ++b)
      if (a != b) pairs.push_back({a, b});
  return Depths(pointersTo(meshes)).insideSurfaces(pairs);
}

/// Returns rows for meshes with tetrahedra, by testing all pairs.
std::vector<InsideVertex> reference(const std::vector<Body>& solids) {
  return inside(pointersTo(solids));
}

std::vector<InsideVertex> insideShells(const std::vector<Body>& solids) {
  std::vector<Body> shells;
  for (const Body& mesh : solids) shells.push_back(shellOf(mesh));
  return insideOf(shells);
}

}  // namespace

TEST_CASE("Ray crossings of a tetrahedron's faces add up to whether it holds the point, in rationals") {
  const std::vector<Triangle> faces = {{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}};
  int beside = 0;
  predicate_input::forAllKinds(
      1, 3000, 5,
      [&](Generator&, const auto& p, auto& tally) {
        const auto r = rational::points(p);
        int sum = 0;
        for (const Triangle& t : faces) sum += predicate_input::decide(exact::rayCrossing, p, 4, t[0], t[1], t[2]);
        if (isOn(r[4], r, faces)) return;
        const bool holds = rational::inTetrahedron(r[4], r[0], r[1], r[2], r[3]);
        tally.wrong += sum != (holds ? rational::orientation(r[0], r[1], r[2], r[3]) : 0);
        ++(holds ? tally.hits : beside);
      },
      [&](Kind kind, const auto& inside) {
        CHECK(std::exchange(beside, 0) > 0);
        if (kind != Kind::Denormal && kind != Kind::Extreme) CHECK(inside.hits > 0);
      });
}

TEST_CASE("Vertices in closed surfaces that pass through themselves: winding number at least 1, in rationals") {
  Generator generator(2);
  for (const Kind kind : {Kind::Lattice, Kind::ScaledLattice, Kind::FarLattice, Kind::Nudged, Kind::TinyLattice,
                          Kind::HugeLattice, Kind::Uniform}) {
    int wrong = 0, inside = 0, on = 0, several = 0;
    for (int i = 0; i < 250; ++i) {
      Body surface, cloud;
      const auto points = generator.points(kind, 18);
      for (std::size_t v = 0; v < points.size(); ++v)
        for (const Real x : points[v]) (v < 6 ? surface : cloud).x.push_back(x);
      for (const Triangle& t : kOctahedron) surface.faces.insert(surface.faces.end(), t.begin(), t.end());
      const auto r = rational::points({points.begin(), points.begin() + 6});
      mpq_class volume = 0;
      for (const Triangle& t : kOctahedron) volume += rational::volume6(r[0], r[t[0]], r[t[1]], r[t[2]]);
      // Without volume neither orientation is outward, and the library sums the volume in rounded arithmetic.
      mpq_class size = 0;
      for (const auto& p : r)
        for (std::size_t k = 0; k < 3; ++k) size = std::max(size, mpq_class(abs(p[k] - r[0][k])));
      if (abs(volume) <= size * size * size / 1000000000) continue;
      std::vector<bool> found(cloud.vertices(), false);
      for (const InsideVertex& row : insideOf({cloud, surface}))
        if (row.vertexBody == 0) found[row.vertex] = true;
      for (Index v = 0; v < cloud.vertices(); ++v) {
        const rational::Point p = rational::point(cloud.at(v));
        bool expected = isOn(p, r, kOctahedron);
        on += expected;
        if (!expected) {
          const int winding = rationalWinding(generator, p, r, kOctahedron) * sgn(volume);
          expected = winding >= 1;
          several += winding > 1 || winding < 0;
        }
        wrong += found[v] != expected;
        inside += expected;
      }
    }
    INFO(predicate_input::name(kind));
    CHECK(wrong == 0);
    CHECK(inside > 0);
    CHECK(several > 0);
    if (kind == Kind::Lattice) CHECK(on > 100);
  }
}

TEST_CASE("Closed surfaces hold what their tetrahedra hold: apart, touching, in one plane, nested, deep, identical") {
  const Body cube = box({0, 0, 0}, {1, 1, 1}, 3);
  for (const meshes::Place& by : {meshes::Place{2, 0, 0},
                                  {1, 0, 0},
                                  {1, 1, 0},
                                  {1, 1, 1},
                                  {0.5, 0, 0},
                                  {0.25, 0.5, 0},
                                  {0.75, 0.75, 0.75},
                                  {0, 0, 0},
                                  {1.0001, 0, 0}}) {
    const std::vector<Body> solids = {cube, Body(cube).place(1, by)};
    CAPTURE(by[0], by[1], by[2]);
    CHECK(insideShells(solids) == reference(solids));
  }
  const std::vector<Body> nested = {
      box({-2, -2, -2}, {2, 2, 2}, 2), ball({0, 0, 0}, 1, 2),
      box({Real(-0.25), Real(-0.25), Real(-0.25)}, {Real(0.25), Real(0.25), Real(0.25)}, 2)};
  const auto rows = insideShells(nested);
  CHECK(rows == reference(nested));
  // The other three rows are centre vertices: that of the outer body in both others, that of the ball in the innermost.
  CHECK(rows.size() == nested[1].vertices() + 2 * nested[2].vertices() + 3);
}

TEST_CASE("Random convex bodies, far from the origin and of any size, hold what their tetrahedra hold") {
  Generator generator(3);
  std::size_t rows = 0;
  for (const Real scale : {Real(1e-20), Real(0.01), Real(1), Real(100), Real(1e20)}) {
    for (int i = 0; i < 40; ++i) {
      std::vector<Body> solids;
      for (int k = 0; k < 3; ++k) {
        const Point at = {generator.uniform(), generator.uniform(), generator.uniform()};
        Body mesh = i % 2 ? ball(at, Real(0.9), 1 + i % 3) : box(at, {at[0] + 1, at[1] + 1, at[2] + 1}, 3);
        mesh.place(scale, {});
        if (i % 4 < 2) mesh.place(1, {300 * scale, -500 * scale, 800 * scale});
        solids.push_back(mesh);
      }
      const auto expected = reference(solids);
      rows += expected.size();
      const auto found = insideShells(solids);
      // The tetrahedra fill the volume inside the surface.
      CHECK(found == expected);
    }
  }
  CHECK(rows > 1000);
}

TEST_CASE("A body inside out is the same body, an open one holds nothing, unreferenced vertices count") {
  const Body shell = shellOf(box({-1, -1, -1}, {1, 1, 1}, 2));
  const Body cloud = meshes::surface({{0, 0, 0}, {1, 0, 0}, {1, 1, 1}, {1.5, 0, 0}, {0.5, 0.5, 0.5}});
  const std::vector<InsideVertex> expected = {{0, 0, 1}, {0, 1, 1}, {0, 2, 1}, {0, 4, 1}};
  CHECK(insideOf({cloud, shell}) == expected);
  CHECK(insideOf({cloud, turned(shell)}) == expected);
  Body open = shell;
  open.faces.resize(open.faces.size() - 3);
  CHECK(insideOf({cloud, open}).empty());
  CHECK(insideOf({cloud, cloud}).empty());
}

TEST_CASE("Closed surfaces: rows are sorted and single, bodies that sit out give none, unknown bodies are an error") {
  const std::vector<Body> meshes = {shellOf(box({0, 0, 0}, {1, 1, 1}, 2)),
                                    shellOf(box({Real(0.5), 0, 0}, {Real(1.5), 1, 1}, 2))};
  Body broken = meshes[1];
  Depths scene({&meshes[0], &broken});
  BodySet& bodies = scene.bodies;
  PenetrationDepth& depths = scene.depths;
  const std::vector<VertexVolumePair> pairs = {{0, 1}, {1, 0}};
  std::vector<InsideVertex> inside, again;
  CHECK_THROWS_AS(PenetrationDepth().insideSurfaces({}, inside), Error);
  depths.insideSurfaces(pairs, inside);
  CHECK(inside.size() > 10);
  CHECK(std::is_sorted(inside.begin(), inside.end()));
  depths.insideSurfaces(std::vector<VertexVolumePair>{{1, 0}, {0, 1}, {0, 0}, {1, 0}}, again);
  CHECK(again == inside);
  CHECK_THROWS_AS(depths.insideSurfaces(std::vector<VertexVolumePair>{{0, 9}}, again), Error);

  for (std::size_t i = 0; i < broken.x.size(); i += 3) broken.x[i] += Real(0.01);
  bodies.update();
  const long before = allocations::count();
  depths.update(bodies);
  depths.insideSurfaces(pairs, inside);
  CHECK(allocations::count() == before);

  broken.at(3)[1] = std::numeric_limits<Real>::quiet_NaN();
  scene.update();
  depths.insideSurfaces(pairs, again);
  CHECK(again.empty());
}

TEST_CASE("A vertex leaves through the face that its direction leads to, else by the nearest") {
  const Body ground = shellOf(box({-3, -3, -3}, {3, 3, 0}, 3));
  const Body cube = box({Real(-0.4), Real(-0.5), Real(-0.33)}, {Real(0.6), Real(0.5), Real(0.67)}, 4);
  for (const Body& volume : {ground, turned(ground)}) {
    Depths scene({&cube, &volume});
    const auto penetrations = scene.estimate(scene.insideSurfaces({{0, 1}}));
    REQUIRE(penetrations.size() > 10);
    for (Penetration p : penetrations) {
      for (const Vector3& direction : {Vector3(Vector3::UnitZ()), Vector3(0, Real(0.6), Real(0.8))}) {
        p.direction = direction;
        const auto exit = scene.depths.exit(p);
        REQUIRE(exit);
        Vector3 at = Vector3::Zero();
        for (std::size_t k = 0; k < 3; ++k) {
          const Real* corner = volume.at(volume.triangles()[exit->face][k]);
          CHECK(exit->barycentric[k] >= 0);
          at += exit->barycentric[k] * Vector3(corner[0], corner[1], corner[2]);
        }
        const Real* from = cube.at(p.vertex);
        const Vector3 expected = Vector3(from[0], from[1], from[2]) - from[2] / direction[2] * direction;
        CHECK((at - expected).norm() < Real(1e-5));
      }
    }
    // No face lies ahead of a vertex above the ground: the nearest point is below it.
    Penetration outside = penetrations.front();
    outside.vertex = cube.vertices() - 1;
    outside.direction = Vector3::UnitZ();
    const auto exit = scene.depths.exit(outside);
    REQUIRE(exit);
    const auto triangle = volume.triangles()[exit->face];
    for (const Index corner : triangle) CHECK(volume.at(corner)[2] == 0);
  }
}
