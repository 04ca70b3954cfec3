#include <pliant_catch.h>

#include <random>

#include "../Worlds.h"

namespace {

constexpr btScalar kMargin = btScalar(0.1);

btSoftBody* makeBall(btSoftBodyWorldInfo& info, const btVector3& centre) {
  btSoftBody* ball = btSoftBodyHelpers::CreateEllipsoid(info, centre, btVector3(1, 1, 1), 150);
  ball->m_cfg.kPR = 20;
  ball->setTotalMass(1);
  ball->getCollisionShape()->setMargin(kMargin);
  return ball;
}

btVector3 middle(const btSoftBody& body) {
  btVector3 sum(0, 0, 0);
  for (int i = 0; i < body.m_nodes.size(); ++i) sum += body.m_nodes[i].m_x;
  return sum / btScalar(body.m_nodes.size());
}

std::vector<btVector3> positionsOf(const btSoftBody& body) {
  std::vector<btVector3> positions;
  for (int i = 0; i < body.m_nodes.size(); ++i) positions.push_back(body.m_nodes[i].m_x);
  return positions;
}

/// Returns the height of the lowest node over the plane through the origin.
btScalar lowest(const btSoftBody& body, const btVector3& normal) {
  btScalar least = body.m_nodes[0].m_x.dot(normal);
  for (int i = 1; i < body.m_nodes.size(); ++i) least = std::min(least, body.m_nodes[i].m_x.dot(normal));
  return least;
}

btRigidBody* addPlane(PliantStage& stage, const btVector3& normal = btVector3(0, 1, 0), btScalar constant = 0) {
  return stage.addRigid(0, new btStaticPlaneShape(normal, constant), btVector3(0, 0, 0));
}

btRigidBody* addBox(PliantStage& stage) {
  return stage.addRigid(0, new btBoxShape(btVector3(100, 1, 100)), btVector3(0, -1, 0));
}

}  // namespace

TEST_CASE("a soft body that travels along a plane stays on it, as on a box") {
  for (const btScalar friction : {btScalar(0), btScalar(0.3)}) {
    btVector3 end[2];
    for (const bool plane : {true, false}) {
      PliantStage stage;
      plane ? addPlane(stage) : addBox(stage);
      btSoftBody* ball = stage.add(makeBall(stage.info(), btVector3(0, btScalar(1.2), 0)));
      ball->m_cfg.kDF = friction;
      stage.step(30);
      ball->setVelocity(btVector3(8, 0, 3));
      btScalar least = 1;
      for (int i = 0; i < 240; ++i) {
        stage.step();
        least = std::min(least, lowest(*ball, btVector3(0, 1, 0)));
      }
      CHECK(least > -kMargin / 2);
      end[plane] = middle(*ball);
    }
    CAPTURE(end[0].x(), end[1].x());
    CHECK(end[1].x() > (friction > 0 ? 5 : 25));
    CHECK((end[0] - end[1]).length() < btScalar(0.05) * end[0].length());
  }
}

TEST_CASE("a stock world with Pliant's parts keeps a soft body on a plane as well") {
  PartsStage stage;
  stage.world.setGravity(btVector3(0, -10, 0));
  btStaticPlaneShape shape(btVector3(0, 1, 0), 0);
  btRigidBody floor(0, nullptr, &shape);
  stage.world.addRigidBody(&floor);
  btSoftBody* ball = makeBall(stage.world.getWorldInfo(), btVector3(0, btScalar(1.2), 0));
  stage.world.addSoftBody(ball);
  ball->setVelocity(btVector3(9, 0, 0));
  for (int i = 0; i < 200; ++i) stage.world.stepSimulation(btScalar(1) / 60, 0);
  CHECK(middle(*ball).x() > 10);
  CHECK(lowest(*ball, btVector3(0, 1, 0)) > 0);
  stage.world.removeSoftBody(ball);
  delete ball;
  stage.world.removeRigidBody(&floor);
}

TEST_CASE("contacts with a plane are the nodes within the margin, wherever it is and however it is turned") {
  std::mt19937 random(5);
  std::uniform_real_distribution<btScalar> any(-1, 1);
  const auto direction = [&] { return btVector3(any(random), any(random), any(random)).normalized(); };
  int found = 0, left = 0;
  for (int trial = 0; trial < 60; ++trial) {
    PliantStage stage;
    stage.world.setGravity(btVector3(0, 0, 0));
    stage.info().m_gravity.setZero();
    btRigidBody* plane = addPlane(stage, direction(), any(random));
    btTransform at(btQuaternion(direction(), 3 * any(random)), btVector3(any(random), any(random), any(random)));
    plane->setWorldTransform(at);
    btSoftBody* ball = stage.add(makeBall(stage.info(), btVector3(any(random), any(random), any(random))));
    ball->m_cfg.kPR = 0;  // nodes do not move until they are pushed
    ball->setMass(0, 0);
    std::vector<btScalar> heights;
    const auto& shape = static_cast<const btStaticPlaneShape&>(*plane->getCollisionShape());
    for (int i = 0; i < ball->m_nodes.size(); ++i)
      heights.push_back(shape.getPlaneNormal().dot(at.invXform(ball->m_nodes[i].m_x)) - shape.getPlaneConstant() -
                        kMargin);
    const std::vector<btVector3> before = positionsOf(*ball);
    stage.step();
    std::set<int> contacts;
    for (int i = 0; i < ball->m_rcontacts.size(); ++i) {
      const btSoftBody::RContact& contact = ball->m_rcontacts[i];
      const int node = int(contact.m_node - &ball->m_nodes[0]);
      contacts.insert(node);
      CHECK(contact.m_cti.m_colObj == plane);
      CHECK((contact.m_cti.m_normal - at.getBasis() * shape.getPlaneNormal()).length() < btScalar(1e-5));
      const btScalar height = contact.m_cti.m_normal.dot(before[size_t(node)]) + contact.m_cti.m_offset;
      // The depth is at most the margin, because nothing moves into the plane.
      CHECK(std::abs(height - std::max(heights[size_t(node)], -kMargin)) < btScalar(1e-5));
    }
    CHECK(int(contacts.size()) == ball->m_rcontacts.size());
    CHECK(contacts.count(0) == 0);  // pinned node
    for (int i = 1; i < ball->m_nodes.size(); ++i)
      if (std::abs(heights[size_t(i)]) > btScalar(1e-5)) CHECK((heights[size_t(i)] < 0) == (contacts.count(i) == 1));
    found += int(contacts.size());
    left += ball->m_nodes.size() - int(contacts.size());
  }
  CHECK(found > 1000);
  CHECK(left > 1000);
}

TEST_CASE("no soft body is too fast for a plane, and what starts below it rises without a leap") {
  PliantStage stage;
  addPlane(stage);
  btSoftBody* fast = stage.add(makeBall(stage.info(), btVector3(0, 5, 0)));
  btSoftBody* deep = stage.add(makeBall(stage.info(), btVector3(6, btScalar(-2.5), 0)));
  fast->setVelocity(btVector3(0, -100, 0));
  stage.step(90);
  CHECK(lowest(*fast, btVector3(0, 1, 0)) > -kMargin / 2);
  btScalar highest = 0;
  for (int i = 0; i < 400; ++i) {
    stage.step();
    highest = std::max(highest, middle(*deep).y());
  }
  CHECK(lowest(*deep, btVector3(0, 1, 0)) > -kMargin / 2);
  CHECK(highest < btScalar(1.3));
}

TEST_CASE("a plane that moves takes soft bodies along, as a box does") {
  btVector3 end[2];
  for (const bool plane : {true, false}) {
    PliantStage stage;
    btRigidBody* floor = plane ? addPlane(stage) : addBox(stage);
    floor->setCollisionFlags(floor->getCollisionFlags() | btCollisionObject::CF_KINEMATIC_OBJECT);
    floor->setActivationState(DISABLE_DEACTIVATION);
    btSoftBody* ball = stage.add(makeBall(stage.info(), btVector3(0, btScalar(1.15), 0)));
    ball->m_cfg.kDF = 1;
    ball->m_cfg.kKHR = 1;
    floor->setFriction(1);
    for (int i = 0; i < 60; ++i) {
      btTransform at = floor->getWorldTransform();
      at.setOrigin(at.getOrigin() + btVector3(btScalar(0.03), btScalar(0.01), 0));
      floor->getMotionState()->setWorldTransform(at);
      stage.step();
    }
    end[plane] = middle(*ball);
  }
  CAPTURE(end[0].x(), end[1].x(), end[0].y(), end[1].y());
  CHECK(end[1].x() > btScalar(0.5));
  CHECK(end[1].y() > btScalar(1.3));
  CHECK((end[0] - end[1]).length() < btScalar(0.1));
}

TEST_CASE(
    "planes are left to Bullet where its meshes are, where a soft body collides by clusters, and without response") {
  enum class Case { Switch, Clusters, Response };
  for (const Case left : {Case::Switch, Case::Clusters, Case::Response}) {
    CAPTURE(int(left));
    PliantStage stage;
    btRigidBody* plane = addPlane(stage);
    btSoftBody* ball = stage.add(makeBall(stage.info(), btVector3(0, btScalar(1.2), 0)));
    if (left == Case::Clusters) {
      ball->generateClusters(4);
      ball->m_cfg.collisions = btSoftBody::fCollision::CL_RS;
    }
    if (left == Case::Response) plane->setCollisionFlags(btCollisionObject::CF_NO_CONTACT_RESPONSE);
    stage.world.softCollision().setRigidMeshesEnabled(left != Case::Switch);
    stage.step(60);
    const btScalar height = lowest(*ball, btVector3(0, 1, 0));
    // Bullet treats the plane's triangles as hulls that reach above it.
    if (left == Case::Switch) CHECK(height > kMargin);
    if (left == Case::Clusters) CHECK((ball->m_rcontacts.size() == 0 && height > btScalar(-0.2)));
    if (left == Case::Response) CHECK(height < -2);
  }
}

TEST_CASE("a plane holds bodies that are switched off, but none that are told to pass it, and no anchored node") {
  const auto end = [](auto&& change) {
    PliantStage stage;
    btRigidBody* plane = addPlane(stage);
    btSoftBody* ball = stage.add(makeBall(stage.info(), btVector3(0, btScalar(1.2), 0)));
    change(stage, *plane, *ball);
    stage.step(90);
    return lowest(*ball, btVector3(0, 1, 0));
  };
  CHECK(end([](auto& stage, auto&, auto& ball) { stage.world.softCollision().setBodyEnabled(&ball, false); }) > 0);
  CHECK(end([](auto& stage, auto&, auto&) {
          stage.world.softCollision().setMethod(pliant::SoftCollision::Method::Off);
        }) > 0);
  CHECK(end([](auto&, auto& plane, auto& ball) { ball.m_collisionDisabledObjects.push_back(&plane); }) < -2);

  PliantStage stage;
  addPlane(stage);
  btRigidBody* weight = stage.addRigid(0, new btSphereShape(btScalar(0.1)), btVector3(0, btScalar(-0.5), 0));
  btSoftBody* ball = stage.add(makeBall(stage.info(), btVector3(0, 0, 0)));
  int low = 0;
  for (int i = 1; i < ball->m_nodes.size(); ++i)
    if (ball->m_nodes[i].m_x.y() < ball->m_nodes[low].m_x.y()) low = i;
  ball->appendAnchor(low, weight, true);
  stage.step();
  CHECK(ball->m_rcontacts.size() > 20);
  for (int i = 0; i < ball->m_rcontacts.size(); ++i) CHECK(ball->m_rcontacts[i].m_node != &ball->m_nodes[low]);
}
