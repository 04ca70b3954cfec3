#include "solve/RigidPlanes.h"

#include <BulletDynamics/Dynamics/btRigidBody.h>

#include <algorithm>
#include <cmath>

namespace pliant::detail {

void RigidPlanes::begin() {
  m_planes.clear();
  m_count = 0;
}

Index RigidPlanes::find(btMultiBody& body) {
  for (std::size_t i = 0; i < m_count; ++i)
    if (m_multibodies[i].body == &body) return static_cast<Index>(i);
  if (m_count == m_multibodies.size()) m_multibodies.emplace_back();
  m_multibodies[m_count].body = &body;
  m_multibodies[m_count].moved.assign(static_cast<std::size_t>(body.getNumDofs() + 6), 0);
  return static_cast<Index>(m_count++);
}

void RigidPlanes::add(const SolveContext& context, Index index, const PackedNodes& nodes) {
  const btSoftBody& body = *context.bodies[index];
  const btScalar one = 1;
  for (int i = 0; i < body.m_nodeRigidContacts.size(); ++i) {
    const auto& contact = body.m_nodeRigidContacts[i];
    const btSoftBody::Node* const node = contact.m_node;
    add(context, index, nodes, contact, &node, &one, 1);
  }
  for (int i = 0; i < body.m_faceRigidContacts.size(); ++i) {
    const auto& contact = body.m_faceRigidContacts[i];
    const btScalar weights[] = {contact.m_bary.x(), contact.m_bary.y(), contact.m_bary.z()};
    add(context, index, nodes, contact, contact.m_face->m_n, weights, 3);
  }
}

void RigidPlanes::add(const SolveContext& context, Index index, const PackedNodes& nodes,
                      const btSoftBody::DeformableRigidContact& contact, const btSoftBody::Node* const* corners,
                      const btScalar* weights, std::size_t count) {
  const btSoftBody& body = *context.bodies[index];
  Plane plane;
  plane.body = index;
  plane.normal = wide(contact.m_cti.m_normal);
  plane.start.setZero();
  double effective = 0;
  for (std::size_t k = 0; k < count; ++k) {
    Part& part = plane.parts[plane.count++];
    part.particle = nodes.leader(nodes.firstOf(index) + static_cast<Index>(corners[k] - &body.m_nodes[0]));
    part.weight = double(weights[k]);
    part.move = part.weight * double(nodes.inverseMass()[part.particle]);
    effective += part.weight * part.move;
    plane.start += part.weight * wide(corners[k]->m_q);
  }
  if (!(effective > 0)) return;
  double along = 0, across = 0;
  if (!setRigid(context, contact, body.m_sst.sdt, plane, along, across)) return;
  plane.inverse = 1 / (effective + along);
  plane.inverseAcross = 1 / (effective + across);
  plane.room = std::max(0.0, double(contact.m_cti.m_offset));
  // A multibody gets no impulse across, so a node does not get one either.
  plane.friction = plane.link == kNoIndex ? double(contact.m_c3) : 0;
  if (std::isfinite(plane.inverse + plane.room) && (plane.normal + plane.start + plane.carried).allFinite())
    m_planes.push_back(plane);
}

/// Sets the rigid part of the plane. Returns false if the plane is to be left out. `response`, `responseAcross`: motion
/// of the point per impulse along the normal, and an upper bound of that in any direction.
bool RigidPlanes::setRigid(const SolveContext& context, const btSoftBody::DeformableRigidContact& contact,
                           btScalar timeStep, Plane& plane, double& response, double& responseAcross) {
  const btCollisionObject* const object = contact.m_cti.m_colObj;
  if (!object || !object->hasContactResponse()) return false;
  if (object->isStaticOrKinematicObject()) return true;
  if (!context.settings.contactsPushRigid) return false;
  if (const btMultiBodyLinkCollider* const link = btMultiBodyLinkCollider::upcast(object)) {
    btMultiBody& body = *link->m_multiBody;
    const btMultiBodyJacobianData& data = contact.jacobianData_normal;
    const int count = body.getNumDofs() + 6;
    if (data.m_jacobians.size() < count || data.m_deltaVelocitiesUnitImpulse.size() < count) return false;
    double speed = 0;
    for (int k = 0; k < count; ++k) {
      speed += double(data.m_jacobians[k]) * double(body.getVelocityVector()[k]);
      response += double(data.m_jacobians[k]) * double(data.m_deltaVelocitiesUnitImpulse[k]);
    }
    responseAcross = response;
    plane.link = find(body);
    plane.jacobian = &data;
    plane.carried = double(timeStep) * speed * plane.normal;
    return response >= 0;
  }
  const btRigidBody* const rigid = btRigidBody::upcast(object);
  RigidMotion* const motion = context.motions && rigid ? context.motions->motionOf(rigid) : nullptr;
  if (!motion) return false;
  plane.motion = motion;
  plane.arm = plane.start - motion->from;
  const Eigen::Quaterniond turn = motion->toTurn * motion->fromTurn.conjugate();
  plane.carried = motion->to + turn * plane.arm - plane.start;
  response = motion->response(plane.normal, plane.arm.cross(plane.normal));
  responseAcross = motion->mostResponse(plane.arm);
  return true;
}

/// Returns how far the impulses have moved a link's point along the normal.
double RigidPlanes::along(const Plane& plane) const {
  const std::vector<btScalar>& moved = m_multibodies[plane.link].moved;
  double sum = 0;
  for (std::size_t k = 0; k < moved.size(); ++k)
    sum += double(plane.jacobian->m_jacobians[static_cast<int>(k)]) * double(moved[k]);
  return sum;
}

void RigidPlanes::pushRigid(const Plane& plane, const Vector& impulse) {
  if (plane.link != kNoIndex) {
    std::vector<btScalar>& moved = m_multibodies[plane.link].moved;
    const btScalar normal = btScalar(impulse.dot(plane.normal));
    for (std::size_t k = 0; k < moved.size(); ++k)
      moved[k] -= normal * plane.jacobian->m_deltaVelocitiesUnitImpulse[static_cast<int>(k)];
  }
  if (!plane.motion) return;
  RigidMotion& motion = *plane.motion;
  motion.shift -= motion.inverseMass.cwiseProduct(impulse);
  motion.turn -= motion.inverseInertia * plane.arm.cross(impulse);
  holdUp(motion, motion.supports);
}

void RigidPlanes::give(btScalar perSecond) {
  for (std::size_t i = 0; i < m_count; ++i)
    m_multibodies[i].body->applyDeltaVeeMultiDof(m_multibodies[i].moved.data(), perSecond);
}

void RigidPlanes::solve(Plane& plane, Lane* x) {
  Vector moved = -plane.start - plane.carried;
  for (std::size_t i = 0; i < plane.count; ++i) moved += plane.parts[i].weight * wide(x[plane.parts[i].particle]);
  if (plane.link != kNoIndex) moved -= along(plane) * plane.normal;
  if (plane.motion) moved -= plane.motion->shift + plane.motion->turn.cross(plane.arm);
  const double missing = -plane.room - plane.normal.dot(moved);
  Vector impulse = Vector::Zero();
  if (missing > 0) {
    impulse = missing * plane.inverse * plane.normal;
    plane.pushed += missing * plane.inverse;
  } else if (!(plane.pushed > 0)) {
    return;
  }
  if (plane.friction > 0) {
    Vector held = plane.slid - (moved - plane.normal.dot(moved) * plane.normal) * plane.inverseAcross;
    clampFriction(held, plane.friction * plane.pushed);
    impulse += held - plane.slid;
    plane.slid = held;
  }
  for (std::size_t i = 0; i < plane.count; ++i) {
    const Vector way = plane.parts[i].move * impulse;
    x[plane.parts[i].particle] += Lane(Real(way[0]), Real(way[1]), Real(way[2]), Real(0));
  }
  pushRigid(plane, impulse);
}

}  // namespace pliant::detail
