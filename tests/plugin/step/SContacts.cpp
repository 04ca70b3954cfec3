// Contacts that Pliant writes into Bullet's bodies, for code that reads them there.

#include <map>

#include "../Worlds.h"

namespace {

using Nodes = std::array<const btSoftBody::Node*, 4>;

/// Returns the vertex-face contacts of the step, indexed by their nodes.
std::map<Nodes, const pliant::SoftContact*> contactsByNodes(const pliant::SoftCollision& collision) {
  std::map<Nodes, const pliant::SoftContact*> contacts;
  for (const pliant::SoftContact& contact : collision.getContacts()) {
    if (contact.kind != pliant::SoftContact::Kind::VertexFace) continue;
    Nodes nodes;
    for (std::size_t k = 0; k < 4; ++k) nodes[k] = &(k == 0 ? contact.bodyA : contact.bodyB)->m_nodes[contact.nodes[k]];
    contacts[nodes] = &contact;
  }
  return contacts;
}

void checkSame(const btSoftBody::SContact& written, const pliant::SoftContact& contact, bool ownFaces) {
  if (ownFaces) {
    CHECK(written.m_face == &contact.bodyB->m_faces[contact.face]);
  } else {
    CHECK(written.m_face->m_index == contact.face);
  }
  for (std::size_t k = 0; k < 3; ++k) CHECK(written.m_weights[int(k)] == -contact.weights[k + 1]);
  CHECK(written.m_normal == contact.normal);
  CHECK(written.m_margin == contact.contactDistance);
  CHECK(written.m_friction == std::max(contact.bodyA->m_cfg.kDF, contact.bodyB->m_cfg.kDF));
  // Bullet's correction closes a gap of 1 by the hardness of the softer body and keeps momentum.
  const btScalar hardness = std::min(contact.bodyA->m_cfg.kSHR, contact.bodyB->m_cfg.kSHR);
  CHECK(written.m_cfm[0] + written.m_cfm[1] * written.m_weights.length2() == Approx(hardness));
  CHECK(written.m_cfm[0] / written.m_node->m_im == Approx(written.m_cfm[1] / written.m_face->m_n[0]->m_im));
}

bool isOf(const btSoftBody& body, const btSoftBody::Node* node) {
  const btSoftBody::Node* const first = &body.m_nodes[0];
  return !std::less<>()(node, first) && std::less<>()(node, first + body.m_nodes.size());
}

}  // namespace

TEST_CASE("what is written into bodies is what the contacts of the step tell, each once") {
  const bool ownFaces = GENERATE(true, false);
  WeightlessStage stage;
  btSoftBody* lower = stage.addCube(vector(0, 0, 0), 1, 3, ownFaces);
  btSoftBody* upper = stage.addCube(vector(0.1, 1.2, 0.2), 1, 3, ownFaces);
  lower->m_cfg.kDF = btScalar(0.7);
  upper->m_cfg.kSHR = btScalar(0.4);
  upper->setVelocity(vector(0, -3, 0));
  std::size_t count = 0;
  stage.step(30, [&] {
    auto contacts = contactsByNodes(stage.collision());
    for (btSoftBody* body : {lower, upper}) {
      CHECK((body->m_faces.size() > 0) == ownFaces);
      for (int i = 0; i < body->m_scontacts.size(); ++i) {
        const btSoftBody::SContact& written = body->m_scontacts[i];
        const auto at =
            contacts.find({written.m_node, written.m_face->m_n[0], written.m_face->m_n[1], written.m_face->m_n[2]});
        REQUIRE(at != contacts.end());
        checkSame(written, *at->second, ownFaces);
        contacts.erase(at);
        ++count;
      }
    }
    // The remaining contacts are not swept.
    for (const auto& [nodes, contact] : contacts) CHECK_FALSE(contact->swept);
  });
  CHECK(count > 20);
}

TEST_CASE("what was written into a body does not outlast a body whose faces were not its own") {
  WeightlessStage stage;
  btSoftBody* lower = stage.addCube(vector(0, 0, 0), 1, 2, false);
  btSoftBody* upper = stage.addCube(vector(0.1, 1.1, 0.05), 1, 2, false);
  upper->setVelocity(vector(0, -2, 0));
  const int written = stage.sumOf(10, [&] { return lower->m_scontacts.size() + upper->m_scontacts.size(); });
  REQUIRE(written > 0);
  stage.world.removeSoftBody(lower);
  delete lower;
  stage.step(2);
  CHECK(upper->m_scontacts.size() == 0);
  // A new body of the same shape replaces the removed one. Faces of contacts refer to nodes of bodies in the world.
  lower = stage.addCube(vector(0, -0.4, 0), 1, 2, false);
  upper->setVelocity(vector(0, -2, 0));
  int again = 0;
  stage.step(30, [&] {
    for (btSoftBody* body : {lower, upper})
      for (int i = 0; i < body->m_scontacts.size(); ++i) {
        const btSoftBody::Face& face = *body->m_scontacts[i].m_face;
        const btSoftBody* const other = isOf(*lower, body->m_scontacts[i].m_node) ? upper : lower;
        for (const btSoftBody::Node* node : face.m_n) CHECK(isOf(*other, node));
        ++again;
      }
  });
  CHECK(again > 0);
}
