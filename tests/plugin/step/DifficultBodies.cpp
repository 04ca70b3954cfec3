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
  const std::vector<btVector3> six = {vector(0, 0, 0), vector(1, 0, 0), vector(0, 0, 1),
                                      vector(3, 0, 0), vector(4, 0, 0), vector(3, 0, 1)};
  const auto mesh = [](const std::vector<btVector3>& nodes, const std::vector<std::array<int, 3>>& faces,
                       bool links = true) -> Maker {
    return [=](btSoftBodyWorldInfo& info) { return triangles(info, nodes, faces, links); };
  };
  // Three corners of a square, and more nodes.
  const auto withThree = [&](std::vector<btVector3> more) {
    more.insert(more.begin(), six.begin(), six.begin() + 3);
    return more;
  };
  return {
      {"disconnected parts", mesh(six, {{0, 1, 2}, {3, 4, 5}})},
      {"one triangle", mesh(withThree({}), {{0, 1, 2}})},
      {"isolated node", mesh(withThree({vector(0, 2, 0)}), {{0, 1, 2}})},
      {"duplicate vertices", mesh(withThree({six[1], six[2], vector(1, 0, 1)}), {{0, 1, 2}, {3, 5, 4}})},
      {"faces without links", mesh(withThree({vector(1, 0, 1)}), {{0, 1, 2}, {1, 3, 2}}, false)},
      {"a face twice", mesh(withThree({}), {{0, 1, 2}, {0, 1, 2}, {2, 1, 0}})},
      {"an edge with three faces",
       mesh(withThree({vector(0, 0, -1), vector(0, 1, 0)}), {{0, 1, 2}, {1, 0, 3}, {0, 1, 4}})},
      {"faces of no area", mesh({six[0], six[1], vector(0.5, 0, 0)}, {{0, 1, 2}})},
      {"tetrahedra without faces",
       [](btSoftBodyWorldInfo& info) { return makeCube(info, vector(0.5, 0, 0.5), 1, 2, false); }},
      {"flat tetrahedra",
       [flat = mesh(withThree({vector(1, 0, 1)}), {})](btSoftBodyWorldInfo& info) {
         btSoftBody* body = flat(info);
         body->appendTetra(0, 1, 2, 3);
         for (int i = 0; i < 4; ++i)
           for (int j = i + 1; j < 4; ++j) body->appendLink(i, j);
         return body;
       }},
      {"a rope",
       [](btSoftBodyWorldInfo& info) {
         return btSoftBodyHelpers::CreateRope(info, vector(-1, 0, 0.3), vector(2, 0, 0.3), 10, 0);
       }},
      {"nodes alone", mesh(six, {})},
      {"one node", mesh({six[0]}, {})},
      {"nothing",
       [](btSoftBodyWorldInfo& info) {
         auto* body = new btSoftBody(&info);
         body->appendMaterial();
         return body;
       }},
      {"far away and tiny", mesh({vector(1e5, 0, 0), vector(1e5 + 0.5, 0, 0), vector(1e5, 0, 0.5)}, {{0, 1, 2}})},
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
    btSoftBody* cloth = stage.addCloth(vector(0.5, 0.7, 0.5), 1.5, 8);
    stage.addRigid(0, new btBoxShape(vector(8, 1, 8)), vector(0, -2, 0));
    int between = 0;
    stage.step(60, [&] {
      between += countContacts(stage.collision(), [](const auto& contact) { return contact.bodyA != contact.bodyB; });
      REQUIRE(firstHit(stage.world, vector(0.3, 5, 0.3), vector(0.3, -5, 0.3)));
    });
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
  PliantStage stage;
  pliant::SoftCollision& collision = stage.collision();
  StatusListener listener(collision);
  btSoftBody* other = new btSoftBody(&stage.info(), 4, std::array<btVector3, 4>{}.data(), nullptr);
  btSoftBody* broken = stage.addCube(vector(0, 0, 0), 1, 2, false);
  broken->appendTetra(0, 1, 2, 3);
  broken->m_tetras[broken->m_tetras.size() - 1].m_n[2] = &other->m_nodes[1];
  stage.addCube(vector(3, 0, 0), 1, 2);
  stage.addCube(vector(3, 1.1, 0), 1, 2);
  stage.bodies()[2]->setVelocity(vector(0, -5, 0));
  stage.step(10);
  CHECK(collision.getStatus(broken).kind == pliant::SoftBodyStatus::Kind::BadTopology);
  CHECK(collision.getCounters().bodiesSkipped == 1);
  CHECK(collision.getNumContacts() > 0);
  REQUIRE(listener.reported.size() == 1);
  CHECK(listener.reported[0].first == broken);
  CHECK(listener.reported[0].second.message == "tetrahedron " + std::to_string(broken->m_tetras.size() - 1) +
                                                   ": corner 2 is not one of the body's " +
                                                   std::to_string(broken->m_nodes.size()) + " nodes");
  broken->m_tetras.pop_back();
  stage.step();
  CHECK(collision.getStatus(broken).kind == pliant::SoftBodyStatus::Kind::Active);
  REQUIRE(listener.reported.size() == 2);
  CHECK(listener.reported[1].second.kind == pliant::SoftBodyStatus::Kind::Active);
  delete other;
}
