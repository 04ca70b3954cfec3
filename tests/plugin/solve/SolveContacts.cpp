#include <pliant_catch.h>

#include "SolverStage.h"
#include "solve/ContactConstraints.h"

using namespace pliant;
using namespace pliant::detail;

namespace {

/// A vertex above a face, in two bodies. Tests change the masses and positions.
struct VertexOverFace {
  explicit VertexOverFace(Real height = Real(0.01)) : info(bodies::worldInfo(btVector3(0, 0, 0))) {
    bodies::Shape corner, face;
    corner.points = {btVector3(btScalar(0.2), height, btScalar(0.3)), btVector3(0, 1, 0), btVector3(1, 1, 0)};
    corner.faces = {{0, 1, 2}};
    face.points = {btVector3(0, 0, 0), btVector3(1, 0, 0), btVector3(0, 0, 1)};
    face.faces = {{0, 1, 2}};
    for (const auto* shape : {&corner, &face}) {
      all.push_back(bodies::make(info, *shape, 1, btScalar(0.05)));
      array.push_back(all.back().get());
      for (int i = 0; i < 3; ++i) {
        btSoftBody::Node& node = all.back()->m_nodes[i];
        node.m_q = node.m_x;
        nodes.push_back(&node);
      }
      std::vector<Triangle> faces;
      std::vector<Tetrahedron> tetrahedra;
      set.add(viewOf(*all.back(), faces, tetrahedra));
    }
    set.update();
    contact.vertices = {0, 3, 4, 5};
    contact.weights = {1, Real(-0.5), Real(-0.2), Real(-0.3)};
    contact.normal = Vector3(0, 1, 0);
    contact.distance_t0 = Real(0.1);
    contact.contactDistance = Real(0.1);
  }

  Real gap() const {
    btVector3 sum(0, 0, 0);
    for (std::size_t i = 0; i < 4; ++i) sum += nodes[contact.vertices[i]]->m_x * contact.weights[i];
    return sum.y();
  }
  /// Returns the distance that the vertex has slid over the face along x.
  Real slip() const {
    Real sum = 0;
    for (std::size_t i = 0; i < 4; ++i) {
      const btSoftBody::Node* n = nodes[contact.vertices[i]];
      sum += contact.weights[i] * (n->m_x - n->m_q).x();
    }
    return sum;
  }
  /// Returns Σ w²·im of the contact.
  Real inverseMass() const {
    Real sum = 0;
    for (std::size_t i = 0; i < 4; ++i)
      sum += contact.weights[i] * contact.weights[i] * nodes[contact.vertices[i]]->m_im;
    return sum;
  }
  Eigen::Vector3d massTimesMove() const {
    Eigen::Vector3d sum(0, 0, 0);
    for (const auto* n : nodes) {
      if (n->m_im > 0) sum += (bodies::eigen(n->m_x) - bodies::eigen(n->m_q)) / double(n->m_im);
    }
    return sum;
  }
  Eigen::Vector3d armTimesMove() const {
    Eigen::Vector3d sum(0, 0, 0);
    for (const auto* n : nodes) {
      if (n->m_im > 0) {
        sum += bodies::eigen(n->m_q).cross(bodies::eigen(n->m_x) - bodies::eigen(n->m_q)) / double(n->m_im);
      }
    }
    return sum;
  }
  void sweep(int count = 1, bool restore = false) {
    const SolveContext context{array, nodes, set, settings};
    ContactConstraints sweep;
    PackedNodes packed;
    sweep.begin();
    sweep.add(context, contact, 0, packed);
    sweep.sweep(packed, count);
    if (restore && sweep.recover(packed)) sweep.sweep(packed, count);
    packed.scatter();
    impulse[0] = {};
    sweep.report(impulse);
  }

  btSoftBodyWorldInfo info;
  std::vector<std::unique_ptr<btSoftBody>> all;
  std::vector<btSoftBody*> array;
  std::vector<btSoftBody::Node*> nodes;
  BodySet set;
  SolveSettings settings;
  SurfaceContact contact;
  std::array<pliant::detail::ContactImpulse, 1> impulse{};
};

}  // namespace

TEST_CASE("one sweep restores the contact distance for any masses and keeps momentum") {
  VertexOverFace scene;
  const Real masses[] = {Real(0.01), 3, 100, Real(0.5)};
  for (std::size_t i = 0; i < 4; ++i) scene.nodes[scene.contact.vertices[i]]->m_im = 1 / masses[i];
  scene.all[0]->m_cfg.kDF = scene.all[1]->m_cfg.kDF = 0;
  scene.sweep();
  CHECK(scene.gap() == Approx(0.1).epsilon(1e-5));
  CHECK(scene.massTimesMove().norm() < 1e-7);
  CHECK(scene.armTimesMove().norm() < 1e-7);
  CHECK(scene.impulse[0].normal > 0);
}

TEST_CASE("pinned corners stay where they are, the others take their share") {
  VertexOverFace scene;
  scene.nodes[3]->m_im = 0;
  scene.nodes[5]->m_im = 0;
  scene.sweep();
  CHECK(scene.gap() == Approx(0.1).epsilon(1e-5));
  CHECK((scene.nodes[3]->m_x - scene.nodes[3]->m_q).length() == 0);
  CHECK((scene.nodes[5]->m_x - scene.nodes[5]->m_q).length() == 0);
  CHECK((scene.nodes[4]->m_x - scene.nodes[4]->m_q).length() > 0);
}

TEST_CASE("a contact between pinned corners alone moves nothing") {
  VertexOverFace scene;
  for (const Index vertex : scene.contact.vertices) scene.nodes[vertex]->m_im = 0;
  scene.sweep();
  CHECK(scene.gap() == Approx(0.01));
}

TEST_CASE("a body that stands still is an obstacle whatever its masses") {
  VertexOverFace scene;
  scene.all[1]->forceActivationState(ISLAND_SLEEPING);
  scene.sweep();
  CHECK(scene.gap() == Approx(0.1).epsilon(1e-5));
  for (int i = 0; i < 3; ++i)
    CHECK((scene.nodes[std::size_t(3 + i)]->m_x - scene.nodes[std::size_t(3 + i)]->m_q).length() == 0);
}

TEST_CASE("contacts never attract") {
  VertexOverFace scene(Real(0.3));
  scene.sweep(5);
  CHECK(scene.gap() == Approx(0.3));
  CHECK(scene.impulse[0].normal == 0);
}

TEST_CASE("what was too near at the start comes no nearer, and is restored in part after that") {
  for (const bool restore : {false, true}) {
    VertexOverFace scene(Real(0.01));
    scene.contact.distance_t0 = Real(0.02);
    scene.settings.recovery = Real(0.25);
    scene.sweep(1, restore);
    CHECK(scene.gap() == Approx(restore ? 0.02 + 0.25 * 0.08 : 0.02).epsilon(1e-5));
    // Restoring the distance adds no impulse.
    CHECK(scene.impulse[0].normal == Approx(0.01 / scene.inverseMass()).epsilon(1e-4));
  }
}

TEST_CASE("a contact whose only free vertex has little weight moves it no farther than what is missing") {
  VertexOverFace scene(Real(0.06));
  scene.contact.weights = {1, Real(-0.8), Real(-0.1), Real(-0.1)};
  for (const Index vertex : {0u, 3u, 4u}) scene.nodes[vertex]->m_im = 0;
  const auto way = [&] { return (scene.nodes[5]->m_x - scene.nodes[5]->m_q).length(); };
  scene.sweep(GENERATE(1, 50));
  CHECK(way() == Approx(0.04).epsilon(1e-4));  // the missing distance, not ten times that
  CHECK(scene.impulse[0].normal > 0);
  SECTION("with less weight still it is not moved at all") {
    VertexOverFace bare(Real(0.06));
    bare.contact.weights = {1, Real(-0.97), Real(-0.02), Real(-0.01)};
    for (const Index vertex : {0u, 3u}) bare.nodes[vertex]->m_im = 0;
    bare.sweep(50);
    CHECK(bare.massTimesMove().norm() == 0);
    CHECK(bare.impulse[0].normal == 0);
  }
}

TEST_CASE("friction takes sliding back as far as the normal part allows") {
  VertexOverFace scene(0);
  scene.contact.distance_t0 = scene.contact.contactDistance = Real(0.1);
  const Real push = Real(0.1), small = Real(0.01), large = 1;
  SECTION("little sliding stops") {
    scene.nodes[0]->m_x += btVector3(small, 0, 0);
    scene.sweep();
    CHECK(std::abs(scene.slip()) < 1e-6);
  }
  SECTION("much sliding loses the coefficient times the push") {
    scene.nodes[0]->m_x += btVector3(large, 0, 0);
    scene.sweep();
    CHECK(scene.slip() == Approx(large - Real(0.5) * push).epsilon(1e-5));
  }
}

TEST_CASE("bodies of unequal mass that collide keep their momentum") {
  SolverStage stage;
  stage.add(bodies::cube(3, 1, btVector3(0, 0, 0)), 1, btScalar(0.04), btVector3(6, 0, 0));
  stage.add(bodies::cube(3, 1, btVector3(btScalar(1.4), btScalar(0.2), btScalar(0.1))), 20, btScalar(0.04),
            btVector3(-2, 0, 0));
  for (const auto& body : stage.all) body->m_cfg.kDP = 0;
  const auto before = bodies::motion(stage.all);
  int contacts = 0;
  for (int i = 0; i < 40; ++i) {
    stage.step();
    contacts += stage.solver.report.contacts;
    const auto now = bodies::motion(stage.all);
    REQUIRE((now.linear - before.linear).norm() < 1e-4 * 46);
    REQUIRE(now.kinetic <= before.kinetic * 1.0001);
  }
  CHECK(contacts > 0);
  CHECK(stage.all[0]->m_nodes[0].m_v.x() < 0);
  CHECK(stage.crossings() == 0);
}
