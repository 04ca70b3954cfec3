// SoftCollision: known bodies, their settings, and their removal.

#include <BulletSoftBody/btDefaultSoftBodySolver.h>
#include <pliant/plugin/SoftBodySolver.h>

#include <typeinfo>

#include "SoftCollisionImpl.h"

namespace pliant {

void SoftCollision::Impl::synchronise() {
  takeBodies();
  reader.setCapHoles(volumeDetector() ? static_cast<Index>(table.common.capHoles) : 0);
  reader.synchronise(*world, table);
  reader.takeGone(gone);
  for (const btSoftBody* body : gone) {
    writer.forget(body);
    rays.forget(body);
    sleepers.forget(body);
  }
}

void SoftCollision::Impl::takeBodies() {
  for (int i = 0; i < world->size(); ++i) {
    btSoftBody& body = *(*world)[i];
    if (isServed(body)) continue;
    const btSoftBodySolver* other = body.getSoftBodySolver();
    if (!other || dynamic_cast<const SoftBodySolver*>(other) || typeid(*other) == typeid(btDefaultSoftBodySolver))
      body.setSoftBodySolver(bodySolver);
  }
}

void SoftCollision::Impl::reportNotServed() {
  if (notServed.empty() || reportedNotServed || !listener) return;
  reportedNotServed = true;
  listener->statusChanged(nullptr, {SoftBodyStatus::Kind::NotServed, -1, notServed});
}

void SoftCollision::Impl::setPair(const btSoftBody* a, const btSoftBody* b, bool enabled) {
  for (const btSoftBody* body : {a, b}) reader.synchronise(*body, table);
  table.setPair(a, b, enabled);
}

bool SoftCollision::Impl::pair(const btSoftBody* a, const btSoftBody* b) {
  for (const btSoftBody* body : {a, b}) reader.synchronise(*body, table);
  return table.pair(a, b);
}

const detail::SoftBodyReader::Entry* SoftCollision::Impl::find(const btSoftBody* body) {
  reader.synchronise(*body, table);
  return reader.find(body);
}

void SoftCollision::Impl::leave(const btSoftBody& body) {
  reader.synchronise(body, table);
  const detail::BodyLife life = detail::BodyLife::known(body);
  forget(&body);
  if (table.has(life)) table.leave(life, detail::BodyState::of(body));
}

void SoftCollision::Impl::forget(const btSoftBody* body) {
  std::erase_if(tightBounds, [body](const TightBounds& tight) { return tight.body == body; });
  std::erase_if(masked, [body](const MaskedFlags& flags) { return flags.body == body; });
  reader.forget(body, table);
  writer.forget(body);
  rays.forget(body);
  sleepers.forget(body);
  reportedContacts.forget(body);
}

void SoftCollision::Impl::forget(const btCollisionObject* object) {
  reader.rigidMeshes().forget(object);
  reportedContacts.forget(object);
  if (!table.deformable || !world) return;
  // Bullet keeps the contacts of bodies that sleep from step to step, and those of all bodies within a step, in which a
  // callback of the program may remove the object.
  const auto drop = [object](auto& contacts) {
    for (int i = contacts.size() - 1; i >= 0; --i) {
      if (contacts[i].m_cti.m_colObj != object) continue;
      contacts.swap(i, contacts.size() - 1);
      contacts.pop_back();
    }
  };
  for (int i = 0; i < world->size(); ++i) {
    drop((*world)[i]->m_nodeRigidContacts);
    drop((*world)[i]->m_faceRigidContacts);
  }
}

}  // namespace pliant
