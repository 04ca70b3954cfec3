// Soft bodies against triangle meshes of rigid bodies.

#include <BulletCollision/CollisionShapes/btScaledBvhTriangleMeshShape.h>

#include "../RigidJudge.h"

namespace {

btRigidBody* addSheet(PliantStage& stage, int n = 8) {
  return stage.addMesh(rigid::sheet(2, n));
}

}  // namespace

TEST_CASE("a body thrown at a sheet stays on its side, from either") {
  const btScalar side = GENERATE(btScalar(1), btScalar(-1));
  const btScalar speed = GENERATE(btScalar(5), btScalar(20), btScalar(50));
  CAPTURE(side, speed);
  WeightlessStage stage;
  const btRigidBody* sheet = addSheet(stage);
  btSoftBody* cube = stage.addCube(vector(0.13, side * btScalar(1.4), 0), 1, 4);
  cube->setVelocity(vector(0, -side * speed, 0));
  const double energy = 0.5 * double(speed) * double(speed);
  stage.step(40, [&] {
    CHECK(rigid::facePairs(*cube, *sheet) == 0);
    REQUIRE(lowestOf(*cube, vector(0, side, 0)) > 0);
    CHECK(motionOf(*cube).kinetic <= energy * 1.001);
  });
}

TEST_CASE("cloth comes to rest on a rigid mesh of bumps") {
  PliantStage stage;
  btRigidBody* ground = stage.addMesh(rigid::sheet(2, 24, [](btScalar x, btScalar z) {
    return btScalar(0.25) * btScalar(std::sin(double(x) * 3) * std::cos(double(z) * 3));
  }));
  btSoftBody* cloth = stage.addCloth(vector(0, 0.6, 0), 1, 20);
  stage.step(200, [&](int i) {
    if (i % 20 == 19) CHECK(rigid::facePairs(*cloth, *ground) == 0);
  });
  double squares = 0;
  for (const auto& node : nodesOf(*cloth)) squares += double(node.m_v.length2());
  CAPTURE(squares / cloth->m_nodes.size());
  CHECK(std::sqrt(squares / cloth->m_nodes.size()) < 0.1);
  CHECK(centreOf(*cloth).y() > btScalar(-0.25));
  CHECK(stage.collision().getNumContacts() > 50);
}

TEST_CASE("a scaled mesh, a child of a compound and a moved body are met where they are") {
  const int kind = GENERATE(0, 1, 2);
  CAPTURE(kind);
  PliantStage stage;
  btBvhTriangleMeshShape shape(stage.keep(rigid::sheet(2, 6)), true);
  btRigidBody* ground = nullptr;
  const btTransform at(btQuaternion(vector(0, 0, 1), btScalar(0.1)), vector(0.1, -1, 0));
  if (kind == 0) {
    ground = stage.addRigid(0, new btScaledBvhTriangleMeshShape(&shape, vector(2, 1, 1)), vector(0, -1, 0));
  } else if (kind == 1) {
    auto* compound = new btCompoundShape;
    compound->addChildShape(at, &shape);
    ground = stage.addRigid(0, compound);
  } else {
    ground = stage.addMesh(rigid::sheet(2, 6));
    ground->setWorldTransform(at);
  }
  stage.world.updateAabbs();
  btSoftBody* cube = stage.addCube(vector(0, 0.2, 0), 1, 3);
  stage.step(90);
  CHECK(rigid::facePairs(*cube, *ground) == 0);
  CHECK(centreOf(*cube).y() == Approx(btScalar(-0.6)).margin(0.25));
  CHECK(stage.collision().getNumContacts() > 0);
}

TEST_CASE("contacts name the rigid body and its triangle") {
  PliantStage stage;
  const btRigidBody* sheet = addSheet(stage, 40);  // finer than the cube, so that its vertices meet the cube's faces
  btSoftBody* cube = stage.addCube(vector(0, 0.56, 0), 1, 2);
  stage.step(60);
  const auto contacts = stage.collision().getContacts();
  REQUIRE(contacts.size() > 0);
  std::set<pliant::SoftContact::Kind> kinds;
  btVector3 push(0, 0, 0);
  for (const pliant::SoftContact& contact : contacts) {
    kinds.insert(contact.kind);
    CHECK(contact.bodyA == cube);
    CHECK(contact.bodyB == nullptr);
    CHECK(contact.rigid == sheet);
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
    REQUIRE(contact.rigidTriangle < stage.meshes[0]->getNumTriangles());
  }
  CHECK(kinds.count(pliant::SoftContact::Kind::VertexFace) == 1);
  CHECK(kinds.count(pliant::SoftContact::Kind::FaceVertex) == 1);
  // The impulses carry the cube: its weight for one step.
  CHECK(push.y() == Approx(10.0 / 60).epsilon(0.2));
}

TEST_CASE("who does not collide with a rigid mesh falls through it") {
  PliantStage stage;
  const btRigidBody* sheet = addSheet(stage);
  btSoftBody* cube = makeCube(stage.info(), vector(0, 0.7, 0), 1, 3);
  SECTION("mask") {
    stage.world.addSoftBody(cube, 1, ~2);
  }
  SECTION("disabled objects") {
    stage.add(cube);
    cube->m_collisionDisabledObjects.push_back(sheet);
  }
  SECTION("flags") {
    stage.add(cube);
    cube->m_cfg.collisions = 0;
  }
  stage.step(60);
  CHECK(stage.collision().getNumContacts() == 0);
  CHECK(centreOf(*cube).y() < -2);
}

TEST_CASE("without contact response, contacts with a rigid mesh are told and move nothing") {
  const bool ofSoft = GENERATE(false, true);
  const btScalar mass = GENERATE(btScalar(0), btScalar(1));
  CAPTURE(ofSoft, mass);
  PliantStage alone, stage;
  const btVector3 at(0, btScalar(0.7), 0);
  const btSoftBody* free = alone.addCube(at, 1, 3);
  btSoftBody* cube = stage.addCube(at, 1, 3);
  btRigidBody* sheet = stage.addGImpact(mass, rigid::sheet(2, 8));
  sheet->setGravity(vector(0, 0, 0));
  btCollisionObject* sensor = ofSoft ? static_cast<btCollisionObject*>(cube) : sheet;
  sensor->setCollisionFlags(sensor->getCollisionFlags() | btCollisionObject::CF_NO_CONTACT_RESPONSE);
  int reported = 0;
  stage.step(60, [&] {
    alone.step();
    for (const pliant::SoftContact& contact : stage.collision().getContacts()) {
      ++reported;
      REQUIRE(contact.bodyA == cube);
      REQUIRE(contact.rigid == sheet);
      REQUIRE(contact.impulse == 0);
      REQUIRE(contact.friction.isZero());
    }
    REQUIRE(sameBits(*cube, *free));
    REQUIRE(sheet->getWorldTransform().getOrigin().isZero());
  });
  CHECK(reported > 30);
  CHECK(stage.collision().getNumContacts() == 0);
  CHECK(centreOf(*cube).y() < -2);
}

TEST_CASE("left to Bullet, a mesh gives Bullet's contacts") {
  PliantStage stage;
  addSheet(stage);
  btSoftBody* cube = stage.addCube(vector(0, 0.56, 0), 1, 3);
  pliant::SoftCollision& collision = stage.collision();
  CHECK(collision.areRigidMeshesEnabled());
  SECTION("as a whole") {
    collision.setRigidMeshesEnabled(false);
  }
  SECTION("for a body") {
    collision.setBodyEnabled(cube, false);
  }
  SECTION("without a detector") {
    collision.setMethod(Method::Off);
  }
  CHECK(stage.mostIn(10, [&] { return collision.getNumContacts(); }) == 0);
  CHECK(centreOf(*cube).y() > btScalar(0.4));
}

TEST_CASE("rigid bodies and shapes may go and change between steps") {
  PliantStage stage;
  btRigidBody* sheet = addSheet(stage);
  btSoftBody* cube = stage.addCube(vector(1, 0.6, 0), 1, 3);
  stage.step(60);
  REQUIRE(stage.collision().getNumContacts() > 0);
  SECTION("the body goes") {
    stage.world.removeRigidBody(sheet);
    CHECK(stage.collision().getNumContacts() == 0);
    delete sheet->getMotionState();
    delete sheet;
    stage.shapes.clear();
    stage.meshes.clear();
    stage.step(60);
    CHECK(centreOf(*cube).y() < -2);
  }
  SECTION("it gets another shape") {
    btBvhTriangleMeshShape shape(stage.keep(rigid::sheet(0.1, 2)), true);
    sheet->setCollisionShape(&shape);
    stage.step(60);
    CHECK(centreOf(*cube).y() < -2);
    sheet->setCollisionShape(stage.shapes[0].get());
  }
  SECTION("it is scaled") {
    sheet->getCollisionShape()->setLocalScaling(vector(0.01, 1, 0.01));
    stage.step(60);
    CHECK(centreOf(*cube).y() < -2);
  }
}

TEST_CASE("meshes with faults never crash") {
  const btScalar nan = std::numeric_limits<btScalar>::quiet_NaN();
  PliantStage stage;
  const int kind = GENERATE(0, 1, 2, 3);
  CAPTURE(kind);
  auto mesh = kind == 3 ? std::make_unique<btTriangleMesh>() : rigid::sheet(2, 8);
  const btVector3 a(0, 0, 0), b(1, 0, 0), c(btScalar(0.4), btScalar(0.3), 0);
  if (kind == 0) mesh->addTriangle(a, b, vector(nan, 0, 0));
  if (kind == 1) {  // degenerate and repeated triangles
    mesh->addTriangle(a, b, b);
    mesh->addTriangle(a, a, a);
    mesh->addTriangle(a, b, (a + b) / 2);
    mesh->addTriangle(a, b, a + vector(1e-12, 0, 0));
    mesh->addTriangle(a, b, c);
    mesh->addTriangle(a, b, c);
  }
  if (kind == 2)  // many triangles at one edge
    for (int i = 0; i < 7; ++i)
      mesh->addTriangle(a, b, vector(0.5, btScalar(0.3) * btScalar(std::cos(i)), btScalar(std::sin(i))));
  if (kind == 3) mesh->addTriangle(a, a, a);
  stage.addMesh(std::move(mesh));
  btSoftBody* cube = stage.addCube(vector(0, 1.1, 0), 1, 3);
  StatusListener listener(stage.collision());
  stage.step(60);
  CHECK(finite(*cube));
  if (kind == 1 || kind == 2) CHECK(centreOf(*cube).y() > btScalar(0.2));
  REQUIRE(listener.reported.size() == (kind == 0 ? 1 : 0));
  if (kind == 0) CHECK(listener.reported[0].second.kind == pliant::SoftBodyStatus::Kind::RigidMeshRefused);
}
