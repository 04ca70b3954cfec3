// Scenes made of given bodies, as from mesh files.

#include <BulletSoftBody/btSoftBody.h>
#include <pliant/models/paperModels.h>
#include <pliant/plugin/SoftCollision.h>
#include <pliant/scenes/Simulation.h>
#include <pliant/scenes/builders.h>
#include <pliant/scenes/meshScene.h>
#include <pliant_catch.h>

#include <algorithm>
#include <cmath>
#include <limits>

using namespace pliant;

namespace {

SoftMesh softMeshOf(const models::ClosedModel& model) {
  SoftMesh mesh;
  for (const auto& p : model.points) mesh.positions.push_back(vec(p[0], p[1], p[2]));
  for (const auto& f : model.faces) mesh.faces.push_back(f);
  return mesh;
}

double volume(const SimulatedBody& simulated) {
  SoftMesh mesh = simulated.mesh;
  for (std::size_t i = 0; i < mesh.positions.size(); ++i)
    mesh.positions[i] = simulated.body->m_nodes[static_cast<int>(i)].m_x;
  return enclosedVolume(mesh);
}

class Bent : public Scene {
 public:
  explicit Bent(const SoftMesh& mesh) : m_mesh(mesh) {}
  Camera camera() const override { return {}; }
  void build(Simulation& simulation) override { simulation.addSoft("one", m_mesh, {.bending = true}); }

 private:
  const SoftMesh& m_mesh;
};

}  // namespace

TEST_CASE("links against bending are those that Bullet makes, in the same order") {
  for (const SoftMesh& mesh : {makeCloth(7, 1), makeSphere(3, 1), makeKnotTube({})}) {
    const Simulation simulation(
        {"test", "bending", "", [&](const SceneOptions&) { return std::make_unique<Bent>(mesh); }}, {});
    const btSoftBody& ours = *simulation.bodies()[0].body;
    btSoftBodyWorldInfo info;
    btSoftBody theirs(&info, static_cast<int>(mesh.positions.size()), mesh.positions.data(), nullptr);
    for (const Edge& e : mesh.links) theirs.appendLink(static_cast<int>(e[0]), static_cast<int>(e[1]));
    theirs.generateBendingConstraints(2);
    REQUIRE(ours.m_links.size() == theirs.m_links.size());
    REQUIRE(ours.m_links.size() > static_cast<int>(mesh.links.size()));
    for (int i = 0; i < ours.m_links.size(); ++i) {
      const auto end = [&](const btSoftBody& body, int k) { return body.m_links[i].m_n[k] - &body.m_nodes[0]; };
      REQUIRE(end(ours, 0) == end(theirs, 0));
      REQUIRE(end(ours, 1) == end(theirs, 1));
      REQUIRE((ours.m_links[i].m_bbending != 0) == (theirs.m_links[i].m_bbending != 0));
    }
  }
}

TEST_CASE("a closed surface that is flat falls like a cloth, and no size is taken that can't be scaled") {
  SoftMesh flat;
  for (const double x : {0.0, 1.0})
    for (const double z : {0.0, 1.0}) flat.positions.push_back(vec(x, 0, z));
  flat.faces = {{0, 1, 2}, {0, 3, 1}, {0, 2, 3}, {1, 3, 2}};  // those of a tetrahedron
  for (const btScalar size : {btScalar(1e-30), btScalar(1e30)}) {
    SoftMesh mesh = flat;
    for (btVector3& p : mesh.positions) p *= size;
    Simulation simulation(meshScene("files", {{"flat", mesh}}), {.detector = "spatial-hash"});
    for (int step = 0; step < 5; ++step) simulation.step();
    CHECK(std::isfinite(simulation.bodies()[1].body->m_nodes[0].m_x.y()));
  }
  constexpr btScalar kLargest = std::numeric_limits<btScalar>::max(),
                     kSmallest = std::numeric_limits<btScalar>::denorm_min();
  SoftMesh mesh = flat;
  mesh.positions[0] = vec(0, 0, 0) - btVector3(kLargest, 0, 0);
  mesh.positions[3] = btVector3(kLargest, 0, 0);
  CHECK_THROWS_WITH(meshScene("files", {{"wide", mesh}}), "wide: its size is too large");
  for (btVector3& p : mesh.positions) p = p * 0;
  mesh.positions[3] = btVector3(kSmallest, 0, 0);
  CHECK_THROWS_WITH(meshScene("files", {{"dot", mesh}}), "dot: its size is too small");
}

TEST_CASE("a closed surface that is given falls onto another one, keeps its shape, and contacts stay few") {
  const SoftMesh hand = softMeshOf(models::closingHand(0.3));
  Simulation simulation(meshScene("files", {{"hand", hand}}), {.detector = "spatial-hash"});
  REQUIRE(simulation.bodies().size() == 2);
  const double before = volume(simulation.bodies()[0]);
  int contacts = 0;
  for (int step = 0; step < 90; ++step) {
    simulation.step();
    contacts = std::max(contacts, static_cast<int>(simulation.softCollision()->getContacts().size()));
  }
  CHECK(contacts > 0);
  CHECK(contacts < 6 * static_cast<int>(hand.faces.size()));  // in the step with the strongest compression
  for (const SimulatedBody& body : simulation.bodies()) CHECK(volume(body) > 0.8 * before);
}
