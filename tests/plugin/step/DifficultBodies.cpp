#include <pliant_catch.h>

#include "../Worlds.h"

namespace {

using Maker = std::function<btSoftBody*(btSoftBodyWorldInfo&)>;

btSoftBody* triangles(btSoftBodyWorldInfo& info, const std::vector<btVector3>& nodes,
                      const std::vector<std::array<int, 3>>& faces, bool links) {
  auto* body = new btSoftBody(&info, int(nodes.size()), nodes.data(), nullptr);
  for (const auto& f : faces) {
    body->appendFace(f[0], f[1], f[2]);
    if (!links) continue;
    for (std::size_t k = 0; k < 3; ++k) body->appendLink(f[k], f[(k + 1) % 3], nullptr, true);
  }
  return body;
}

std::vector<std::pair<const char*, Maker>> bodies() {
  const auto v = [](double x, double y, double z) { return btVector3(btScalar(x), btScalar(y), btScalar(z)); };
  const std::vector<btVector3> six = {v(0, 0, 0), v(1, 0, 0), v(0, 0, 1), v(3, 0, 0), v(4, 0, 0), v(3, 0, 1)};
  return {
      {"disconnected parts",
       [=](btSoftBodyWorldInfo& info) {
         return triangles(info, six, {{0, 1, 2}, {3, 4, 5}}, true);
       }},
      {"one triangle",
       [=](btSoftBodyWorldInfo& info) {
         return triangles(info, {six[0], six[1], six[2]}, {{0, 1, 2}}, true);
       }},
      {"isolated node",
       [=](btSoftBodyWorldInfo& info) {
         return triangles(info, {six[0], six[1], six[2], v(0, 2, 0)}, {{0, 1, 2}}, true);
       }},
      {"duplicate vertices",
       [=](btSoftBodyWorldInfo& info) {
         return triangles(info, {six[0], six[1], six[2], six[1], six[2], v(1, 0, 1)}, {{0, 1, 2}, {3, 5, 4}}, true);
       }},
      {"faces without links",
       [=](btSoftBodyWorldInfo& info) {
         return triangles(info, {six[0], six[1], six[2], v(1, 0, 1)}, {{0, 1, 2}, {1, 3, 2}}, false);
       }},
      {"a face twice",
       [=](btSoftBodyWorldInfo& info) {
         return triangles(info, {six[0], six[1], six[2]}, {{0, 1, 2}, {0, 1, 2}, {2, 1, 0}}, true);
       }},
      {"an edge with three faces",
       [=](btSoftBodyWorldInfo& info) {
         return triangles(info, {six[0], six[1], six[2], v(0, 0, -1), v(0, 1, 0)}, {{0, 1, 2}, {1, 0, 3}, {0, 1, 4}},
                          true);
       }},
      {"faces of no area",
       [=](btSoftBodyWorldInfo& info) {
         return triangles(info, {six[0], six[1], v(0.5, 0, 0)}, {{0, 1, 2}}, true);
       }},
      {"tetrahedra without faces",
       [=](btSoftBodyWorldInfo& info) { return makeCube(info, v(0.5, 0, 0.5), 1, 2, false); }},
      {"flat tetrahedra",
       [=](btSoftBodyWorldInfo& info) {
         auto* body = triangles(info, {six[0], six[1], six[2], v(1, 0, 1)}, {}, false);
         body->appendTetra(0, 1, 2, 3);
         for (int i = 0; i < 4; ++i)
           for (int j = i + 1; j < 4; ++j) body->appendLink(i, j);
         return body;
       }},
      {"a rope",
       [=](btSoftBodyWorldInfo& info) {
         return btSoftBodyHelpers::CreateRope(info, v(-1, 0, 0.3), v(2, 0, 0.3), 10, 0);
       }},
      {"nodes alone", [=](btSoftBodyWorldInfo& info) { return triangles(info, six, {}, false); }},
      {"one node", [=](btSoftBodyWorldInfo& info) { return triangles(info, {six[0]}, {}, false); }},
      {"nothing",
       [](btSoftBodyWorldInfo& info) {
         auto* body = new btSoftBody(&info);
         body->appendMaterial();
         return body;
       }},
      {"far away and tiny",
       [=](btSoftBodyWorldInfo& info) {
         return triangles(info, {v(1e5, 0, 0), v(1e5 + 0.5, 0, 0), v(1e5, 0, 0.5)}, {{0, 1, 2}}, true);
       }},
  };
}

}  // namespace

TEST_CASE("bodies on which Bullet hangs or fails just work") {
  for (const auto& [name, make] : bodies()) {
    CAPTURE(name);
    PliantStage stage;
    btSoftBody* body = stage.add(make(stage.info()));
    body->m_cfg.collisions |=
        btSoftBody::fCollision::VF_SS | btSoftBody::fCollision::CL_SELF | btSoftBody::fCollision::VF_DD;
    const int flags = body->m_cfg.collisions;
    btSoftBody* cloth =
        stage.add(makeCloth(stage.info(), btVector3(btScalar(0.5), btScalar(0.7), btScalar(0.5)), btScalar(1.5), 8));
    stage.addRigid(0, new btBoxShape(btVector3(8, 1, 8)), btVector3(0, -2, 0));
    int between = 0;
    for (int i = 0; i < 60; ++i) {
      stage.step();
      for (const pliant::SoftContact& contact : stage.world.softCollision().getContacts())
        between += contact.bodyA != contact.bodyB;
      btCollisionWorld::ClosestRayResultCallback ray(btVector3(btScalar(0.3), 5, btScalar(0.3)),
                                                     btVector3(btScalar(0.3), -5, btScalar(0.3)));
      stage.world.rayTest(ray.m_rayFromWorld, ray.m_rayToWorld, ray);
      REQUIRE(ray.hasHit());
    }
    const bool isThere = body->m_nodes.size() > 0 && centreOf(*body).length() < 10;
    CHECK((between > 0) == isThere);  // the cloth has fallen on it
    CHECK(finite(*body));
    CHECK(finite(*cloth));
    CHECK(body->m_cfg.collisions == flags);
    CHECK(body->m_fdbvt.empty());
    if (body->m_nodes.size() > 0) CHECK(centreOf(*cloth).y() > btScalar(-1.2));
  }
}

TEST_CASE("a body whose faces point nowhere sits out with a status, and the others go on") {
  struct Listener : pliant::SoftCollisionListener {
    std::vector<std::pair<btSoftBody*, pliant::SoftBodyStatus>> told;
    void statusChanged(btSoftBody* body, const pliant::SoftBodyStatus& status) override {
      told.push_back({body, status});
    }
  } listener;
  PliantStage stage;
  pliant::SoftCollision& collision = stage.world.softCollision();
  collision.setListener(&listener);
  btSoftBody* other = new btSoftBody(&stage.info(), 4, std::array<btVector3, 4>{}.data(), nullptr);
  btSoftBody* broken = stage.add(makeCube(stage.info(), btVector3(0, 0, 0), 1, 2, false));
  broken->appendTetra(0, 1, 2, 3);
  broken->m_tetras[broken->m_tetras.size() - 1].m_n[2] = &other->m_nodes[1];
  stage.add(makeCube(stage.info(), btVector3(3, 0, 0), 1, 2));
  stage.add(makeCube(stage.info(), btVector3(3, btScalar(1.1), 0), 1, 2));
  stage.world.getSoftBodyArray()[2]->setVelocity(btVector3(0, -5, 0));
  stage.step(10);
  CHECK(collision.getStatus(broken).kind == pliant::SoftBodyStatus::Kind::BadTopology);
  CHECK(collision.getCounters().bodiesSkipped == 1);
  CHECK(collision.getNumContacts() > 0);
  REQUIRE(listener.told.size() == 1);
  CHECK(listener.told[0].first == broken);
  CHECK(listener.told[0].second.message == "tetrahedron " + std::to_string(broken->m_tetras.size() - 1) +
                                               ": corner 2 is not one of the body's " +
                                               std::to_string(broken->m_nodes.size()) + " nodes");
  broken->m_tetras.pop_back();
  stage.step();
  CHECK(collision.getStatus(broken).kind == pliant::SoftBodyStatus::Kind::Active);
  REQUIRE(listener.told.size() == 2);
  CHECK(listener.told[1].second.kind == pliant::SoftBodyStatus::Kind::Active);
  delete other;
}
