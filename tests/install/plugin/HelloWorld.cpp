// Two soft balls fall on the floor, one on top of the other.
#include <BulletSoftBody/btSoftBodyHelpers.h>
#include <btBulletDynamicsCommon.h>
#include <pliant/plugin.h>

#include <cstdio>

namespace {

btSoftBody* addBall(pliant::SoftRigidDynamicsWorld& world, const btVector3& center) {
  btSoftBody* ball = btSoftBodyHelpers::CreateEllipsoid(world.getWorldInfo(), center, btVector3(1, 1, 1), 100);
  ball->m_cfg.kPR = 50;  // pressure of the gas in the ball
  ball->m_cfg.piterations = 4;
  ball->setTotalMass(1, true);
  world.addSoftBody(ball);
  return ball;
}

class Listener : public pliant::SoftCollisionListener {
 public:
  // Called for instance when a body is left out because its positions are not finite.
  void statusChanged(btSoftBody*, const pliant::SoftBodyStatus& status) override {
    std::printf("%s\n", status.message.c_str());
  }
};

}  // namespace

int main() {
  pliant::CollisionConfiguration configuration;  // was btSoftBodyRigidBodyCollisionConfiguration
  btCollisionDispatcher dispatcher(&configuration);
  btDbvtBroadphase broadphase;
  Listener listener;
  btSequentialImpulseConstraintSolver solver;
  pliant::SoftRigidDynamicsWorld world(&dispatcher, &broadphase, &solver,
                                       &configuration);  // was btSoftRigidDynamicsWorld
  world.setGravity(btVector3(0, -10, 0));
  world.getWorldInfo().m_gravity = world.getGravity();

  btStaticPlaneShape ground(btVector3(0, 1, 0), 0);
  btRigidBody floor(0, nullptr, &ground);
  world.addRigidBody(&floor);
  btSoftBody* lower = addBall(world, btVector3(0, btScalar(1.2), 0));
  btSoftBody* upper = addBall(world, btVector3(btScalar(0.2), btScalar(3.5), 0));

  pliant::SoftCollision& collision = world.softCollision();
  collision.setThreads(2);                                         // default 1; 0: one a core
  collision.setMethod(pliant::SoftCollision::Method::BucketTree);  // default Auto
  collision.setListener(&listener);                                // a pliant::SoftCollisionListener of yours

  int contacts = 0;
  btScalar push = 0;
  for (int step = 0; step < 120; ++step) {
    world.stepSimulation(btScalar(1) / 60, 0);
    contacts += world.softCollision().getNumContacts();
    for (const pliant::SoftContact& contact : world.softCollision().getContacts()) {
      if (contact.impulse > 0) push += contact.impulse;  // N s: bodyA at pointOnA along normal, bodyB the opposite way
      if (step % 20 != 0) continue;
      // A contact joins a vertex and a face, or two edges. The first node belongs to bodyA, the last one to bodyB.
      std::printf("step %d: node %d of body %d, node %d of body %d, depth %g\n", step, contact.nodes[0],
                  world.softCollision().getBodyId(contact.bodyA), contact.nodes[3],
                  world.softCollision().getBodyId(contact.bodyB), static_cast<double>(contact.depth));
    }
  }
  pliant::Results results;
  collision.query({.facePairs = true}, results);  // faces that intersect at the current positions
  std::printf("%zu pairs of faces intersect\n", results.facePairs.size());
  std::printf("%d contacts in 120 steps, which pushed by %g N s in all\n", contacts, static_cast<double>(push));

  btSoftBody* const body = upper;
  collision.setMethod(pliant::SoftCollision::Method::Auto);
  collision.setMethod(body, pliant::SoftCollision::Method::RegularityTree);  // for this body, with itself and others
  world.stepSimulation(btScalar(1) / 60, 0);
  const auto choices = collision.getChoices();  // with Auto: the method for each pair of bodies, and the reason
  for (const auto& choice : choices)
    std::printf("bodies %d and %d: %s, %s\n", choice.bodyA, choice.bodyB,
                pliant::AutoDetector::name(choice.item.method).data(),
                pliant::AutoDetector::name(choice.item.reason).data());

  for (btSoftBody* ball : {lower, upper}) {
    world.removeSoftBody(ball);
    delete ball;
  }
  world.removeRigidBody(&floor);
  return contacts > 0 && push > 0 && results.facePairs.empty() && !choices.empty() ? 0 : 1;
}
