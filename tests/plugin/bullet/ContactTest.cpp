#include "../Worlds.h"

namespace {

struct Collector : btCollisionWorld::ContactResultCallback {
  struct Point {
    btScalar distance;
    btVector3 onA, onB, normal;
    const btCollisionObject *a, *b;
    int indexA, indexB;
  };
  std::vector<Point> points;

  Collector() = default;
  /// Tests the pair.
  Collector(PliantStage& stage, btCollisionObject* a, btCollisionObject* b, btScalar threshold = 0) {
    m_closestDistanceThreshold = threshold;
    stage.world.contactPairTest(a, b, *this);
  }
  btScalar addSingleResult(btManifoldPoint& point, const btCollisionObjectWrapper* a, int, int indexA,
                           const btCollisionObjectWrapper* b, int, int indexB) override {
    points.push_back({point.getDistance(), point.getPositionWorldOnA(), point.getPositionWorldOnB(),
                      point.m_normalWorldOnB, a->getCollisionObject(), b->getCollisionObject(), indexA, indexB});
    return 0;
  }
  btScalar deepest() const {
    btScalar least = 0;
    for (const Point& p : points) least = std::min(least, p.distance);
    return least;
  }
};

void checkPoints(const Collector& found, const btCollisionObject* a, const btCollisionObject* b, btScalar threshold) {
  for (const Collector::Point& p : found.points) {
    CHECK(p.a == a);
    CHECK(p.b == b);
    CHECK(p.distance <= threshold + btScalar(1e-6));
    CHECK(p.normal.length() == Approx(1).margin(1e-3));
    CHECK((p.onA - p.onB - p.normal * p.distance).length() < btScalar(1e-4));
  }
}

}  // namespace

TEST_CASE("contactTest finds soft bodies from a rigid body, and rigid bodies from a soft one") {
  PliantStage stage;
  btTriangleMesh mesh;
  mesh.addTriangle(vector(-2, 0, -2), vector(-2, 0, 2), vector(2, 0, 0));
  auto* compound = new btCompoundShape;
  btBoxShape part(vector(0.5, 0.5, 0.5));
  compound->addChildShape(btTransform::getIdentity(), &part);
  auto* hull = new btConvexHullShape;
  for (int i = 0; i < 8; ++i) hull->addPoint(vector(i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1) * btScalar(0.5));
  // Each shape with the height y of its top.
  const std::vector<std::pair<btCollisionShape*, btScalar>> shapes = {
      {new btBoxShape(vector(1, 0.5, 1)), btScalar(0.5)},
      {new btSphereShape(btScalar(0.5)), btScalar(0.5)},
      {hull, btScalar(0.5)},
      {compound, btScalar(0.5)},
      {new btStaticPlaneShape(vector(0, 1, 0), btScalar(0.5)), btScalar(0.5)},
      {new btBvhTriangleMeshShape(&mesh, true), btScalar(0)},
  };
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    CAPTURE(i);
    const btScalar x = btScalar(20 * int(i));
    btRigidBody* rigid = stage.addRigid(0, shapes[i].first, vector(x, 0, 0));
    const bool plane = shapes[i].first->getShapeType() == STATIC_PLANE_PROXYTYPE;
    if (plane) {  // no other body collides with the plane
      rigid->getBroadphaseHandle()->m_collisionFilterGroup = 64;
      rigid->getBroadphaseHandle()->m_collisionFilterMask = 0;
    }
    for (const bool cloth : {true, false}) {
      btSoftBody* soft = cloth ? makeCloth(stage.info(), vector(x, shapes[i].second + btScalar(0.01), 0), 1, 12)
                               : makeCube(stage.info(), vector(x, shapes[i].second + btScalar(0.51), 0), 1, 3);
      stage.add(soft);
      const Collector pair(stage, rigid, soft);
      CHECK(pair.points.size() > 0);
      CHECK(pair.deepest() < 0);
      checkPoints(pair, rigid, soft, 0);
      if (!plane) {
        Collector fromRigid, fromSoft;
        stage.world.contactTest(rigid, fromRigid);
        CHECK(fromRigid.points.size() == pair.points.size());
        stage.world.contactTest(soft, fromSoft);
        CHECK(fromSoft.points.size() == pair.points.size());
        checkPoints(fromSoft, soft, rigid, 0);
      }
      CHECK(soft->m_rcontacts.size() == 0);
      soft->translate(vector(0, 1, 0));
      CHECK(Collector(stage, rigid, soft).points.empty());
      const Collector near(stage, soft, rigid, btScalar(1.1));
      CHECK(near.points.size() > 0);
      checkPoints(near, soft, rigid, near.m_closestDistanceThreshold);
      stage.world.removeSoftBody(soft);
      delete soft;
    }
    stage.world.removeRigidBody(rigid);
    delete rigid->getMotionState();
    delete rigid;
  }
}

TEST_CASE("contactTest sees a rigid body deep within a soft one") {
  PliantStage stage;
  btSoftBody* soft = stage.addCube(vector(0, 0, 0), 4, 2);
  soft->getCollisionShape()->setMargin(btScalar(0.01));
  btRigidBody* rigid = stage.addRigid(0, new btSphereShape(btScalar(0.1)), vector(0.9, 0.8, 1));
  CHECK(Collector(stage, rigid, soft).points.size() > 0);
}

TEST_CASE("contactPairTest between soft bodies") {
  PliantStage stage;
  btSoftBody* a = stage.addCube(vector(0, 0, 0), 1, 3);
  btSoftBody* b = stage.addCloth(vector(0, 0.55, 0), 1, 9);
  const Collector touching(stage, a, b);
  CHECK(touching.points.size() > 0);
  checkPoints(touching, a, b, 0);
  b->translate(vector(0, 1, 0));
  CHECK(Collector(stage, a, b).points.empty());
  const Collector near(stage, b, a, btScalar(1.2));
  CHECK(near.points.size() > 0);
  checkPoints(near, b, a, near.m_closestDistanceThreshold);
  btSoftBody* small = stage.addCube(vector(0.05, 0.02, 0.1), 0.05, 1);
  small->getCollisionShape()->setMargin(btScalar(0.001));
  a->getCollisionShape()->setMargin(btScalar(0.001));
  CHECK(Collector(stage, small, a).points.size() > 0);
}

TEST_CASE("a contact test on broken positions ends") {
  PliantStage stage;
  btSoftBody* soft = stage.addCube(vector(0, 0, 0), 1, 2);
  btSoftBody* other = stage.addCube(vector(0, 0.9, 0), 1, 2);
  for (int i = 0; i < 5; ++i) soft->m_nodes[3 * i].m_x.setX(std::numeric_limits<btScalar>::quiet_NaN());
  btRigidBody* rigid = stage.addRigid(0, new btBoxShape(vector(1, 1, 1)));
  for (btCollisionObject* each : {static_cast<btCollisionObject*>(rigid), static_cast<btCollisionObject*>(other)})
    CHECK(std::ranges::all_of(Collector(stage, soft, each).points,
                              [](const auto& p) { return std::isfinite(p.distance); }));
}
