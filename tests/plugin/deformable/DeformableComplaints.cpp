// Scenes after complaints about Bullet's deformable world. docs/cases.md has Bullet's figures.

#include <numbers>

#include "DeformableStage.h"

namespace {

using Flags = btSoftBody::fCollision;

/// A cloth of 625 nodes whose two corners are led over it.
template <typename Stage>
struct FoldedCloth : Stage {
  static constexpr int kSide = 25;
  btSoftBody* cloth;

  FoldedCloth() : Stage(vector(0, -10, 0)) {
    this->world.setUseProjection(true);
    this->addRigid(0, new btBoxShape(vector(2, 1, 2)), vector(0, -1.05, 0));
    btSoftBody* made = makeSheet(this->info(), vector(0, 0, 0), vector(0.5, 0, 0), vector(0, 0, 0.5), kSide, 0, 0.5);
    made->generateBendingConstraints(2);
    made->getCollisionShape()->setMargin(btScalar(0.003));
    cloth = this->add(made);
    cloth->setSelfCollision(true);
    for (const int corner : {0, kSide - 1}) cloth->setMass(corner, 0);
  }
  /// Leads the corners along a half circle in one second, then holds them. Calls after(second).
  template <typename After>
  void run(const After& after) {
    constexpr int kSecond = 240;
    for (int i = 0; i < 3 * kSecond; ++i) {
      const double angle = std::numbers::pi * (i + 0.5) / kSecond, speed = i < kSecond ? 0.45 * std::numbers::pi : 0;
      for (const int corner : {0, kSide - 1})
        cloth->m_nodes[corner].m_v = vector(0, std::cos(angle), std::sin(angle)) * btScalar(speed);
      this->step();
      after(i / kSecond);
    }
  }
};

/// Returns a hollow torus around the y axis, whose tube is a third as thick.
btSoftBody* makeTorus(btSoftBodyWorldInfo& info, const btVector3& centre, double radius) {
  constexpr int kAround = 20, kTube = 8;
  std::vector<btScalar> corners;
  std::vector<int> triangles;
  for (int i = 0; i < kAround; ++i)
    for (int k = 0; k < kTube; ++k) {
      const double a = 2 * std::numbers::pi * i / kAround, b = 2 * std::numbers::pi * k / kTube;
      const double r = radius * (1 + std::cos(b) / 3);
      const btVector3 at = centre + vector(r * std::cos(a), radius * std::sin(b) / 3, r * std::sin(a));
      for (int c = 0; c < 3; ++c) corners.push_back(at[c]);
      const int next = (i + 1) % kAround * kTube, here = i * kTube, up = (k + 1) % kTube;
      for (const int n : {here + k, here + up, next + k, next + k, here + up, next + up}) triangles.push_back(n);
    }
  btSoftBody* const body =
      btSoftBodyHelpers::CreateFromTriMesh(info, corners.data(), triangles.data(), int(triangles.size() / 3), false);
  body->generateBendingConstraints(2);
  body->setTotalMass(1);
  body->getCollisionShape()->setMargin(btScalar(0.04 * radius));
  return body;
}

/// Two tori that meet. All lengths and speeds are multiplied by the scale.
template <typename Stage>
struct ScaledTori : Stage {
  std::vector<btSoftBody*> tori;

  explicit ScaledTori(double scale) {
    for (const int side : {-1, 1}) {
      const btVector3 at = vector(0.7 * (side + 1), 0.5 * side, 0) * btScalar(scale);
      tori.push_back(this->add(makeTorus(this->info(), at, scale)));
      tori.back()->setVelocity(vector(0, -2 * side * scale, 0));
      tori.back()->setSelfCollision(true);
    }
  }
  double kinetic() { return motionOf(this->world.getSoftBodyArray()).kinetic; }
};

/// A cube that is anchored to a box, static or dynamic.
template <typename Stage>
struct AnchoredCube : Stage {
  btSoftBody* cube;

  explicit AnchoredCube(double mass) : Stage(vector(0, -10, 0)) {
    this->addRigid(0, new btBoxShape(vector(5, 1, 5)), vector(0, -4, 0));
    btRigidBody* const box = this->addRigid(mass, new btBoxShape(vector(0.5, 0.5, 0.5)), vector(0, 1.1, 0));
    box->setActivationState(DISABLE_DEACTIVATION);
    cube = this->addCube(vector(0, 0, 0));
    for (int i = 0; i < cube->m_nodes.size(); ++i)
      if (cube->m_nodes[i].m_x.y() > btScalar(0.4)) cube->appendDeformableAnchor(i, box);
  }
};

}  // namespace

TEST_CASE("a deformable cloth that two driven nodes fold does not enter itself and comes to rest") {
  FoldedCloth<DeformableStage> stage;
  std::size_t pairs = 0, contacts = 0;
  double folding = 0, last = 0;
  stage.run([&](int second) {
    contacts += stage.collision().getContacts().size();
    pairs = std::max(pairs, facePairsFound(stage.collision()));
    last = motionOf(*stage.cloth).kinetic;
    if (second == 0) folding = std::max(folding, last);
  });
  CHECK(contacts > 0);
  CHECK(pairs == 0);
  CHECK(last < 0.01 * folding);
}

TEST_CASE("deformable tori collide alike at scales of 1, 1/10 and 1/100") {
  double first = 0;
  for (const double scale : {1.0, 0.1, 0.01}) {
    CAPTURE(scale);
    ScaledTori<DeformableStage> stage(scale);
    const double start = stage.kinetic();
    double most = 0;
    std::size_t pairs = 0, contacts = 0;
    stage.step(240, [&] {
      most = std::max(most, stage.kinetic() / start);
      pairs = std::max(pairs, facePairsFound(stage.collision()));
      contacts += stage.collision().getContacts().size();
    });
    const double share = stage.kinetic() / start;
    if (scale == 1) first = share;
    CHECK(contacts > 0);
    CHECK(pairs == 0);
    CHECK(most < 1.001);
    CHECK(share == Approx(first).epsilon(0.05));
  }
}

TEST_CASE("contacts of a stack of deformable cubes carry its weight") {
  DeformableStage stage(vector(0, -10, 0));
  auto mesh = std::make_unique<btTriangleMesh>();
  mesh->addTriangle(vector(-6, 0, -6), vector(0, 0, 6), vector(6, 0, -6));
  stage.addRigid(0, new btBvhTriangleMeshShape(mesh.get(), true), vector(0, 0, 0));
  stage.meshes.push_back(std::move(mesh));
  std::vector<btSoftBody*> cubes;
  for (int i = 0; i < 3; ++i) cubes.push_back(stage.addCube(vector(0, 0.55 + 1.05 * i, -2)));
  for (btSoftBody* cube : cubes) cube->m_cfg.drag = btScalar(0.01);
  stage.step(480, [] {});
  std::array<double, 3> sum{};  // upward push from below on each cube
  constexpr int kCount = 240;
  stage.step(kCount, [&] {
    for (const auto& contact : stage.collision().getContacts())
      for (std::size_t i = 0; i < 3; ++i) {
        const btSoftBody* const below = i > 0 ? cubes[i - 1] : nullptr;
        const double push = double(contact.impulse * contact.normal.y() + contact.friction.y());
        if (contact.bodyA == cubes[i] && contact.bodyB == below) sum[i] += push;
        if (below && contact.bodyA == below && contact.bodyB == cubes[i]) sum[i] -= push;
      }
  });
  for (std::size_t i = 0; i < 3; ++i)
    CHECK(sum[i] / (kCount * double(stage.kStep)) == Approx(10.0 * double(3 - i)).epsilon(0.05));
}

TEST_CASE("a deformable cube that is anchored to a static or a dynamic box does not fly off") {
  const double mass = GENERATE(0.0, 1.0);
  CAPTURE(mass);
  AnchoredCube<DeformableStage> stage(mass);
  double most = 0;
  stage.step(300, [&] { most = std::max(most, motionOf(*stage.cube).kinetic); });
  CHECK(finite(*stage.cube));
  CHECK(most < (mass > 0 ? 30 : 2));  // the free fall gives 25 J
  CHECK(motionOf(*stage.cube).kinetic < 2);
}

TEST_CASE("a deformable body is added, removed, added again and deleted 100 times") {
  DeformableStage stage(vector(0, -10, 0));
  stage.addRigid(0, new btBoxShape(vector(3, 1, 3)), vector(0, -1.54, 0));
  btSoftBody* const stays = stage.addCube(vector(0, 0, 0), 1, 2);
  for (int i = 0; i < 100; ++i) {
    btSoftBody* const guest = stage.addCube(vector(0.2, 1.02, 0), 1, 2);
    guest->m_cfg.collisions |= i % 2 ? Flags::SDF_RDF : 0;
    stage.step();
    stage.world.removeSoftBody(guest);
    stage.step();
    stage.world.addSoftBody(guest);
    stage.step();
    REQUIRE(stage.collision().getNumContacts() > 0);
    stage.world.removeSoftBody(guest);
    stage.soft.pop_back();
    stage.step();
    REQUIRE(stage.collision().getNumContacts() == 0);
  }
  CHECK(finite(*stays));
}
