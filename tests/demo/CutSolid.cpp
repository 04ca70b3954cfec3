// Solids that are cut between their tetrahedra.

#include <pliant/detectors/BodySet.h>
#include <pliant/scenes/Simulation.h>
#include <pliant/scenes/builders.h>
#include <pliant/scenes/cutSolid.h>
#include <pliant_catch.h>

#include <algorithm>
#include <memory>
#include <numeric>
#include <vector>

using namespace pliant;

namespace {

/// A cube of edge 1 around the origin, in a world without gravity.
class Cube : public Scene {
 public:
  WorldSettings world() const override { return {btVector3(0, 0, 0)}; }
  Camera camera() const override { return {}; }
  void build(Simulation& simulation) override {
    simulation.addSoft("cube", makeCube({6, 4, 4}, 1), {.mass = 3, .selfSolid = true});
  }
};

/// The cube after a step: a body that is cut before it was seen has seams instead of a cut.
struct Cutting {
  SceneEntry entry{"", "cube", "", [](const SceneOptions&) { return std::make_unique<Cube>(); }};
  Simulation simulation{entry, {}};
  btSoftBody& body = *simulation.bodies()[0].body;

  Cutting() {
    simulation.step();
    body.setVelocity(btVector3(1, 2, 3));
  }
  bool cut(
      const btVector3& normal, btScalar offset, const BladeReach& reaches = [](const btVector3&) { return true; }) {
    return cutSolid(simulation, 0, {normal, offset}, reaches);
  }
  const SoftMesh& mesh() const { return simulation.bodies()[0].mesh; }
};

/// Returns the number of parts of the body that no tetrahedron joins.
int partsOf(const SoftMesh& mesh) {
  std::vector<Index> root(mesh.positions.size());
  std::iota(root.begin(), root.end(), Index{0});
  const auto find = [&](Index v) {
    while (root[v] != v) v = root[v];
    return v;
  };
  for (const Tetrahedron& t : mesh.tetrahedra)
    for (const Index v : t) root[find(v)] = find(t[0]);
  int parts = 0;
  for (Index v = 0; v < root.size(); ++v) parts += find(v) == v;
  return parts;
}

bool isClosed(const SoftMesh& mesh) {
  BodySet set;
  BodyView view;
  view.positions = mesh.view().positions;
  view.triangles = mesh.view().triangles;
  return set.topology(set.add(view)).closed;
}

double massOf(const btSoftBody& body) {
  double mass = 0;
  for (int i = 0; i < body.m_nodes.size(); ++i)
    if (body.m_nodes[i].m_im > 0) mass += 1 / static_cast<double>(body.m_nodes[i].m_im);
  return mass;
}

}  // namespace

TEST_CASE("a cut through a solid leaves two closed parts, with its mass, motion and volume") {
  Cutting cube;
  const double mass = massOf(cube.body), volume = enclosedVolume(cube.mesh());
  const int nodes = cube.body.m_nodes.size(), links = cube.body.m_links.size();
  REQUIRE(cube.cut(btVector3(1, 0, 0), 0));
  CHECK(partsOf(cube.mesh()) == 2);
  CHECK(isClosed(cube.mesh()));
  // The layer of vertices in the plane is there twice.
  CHECK(cube.body.m_nodes.size() == nodes + 25);
  CHECK(cube.body.m_links.size() > links);
  CHECK(massOf(cube.body) == Approx(mass));
  CHECK(enclosedVolume(cube.mesh()) == Approx(volume).epsilon(0.02));
  CHECK(cube.mesh().faces.size() == static_cast<std::size_t>(cube.body.m_faces.size()));
  for (int i = 0; i < cube.body.m_nodes.size(); ++i) CHECK(cube.body.m_nodes[i].m_v == btVector3(1, 2, 3));
  for (int i = 0; i < cube.body.m_links.size(); ++i) {
    const btSoftBody::Link& link = cube.body.m_links[i];
    CHECK(link.m_rl == Approx((link.m_n[0]->m_x - link.m_n[1]->m_x).length()).epsilon(0.05));
  }
  CHECK_FALSE(cube.cut(btVector3(1, 0, 0), 0));
  for (int step = 0; step < 20; ++step) cube.simulation.step();
  CHECK(cube.simulation.judge().pairsSelf == 0);
}

TEST_CASE("a cut that ends within a solid leaves it joined there, and one beside it does nothing") {
  Cutting cube;
  const int nodes = cube.body.m_nodes.size();
  CHECK_FALSE(cube.cut(btVector3(1, 0, 0), 2));
  CHECK_FALSE(cube.cut(btVector3(1, 0, 0), 0, [](const btVector3& p) { return p.y() > 1; }));
  CHECK(cube.body.m_nodes.size() == nodes);
  REQUIRE(cube.cut(btVector3(1, 0, 0), 0, [](const btVector3& p) { return p.y() > 0; }));
  CHECK(partsOf(cube.mesh()) == 1);
  CHECK(isClosed(cube.mesh()));
  // The middle one of the five rows of vertices in the plane is the end of the cut, and stays single.
  CHECK(cube.body.m_nodes.size() == nodes + 10);
}

TEST_CASE("a corner of a few tetrahedra is not cut off") {
  Cutting cube;
  const int nodes = cube.body.m_nodes.size();
  CHECK_FALSE(cube.cut(btVector3(1, 1, 1).normalized(), btScalar(0.7)));
  CHECK(cube.body.m_nodes.size() == nodes);
  CHECK(cube.cut(btVector3(1, 1, 1).normalized(), btScalar(0.3)));
  CHECK(partsOf(cube.mesh()) == 2);
}

TEST_CASE("a slanting cut follows the tetrahedra, and its parts are closed") {
  Cutting cube;
  REQUIRE(cube.cut(btVector3(3, 1, 2).normalized(), btScalar(0.05)));
  CHECK(partsOf(cube.mesh()) == 2);
  CHECK(isClosed(cube.mesh()));
  for (int step = 0; step < 20; ++step) cube.simulation.step();
  CHECK(cube.simulation.judge().pairsSelf == 0);
}
