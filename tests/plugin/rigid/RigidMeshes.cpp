// Soft bodies against triangle meshes of rigid bodies.

#include <BulletCollision/CollisionShapes/btScaledBvhTriangleMeshShape.h>
#include <pliant_catch.h>

#include <limits>

#include "../RigidJudge.h"

namespace {

struct Sheet {
  explicit Sheet(PliantStage& stage, btScalar half = 2, int n = 8) {
    rigid::addSheet(mesh, half, n);
    body = stage.addRigid(0, new btBvhTriangleMeshShape(&mesh, true), btVector3(0, 0, 0));
  }
  btTriangleMesh mesh;
  btRigidBody* body;
};

}  // namespace

TEST_CASE("a body thrown at a sheet stays on its side, from either") {
  const btScalar side = GENERATE(btScalar(1), btScalar(-1));
  const btScalar speed = GENERATE(btScalar(5), btScalar(20), btScalar(50));
  CAPTURE(side, speed);
  PliantStage stage;
  stage.world.setGravity(btVector3(0, 0, 0));
  stage.info().m_gravity.setZero();
  const Sheet sheet(stage);
  btSoftBody* cube = stage.add(makeCube(stage.info(), btVector3(btScalar(0.13), side * btScalar(1.4), 0), 1, 4));
  cube->setVelocity(btVector3(0, -side * speed, 0));
  const double energy = 0.5 * double(speed) * double(speed);
  for (int i = 0; i < 40; ++i) {
    stage.step();
    CHECK(rigid::facePairs(*cube, *sheet.body) == 0);
    double kinetic = 0;
    for (int k = 0; k < cube->m_nodes.size(); ++k) {
      REQUIRE(side * cube->m_nodes[k].m_x.y() > 0);
      kinetic += 0.5 * double(cube->m_nodes[k].m_v.length2()) / double(cube->m_nodes[k].m_im);
    }
    CHECK(kinetic <= energy * 1.001);
  }
}

TEST_CASE("cloth comes to rest on a rigid mesh of bumps") {
  PliantStage stage;
  btTriangleMesh mesh;
  rigid::addSheet(mesh, 2, 24, [](btScalar x, btScalar z) {
    return btScalar(0.25) * btScalar(std::sin(double(x) * 3) * std::cos(double(z) * 3));
  });
  btRigidBody* ground = stage.addRigid(0, new btBvhTriangleMeshShape(&mesh, true), btVector3(0, 0, 0));
  btSoftBody* cloth = stage.add(makeCloth(stage.info(), btVector3(0, btScalar(0.6), 0), 1, 20));
  for (int i = 0; i < 200; ++i) {
    stage.step();
    if (i % 20 == 19) CHECK(rigid::facePairs(*cloth, *ground) == 0);
  }
  double squares = 0;
  for (int i = 0; i < cloth->m_nodes.size(); ++i) squares += double(cloth->m_nodes[i].m_v.length2());
  CAPTURE(squares / cloth->m_nodes.size());
  CHECK(std::sqrt(squares / cloth->m_nodes.size()) < 0.1);
  CHECK(centreOf(*cloth).y() > btScalar(-0.25));
  CHECK(stage.world.softCollision().getNumContacts() > 50);
}

TEST_CASE("a scaled mesh, a child of a compound and a moved body are met where they are") {
  const int kind = GENERATE(0, 1, 2);
  CAPTURE(kind);
  PliantStage stage;
  btTriangleMesh mesh;
  rigid::addSheet(mesh, 2, 6);
  btBvhTriangleMeshShape shape(&mesh, true);
  btRigidBody* ground = nullptr;
  btTransform at = btTransform::getIdentity();
  at.setOrigin(btVector3(btScalar(0.1), -1, 0));
  at.setRotation(btQuaternion(btVector3(0, 0, 1), btScalar(0.1)));
  if (kind == 0) {
    ground = stage.addRigid(0, new btScaledBvhTriangleMeshShape(&shape, btVector3(2, 1, 1)), btVector3(0, -1, 0));
  } else if (kind == 1) {
    auto* compound = new btCompoundShape;
    compound->addChildShape(at, &shape);
    ground = stage.addRigid(0, compound, btVector3(0, 0, 0));
  } else {
    ground = stage.addRigid(0, new btBvhTriangleMeshShape(&mesh, true), btVector3(0, 0, 0));
    ground->setWorldTransform(at);
  }
  stage.world.updateAabbs();
  btSoftBody* cube = stage.add(makeCube(stage.info(), btVector3(0, btScalar(0.2), 0), 1, 3));
  stage.step(90);
  CHECK(rigid::facePairs(*cube, *ground) == 0);
  CHECK(centreOf(*cube).y() == Approx(btScalar(-0.6)).margin(0.25));
  CHECK(stage.world.softCollision().getNumContacts() > 0);
}

TEST_CASE("contacts name the rigid body and its triangle") {
  PliantStage stage;
  const Sheet sheet(stage, 2, 40);  // finer than the cube, so that its vertices meet the cube's faces
  btSoftBody* cube = stage.add(makeCube(stage.info(), btVector3(0, btScalar(0.56), 0), 1, 2));
  stage.step(60);
  const auto contacts = stage.world.softCollision().getContacts();
  REQUIRE(contacts.size() > 0);
  std::set<pliant::SoftContact::Kind> kinds;
  btVector3 push(0, 0, 0);
  for (const pliant::SoftContact& contact : contacts) {
    kinds.insert(contact.kind);
    CHECK(contact.bodyA == cube);
    CHECK(contact.bodyB == nullptr);
    CHECK(contact.rigid == sheet.body);
    CHECK(contact.normal.y() > btScalar(0.9));
    btVector3 point(0, 0, 0);
    for (std::size_t k = 0; k < 4; ++k)
      if (contact.nodes[k] >= 0) point += cube->m_nodes[contact.nodes[k]].m_x * contact.weights[k];
    CHECK((point - contact.pointOnA).length() < btScalar(0.02));
    CHECK(std::abs(contact.pointOnB.y()) < btScalar(1e-5));
    push += contact.normal * contact.impulse;
    if (contact.kind != pliant::SoftContact::Kind::VertexFace) continue;
    REQUIRE(contact.rigidPart == 0);
    REQUIRE(contact.rigidTriangle >= 0);
    REQUIRE(contact.rigidTriangle < sheet.mesh.getNumTriangles());
  }
  CHECK(kinds.count(pliant::SoftContact::Kind::VertexFace) == 1);
  CHECK(kinds.count(pliant::SoftContact::Kind::FaceVertex) == 1);
  // The impulses carry the cube: its weight for one step.
  CHECK(push.y() == Approx(10.0 / 60).epsilon(0.2));
}

TEST_CASE("who does not collide with a rigid mesh falls through it") {
  PliantStage stage;
  const Sheet sheet(stage);
  btSoftBody* cube = makeCube(stage.info(), btVector3(0, btScalar(0.7), 0), 1, 3);
  SECTION("mask") {
    stage.world.addSoftBody(cube, 1, ~2);
  }
  SECTION("disabled objects") {
    stage.add(cube);
    cube->m_collisionDisabledObjects.push_back(sheet.body);
  }
  SECTION("flags") {
    stage.add(cube);
    cube->m_cfg.collisions = 0;
  }
  stage.step(60);
  CHECK(stage.world.softCollision().getNumContacts() == 0);
  CHECK(centreOf(*cube).y() < -2);
}

TEST_CASE("without contact response, contacts with a rigid mesh are told and move nothing") {
  const bool ofSoft = GENERATE(false, true);
  const btScalar mass = GENERATE(btScalar(0), btScalar(1));
  CAPTURE(ofSoft, mass);
  PliantStage alone, stage;
  const btVector3 at(0, btScalar(0.7), 0);
  const btSoftBody* free = alone.add(makeCube(alone.info(), at, 1, 3));
  btSoftBody* cube = stage.add(makeCube(stage.info(), at, 1, 3));
  btTriangleMesh mesh;
  rigid::addSheet(mesh, 2, 8);
  auto* shape = new btGImpactMeshShape(&mesh);
  shape->updateBound();
  btRigidBody* sheet = stage.addRigid(mass, shape, btVector3(0, 0, 0));
  sheet->setGravity(btVector3(0, 0, 0));
  btCollisionObject* silent = ofSoft ? static_cast<btCollisionObject*>(cube) : sheet;
  silent->setCollisionFlags(silent->getCollisionFlags() | btCollisionObject::CF_NO_CONTACT_RESPONSE);
  int told = 0;
  for (int i = 0; i < 60; ++i) {
    alone.step();
    stage.step();
    for (const pliant::SoftContact& contact : stage.world.softCollision().getContacts()) {
      ++told;
      REQUIRE(contact.bodyA == cube);
      REQUIRE(contact.rigid == sheet);
      REQUIRE(contact.impulse == 0);
      REQUIRE(contact.friction.isZero());
    }
    REQUIRE(sameBits(*cube, *free));
    REQUIRE(sheet->getWorldTransform().getOrigin().isZero());
  }
  CHECK(told > 30);
  CHECK(stage.world.softCollision().getNumContacts() == 0);
  CHECK(centreOf(*cube).y() < -2);
}

TEST_CASE("left to Bullet, a mesh gives Bullet's contacts") {
  PliantStage stage;
  const Sheet sheet(stage);
  btSoftBody* cube = stage.add(makeCube(stage.info(), btVector3(0, btScalar(0.56), 0), 1, 3));
  pliant::SoftCollision& collision = stage.world.softCollision();
  CHECK(collision.areRigidMeshesEnabled());
  SECTION("as a whole") {
    collision.setRigidMeshesEnabled(false);
  }
  SECTION("for a body") {
    collision.setBodyEnabled(cube, false);
  }
  SECTION("without a detector") {
    collision.setMethod(pliant::SoftCollision::Method::Off);
  }
  int contacts = 0;
  for (int i = 0; i < 10; ++i) {
    stage.step();
    contacts += collision.getNumContacts();
  }
  CHECK(contacts == 0);
  CHECK(centreOf(*cube).y() > btScalar(0.4));
}

TEST_CASE("rigid bodies and shapes may go and change between steps") {
  PliantStage stage;
  auto sheet = std::make_unique<Sheet>(stage);
  btSoftBody* cube = stage.add(makeCube(stage.info(), btVector3(1, btScalar(0.6), 0), 1, 3));
  pliant::SoftCollision& collision = stage.world.softCollision();
  stage.step(60);
  REQUIRE(collision.getNumContacts() > 0);
  SECTION("the body goes") {
    stage.world.removeRigidBody(sheet->body);
    CHECK(collision.getNumContacts() == 0);
    delete sheet->body->getMotionState();
    delete sheet->body;
    stage.shapes.clear();
    sheet.reset();
    stage.step(60);
    CHECK(centreOf(*cube).y() < -2);
  }
  SECTION("it gets another shape") {
    btTriangleMesh hole;
    rigid::addSheet(hole, btScalar(0.1), 2);
    btBvhTriangleMeshShape shape(&hole, true);
    sheet->body->setCollisionShape(&shape);
    stage.step(60);
    CHECK(centreOf(*cube).y() < -2);
    sheet->body->setCollisionShape(stage.shapes[0].get());
  }
  SECTION("it is scaled") {
    sheet->body->getCollisionShape()->setLocalScaling(btVector3(btScalar(0.01), 1, btScalar(0.01)));
    stage.step(60);
    CHECK(centreOf(*cube).y() < -2);
  }
}

TEST_CASE("meshes with faults never crash") {
  const btScalar nan = std::numeric_limits<btScalar>::quiet_NaN();
  PliantStage stage;
  btTriangleMesh mesh;
  const int kind = GENERATE(0, 1, 2, 3);
  CAPTURE(kind);
  if (kind != 3) rigid::addSheet(mesh, 2, 8);
  const btVector3 a(0, 0, 0), b(1, 0, 0), c(btScalar(0.4), btScalar(0.3), 0);
  if (kind == 0) mesh.addTriangle(a, b, btVector3(nan, 0, 0));
  if (kind == 1) {  // degenerate and repeated triangles
    mesh.addTriangle(a, b, b);
    mesh.addTriangle(a, a, a);
    mesh.addTriangle(a, b, (a + b) / 2);
    mesh.addTriangle(a, b, a + btVector3(btScalar(1e-12), 0, 0));
    mesh.addTriangle(a, b, c);
    mesh.addTriangle(a, b, c);
  }
  if (kind == 2)  // many triangles at one edge
    for (int i = 0; i < 7; ++i)
      mesh.addTriangle(a, b, btVector3(btScalar(0.5), btScalar(0.3) * btScalar(std::cos(i)), btScalar(std::sin(i))));
  if (kind == 3) mesh.addTriangle(a, a, a);
  stage.addRigid(0, new btBvhTriangleMeshShape(&mesh, true), btVector3(0, 0, 0));
  btSoftBody* cube = stage.add(makeCube(stage.info(), btVector3(0, btScalar(1.1), 0), 1, 3));
  struct Told : pliant::SoftCollisionListener {
    void statusChanged(btSoftBody*, const pliant::SoftBodyStatus& status) override { messages.push_back(status); }
    std::vector<pliant::SoftBodyStatus> messages;
  } told;
  stage.world.softCollision().setListener(&told);
  stage.step(60);
  CHECK(finite(*cube));
  if (kind == 1 || kind == 2) CHECK(centreOf(*cube).y() > btScalar(0.2));
  REQUIRE(told.messages.size() == (kind == 0 ? 1 : 0));
  if (kind == 0) CHECK(told.messages[0].kind == pliant::SoftBodyStatus::Kind::RigidMeshRefused);
}
