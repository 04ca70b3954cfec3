// All stages of a step share the threads, and the result has the same bits for any number of threads.

#include "../Worlds.h"
#include "solve/BodySequence.h"

namespace {

/// A pile of cubes, two sheets that touch nothing, and bodies that push dynamic rigid bodies: cubes under a heavy
/// plate, and ropes that share a weight.
void addCrowd(PliantStage& stage) {
  stage.addRigid(0, new btBoxShape(vector(20, 1, 20)), vector(0, -1, 0));
  for (int i = 0; i < 9; ++i)
    stage.addCube(vector(btScalar(0.9) * btScalar(i % 3), btScalar(0.5) + btScalar(0.9) * btScalar(i / 3), 0), 0.8, 4);
  for (int i = 0; i < 3; ++i) stage.addCube(vector(btScalar(1.1) * btScalar(i), btScalar(0.42), 4), 0.8, 4);
  stage.addRigid(5, new btBoxShape(vector(2, 0.1, 0.5)), vector(1.1, 1.1, 4));
  for (const double x : {8.0, 12.0}) stage.addCloth(vector(btScalar(x), 3, 0), 1, 20, 1);
  btRigidBody* const weight = stage.addRigid(1, new btSphereShape(btScalar(0.3)), vector(-5, 2, 0));
  for (const double x : {-6.0, -4.0}) {
    btSoftBody* const rope = stage.add(makeRope(stage.info(), vector(btScalar(x), 4, 0), vector(-5, 2, 0), 300, 0.3));
    rope->setMass(0, 0);
    rope->appendAnchor(rope->m_nodes.size() - 1, weight, true);
  }
  stage.bodies()[1]->m_cfg.diterations = 2;
}

std::vector<btScalar> crowdAfter(int steps, unsigned threads) {
  PliantStage stage;
  stage.collision().setThreads(threads);
  addCrowd(stage);
  std::vector<btScalar> path;
  int contacts = 0;
  stage.step(steps, [&] {
    contacts = std::max(contacts, stage.collision().getNumContacts());
    const std::vector<btScalar> now = coordinatesOf(stage.bodies());
    path.insert(path.end(), now.begin(), now.end());
  });
  CHECK(contacts > 100);
  return path;
}

}  // namespace

TEST_CASE("threads: a crowd goes the same way for any number of threads") {
  const std::vector<btScalar> alone = crowdAfter(40, 1);
  for (const unsigned threads : {2u, 4u}) {
    INFO(threads << " threads");
    CHECK(crowdAfter(40, threads) == alone);
  }
}

TEST_CASE("threads: sheets with so many contacts that these have colours go the same way for any number of threads") {
  const auto run = [](unsigned threads) {
    PliantStage stage;
    stage.collision().setThreads(threads);
    for (int i = 0; i < 3; ++i) stage.addCloth(vector(0, btScalar(2) + btScalar(0.02) * btScalar(i), 0), 1, 50);
    for (int i = 0; i < 3; ++i) stage.collision().setMargin(stage.bodies()[i], btScalar(0.012));
    stage.step(6);
    CHECK(stage.collision().getNumContacts() > 6000);
    std::vector<btScalar> all = coordinatesOf(stage.bodies());
    for (const pliant::SoftContact& contact : stage.collision().getContacts()) {
      all.insert(all.end(), {contact.impulse, contact.depth, contact.friction.x(), contact.friction.y()});
      for (const int node : contact.nodes) all.push_back(btScalar(node));
    }
    std::size_t written = 0;
    for (int i = 0; i < 3; ++i) {
      const btSoftBody& body = *stage.bodies()[i];
      for (int k = 0; k < body.m_scontacts.size(); ++k) {
        const btSoftBody::SContact& contact = body.m_scontacts[k];
        all.insert(all.end(), {btScalar(contact.m_node - &body.m_nodes[0]), contact.m_weights.x(), contact.m_cfm[0]});
        ++written;
      }
    }
    CHECK(written > 100);
    return all;
  };
  const std::vector<btScalar> alone = run(1);
  for (const unsigned threads : {2u, 3u, 8u}) CHECK(run(threads) == alone);
}

TEST_CASE("threads: a body that is in the world twice is predicted twice, one time after the other") {
  const auto run = [](unsigned threads) {
    PliantStage stage;
    stage.collision().setThreads(threads);
    for (int i = 0; i < 3; ++i) stage.addCloth(vector(3 * btScalar(i), 2, 0), 1, 30);
    stage.bodies().push_back(stage.bodies()[0]);
    stage.step(5);
    stage.bodies().pop_back();
    return coordinatesOf(stage.bodies());
  };
  CHECK(run(2) == run(1));
}

TEST_CASE("threads: a body that pushes a rigid body that moves takes its turn") {
  PliantStage stage;
  btSoftBody& body = *stage.addCloth(vector(0, 0, 0), 1, 3);
  btRigidBody& stands = *stage.addRigid(0, new btSphereShape(1));
  btRigidBody& moves = *stage.addRigid(1, new btSphereShape(1));
  using pliant::detail::reachesOthers;
  CHECK_FALSE(reachesOthers(body));
  static btSoftBody::RContact contact;  // static, so all fields are zero
  contact.m_cti.m_colObj = &stands;
  body.m_rcontacts.push_back(contact);
  CHECK_FALSE(reachesOthers(body));
  body.m_rcontacts[0].m_cti.m_colObj = &moves;
  CHECK(reachesOthers(body));
  body.m_rcontacts.pop_back();
  body.appendAnchor(0, &stands);
  CHECK_FALSE(reachesOthers(body));
  body.appendAnchor(1, &moves);
  CHECK(reachesOthers(body));
  while (body.m_anchors.size() > 0) body.m_anchors.pop_back();
  body.m_cfg.diterations = 1;
  CHECK(reachesOthers(body));
  body.m_cfg.diterations = 0;
  static btSoftBody::SContact none;
  body.m_scontacts.push_back(none);
  CHECK(reachesOthers(body));
}
