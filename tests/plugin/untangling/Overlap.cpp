#include <pliant_catch.h>

#include "../Worlds.h"

namespace {

struct Found {
  std::size_t inside = 0, facePairs = 0;
};

Found overlapOf(pliant::SoftCollision& collision) {
  pliant::Query query;
  query.vertexTetrahedron = query.facePairs = true;
  query.self = false;
  pliant::Results results;
  REQUIRE(collision.query(query, results));
  return {results.vertexTetrahedron.size(), results.facePairs.size()};
}

}  // namespace

TEST_CASE("bodies that start overlapping come apart") {
  const btScalar gap = GENERATE(btScalar(0.6), btScalar(0.85), btScalar(0.95));
  const bool faces = GENERATE(true, false);
  CAPTURE(gap, faces);
  PliantStage stage;
  stage.world.setGravity(btVector3(0, 0, 0));
  stage.info().m_gravity.setZero();
  for (int i = 0; i < 3; ++i)
    stage.add(makeCube(stage.info(), btVector3(btScalar(0.1) * btScalar(i), gap * btScalar(i), 0), 1, 4, faces));
  pliant::SoftCollision& collision = stage.world.softCollision();
  stage.step();
  const Found before = overlapOf(collision);
  CHECK(before.facePairs > 0);
  stage.step(60);
  const Found after = overlapOf(collision);
  CHECK(after.inside == 0);
  CHECK(after.facePairs == 0);
  btVector3 momentum(0, 0, 0);
  for (int i = 0; i < 3; ++i) {
    const btSoftBody* body = stage.world.getSoftBodyArray()[i];
    CHECK(finite(*body));
    for (int k = 0; k < body->m_nodes.size(); ++k) momentum += body->m_nodes[k].m_v / body->m_nodes[k].m_im;
  }
  CHECK(momentum.length() < btScalar(1e-2));
}

TEST_CASE("solids that start within each other come apart the same way whatever the method") {
  using Method = pliant::SoftCollision::Method;
  const auto run = [](Method method) {
    PliantStage stage;
    stage.world.softCollision().setMethod(method);
    for (int i = 0; i < 2; ++i)
      stage.add(makeCube(stage.info(), btVector3(btScalar(0.1), btScalar(0.7), 0) * btScalar(i), 1, 3));
    stage.step(20);
    std::vector<btScalar> bits;
    for (int i = 0; i < 2; ++i) {
      const btSoftBody& body = *stage.world.getSoftBodyArray()[i];
      for (int k = 0; k < body.m_nodes.size(); ++k)
        for (int c = 0; c < 3; ++c) bits.push_back(body.m_nodes[k].m_x[c]);
    }
    return bits;
  };
  const std::vector<btScalar> expected = run(Method::SpatialHash);
  for (const Method method : {Method::Auto, Method::BucketTree, Method::RegularityTree, Method::BruteForce}) {
    CAPTURE(int(method));
    CHECK(run(method) == expected);
  }
}

TEST_CASE("a body that is moved into another one comes out again") {
  PliantStage stage;
  stage.world.setGravity(btVector3(0, 0, 0));
  stage.info().m_gravity.setZero();
  stage.add(makeCube(stage.info(), btVector3(0, 0, 0), 1, 3));
  btSoftBody* other = stage.add(makeCube(stage.info(), btVector3(0, 3, 0), 1, 3));
  stage.step(5);
  CHECK(overlapOf(stage.world.softCollision()).inside == 0);
  other->translate(btVector3(btScalar(0.05), btScalar(-2.2), btScalar(0.03)));
  stage.step();
  CHECK(overlapOf(stage.world.softCollision()).inside > 0);
  stage.step(60);
  CHECK(overlapOf(stage.world.softCollision()).inside == 0);
  CHECK(overlapOf(stage.world.softCollision()).facePairs == 0);
}

TEST_CASE("bodies that are switched on while they overlap come apart") {
  PliantStage stage;
  stage.world.setGravity(btVector3(0, 0, 0));
  stage.info().m_gravity.setZero();
  btSoftBody* a = stage.add(makeCube(stage.info(), btVector3(0, 0, 0), 1, 3));
  btSoftBody* b = stage.add(makeCube(stage.info(), btVector3(btScalar(0.1), btScalar(0.8), 0), 1, 3));
  pliant::SoftCollision& collision = stage.world.softCollision();
  collision.setPairEnabled(a, b, false);
  stage.step(5);
  CHECK(collision.getNumContacts() == 0);
  CHECK(collision.getCounters().pairs == 0);
  CHECK(overlapOf(collision).facePairs > 0);
  collision.setPairEnabled(a, b, true);
  stage.step();
  CHECK(collision.getCounters().pairs == 1);
  stage.step(60);
  CHECK(overlapOf(collision).facePairs == 0);
}
