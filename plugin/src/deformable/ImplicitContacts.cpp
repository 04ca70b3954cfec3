#include "deformable/ImplicitContacts.h"

#include <BulletDynamics/Featherstone/btMultiBodyLinkCollider.h>

#include <algorithm>

#include "core/vectors.h"

namespace pliant::detail {
namespace {

/// Stiffness of a contact, as a multiple of effective mass / (time step)². Elasticity that is stiffer presses bodies
/// nearer to each other, by what the contacts after the solve restore.
constexpr btScalar kHardness = 30;

/// Share of its depth in a rigid body that a node leaves in a step.
constexpr btScalar kRecovery = btScalar(0.2);

/// Returns the velocity of the contact's rigid body at `point`, as Bullet's constraints see it [length/s].
btVector3 velocityOf(const btSoftBody::DeformableRigidContact& contact, const btVector3& point) {
  const btCollisionObject* const object = contact.m_cti.m_colObj;
  if (const btRigidBody* const body = btRigidBody::upcast(object))
    return body->getVelocityInLocalPoint(point - body->getWorldTransform().getOrigin());
  btVector3 sum(0, 0, 0);
  const btMultiBodyLinkCollider* const link = btMultiBodyLinkCollider::upcast(object);
  if (!link) return sum;
  const btMultiBody& body = *link->m_multiBody;
  const auto add = [&](const btVector3& direction, const btMultiBodyJacobianData& jacobian) {
    for (int k = 0; k < body.getNumDofs() + 6; ++k)
      sum += body.getVelocityVector()[k] * jacobian.m_jacobians[k] * direction;
  };
  add(contact.m_cti.m_normal, contact.jacobianData_normal);
  add(contact.t1, contact.jacobianData_t1);
  add(contact.t2, contact.jacobianData_t2);
  return sum;
}

}  // namespace

bool ImplicitContacts::add(const SurfaceContact& contact, const std::array<btSoftBody::Node*, 4>& nodes,
                           const std::array<btVector3, 4>& ends, const std::array<bool, 4>& moves, btScalar friction,
                           btScalar timeStep) {
  Contact added{};
  added.key = contactKeyOf(contact);
  added.normal = toBullet(contact.normal);
  added.start.setZero();
  added.fixed.setZero();
  added.target = btScalar(std::min(contact.distance_t0, contact.contactDistance));
  added.friction = friction;
  btScalar inverse = 0;
  for (std::size_t k = 0; k < 4; ++k) {
    const btScalar weight = added.weights[k] = btScalar(contact.weights[k]);
    added.start += weight * (nodes[k] ? nodes[k]->m_x : ends[k]);
    added.nodes[k] = moves[k] ? nodes[k] : nullptr;
    if (moves[k])
      inverse += weight * weight * nodes[k]->m_im;
    else
      added.fixed += weight * ends[k];
  }
  if (!(inverse > 0)) return false;
  added.stiffness = kHardness / (inverse * timeStep * timeStep);
  m_contacts.push_back(added);
  return true;
}

void ImplicitContacts::addFloors(const btSoftBody& body, int nodes, int faces, btScalar timeStep) {
  const btScalar one = 1;
  for (int i = nodes; i < body.m_nodeRigidContacts.size(); ++i)
    addFloor(body.m_nodeRigidContacts[i], &body.m_nodeRigidContacts[i].m_node, &one, 1, timeStep);
  for (int i = faces; i < body.m_faceRigidContacts.size(); ++i) {
    const btSoftBody::DeformableFaceRigidContact& contact = body.m_faceRigidContacts[i];
    const btScalar weights[] = {contact.m_bary.x(), contact.m_bary.y(), contact.m_bary.z()};
    addFloor(contact, contact.m_face->m_n, weights, 3, timeStep);
  }
}

void ImplicitContacts::addFloor(const btSoftBody::DeformableRigidContact& rigid, btSoftBody::Node* const* nodes,
                                const btScalar* weights, std::size_t count, btScalar timeStep) {
  Contact added{};
  added.normal = rigid.m_cti.m_normal;
  btVector3 start(0, 0, 0);
  btScalar inverse = 0;
  for (std::size_t k = 0; k < count; ++k) {
    start += weights[k] * nodes[k]->m_x;
    added.nodes[k] = nodes[k];
    added.weights[k] = weights[k];
    inverse += weights[k] * weights[k] * nodes[k]->m_im;
  }
  if (!(inverse > 0)) return;
  added.start.setZero();
  added.fixed = -(start + timeStep * velocityOf(rigid, start));
  const btScalar room = rigid.m_cti.m_offset;
  added.target = room > 0 ? -room : -kRecovery * room;
  added.friction = rigid.m_c3;
  added.stiffness = kHardness / (inverse * timeStep * timeStep);
  m_contacts.push_back(added);
}

btVector3 ImplicitContacts::separation(const Contact& contact) {
  btVector3 sum = contact.fixed;
  for (std::size_t k = 0; k < 4; ++k)
    if (contact.nodes[k]) sum += contact.weights[k] * contact.nodes[k]->m_q;
  return sum;
}

btVector3 ImplicitContacts::slip(const Contact& contact, const btVector3& separation) {
  const btVector3 moved = separation - contact.start;
  return moved - contact.normal * contact.normal.dot(moved);
}

void ImplicitContacts::spread(const Contact& contact, const btVector3& force, TVStack& forces) {
  for (std::size_t k = 0; k < 4; ++k)
    if (contact.nodes[k]) forces[contact.nodes[k]->index] += contact.weights[k] * force;
}

void ImplicitContacts::addScaledForces(btScalar scale, TVStack& force) {
  for (Contact& contact : m_contacts) {
    const btVector3 now = separation(contact);
    const btScalar depth = contact.target - contact.normal.dot(now);
    contact.active = depth > 0;
    if (!contact.active) continue;
    // Friction is a spring to the start of the step, as weak as Coulomb's law for the present normal force asks.
    const btVector3 way = slip(contact, now);
    const btScalar most = contact.friction * contact.stiffness * depth, length = way.length();
    contact.across = contact.stiffness * length > most ? most / length : contact.stiffness;
    spread(contact, scale * (contact.stiffness * depth * contact.normal - contact.across * way), force);
  }
}

void ImplicitContacts::addScaledElasticForceDifferential(btScalar scale, const TVStack& dx, TVStack& df) {
  for (const Contact& contact : m_contacts) {
    if (!contact.active) continue;
    btVector3 way(0, 0, 0);
    for (std::size_t k = 0; k < 4; ++k)
      if (contact.nodes[k]) way += contact.weights[k] * dx[contact.nodes[k]->index];
    const btVector3 along = contact.normal * contact.normal.dot(way);
    spread(contact, -scale * (contact.stiffness * along + contact.across * (way - along)), df);
  }
}

double ImplicitContacts::totalElasticEnergy(btScalar) {
  double sum = 0;
  for (const Contact& contact : m_contacts) {
    const btVector3 now = separation(contact);
    const double depth = std::max(0.0, double(contact.target - contact.normal.dot(now)));
    sum += 0.5 * double(contact.stiffness) * depth * depth;
    if (contact.active) sum += 0.5 * double(contact.across) * double(slip(contact, now).length2());
  }
  return sum;
}

std::vector<GivenImpulse> ImplicitContacts::impulses(btScalar timeStep) const {
  std::vector<GivenImpulse> list;
  for (const Contact& contact : m_contacts) {
    btVector3 end = contact.fixed;
    for (std::size_t k = 0; k < 4; ++k)
      if (const btSoftBody::Node* const node = contact.nodes[k])
        end += contact.weights[k] * (node->m_x + timeStep * (node->m_v + node->m_splitv));
    const btScalar depth = contact.target - contact.normal.dot(end);
    if (depth > 0) list.push_back({contact.key, Real(contact.stiffness * depth * timeStep * timeStep)});
  }
  std::ranges::sort(list, {}, &GivenImpulse::key);
  return list;
}

}  // namespace pliant::detail
