// Settings belong to a body while its world holds it. A later body at the same address has none of them.

#include <LinearMath/btSerializer.h>

#include <new>

#include "Pair.h"

namespace {

/// Ways in which a body leaves its world.
enum class Way { OwnType, BulletsType, AsObject, Never };

template <typename World>
void remove(World& world, btSoftBody* body, Way way) {
  if (way == Way::OwnType) world.removeSoftBody(body);
  if (way == Way::BulletsType) static_cast<btSoftRigidDynamicsWorld&>(world).removeSoftBody(body);
  if (way == Way::AsObject) static_cast<btCollisionWorld&>(world).removeCollisionObject(body);
}

/// Memory for one body at a time, always at the same address.
struct Place {
  alignas(16) unsigned char memory[sizeof(btSoftBody)];
  btSoftBody* body = nullptr;

  btSoftBody* make(btSoftBodyWorldInfo& info) {
    const btVector3 corners[3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    const btScalar masses[3] = {1, 1, 1};
    body = new (memory) btSoftBody(&info, 3, corners, masses);
    for (int k = 0; k < 3; ++k) body->appendLink(k, (k + 1) % 3);
    body->appendFace(0, 1, 2);
    return body;
  }
  void end() {
    body->~btSoftBody();
    body = nullptr;
  }
};

void setAll(pliant::SoftCollision& collision, const btSoftBody* body, const btSoftBody* other) {
  collision.setBodyEnabled(body, false);
  collision.setSelfEnabled(body, false);
  collision.setExcludedRings(body, 3);
  collision.setMargin(body, btScalar(0.3));
  collision.setMethod(body, Method::BucketTree);
  collision.setPairEnabled(body, other, false);
}

/// Returns how many settings of setAll() the body has.
int settingsOf(pliant::SoftCollision& collision, const btSoftBody* body, const btSoftBody* other) {
  return int(!collision.isBodyEnabled(body)) + int(!collision.isSelfEnabled(body)) +
         int(collision.getExcludedRings(body) == 3) + int(collision.getMargin(body) == btScalar(0.3)) +
         int(collision.getMethod(body) == Method::BucketTree) + int(!collision.isPairEnabled(other, body));
}
constexpr int kAll = 6;

struct Sweep : btAxisSweep3 {
  Sweep() : btAxisSweep3(vector(-100, -100, -100), vector(100, 100, 100)) {}
};
/// A world with btAxisSweep3, where a new proxy reuses the number of the last removed proxy.
using SweepStage = Stage<pliant::CollisionConfiguration, pliant::SoftRigidDynamicsWorld,
                         btSequentialImpulseConstraintSolver, btCollisionDispatcher, Sweep>;

/// Two sheets. All settings of `body` are changed.
struct ChangedSheets {
  WeightlessStage stage;
  btSoftBody *body, *other;
  pliant::SoftCollision& collision = stage.collision();

  ChangedSheets() {
    body = stage.addCloth(vector(0, 0, 0), 1, 4);
    other = stage.addCloth(vector(5, 0, 0), 1, 4);
    setAll(collision, body, other);
    stage.step(2);
  }
  int settings() { return settingsOf(collision, body, other); }
};

}  // namespace

TEMPLATE_TEST_CASE("settings: a new body at the address of one that has gone has none", "", PliantStage, SweepStage) {
  const Way way = GENERATE(Way::OwnType, Way::BulletsType, Way::AsObject, Way::Never);
  const int before = GENERATE(0, 2), between = GENERATE(0, 3);
  CAPTURE(int(way), before, between);
  TestType stage;
  pliant::SoftCollision& collision = stage.collision();
  btSoftBody* other = makeCloth(stage.info(), vector(9, 0, 0), 1, 4);
  stage.world.addSoftBody(other);
  Place place;
  btSoftBody* first = place.make(stage.info());
  if (way != Way::Never) stage.world.addSoftBody(first);
  stage.step();
  setAll(collision, first, other);
  CHECK(settingsOf(collision, first, other) >= kAll - 1);  // getMargin() returns the margin of the last step
  stage.step(before);
  remove(stage.world, first, way);
  place.end();
  stage.step(between);
  btSoftBody* second = place.make(stage.info());
  REQUIRE(second == first);
  CHECK(settingsOf(collision, second, other) == 0);
  stage.world.addSoftBody(second);
  CHECK(settingsOf(collision, second, other) == 0);
  stage.step();
  CHECK(settingsOf(collision, second, other) == 0);
  stage.world.removeSoftBody(second);
  place.end();
}

TEST_CASE("settings: kept by a body that leaves and comes again as it was, in another group") {
  const Way way = GENERATE(Way::OwnType, Way::BulletsType, Way::AsObject);
  const int between = GENERATE(0, 3);
  CAPTURE(int(way), between);
  ChangedSheets sheets;
  remove(sheets.stage.world, sheets.body, way);
  sheets.stage.step(between);
  CHECK(sheets.settings() >= kAll - 1);
  sheets.stage.world.addSoftBody(sheets.body, 2, btBroadphaseProxy::AllFilter);
  CHECK(sheets.settings() >= kAll - 1);
  sheets.stage.step();
  CHECK(sheets.settings() == kAll);
}

TEST_CASE("settings: forgotten by a body to which something was done between leaving and coming again") {
  const Way way = GENERATE(Way::OwnType, Way::BulletsType, Way::AsObject);
  const int what = GENERATE(0, 1, 2, 3);
  const bool steps = GENERATE(false, true);
  CAPTURE(int(way), what, steps);
  ChangedSheets sheets;
  remove(sheets.stage.world, sheets.body, way);
  if (steps) sheets.stage.step(2);
  if (what == 0) sheets.body->m_nodes[3].m_x += vector(0, 1e-6, 0);
  if (what == 1) sheets.body->appendNode(vector(0, 1, 0), 1);
  if (what == 2) sheets.body->appendLink(0, 9);
  if (what == 3) sheets.body->appendFace(0, 5, 10);
  sheets.stage.world.addSoftBody(sheets.body, 2, btBroadphaseProxy::AllFilter);
  CHECK(sheets.settings() == 0);
  sheets.stage.step();
  CHECK(sheets.settings() == 0);
}

TEST_CASE("settings: given before a body is in the world, they hold whatever is done to it until then") {
  PliantStage stage;
  btSoftBody* other = stage.addCloth(vector(5, 0, 0), 1, 4);
  btSoftBody* body = makeCloth(stage.info(), vector(0, 0, 0), 1, 4);
  setAll(stage.collision(), body, other);
  stage.step(3);
  body->translate(vector(0, 3, 0));
  body->appendNode(vector(0, 4, 0), 1);
  stage.world.addSoftBody(body);
  stage.step();
  CHECK(settingsOf(stage.collision(), body, other) == kAll);
}

TEST_CASE("settings: given to a body that comes again, between its coming and the next step, they hold") {
  const Way way = GENERATE(Way::OwnType, Way::BulletsType);
  const bool inside = GENERATE(false, true);
  CAPTURE(int(way), inside);
  ChangedSheets sheets;
  remove(sheets.stage.world, sheets.body, way);
  sheets.body->translate(vector(0, 1, 0));
  if (inside) sheets.stage.world.addSoftBody(sheets.body);
  sheets.collision.setMargin(sheets.body, btScalar(0.2));
  sheets.collision.setPairEnabled(sheets.body, sheets.other, false);
  if (!inside) sheets.body->translate(vector(0, 1, 0));
  if (!inside) sheets.stage.world.addSoftBody(sheets.body);
  sheets.stage.step();
  CHECK(sheets.collision.getMargin(sheets.body) == btScalar(0.2));
  CHECK_FALSE(sheets.collision.isPairEnabled(sheets.body, sheets.other));
  CHECK(sheets.collision.isBodyEnabled(sheets.body));
  CHECK(sheets.collision.getExcludedRings(sheets.body) == int(pliant::kDefaultExcludedRings));
}

TEST_CASE("settings: a body that stays, with nodes moved, added or another proxy, keeps them") {
  ChangedSheets sheets;
  SECTION("moved") {
    sheets.body->translate(vector(0, 1, 0));
  }
  SECTION("grown") {
    for (int i = 0; i < 40; ++i) sheets.body->appendNode(vector(0, i, 0), 1);
  }
  SECTION("moved, and with its proxy renewed") {
    sheets.body->translate(vector(0, 1, 0));
    sheets.stage.world.refreshBroadphaseProxy(sheets.body);
  }
  sheets.stage.step();
  CHECK(sheets.settings() == kAll);
}

TEST_CASE("a body that has left its world and is gone is not read when holes are capped otherwise") {
  for (const int before : {0, 100}) {
    PliantStage stage;
    Place place;
    stage.collision().setMethod(Method::LdiSoftware);
    stage.collision().setCapHoles(before);
    btSoftBody* const body = place.make(stage.info());
    stage.world.addSoftBody(body);
    stage.step();
    CHECK(stage.collision().getBodyId(body) == 0);
    remove(stage.world, body, Way::BulletsType);
    place.end();
    std::fill(std::begin(place.memory), std::end(place.memory), static_cast<unsigned char>(0xff));
    stage.collision().setCapHoles(100 - before);
    stage.step();
    CHECK(stage.collision().getBody(0) == nullptr);
  }
}

TEST_CASE("settings: each world has its own, and a body that was in another meanwhile has lost them") {
  ChangedSheets sheets;
  PliantStage second;
  second.collision().setExcludedRings(sheets.body, 5);
  sheets.stage.world.removeSoftBody(sheets.body);
  sheets.body->setVelocity(vector(0, 1, 0));
  second.world.addSoftBody(sheets.body);
  second.step();
  CHECK(second.collision().getExcludedRings(sheets.body) == 5);
  CHECK(second.collision().isBodyEnabled(sheets.body));
  second.world.removeSoftBody(sheets.body);
  sheets.stage.world.addSoftBody(sheets.body);
  sheets.stage.step();
  CHECK(sheets.settings() == 0);
}

TEST_CASE("settings: another body made of the same nodes and faces has none") {
  ChangedSheets sheets;
  const std::vector<btVector3> positions = positionsOf(*sheets.body);
  btSoftBody* copy = new btSoftBody(&sheets.stage.info(), int(positions.size()), positions.data(), nullptr);
  for (int i = 0; i < sheets.body->m_faces.size(); ++i) {
    const auto& n = sheets.body->m_faces[i].m_n;
    copy->appendFace(indexOf(*sheets.body, n[0]), indexOf(*sheets.body, n[1]), indexOf(*sheets.body, n[2]));
  }
  sheets.stage.world.addSoftBody(copy);
  sheets.stage.step();
  CHECK(settingsOf(sheets.collision, copy, sheets.other) == 0);
  CHECK(sheets.settings() == kAll);
}

TEST_CASE("settings: writing a world with them into a file changes neither") {
  ChangedSheets sheets;
  // The same bodies in Bullet's own world, which has no settings of Pliant.
  StockStage stock;
  stock.info().m_gravity.setZero();
  for (const btScalar x : {btScalar(0), btScalar(5)}) stock.addCloth(vector(x, 0, 0), 1, 4);
  stock.step(2);
  btDefaultSerializer ours, bullets;
  sheets.stage.world.serialize(&ours);
  stock.world.serialize(&bullets);
  CHECK(ours.getCurrentBufferSize() == bullets.getCurrentBufferSize());
  sheets.stage.step();
  CHECK(sheets.settings() == kAll);
}

TEST_CASE("settings: a pair is switched off for these two bodies, not for a later one at the address of either") {
  PliantStage stage;
  btSoftBody* stays = stage.addCloth(vector(9, 0, 0), 1, 4);
  Place place;
  for (int i = 0; i < 20; ++i) {
    btSoftBody* body = place.make(stage.info());
    stage.world.addSoftBody(body);
    CHECK(stage.collision().isPairEnabled(stays, body));
    if (i % 3 == 0) stage.collision().setPairEnabled(stays, body, false);
    stage.step();
    CHECK(stage.collision().isPairEnabled(body, stays) == (i % 3 != 0));
    remove(stage.world, body, i % 2 ? Way::OwnType : Way::BulletsType);
    place.end();
  }
}

TEST_CASE("a body that comes at the address and in the step of one that left is a new one to the step's memory") {
  PliantStage stage;
  Place place;
  btSoftBody* first = place.make(stage.info());
  stage.world.addSoftBody(first);
  stage.step();
  const int id = stage.collision().getBodyId(first);
  remove(stage.world, first, Way::BulletsType);
  place.end();
  btSoftBody* second = place.make(stage.info());
  stage.world.addSoftBody(second);
  stage.step();
  CHECK(stage.collision().getBodyId(second) != id);
  stage.world.removeSoftBody(second);
  place.end();
}

TEST_CASE("in a tick callback a body takes the address of one that dispatch has named: it meets nothing unasked") {
  WeightlessStage stage;
  struct Swap {
    PliantStage& stage;
    Place place;
    int ticks = 0;
  } swap{stage, {}};
  stage.addCube(vector(0, -0.52, 0), 1, 2);
  stage.world.addSoftBody(swap.place.make(stage.info()));
  stage.world.setInternalTickCallback(
      [](btDynamicsWorld* world, btScalar) {
        auto& s = *static_cast<Swap*>(world->getWorldUserInfo());
        if (++s.ticks != 3) return;
        remove(s.stage.world, s.place.body, Way::BulletsType);
        s.place.end();
        // The mask of the new body excludes all other bodies.
        s.stage.world.addSoftBody(s.place.make(s.stage.info()), 64, 64);
      },
      &swap);
  stage.step(2);
  CHECK(stage.collision().getNumContacts() > 0);
  stage.step();
  CHECK(stage.collision().getNumContacts() == 0);
  stage.step();
  CHECK(stage.collision().getNumContacts() == 0);
  stage.world.removeSoftBody(swap.place.body);
  swap.place.end();
}
