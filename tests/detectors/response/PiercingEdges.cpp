#include <pliant/detectors/response/PenetrationDepth.h>
#include <pliant_catch.h>

#include "shapes/ResponseShapes.h"

using namespace pliant;
using namespace response_shapes;

namespace {

struct PiercedScene : response_shapes::Depths {
  std::vector<PiercingEdge> edges;

  PiercedScene(const Body& a, const Body& b) : Depths({&a, &b}) {
    depths.piercingEdges(std::vector<EdgeVolumePair>{{0, 1}}, response_shapes::inside({&a, &b}), edges);
  }
};

Body triangle(const meshes::Place& a, const meshes::Place& b, const meshes::Place& c, double scale) {
  return meshes::surface({a, b, c}, {{0, 1, 2}}).place(scale, {});
}

}  // namespace

TEST_CASE("An edge through the corner of a cube is pushed out over the corner, at any size") {
  for (const Real scale : {Real(0.01), Real(1), Real(100)}) {
    const Body cube = box({0, 0, 0}, {1, 1, 1}, 2).place(scale, {});
    const double y = 0.3;
    const Body a = triangle({0.4, y, 1.5}, {1.4, y, 0.5}, {2, y, 2}, scale);
    const PiercedScene scene(a, cube);
    INFO("scale " << scale);
    REQUIRE(scene.edges.size() == 1);
    const PiercingEdge& e = scene.edges[0];
    CHECK(e.edgeBody == 0);
    CHECK(e.volumeBody == 1);
    CHECK(e.vertices == std::array<Index, 2>{0, 1});
    CHECK(e.entry.t == Approx(0.5).epsilon(1e-5));
    CHECK(e.exit.t == Approx(0.6).epsilon(1e-5));
    CHECK((e.entry.normal - Vector3::UnitZ()).norm() < Real(1e-5));
    CHECK((e.exit.normal - Vector3::UnitX()).norm() < Real(1e-5));
    CHECK((e.direction - Vector3(1, 0, 1).normalized()).norm() < Real(1e-5));
    CHECK(e.depth == Approx(scale * 0.05 * std::sqrt(2.0)).epsilon(1e-4));
    // The crossing is the same point on the face and on the edge.
    for (const auto* crossing : {&e.entry, &e.exit}) {
      const auto faces = boundaryFaces(cube.view().tetrahedra, cube.view().positions);
      Vector3 onFace = Vector3::Zero(), onEdge;
      for (int k = 0; k < 3; ++k) {
        for (std::size_t c = 0; c < 3; ++c) {
          onFace[k] += crossing->barycentric[c] * cube.at(faces[crossing->face][c])[k];
        }
        onEdge[k] = a.at(0)[k] + crossing->t * (a.at(1)[k] - a.at(0)[k]);
      }
      CHECK((onFace - onEdge).norm() < Real(1e-5) * scale);
    }
  }
}

TEST_CASE("An edge straight through a plate has no direction") {
  const Body plate = box({-1, -1, 0}, {1, 1, Real(0.1)}, 3);
  const PiercedScene scene(triangle({0.1, 0.2, -1}, {0.1, 0.2, 1}, {5, 5, 0}, 1), plate);
  REQUIRE(scene.edges.size() == 1);
  CHECK(scene.edges[0].direction.isZero(0));
  CHECK(scene.edges[0].depth == 0);
  CHECK(scene.edges[0].entry.t == Approx(0.5));
  CHECK(scene.edges[0].exit.t == Approx(0.55));
}

TEST_CASE("An edge through a plate that is a little uneven is pushed to the end of the plate, and no farther") {
  for (const Real slope : {Real(0.1), Real(1e-3), Real(1e-5)}) {
    Body plate = box({-1, -1, 0}, {1, 1, Real(0.1)}, 3);
    for (Index v = 0; v < plate.vertices(); ++v)
      if (plate.at(v)[2] > Real(0.05)) plate.at(v)[2] += slope * plate.at(v)[0];
    const PiercedScene scene(triangle({0.1, 0.2, -1}, {0.1, 0.2, 1}, {5, 5, 0}, 1), plate);
    INFO("slope " << slope);
    REQUIRE(scene.edges.size() == 1);
    const PiercingEdge& e = scene.edges[0];
    if (e.direction.isZero(0)) continue;
    CHECK(e.direction.x() < Real(-0.9));
    CHECK(e.depth == Approx(std::min(0.1 / double(slope) + 0.1, 1.1)).epsilon(0.02));
  }
}

TEST_CASE("Two stretches of one edge, an edge with an end inside, a touch, a miss") {
  Body two = box({0, 0, 0}, {1, 1, 1}, 1);
  two.append(box({2, 0, 0}, {3, 1, 1}, 1));
  const double y = 0.3, z = 0.45;
  CHECK(PiercedScene(triangle({-1, y, z}, {4, y, z}, {2, 5, 9}, 1), two).edges.size() == 2);
  CHECK(PiercedScene(triangle({0.5, y, z}, {1.5, y, 1}, {1.5, 5, 9}, 1), two).edges.empty());
  CHECK(PiercedScene(triangle({-1, y, 1}, {1.5, y, 1}, {0, 5, 9}, 1), two).edges.empty());
  CHECK(PiercedScene(triangle({-1, y, 2}, {4, y, 2}, {2, 5, 9}, 1), two).edges.empty());
}

TEST_CASE("An edge through the common edge of two faces counts once") {
  const Body cube = box({0, 0, 0}, {1, 1, 1}, 1);
  // Crosses the diagonals of top and bottom, along x = y.
  const PiercedScene scene(triangle({0.25, 0.25, 2}, {0.75, 0.75, -1}, {9, -9, 0}, 1), cube);
  CHECK(scene.edges.size() == 1);
}
