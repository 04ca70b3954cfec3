#include <pliant_catch.h>

#include <algorithm>

#include "shapes/SurfaceMeshes.h"

using namespace pliant;

namespace {

Topology topologyOf(Index vertices, const std::vector<Index>& faces, const std::vector<Index>& tetrahedra = {}) {
  meshes::Body body{std::vector<Real>(3 * vertices), {}, faces, tetrahedra};
  for (Index i = 0; i < vertices; ++i) body.x[3 * i + i % 3] = Real(1 + i);
  BodySet bodies;
  return bodies.topology(bodies.add(body.view()));
}

const std::vector<Index> kTetrahedronFaces{1, 2, 3, 0, 3, 2, 0, 1, 3, 0, 2, 1};

double signedVolume(const std::vector<Triangle>& faces, const meshes::Body& body) {
  double v = 0;
  for (const auto& f : faces) {
    const Real *a = body.at(f[0]), *b = body.at(f[1]), *c = body.at(f[2]);
    v += a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
  }
  return v / 6;
}

}  // namespace

TEST_CASE("a closed surface is known as such, either way round") {
  std::vector<Index> faces = kTetrahedronFaces;
  for (int turn = 0; turn < 2; ++turn) {
    const Topology t = topologyOf(4, faces);
    CHECK((t.closed && t.manifold && t.oriented));
    CHECK(t.edges == 6);
    CHECK((t.openEdges == 0 && t.badlyOrientedEdges == 0 && t.nonManifoldEdges == 0));
    for (std::size_t f = 0; f < faces.size(); f += 3) std::swap(faces[f], faces[f + 1]);
  }
}

TEST_CASE("open and badly oriented edges are counted") {
  std::vector<Index> faces = kTetrahedronFaces;
  faces.resize(9);
  Topology t = topologyOf(4, faces);
  CHECK_FALSE(t.closed);
  CHECK(t.openEdges == 3);
  CHECK((t.manifold && t.oriented));
  faces = kTetrahedronFaces;
  std::swap(faces[0], faces[1]);  // one reversed face: its three edges are badly oriented
  t = topologyOf(4, faces);
  CHECK_FALSE(t.closed);
  CHECK(t.badlyOrientedEdges == 3);
  CHECK_FALSE(t.oriented);
  CHECK(t.manifold);
}

TEST_CASE("an edge with three faces is not manifold, and with four it may be closed") {
  const Topology fan = topologyOf(5, {0, 1, 2, 1, 0, 3, 0, 1, 4});
  CHECK(fan.nonManifoldEdges == 1);
  CHECK_FALSE(fan.manifold);
  std::vector<Index> two = kTetrahedronFaces;  // two tetrahedra that share the edge (0, 1) only
  for (const Index i : kTetrahedronFaces) two.push_back(i < 2 ? i : i + 2);
  const Topology t = topologyOf(6, two);
  CHECK(t.closed);
  CHECK(t.nonManifoldEdges == 1);
}

TEST_CASE("degenerate and duplicate elements are counted and kept") {
  const Topology t = topologyOf(5, {0, 1, 2, 2, 0, 1, 2, 1, 0, 3, 3, 4}, {0, 1, 2, 3, 3, 2, 1, 0, 0, 0, 1, 2});
  CHECK(t.faces == 4);
  CHECK(t.duplicateFaces == 2);
  CHECK(t.degenerateFaces == 1);
  CHECK(t.tetrahedra == 3);
  CHECK(t.duplicateTetrahedra == 1);
  CHECK(t.degenerateTetrahedra == 1);
  CHECK(t.isolatedVertices == 0);
}

TEST_CASE("a surface with no faces is not closed") {
  CHECK_FALSE(topologyOf(3, {}).closed);
  CHECK(topologyOf(3, {}).isolatedVertices == 3);
}

TEST_CASE("the boundary of tetrahedra is closed and points outward") {
  // A cube of five tetrahedra; the bits of a corner's index are its coordinates.
  meshes::Body cube =
      meshes::surface({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}, {0, 0, 1}, {1, 0, 1}, {0, 1, 1}, {1, 1, 1}});
  std::vector<Index>& tets = cube.tetrahedra;
  tets = {0, 1, 2, 4, 3, 2, 1, 7, 5, 4, 7, 1, 6, 7, 4, 2, 1, 2, 4, 7};
  const auto faces = [&] { return boundaryFaces(cube.view().tetrahedra, cube.view().positions); };
  CHECK(faces().size() == 12);
  CHECK(signedVolume(faces(), cube) == Approx(1));
  // The order of corners in a tetrahedron does not matter: faces of inverted tetrahedra point outward, too.
  for (std::size_t turn = 0; turn < 5; ++turn) {
    std::swap(tets[4 * turn], tets[4 * turn + 1]);
    CHECK(faces().size() == 12);
    CHECK(signedVolume(faces(), cube) == Approx(1));
  }
  BodySet bodies;
  const Topology& t = bodies.topology(bodies.add(cube.view()));
  CHECK((t.facesAreBoundary && t.closed && t.oriented && t.manifold));
  CHECK(t.edges == 18);
}

TEST_CASE("boundary faces come in the order of tetrahedra and opposite corners") {
  const std::vector<Real> x{0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 1, 1};
  const std::vector<Index> tets{0, 1, 2, 3, 1, 2, 3, 4};
  const auto faces = boundaryFaces({tets.data(), 2}, {x.data(), 5});
  REQUIRE(faces.size() == 6);
  const auto sorted = [](Triangle f) {
    std::sort(f.begin(), f.end());
    return f;
  };
  const std::vector<Triangle> expected{{0, 2, 3}, {0, 1, 3}, {0, 1, 2}, {2, 3, 4}, {1, 3, 4}, {1, 2, 4}};
  for (std::size_t i = 0; i < 6; ++i) CHECK(sorted(faces[i]) == expected[i]);
  CHECK_THROWS_WITH(boundaryFaces({tets.data(), 2}, {x.data(), 4}),
                    "tetrahedron 1 refers to vertex 4, but the body has 4 vertices");
}
