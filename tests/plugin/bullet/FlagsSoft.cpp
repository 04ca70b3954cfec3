// Flags, groups, masks, lists and callbacks apply between soft bodies. Clusters remain Bullet's.

#include "FlagStage.h"

using namespace flags;

namespace {

enum class Soft { Cube, Cloth };

template <typename AnyStage>
btSoftBody* makeSoft(AnyStage& stage, Soft kind) {
  if (kind == Soft::Cube) return makeCube(stage.info(), vector(0, -0.5, 0), 1, 2);
  return makeCloth(stage.info(), vector(0, 0, 0), 1, 10);
}

}  // namespace

TEST_CASE("soft bodies: kept apart in any of the ways, they go as if alone") {
  const Soft kind = GENERATE(Soft::Cube, Soft::Cloth);
  const Way way =
      GENERATE(Way::Masks, Way::Ignored, Way::IgnoredByOther, Way::Disabled, Way::NearCallback, Way::Filter);
  CAPTURE(int(kind), int(way));
  PliantStage stage;
  btSoftBody* soft = makeFalling(stage);
  btSoftBody* other = stage.add(makeSoft(stage, kind));
  keepApart(stage, soft, other, way);
  const Outcome outcome = fall(stage, soft, other);
  CHECK_FALSE(outcome.list);
  CHECK(sameBits(*soft, freeFall()));
  g_refused = nullptr;
}

TEST_CASE("soft bodies: without contact response of either, they are reported and push nothing, by any method") {
  const Soft kind = GENERATE(Soft::Cube, Soft::Cloth);
  const bool ofOther = GENERATE(false, true), within = GENERATE(false, true), clusters = GENERATE(false, true);
  const Method method = GENERATE(Method::Auto, Method::LdiSoftware);
  CAPTURE(int(kind), ofOther, within, clusters, int(method));
  PliantStage stage, alone;
  btSoftBody *soft = makeFalling(stage), *same = makeFalling(alone);
  stage.collision().setMethod(method);
  btSoftBody* other = makeSoft(stage, kind);
  for (btSoftBody* body : {soft, same, other}) {
    if (within && body != other) body->translate(vector(0, -0.6, 0));  // starts inside the other body
    if (!clusters) continue;
    body->generateClusters(2);
    body->m_cfg.collisions |= btSoftBody::fCollision::CL_SS;
  }
  (ofOther ? other : soft)->setCollisionFlags(btCollisionObject::CF_NO_CONTACT_RESPONSE);
  stage.world.addSoftBody(other);
  stage.world.addSoftBody(soft);
  alone.world.addSoftBody(same);
  const Outcome outcome = fall(stage, soft, other);
  alone.step(60);
  CHECK(outcome.list);
  CHECK(outcome.listener);
  CHECK(outcome.test);
  CHECK_FALSE(outcome.pushing);
  CHECK(sameBits(*soft, *same));
}

TEST_CASE("soft bodies: a sensor that the solve alone brings near is not pushed") {
  WeightlessStage stage;
  const btSoftBody* light = addPushed(stage);
  btSoftBody* sensor = makeCloth(stage.info(), vector(0, 0, 0), 2, 10);
  sensor->setCollisionFlags(btCollisionObject::CF_NO_CONTACT_RESPONSE);
  stage.add(sensor);
  stage.step();
  CHECK(centreOf(*light).y() < 0);
  for (const auto& node : nodesOf(*sensor)) CHECK(node.m_x.y() == 0);
}

TEST_CASE("soft bodies: a sensor wakes nobody") {
  WeightlessStage stage;
  btSoftBody* sensor = makeCloth(stage.info(), vector(0, 0, 0), 1, 8);
  sensor->setCollisionFlags(btCollisionObject::CF_NO_CONTACT_RESPONSE);
  stage.add(sensor);
  btSoftBody* asleep = stage.addCube(vector(0, -0.8, 0), 1, 2);
  asleep->forceActivationState(ISLAND_SLEEPING);
  sensor->setVelocity(vector(0, -2, 0));
  const Outcome outcome = fall(stage, sensor, asleep, 20);
  CHECK(outcome.list);
  CHECK(asleep->getActivationState() == ISLAND_SLEEPING);
}

namespace {

/// Folds a cloth of 9 × 9 nodes around the origin in two, with a small gap between the halves.
void fold(btSoftBody& cloth) {
  for (auto& node : nodesOf(cloth))
    if (node.m_x.x() > btScalar(0.01)) node.m_x = vector(-node.m_x.x(), 0.03, node.m_x.z() + btScalar(0.05));
}

}  // namespace

TEST_CASE("soft bodies: a sensor still collides with itself") {
  WeightlessStage stage;
  btSoftBody* sensor = makeCloth(stage.info(), vector(0, 0, 0), 1, 9);
  sensor->setCollisionFlags(btCollisionObject::CF_NO_CONTACT_RESPONSE);
  stage.add(sensor);
  stage.step();
  fold(*sensor);
  for (auto& node : nodesOf(*sensor))
    if (node.m_x.y() > 0) node.m_v.setY(-1);
  stage.step();
  btScalar impulse = 0;
  for (const pliant::SoftContact& contact : stage.collision().getContacts()) impulse += contact.impulse;
  CHECK(impulse > 0);
}

TEST_CASE("clusters: self with CL_SELF is Bullet's, unless it is asked for") {
  // Records the collision flags that the world's self-collision pass reads.
  struct Solver : pliant::SoftBodySolver {
    const btSoftBody* body = nullptr;
    int flags = -1;
    void updateSoftBodies() override {
      flags = body->m_cfg.collisions;
      pliant::SoftBodySolver::updateSoftBodies();
    }
  } solver;
  PliantStage stage(&solver);
  pliant::SoftCollision& collision = stage.collision();
  stage.info().m_gravity.setZero();
  btSoftBody* cloth = makeCloth(stage.info(), vector(0, 0, 0), 1, 9);
  solver.body = cloth;
  CHECK(collision.isSelfEnabled(cloth));
  cloth->m_cfg.collisions |= btSoftBody::fCollision::CL_SELF;
  CHECK(collision.isSelfEnabled(cloth));  // the body has no clusters yet
  cloth->generateClusters(4);
  CHECK_FALSE(collision.isSelfEnabled(cloth));
  stage.add(cloth);
  stage.step();
  fold(*cloth);
  stage.step();
  CHECK(collision.getNumContacts() == 0);
  CHECK((solver.flags & btSoftBody::fCollision::CL_SELF) != 0);
  collision.setSelfEnabled(cloth, true);
  stage.step();
  CHECK(collision.getNumContacts() > 0);
  CHECK((solver.flags & btSoftBody::fCollision::CL_SELF) == 0);
  CHECK((cloth->m_cfg.collisions & btSoftBody::fCollision::CL_SELF) != 0);
}

TEST_CASE("clusters: CL_SS counts where both bodies have it, CL_RS is about rigid bodies alone") {
  const int flags = GENERATE(0, 1, 2);
  PliantStage stage;
  btSoftBody* soft = makeFalling(stage);
  btSoftBody* other = makeSoft(stage, Soft::Cube);
  for (btSoftBody* body : {soft, other}) body->generateClusters(2);
  if (flags > 0) soft->m_cfg.collisions |= btSoftBody::fCollision::CL_SS;
  if (flags > 1) other->m_cfg.collisions |= btSoftBody::fCollision::CL_SS;
  for (btSoftBody* body : {soft, other})
    body->m_cfg.collisions =
        (body->m_cfg.collisions & ~btSoftBody::fCollision::RVSmask) | btSoftBody::fCollision::CL_RS;
  stage.world.addSoftBody(other);
  stage.world.addSoftBody(soft);
  CHECK(fall(stage, soft, other).list == (flags < 2));
  CHECK(other->getLinearVelocity().y() < btScalar(-0.1));
}
