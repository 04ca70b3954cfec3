#include <random>

#include "../Worlds.h"

namespace {

constexpr btScalar kMargin = btScalar(0.1);

template <typename AnyStage>
btSoftBody* addBall(AnyStage& stage, const btVector3& centre) {
  btSoftBody* ball = btSoftBodyHelpers::CreateEllipsoid(stage.info(), centre, vector(1, 1, 1), 150);
  ball->m_cfg.kPR = 20;
  ball->setTotalMass(1);
  ball->getCollisionShape()->setMargin(kMargin);
  return stage.add(ball);
}

btRigidBody* addPlane(PliantStage& stage, const btVector3& normal = vector(0, 1, 0), btScalar constant = 0) {
  return stage.addRigid(0, new btStaticPlaneShape(normal, constant));
}

btRigidBody* addBox(PliantStage& stage) {
  return stage.addRigid(0, new btBoxShape(vector(100, 1, 100)), vector(0, -1, 0));
}

}  // namespace

TEST_CASE("a soft body that travels along a plane stays on it, as on a box") {
  for (const btScalar friction : {btScalar(0), btScalar(0.3)}) {
    btVector3 end[2];
    for (const bool plane : {true, false}) {
      PliantStage stage;
      plane ? addPlane(stage) : addBox(stage);
      btSoftBody* ball = addBall(stage, vector(0, 1.2, 0));
      ball->m_cfg.kDF = friction;
      stage.step(30);
      ball->setVelocity(vector(8, 0, 3));
      CHECK(stage.mostIn(240, [&] { return -lowestOf(*ball); }) < kMargin / 2);
      end[plane] = centreOf(*ball);
    }
    CAPTURE(end[0].x(), end[1].x());
    CHECK(end[1].x() > (friction > 0 ? 5 : 25));
    CHECK((end[0] - end[1]).length() < btScalar(0.05) * end[0].length());
  }
}

TEST_CASE("a stock world with Pliant's parts keeps a soft body on a plane as well") {
  PartsStage stage;
  stage.addRigid(0, new btStaticPlaneShape(vector(0, 1, 0), 0));
  btSoftBody* ball = addBall(stage, vector(0, 1.2, 0));
  ball->setVelocity(vector(9, 0, 0));
  stage.step(200);
  CHECK(centreOf(*ball).x() > 10);
  CHECK(lowestOf(*ball) > 0);
}

TEST_CASE("contacts with a plane are the nodes within the margin, wherever it is and however it is turned") {
  std::mt19937 random(5);
  std::uniform_real_distribution<btScalar> any(-1, 1);
  const auto direction = [&] { return btVector3(any(random), any(random), any(random)).normalized(); };
  int found = 0, left = 0;
  for (int trial = 0; trial < 60; ++trial) {
    WeightlessStage stage;
    btRigidBody* plane = addPlane(stage, direction(), any(random));
    btTransform at(btQuaternion(direction(), 3 * any(random)), btVector3(any(random), any(random), any(random)));
    plane->setWorldTransform(at);
    btSoftBody* ball = addBall(stage, btVector3(any(random), any(random), any(random)));
    ball->m_cfg.kPR = 0;  // nodes do not move until they are pushed
    ball->setMass(0, 0);
    std::vector<btScalar> heights;
    const auto& shape = static_cast<const btStaticPlaneShape&>(*plane->getCollisionShape());
    for (const auto& node : nodesOf(*ball))
      heights.push_back(shape.getPlaneNormal().dot(at.invXform(node.m_x)) - shape.getPlaneConstant() - kMargin);
    const std::vector<btVector3> before = positionsOf(*ball);
    stage.step();
    std::set<int> contacts;
    for (int i = 0; i < ball->m_rcontacts.size(); ++i) {
      const btSoftBody::RContact& contact = ball->m_rcontacts[i];
      const int node = indexOf(*ball, contact.m_node);
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
  btSoftBody* fast = addBall(stage, vector(0, 5, 0));
  btSoftBody* deep = addBall(stage, vector(6, -2.5, 0));
  fast->setVelocity(vector(0, -100, 0));
  stage.step(90);
  CHECK(lowestOf(*fast) > -kMargin / 2);
  const btScalar highest = stage.mostIn(400, [&] { return centreOf(*deep).y(); });
  CHECK(lowestOf(*deep) > -kMargin / 2);
  CHECK(highest < btScalar(1.3));
}

TEST_CASE("a plane that moves takes soft bodies along, as a box does") {
  btVector3 end[2];
  for (const bool plane : {true, false}) {
    PliantStage stage;
    btRigidBody* floor = plane ? addPlane(stage) : addBox(stage);
    makeKinematic(*floor);
    btSoftBody* ball = addBall(stage, vector(0, 1.15, 0));
    ball->m_cfg.kDF = 1;
    ball->m_cfg.kKHR = 1;
    floor->setFriction(1);
    for (int i = 0; i < 60; ++i) {
      moveTo(*floor, floor->getWorldTransform().getOrigin() + vector(0.03, 0.01, 0));
      stage.step();
    }
    end[plane] = centreOf(*ball);
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
    btSoftBody* ball = addBall(stage, vector(0, 1.2, 0));
    if (left == Case::Clusters) {
      ball->generateClusters(4);
      ball->m_cfg.collisions = btSoftBody::fCollision::CL_RS;
    }
    if (left == Case::Response) plane->setCollisionFlags(btCollisionObject::CF_NO_CONTACT_RESPONSE);
    stage.collision().setRigidMeshesEnabled(left != Case::Switch);
    stage.step(60);
    const btScalar height = lowestOf(*ball);
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
    btSoftBody* ball = addBall(stage, vector(0, 1.2, 0));
    change(stage, *plane, *ball);
    stage.step(90);
    return lowestOf(*ball);
  };
  CHECK(end([](auto& stage, auto&, auto& ball) { stage.collision().setBodyEnabled(&ball, false); }) > 0);
  CHECK(end([](auto& stage, auto&, auto&) { stage.collision().setMethod(Method::Off); }) > 0);
  CHECK(end([](auto&, auto& plane, auto& ball) { ball.m_collisionDisabledObjects.push_back(&plane); }) < -2);

  PliantStage stage;
  addPlane(stage);
  btRigidBody* weight = stage.addRigid(0, new btSphereShape(btScalar(0.1)), vector(0, -0.5, 0));
  btSoftBody* ball = addBall(stage, vector(0, 0, 0));
  const int low = nodeWithLeast(*ball, [](const auto& node) { return node.m_x.y(); });
  ball->appendAnchor(low, weight, true);
  stage.step();
  CHECK(ball->m_rcontacts.size() > 20);
  for (int i = 0; i < ball->m_rcontacts.size(); ++i) CHECK(ball->m_rcontacts[i].m_node != &ball->m_nodes[low]);
}
