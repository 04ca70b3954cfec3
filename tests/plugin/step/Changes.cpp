#include <BulletCollision/CollisionDispatch/btGhostObject.h>
#include <pliant_share.h>

#include "Pair.h"

namespace {

/// Adds a row of triangles. The boxes of neighbours overlap.
template <typename Stage>
std::vector<btSoftBody*> addRow(Stage& stage, int count) {
  std::vector<btSoftBody*> row;
  for (int i = 0; i < count; ++i) {
    const btVector3 corners[] = {vector(i, 0, 0), vector(i + 0.7, 0, 0), vector(i, 0, 1)};
    auto* body = new btSoftBody(&stage.info(), 3, corners, nullptr);
    body->appendFace(0, 1, 2);
    row.push_back(stage.add(body));
  }
  return row;
}

/// Bullet's cache of pairs, which counts its passes over all pairs.
struct CountingCache : btHashedOverlappingPairCache {
  int passes = 0;
  using btHashedOverlappingPairCache::processAllOverlappingPairs;
  void processAllOverlappingPairs(btOverlapCallback* callback, btDispatcher* dispatcher) override {
    ++passes;
    btHashedOverlappingPairCache::processAllOverlappingPairs(callback, dispatcher);
  }
};

struct Cache {
  CountingCache cache;
};
struct CountingBroadphase : Cache, btDbvtBroadphase {
  CountingBroadphase() : btDbvtBroadphase(&cache) {}
};

/// Returns the number of passes that it takes to remove all bodies of a row.
template <typename Configuration, typename World>
int passesToRemove(int bodies) {
  Stage<Configuration, World, btSequentialImpulseConstraintSolver, btCollisionDispatcher, CountingBroadphase> stage;
  const std::vector<btSoftBody*> row = addRow(stage, bodies);
  CHECK(stage.broadphase.cache.getNumOverlappingPairs() > 0);
  stage.step();
  const int before = stage.broadphase.cache.passes;
  for (btSoftBody* body : row) {
    stage.world.removeSoftBody(body);
    delete body;
  }
  return stage.broadphase.cache.passes - before;
}

}  // namespace

TEST_CASE("a callback that is installed goes on hearing of pairs, however late it comes") {
  struct Ghost : btGhostPairCallback {
    int added = 0, removed = 0;
    btBroadphasePair* addOverlappingPair(btBroadphaseProxy* a, btBroadphaseProxy* b) override {
      ++added;
      return btGhostPairCallback::addOverlappingPair(a, b);
    }
    void* removeOverlappingPair(btBroadphaseProxy* a, btBroadphaseProxy* b, btDispatcher* d) override {
      ++removed;
      return btGhostPairCallback::removeOverlappingPair(a, b, d);
    }
  } ghost;
  WeightlessStage stage;
  stage.addCube(vector(0, 0, 0), 1, 2);
  btSoftBody* upper = stage.addCube(vector(0, 3, 0), 1, 2);
  upper->setVelocity(vector(0, -6, 0));
  stage.step(2);
  stage.broadphase.getOverlappingPairCache()->setInternalGhostPairCallback(&ghost);
  const int begun = stage.sumOf(20, [&] { return stage.collision().getCounters().pairsBegun; });
  CHECK(begun == 1);
  CHECK(ghost.added == 1);
  stage.world.removeSoftBody(upper);
  CHECK(ghost.removed == 1);
  delete upper;
  stage.broadphase.getOverlappingPairCache()->setInternalGhostPairCallback(nullptr);
}

TEST_CASE("pinned nodes stay") {
  Pair pair;
  pin(*pair.lower);
  const std::vector<btVector3> before = positionsOf(*pair.lower);
  CHECK(pair.run(40) > 0);
  CHECK(farthestOf(*pair.lower, before) == 0);
  CHECK(centreOf(*pair.upper).y() > btScalar(0.9));
}

TEST_CASE("a sleeping body is woken by one that comes, a disabled one stands") {
  Pair pair;
  SECTION("sleeping") {
    const bool write = GENERATE(true, false);
    pair.collision().setWriteSContacts(write);
    CHECK(pair.collision().isWritingSContacts() == write);
    pair.lower->forceActivationState(ISLAND_SLEEPING);
    CHECK(pair.run(40) > 0);
    CHECK(pair.lower->isActive());
    CHECK(centreOf(*pair.lower).y() < btScalar(-0.01));
    // The body stays awake after they separate.
    pair.upper->setVelocity(vector(0, 5, 0));
    const btVector3 parted = centreOf(*pair.lower);
    pair.run(60);
    CHECK(pair.lower->isActive());
    CHECK(centreOf(*pair.lower).y() < parted.y() - btScalar(0.5));
  }
  SECTION("disabled") {
    pair.lower->forceActivationState(DISABLE_SIMULATION);
    CHECK(pair.run(40) > 0);
    CHECK(centreOf(*pair.lower).y() == 0);
    CHECK(centreOf(*pair.upper).y() > btScalar(0.9));
    CHECK(pair.lower->m_scontacts.size() == 0);
  }
  SECTION("both asleep") {
    pair.lower->forceActivationState(ISLAND_SLEEPING);
    pair.upper->forceActivationState(ISLAND_SLEEPING);
    const btVector3 before = centreOf(*pair.upper);
    CHECK(pair.run(5) == 0);
    CHECK(centreOf(*pair.upper) == before);
  }
}

TEST_CASE("a body with a NaN sits out with a status, and the others go on") {
  Pair pair;
  StatusListener listener(pair.collision());
  btSoftBody* broken = pair.stage.addCube(vector(0.3, 0.6, 0.9), 1, 2);
  pair.stage.step();
  broken->m_nodes[5].m_x.setY(std::numeric_limits<btScalar>::quiet_NaN());
  broken->m_nodes[0].m_x.setZ(std::numeric_limits<btScalar>::infinity());
  pair.stage.addRigid(0, new btBoxShape(vector(5, 1, 5)), vector(0, -2, 0));
  CHECK(pair.run(30) > 0);
  CHECK(finite(*pair.lower));
  CHECK(finite(*pair.upper));
  REQUIRE(listener.reported.size() == 1);
  CHECK(listener.reported[0].second.kind == pliant::SoftBodyStatus::Kind::NotFinite);
  CHECK(pair.collision().getStatus(broken).kind == pliant::SoftBodyStatus::Kind::NotFinite);
  CHECK(pair.collision().getCounters().bodiesSkipped == 1);
  for (int i = 0; i < broken->m_nodes.size(); ++i) {
    broken->m_nodes[i].m_x = broken->m_nodes[i].m_q =
        vector(10, btScalar(i), 0) + vector(btScalar(i % 3), 0, btScalar(i % 5));
    broken->m_nodes[i].m_v.setZero();
  }
  broken->forceActivationState(ACTIVE_TAG);
  pair.stage.step();
  REQUIRE(listener.reported.size() == 2);
  CHECK(listener.reported[1].second.kind == pliant::SoftBodyStatus::Kind::Active);
}

TEST_CASE("bodies come and go while others move, and ids stay") {
  PliantStage stage;
  stage.addRigid(0, new btBoxShape(vector(8, 1, 8)), vector(0, -2, 0));
  pliant::SoftCollision& collision = stage.collision();
  btSoftBody* stays = stage.addCube(vector(0, 0, 0), 1, 2);
  stage.step();
  const int id = collision.getBodyId(stays);
  CHECK(collision.getBody(id) == stays);
  std::vector<btSoftBody*> others;
  for (int i = 0; i < 60; ++i) {
    if (i % 2 == 0) {
      const btVector3 at(btScalar(i % 4) * btScalar(0.3), btScalar(1.2) + btScalar(i % 5) * btScalar(0.4),
                         btScalar(0.1));
      others.push_back(stage.add(i % 4 == 2 ? makeCube(stage.info(), at, btScalar(0.5), 2, i % 8 == 2)
                                            : makeCloth(stage.info(), at, 0.5, 5)));
    }
    if (i % 4 == 3) {
      btSoftBody* gone = others[others.size() / 2];
      others.erase(others.begin() + std::ptrdiff_t(others.size() / 2));
      if (i % 8 == 3)
        stage.world.removeSoftBody(gone);
      else
        stage.world.removeCollisionObject(gone);
      for (const pliant::SoftContact& contact : collision.getContacts()) {
        CHECK(contact.bodyA != gone);
        CHECK(contact.bodyB != gone);
      }
      CHECK(collision.getBodyId(gone) == -1);
      delete gone;
    }
    if (i % 7 == 6) {  // the base class does not notify Pliant
      btSoftRigidDynamicsWorld& base = stage.world;
      btSoftBody* gone = others.back();
      others.pop_back();
      base.removeSoftBody(gone);
      delete gone;
    }
    stage.step();
    CHECK(collision.getBodyId(stays) == id);
    CHECK(collision.getCounters().bodies == int(others.size()) + 1);
  }
  CHECK(finite(*stays));
}

TEST_CASE("bodies that go by the thousand leave nothing: they are unknown, ids are given again, settings are not") {
  constexpr int kBodies = share::sanitized ? 500 : 5000;
  WeightlessStage stage;
  pliant::SoftCollision& collision = stage.collision();
  stage.addCube(vector(0, 9, 0), 1, 1);  // stays
  const auto idsOf = [&](const std::vector<btSoftBody*>& row) {
    std::vector<int> ids;
    for (const btSoftBody* body : row) ids.push_back(collision.getBodyId(body));
    return ids;
  };
  const auto changedIn = [&](const std::vector<btSoftBody*>& row) {
    return std::ranges::count_if(row, [&](const btSoftBody* body) {
      return !collision.isBodyEnabled(body) || collision.getExcludedRings(body) == 3;
    });
  };

  const std::vector<btSoftBody*> gone = addRow(stage, kBodies);
  for (std::size_t i = 0; i < gone.size(); ++i) {
    collision.setBodyEnabled(gone[i], i % 3 == 0);
    collision.setExcludedRings(gone[i], 3);
  }
  stage.step();
  REQUIRE(changedIn(gone) == kBodies);
  const std::vector<int> ids = idsOf(gone);
  CHECK(std::ranges::equal(ids, gone, {}, [&](int id) { return collision.getBody(id); }));
  btSoftRigidDynamicsWorld& base = stage.world;  // does not notify Pliant
  for (std::size_t i = 0; i < gone.size(); ++i) {
    if (i % 2 == 0)
      stage.world.removeSoftBody(gone[i]);
    else
      base.removeSoftBody(gone[i]);
    delete gone[i];
  }
  stage.step(3);  // an id is free again two steps after the step that misses its body
  CHECK(collision.getCounters().bodies == 1);
  CHECK(std::ranges::none_of(ids, [&](int id) { return collision.getBody(id) != nullptr; }));

  const std::vector<btSoftBody*> later = addRow(stage, kBodies);
  CHECK(changedIn(later) == 0);
  stage.step();
  CHECK(changedIn(later) == 0);
  CHECK(idsOf(later) == ids);
}

TEST_CASE("a body that is removed costs as many passes over all pairs as in stock Bullet") {
  for (const int bodies : {20, 40}) {
    const int stock = passesToRemove<btSoftBodyRigidBodyCollisionConfiguration, btSoftRigidDynamicsWorld>(bodies);
    CHECK(stock == 2 * bodies);
    CHECK(passesToRemove<pliant::CollisionConfiguration, pliant::SoftRigidDynamicsWorld>(bodies) == stock);
  }
}

TEST_CASE("bodies removed together leave no contacts, and whoever goes through contacts may remove bodies") {
  PliantStage stage;
  btSoftBody* const floor = stage.addCube(vector(0, 0, 0), 2, 3);
  pin(*floor);
  std::vector<btSoftBody*> cubes;
  for (const btScalar x : {btScalar(-0.7), btScalar(0), btScalar(0.7)})
    cubes.push_back(stage.addCube(vector(x, 1.3, 0), 0.5, 1));
  stage.step(20);
  const auto of = [&](const btSoftBody* body) {
    return countContacts(stage.collision(), [body](const auto& c) { return c.bodyA == body || c.bodyB == body; });
  };
  const auto kept = of(cubes[2]);
  REQUIRE(kept > 0);
  const auto seen = stage.collision().getContacts();
  const std::vector<pliant::SoftContact> before(seen.begin(), seen.end());
  for (std::size_t i = 0; i < 2; ++i) REQUIRE(of(cubes[i]) > 0);
  for (std::size_t i = 0; i < 2; ++i) stage.world.removeSoftBody(cubes[i]);
  CHECK(std::equal(seen.begin(), seen.end(), before.begin(), [](const auto& a, const auto& b) {
    return a.bodyA == b.bodyA && a.bodyB == b.bodyB && a.nodes == b.nodes;
  }));
  CHECK(stage.collision().getNumContacts() == kept);
  for (std::size_t i = 0; i < 2; ++i) {
    CHECK(of(cubes[i]) == 0);
    delete cubes[i];
  }
  CHECK(of(cubes[2]) == kept);
}

TEST_CASE("nodes and faces come and go while a body moves") {
  PliantStage stage;
  btSoftBody* cloth = stage.addCloth(vector(0, 0.7, 0), 1, 8);
  btSoftBody* cube = stage.addCube(vector(0, 0, 0), 1, 2);
  pin(*cube);
  int most = 0;
  for (int i = 0; i < 60; ++i) {
    if (i % 5 == 4) {
      const int n = cloth->m_nodes.size();
      cloth->appendNode(cloth->m_nodes[0].m_x + vector(btScalar(-0.1) * btScalar(i), 0.2, 0), btScalar(0.01));
      cloth->appendLink(0, n);
      cloth->appendLink(1, n);
      cloth->appendFace(0, 1, n);
    }
    if (i % 11 == 10) {
      cloth->m_faces.removeAtIndex(cloth->m_faces.size() / 2);
      cloth->m_bUpdateRtCst = true;
    }
    if (i == 30) stage.collision().bodyChanged(cloth);
    stage.step();
    most = std::max(most, stage.collision().getNumContacts());
    for (const pliant::SoftContact& contact : stage.collision().getContacts())
      for (std::size_t k = 0; k < 4; ++k)
        REQUIRE(contact.nodes[k] < (k < contact.nodesOfA() ? contact.bodyA : contact.bodyB)->m_nodes.size());
  }
  CHECK(most > 0);
  CHECK(finite(*cloth));
}

TEST_CASE("a pre-tick callback may take a body away") {
  PliantStage stage;
  stage.addCube(vector(0, 0, 0), 1, 2);
  stage.addCube(vector(0, 1.1, 0), 1, 2);
  stage.addCube(vector(0, 2.2, 0), 1, 2);
  stage.world.setInternalTickCallback(
      [](btDynamicsWorld* world, btScalar) {
        auto& soft = static_cast<pliant::SoftRigidDynamicsWorld&>(*world);
        if (soft.getSoftBodyArray().size() < 3) return;
        btSoftBody* gone = soft.getSoftBodyArray()[1];
        soft.removeSoftBody(gone);
        delete gone;
      },
      nullptr, true);
  stage.step(5);
  CHECK(stage.bodies().size() == 2);
  CHECK(stage.collision().getCounters().bodies == 2);
}

TEST_CASE("nodes that come after the pose was set are not drawn to it, and it stays where it is") {
  for (const bool refined : {false, true}) {
    CAPTURE(refined);
    WeightlessStage stage;
    btSoftBody* body = btSoftBodyHelpers::CreateEllipsoid(stage.info(), vector(5, 0, 0), vector(1, 1, 1), 60);
    body->setPose(false, true);
    body->m_cfg.kMT = btScalar(0.1);
    stage.add(body);
    const int before = body->m_nodes.size();
    CuttingPlane plane(vector(1, 0, 0), vector(5.1, 0, 0));
    if (refined)
      body->refine(&plane, btScalar(1e-4), false);
    else
      for (int i = 0; i < 300; ++i) body->appendNode(vector(10, btScalar(0.1) * btScalar(i), 3), 1);
    CHECK(body->m_nodes.size() > before);
    const std::vector<btVector3> places = positionsOf(*body);
    stage.step(5);
    CHECK(farthestOf(*body, places) < btScalar(1e-4));
  }
}
