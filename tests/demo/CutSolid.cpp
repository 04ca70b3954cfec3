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
    btSoftBody& cube = simulation.addSoft("cube", makeCube({6, 4, 4}, 1), {.mass = 3, .selfSolid = true});
    cube.setVelocity(btVector3(1, 2, 3));
    cube.setMass(0, 0);
  }
};

SceneEntry entry() {
  return {"", "cube", "", [](const SceneOptions&) { return std::make_unique<Cube>(); }};
}

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
  const SceneEntry cube = entry();
  Simulation simulation(cube, {});
  const btSoftBody& body = *simulation.bodies()[0].body;
  const double mass = massOf(body), volume = enclosedVolume(simulation.bodies()[0].mesh);
  const int nodes = body.m_nodes.size(), links = body.m_links.size();
  REQUIRE(cutSolid(simulation, 0, {btVector3(1, 0, 0), 0}, [](const btVector3&) { return true; }));
  const SoftMesh& mesh = simulation.bodies()[0].mesh;
  CHECK(partsOf(mesh) == 2);
  CHECK(isClosed(mesh));
  // The layer of vertices in the plane is there twice.
  CHECK(body.m_nodes.size() == nodes + 25);
  CHECK(body.m_links.size() > links);
  CHECK(massOf(body) == Approx(mass));
  CHECK(enclosedVolume(mesh) == Approx(volume));
  CHECK(mesh.faces.size() == static_cast<std::size_t>(body.m_faces.size()));
  for (int i = 0; i < body.m_nodes.size(); ++i) CHECK(body.m_nodes[i].m_v == btVector3(1, 2, 3));
  for (int i = 0; i < body.m_links.size(); ++i)
    CHECK(body.m_links[i].m_rl == Approx((body.m_links[i].m_n[0]->m_x - body.m_links[i].m_n[1]->m_x).length()));
  CHECK_FALSE(cutSolid(simulation, 0, {btVector3(1, 0, 0), 0}, [](const btVector3&) { return true; }));
  for (int step = 0; step < 20; ++step) simulation.step();
  const Verdict verdict = simulation.judge();
  CHECK(verdict.pairsSelf == 0);
}

TEST_CASE("a cut that ends within a solid leaves it joined there, and one beside it does nothing") {
  const SceneEntry cube = entry();
  Simulation simulation(cube, {});
  const int nodes = simulation.bodies()[0].body->m_nodes.size();
  CHECK_FALSE(cutSolid(simulation, 0, {btVector3(1, 0, 0), 2}, [](const btVector3&) { return true; }));
  CHECK_FALSE(cutSolid(simulation, 0, {btVector3(1, 0, 0), 0}, [](const btVector3& p) { return p.y() > 1; }));
  REQUIRE(cutSolid(simulation, 0, {btVector3(1, 0, 0), 0}, [](const btVector3& p) { return p.y() > 0; }));
  const SoftMesh& mesh = simulation.bodies()[0].mesh;
  CHECK(partsOf(mesh) == 1);
  CHECK(isClosed(mesh));
  // Of the five rows of vertices in the plane, the lowest of the cut is its end, and stays single.
  CHECK(simulation.bodies()[0].body->m_nodes.size() == nodes + 10);
}

TEST_CASE("a slanting cut follows the tetrahedra, and its parts are closed") {
  const SceneEntry cube = entry();
  Simulation simulation(cube, {});
  const btVector3 normal = btVector3(3, 1, 2).normalized();
  REQUIRE(cutSolid(simulation, 0, {normal, btScalar(0.05)}, [](const btVector3&) { return true; }));
  CHECK(partsOf(simulation.bodies()[0].mesh) == 2);
  CHECK(isClosed(simulation.bodies()[0].mesh));
  for (int step = 0; step < 20; ++step) simulation.step();
  CHECK(simulation.judge().pairsSelf == 0);
}
