// Flags, groups, masks, lists and callbacks apply to rigid bodies of every kind.

#include <BulletCollision/CollisionDispatch/btGhostObject.h>
#include <BulletCollision/CollisionShapes/btHeightfieldTerrainShape.h>
#include <BulletDynamics/Featherstone/btMultiBody.h>
#include <BulletDynamics/Featherstone/btMultiBodyLinkCollider.h>

#include "FlagStage.h"

using namespace flags;

namespace {

enum class Shape { Box, Plane, Bvh, GImpact, Boxes, CompoundOfBvh, Heightfield };
enum class Motion { Static, Kinematic, Dynamic, Ghost };

struct RigidKind {
  Shape shape;
  Motion motion;
};

template <typename AnyStage>
btCollisionShape* makeShape(AnyStage& stage, Shape kind) {
  const btVector3 half(2, btScalar(0.25), 2), down(0, btScalar(-0.25), 0);
  const auto compoundOf = [&](const std::vector<std::pair<btVector3, btCollisionShape*>>& children) {
    auto* compound = new btCompoundShape;
    for (const auto& [at, child] : children)
      compound->addChildShape(btTransform(btQuaternion::getIdentity(), at), stage.shapes.emplace_back(child).get());
    return compound;
  };
  const auto bvh = [&] { return new btBvhTriangleMeshShape(stage.keep(rigid::sheet(2, 8)), true); };
  static const std::vector<btScalar> heights(8 * 8, 0);
  switch (kind) {
    case Shape::Plane:
      return new btStaticPlaneShape(vector(0, 1, 0), 0);
    case Shape::Bvh:
      return bvh();
    case Shape::GImpact:
      return rigid::gimpact(stage.keep(rigid::sheet(2, 8)));
    case Shape::CompoundOfBvh:
      return compoundOf({{vector(0, 0, 0), bvh()}});
    case Shape::Heightfield:
      return new btHeightfieldTerrainShape(8, 8, heights.data(), 1, -1, 1, 1, PHY_FLOAT, false);
    case Shape::Boxes:
      return compoundOf({{down, new btBoxShape(half)}, {vector(3, 0, 0) + down, new btBoxShape(half)}});
    case Shape::Box:
      break;
  }
  return compoundOf({{down, new btBoxShape(half)}});
}

/// Adds an object whose top is at y = 0.
template <typename AnyStage>
btCollisionObject* addGround(AnyStage& stage, RigidKind kind) {
  btCollisionShape* shape = makeShape(stage, kind.shape);
  if (kind.motion == Motion::Ghost) {
    auto* ghost = new btPairCachingGhostObject;
    stage.shapes.emplace_back(shape);
    ghost->setCollisionShape(shape);
    ghost->setCollisionFlags(ghost->getCollisionFlags() | btCollisionObject::CF_NO_CONTACT_RESPONSE);
    stage.world.addCollisionObject(ghost, btBroadphaseProxy::SensorTrigger, btBroadphaseProxy::AllFilter);
    return ghost;
  }
  btRigidBody* body = stage.addRigid(kind.motion == Motion::Dynamic ? 5 : 0, shape);
  if (kind.motion == Motion::Kinematic) {
    body->setCollisionFlags(btCollisionObject::CF_KINEMATIC_OBJECT);
    body->setActivationState(DISABLE_DEACTIVATION);
  }
  return body;
}

const std::vector<RigidKind> kKinds = {
    {Shape::Box, Motion::Static},           {Shape::Box, Motion::Kinematic},     {Shape::Box, Motion::Dynamic},
    {Shape::Boxes, Motion::Static},         {Shape::Boxes, Motion::Dynamic},     {Shape::Plane, Motion::Static},
    {Shape::Bvh, Motion::Static},           {Shape::Bvh, Motion::Kinematic},     {Shape::GImpact, Motion::Dynamic},
    {Shape::CompoundOfBvh, Motion::Static}, {Shape::Heightfield, Motion::Static}};

bool isWhereItWas(const btCollisionObject& object) {
  return object.getWorldTransform().getOrigin().length() == 0 &&
         object.getWorldTransform().getRotation() == btQuaternion::getIdentity();
}

}  // namespace
TEST_CASE("rigid bodies of every kind hold a soft body that nothing keeps from them") {
  const RigidKind kind = GENERATE(from_range(kKinds));
  CAPTURE(int(kind.shape), int(kind.motion));
  PliantStage stage;
  btSoftBody* soft = makeFalling(stage);
  btCollisionObject* ground = addGround(stage, kind);
  stage.world.addSoftBody(soft);
  const Outcome outcome = fall(stage, soft, ground);
  CHECK((outcome.list || outcome.nodes));
  CHECK(centreOf(*soft).y() > btScalar(-1.5));
}

TEST_CASE("rigid bodies of every kind are not met where a program says so, in any of the ways") {
  const RigidKind kind = GENERATE(from_range(kKinds));
  const Way way =
      GENERATE(Way::Masks, Way::Ignored, Way::IgnoredByOther, Way::Disabled, Way::NearCallback, Way::Filter);
  CAPTURE(int(kind.shape), int(kind.motion), int(way));
  PliantStage stage;
  btSoftBody* soft = makeFalling(stage);
  btCollisionObject* ground = addGround(stage, kind);
  keepApart(stage, soft, ground, way);
  const Outcome outcome = fall(stage, soft, ground);
  CHECK_FALSE(outcome.list);
  CHECK_FALSE(outcome.nodes);
  CHECK(sameBits(*soft, freeFall()));
  CHECK(isWhereItWas(*ground));
  g_refused = nullptr;
}

TEST_CASE("without contact response of either, rigid bodies of every kind are reported and push nothing") {
  const bool clusters = GENERATE(false, true), ofSoft = GENERATE(false, true);
  std::vector<RigidKind> kinds = kKinds;
  kinds.push_back({Shape::Box, Motion::Ghost});
  kinds.push_back({Shape::Bvh, Motion::Ghost});
  for (const RigidKind& kind : kinds) {
    CAPTURE(int(kind.shape), int(kind.motion), clusters, ofSoft);
    PliantStage stage;
    PliantStage alone;
    btSoftBody *soft = makeFalling(stage), *same = makeFalling(alone);
    for (btSoftBody* body : {soft, same}) {
      if (!clusters) continue;
      body->generateClusters(2);
      body->m_cfg.collisions = btSoftBody::fCollision::CL_RS;
    }
    btCollisionObject* ground = addGround(stage, kind);
    btCollisionObject* flagged = ofSoft ? soft : ground;
    flagged->setCollisionFlags(flagged->getCollisionFlags() | btCollisionObject::CF_NO_CONTACT_RESPONSE);
    stage.world.addSoftBody(soft);
    alone.world.addSoftBody(same);
    const Outcome outcome = fall(stage, soft, ground);
    alone.step(60);
    CHECK((outcome.list || outcome.nodes));
    CHECK(outcome.listener == outcome.list);
    CHECK(outcome.test);
    CHECK_FALSE(outcome.pushing);
    CHECK(sameBits(*soft, *same));
    CHECK(isWhereItWas(*ground));
  }
}

TEST_CASE("links of a multibody: met, kept apart, sensed") {
  const int how = GENERATE(0, 1, 2, 3, 4);
  CAPTURE(how);
  MultiBodyStage stage;
  btSoftBody* soft = makeFalling(stage);
  btBoxShape box(vector(2, 0.25, 2));
  btMultiBody multi(0, 5, vector(1, 1, 1), true, false);
  multi.finalizeMultiDof();
  stage.world.addMultiBody(&multi);
  btMultiBodyLinkCollider link(&multi, -1);
  link.setCollisionShape(&box);
  link.setWorldTransform(btTransform(btQuaternion::getIdentity(), vector(0, -0.25, 0)));
  multi.setBaseCollider(&link);
  stage.world.addCollisionObject(&link, btBroadphaseProxy::StaticFilter, btBroadphaseProxy::AllFilter);
  if (how == 1) soft->setCollisionFlags(btCollisionObject::CF_NO_CONTACT_RESPONSE);
  if (how == 2) link.setCollisionFlags(link.getCollisionFlags() | btCollisionObject::CF_NO_CONTACT_RESPONSE);
  if (how == 3)
    keepApart(stage, soft, &link, Way::Ignored);
  else if (how == 4)
    keepApart(stage, soft, &link, Way::Masks);
  else
    stage.world.addSoftBody(soft);
  const Outcome outcome = fall(stage, soft, &link);
  CHECK(outcome.nodes == (how < 3));
  CHECK(sameBits(*soft, freeFall()) == (how > 0));
  stage.world.removeCollisionObject(&link);
  stage.world.removeMultiBody(&multi);
}
