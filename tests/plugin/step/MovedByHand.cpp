// The program writes positions between steps: of nodes of mass 0, and in transforms of static meshes.

#include "../RigidJudge.h"

namespace {

/// Returns a level plate whose nodes all have mass 0.
btSoftBody* makePlate(btSoftBodyWorldInfo& info, const btVector3& centre, btScalar half) {
  btSoftBody* plate = makeCloth(info, centre, half, 11);
  pin(*plate);
  plate->m_cfg.collisions |= btSoftBody::fCollision::VF_SS;
  return plate;
}

void move(btSoftBody& body, const btVector3& way) {
  for (auto& node : nodesOf(body)) node.m_x += way;
}

struct PlateAndCloth {
  PlateAndCloth() {
    plate = stage.add(makePlate(stage.info(), vector(0, 0, 0), 1));
    cloth = stage.addCloth(vector(0, 0.1, 0), 0.8, 15);
    cloth->m_cfg.collisions |= btSoftBody::fCollision::VF_SS;
    stage.step(60);
  }
  PliantStage stage;
  btSoftBody *plate, *cloth;
};

}  // namespace

TEST_CASE("moved by hand: a plate of nodes without mass carries a cloth") {
  const btScalar speed = GENERATE(btScalar(0.06), btScalar(0.6), btScalar(3));
  CAPTURE(speed);
  PlateAndCloth scene;
  const btVector3 way(0, speed / 60, 0);
  const int steps = std::min(120, static_cast<int>(60 / speed));
  for (int i = 0; i < steps; ++i) {
    move(*scene.plate, way);
    scene.stage.step();
    CHECK(overlap::facePairs(*scene.plate, *scene.cloth) == 0);
    // Bullet gives a node of mass 0 no velocity.
    CHECK(scene.plate->m_nodes[0].m_v.isZero());
  }
  const btScalar height = scene.plate->m_nodes[0].m_x.y();
  CHECK(height == Approx(double(speed / 60 * btScalar(steps))).epsilon(1e-3));
  for (const auto& node : nodesOf(*scene.cloth)) {
    CHECK(node.m_x.y() > height);
    CHECK(node.m_x.y() < height + btScalar(0.5));
  }
}

TEST_CASE("moved by hand: what is put elsewhere, or moved as a whole, carries nothing") {
  const bool far = GENERATE(false, true);
  CAPTURE(far);
  PlateAndCloth scene;
  const btScalar before = centreOf(*scene.cloth).y();
  if (far) {
    move(*scene.plate, vector(0, 3, 0));  // the shortest extent of the plate is 2
  } else {
    scene.plate->setMass(0, 1);
    scene.plate->transform(btTransform(btQuaternion::getIdentity(), vector(0, 1, 0)));
  }
  scene.stage.step(2);
  CHECK(centreOf(*scene.cloth).y() == Approx(double(before)).margin(0.02));
}

TEST_CASE("moved by hand: a body that meets nothing keeps Bullet's bits") {
  StockStage stock;
  PliantStage ours;
  const auto run = [](auto& stage) {
    btSoftBody* flag = stage.addCloth(vector(0, 3, 0), 1, 12, 3);
    flag->m_cfg.viterations = 1;
    for (int i = 0; i < 60; ++i) {
      for (const int node : {0, 11}) flag->m_nodes[node].m_x += vector(0.02, 0, 0);
      stage.step();
    }
    return flag;
  };
  const btSoftBody *a = run(stock), *b = run(ours);
  CHECK(sameBits(*a, *b));
}

TEST_CASE("moved by hand: a static mesh whose transform is set carries a cube") {
  const btScalar speed = GENERATE(btScalar(0.6), btScalar(3), btScalar(12));
  CAPTURE(speed);
  PliantStage stage;
  btRigidBody* sheet = stage.addMesh(rigid::sheet(1.5, 10));
  btSoftBody* cube = stage.addCube(vector(0, 0.55, 0), 1, 3);
  stage.step(60);
  const btScalar rest = centreOf(*cube).y();
  btTransform place = btTransform::getIdentity();
  for (int i = 0; i < 60; ++i) {
    place.getOrigin() += vector(0, speed / 60, 0);
    sheet->setWorldTransform(place);
    stage.step();
    CHECK(rigid::facePairs(*cube, *sheet) == 0);
    REQUIRE(centreOf(*cube).y() > place.getOrigin().y());
  }
  CHECK(centreOf(*cube).y() > place.getOrigin().y() + rest - btScalar(0.15));
}
