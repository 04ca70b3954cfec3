// Contacts of Pliant's and of stock Bullet's worlds.

#include <pliant/pictures/drawScene.h>
#include <pliant/plugin/SoftCollision.h>

#include <functional>

namespace pliant {
namespace {

btSoftBody* ownerOf(const btSoftBody::Face& face, const std::vector<SimulatedBody>& bodies) {
  const std::less<const btSoftBody::Face*> before;
  for (const SimulatedBody& body : bodies) {
    const auto& faces = body.body->m_faces;
    if (faces.size() > 0 && !before(&face, &faces[0]) && !before(&faces[faces.size() - 1], &face)) return body.body;
  }
  return nullptr;
}

/// Converts a vertex-face contact, at the current positions. `weights`: of the face's corners.
template <typename Stock>
SoftContact toContact(const Stock& stock, const btVector3& weights) {
  SoftContact contact;
  contact.pointOnA = stock.m_node->m_x;
  contact.pointOnB.setZero();
  for (int i = 0; i < 3; ++i) contact.pointOnB += stock.m_face->m_n[i]->m_x * weights[i];
  contact.normal = stock.m_normal;
  contact.depth = -contact.normal.dot(contact.pointOnA - contact.pointOnB);
  contact.contactDistance = stock.m_margin;
  return contact;
}

}  // namespace

std::vector<SoftContact> contactsOf(const Simulation& simulation) {
  if (const SoftCollision* const collision = simulation.softCollision()) {
    const auto own = collision->getContacts();
    return {own.begin(), own.end()};
  }
  std::vector<SoftContact> contacts;
  for (const SimulatedBody& body : simulation.bodies()) {
    const auto add = [&](const auto& stock, const btVector3& weights) {
      contacts.push_back(toContact(stock, weights));
      contacts.back().bodyA = body.body;
      contacts.back().bodyB = ownerOf(*stock.m_face, simulation.bodies());
    };
    const auto& classic = body.body->m_scontacts;
    for (int i = 0; i < classic.size(); ++i) add(classic[i], classic[i].m_weights);
    const auto& deformable = body.body->m_faceNodeContacts;
    for (int i = 0; i < deformable.size(); ++i) add(deformable[i], deformable[i].m_bary);
  }
  return contacts;
}

}  // namespace pliant
