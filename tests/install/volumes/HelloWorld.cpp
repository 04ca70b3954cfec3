// Two soft balls collide by their volumes. OpenGL or the CPU draws the layered depth images.
#include <BulletSoftBody/btSoftBodyHelpers.h>
#include <btBulletDynamicsCommon.h>
#include <pliant/detectors.h>
#include <pliant/glrender.h>
#include <pliant/plugin.h>

#include <cstdio>
#include <memory>
#include <string>

int main() {
  pliant::CollisionConfiguration configuration;
  btCollisionDispatcher dispatcher(&configuration);
  btDbvtBroadphase broadphase;
  btSequentialImpulseConstraintSolver solver;
  pliant::SoftRigidDynamicsWorld world(&dispatcher, &broadphase, &solver, &configuration);
  world.setGravity(btVector3(0, 0, 0));
  world.getWorldInfo().m_gravity = world.getGravity();

  auto renderer = std::make_unique<pliant::AutoLdi>(std::make_shared<pliant::HeadlessContext>());
  const pliant::AutoLdiStatus& status = renderer->status();
  pliant::LdiDetector detector(std::move(renderer));
  world.softCollision().setDetector(&detector);  // the detector must live as long as the world uses it

  std::unique_ptr<btSoftBody> balls[2];
  for (int i = 0; i < 2; ++i) {
    const btScalar side = i == 0 ? -1 : 1;
    balls[i].reset(btSoftBodyHelpers::CreateEllipsoid(world.getWorldInfo(), btVector3(side * btScalar(1.1), 0, 0),
                                                      btVector3(1, 1, 1), 200));
    balls[i]->setTotalMass(1, true);
    balls[i]->setVelocity(btVector3(-side, 0, 0));
    world.addSoftBody(balls[i].get());
  }
  int volumes = 0;
  for (int step = 0; step < 30; ++step) {
    world.stepSimulation(btScalar(1) / 60, 0);
    for (const pliant::SoftContact& contact : world.softCollision().getContacts()) {
      volumes += contact.kind == pliant::SoftContact::Kind::Volume;
    }
  }
  std::printf("%d contacts; images drawn by the CPU: %zu, by OpenGL: %zu (%s)\n", volumes, status.byCpu, status.byGl,
              std::string(status.choice).c_str());
  for (const auto& ball : balls) world.removeSoftBody(ball.get());
  return volumes > 0 && status.byCpu > 0 && !status.choice.empty() ? 0 : 1;
}
