#include "solve/RigidConstraint.h"

#include <algorithm>
#include <cmath>

namespace pliant::detail {
namespace {

Eigen::Vector3d wide(const btVector3& v) {
  return {double(v.x()), double(v.y()), double(v.z())};
}
Eigen::Vector3d wide(const Lane& v) {
  return {double(v[0]), double(v[1]), double(v[2])};
}

}  // namespace

/// How far the rigid body's point goes along the normal for an impulse of 1.
double RigidConstraint::rigidResponse(const Vector& arm) const {
  const Vector moment = arm.cross(m_normal);
  return m_normal.cwiseAbs2().dot(m_motion->inverseMass) + moment.dot(m_motion->inverseInertia * moment);
}

bool RigidConstraint::prepare(const SolveContext& context, const SurfaceContact& contact, Index impulse,
                              PackedNodes& nodes) {
  m_normal = contact.normal.cast<double>();
  Vector point = Vector::Zero();
  double softWeight = 0, effective = 0;
  for (std::size_t k = 0; k < 4; ++k) {
    const Index vertex = contact.vertices[k];
    const double weight = double(contact.weights[k]);
    const Vector start = wide(context.start(vertex));
    m_slipStart += weight * start;
    if (RigidMotion* const motion = context.motionOf(vertex)) {
      m_motion = motion;
      m_weight += weight;
      m_fixed += weight * wide(context.end(vertex));
      continue;
    }
    Part& part = m_parts[m_count++];
    part.particle = nodes.add(context, vertex);
    part.vertex = vertex;
    part.weight = weight;
    part.move = weight * double(nodes.inverseMass()[part.particle]);
    effective += part.weight * part.move;
    point += weight * start;
    softWeight += weight;
  }
  m_arm = point / softWeight - m_motion->from;
  m_fixed -= m_weight * (m_motion->shift + m_motion->turn.cross(m_arm));

  const double all = effective + m_weight * m_weight * rigidResponse(m_arm);
  // Across, the least of all directions: friction may take a sweep more, but never more than there is to hold.
  const double across =
      effective +
      m_weight * m_weight * (m_motion->inverseMass.maxCoeff() + m_arm.squaredNorm() * m_motion->inverseInertia.trace());
  if (!(all > 0) || !std::isfinite(1 / all) || !m_arm.allFinite()) return false;
  m_inverse = 1 / all;
  m_inverseAcross = 1 / across;
  m_friction = double(context.friction(context.slotOf(contact.vertices[0]), context.slotOf(contact.vertices[3])));
  const double missing = std::max(0.0, double(contact.contactDistance) - double(contact.distance_t0));
  m_recovered = double(context.settings.recovery) * missing;
  m_target = std::min(double(contact.distance_t0), double(contact.contactDistance)) + m_recovered;
  m_impulse = impulse;
  return true;
}

void RigidConstraint::push(const Vector& impulse, Lane* x) {
  for (std::size_t i = 0; i < m_count; ++i) {
    const Vector way = m_parts[i].move * impulse;
    x[m_parts[i].particle] += Lane(Real(way[0]), Real(way[1]), Real(way[2]), Real(0));
  }
  m_motion->shift += m_weight * m_motion->inverseMass.cwiseProduct(impulse);
  m_motion->turn += m_weight * (m_motion->inverseInertia * m_arm.cross(impulse));
}

void RigidConstraint::solve(Lane* x) {
  Vector r = m_fixed + m_weight * (m_motion->shift + m_motion->turn.cross(m_arm));
  for (std::size_t i = 0; i < m_count; ++i) r += m_parts[i].weight * wide(x[m_parts[i].particle]);
  const double missing = m_target - m_normal.dot(r);
  Vector impulse = Vector::Zero();
  if (missing > 0) {
    const double lambda = missing * m_inverse;
    m_pushed += lambda;
    impulse = lambda * m_normal;
  } else if (m_pushed <= 0 || m_friction <= 0) {
    return;
  }
  if (m_friction > 0) {
    const Vector moved = r - m_slipStart;
    const Vector slip = moved - m_normal.dot(moved) * m_normal;
    Vector held = m_slid - slip * m_inverseAcross;
    const double limit = m_friction * m_pushed, size = held.norm();
    if (size > limit) held *= limit / size;
    impulse += held - m_slid;
    m_slid = held;
  }
  push(impulse, x);
}

void RigidConstraint::removeRecoveryVelocity(const SolveContext& context) {
  if (m_pushed <= 0 || m_recovered <= 0) return;
  // Velocities act where the bodies are now.
  Vector point = Vector::Zero(), velocity = Vector::Zero();
  double effective = 0;
  for (std::size_t i = 0; i < m_count; ++i) {
    point -= m_parts[i].weight / m_weight * wide(context.end(m_parts[i].vertex));
    effective += m_parts[i].weight * m_parts[i].move;
    if (context.moves(context.slotOf(m_parts[i].vertex)))
      velocity += m_parts[i].weight * wide(context.nodeOfVertex[m_parts[i].vertex]->m_v);
  }
  const Vector arm = point - m_motion->end();
  velocity += m_weight * (m_motion->velocity + m_motion->spin.cross(arm));
  const double inverse = 1 / (effective + m_weight * m_weight * rigidResponse(arm));
  const double most = m_recovered * m_motion->perSecond;
  const double excess = std::clamp(m_taken + m_normal.dot(velocity), 0.0, most) - m_taken;
  if (!(excess > 0 || excess < 0)) return;
  m_taken += excess;
  const Vector impulse = -excess * inverse * m_normal;
  for (std::size_t i = 0; i < m_count; ++i) {
    if (m_parts[i].move == 0) continue;
    const Vector way = m_parts[i].move * impulse;
    context.nodeOfVertex[m_parts[i].vertex]->m_v += btVector3(btScalar(way[0]), btScalar(way[1]), btScalar(way[2]));
  }
  m_motion->velocity += m_weight * m_motion->inverseMass.cwiseProduct(impulse);
  m_motion->spin += m_weight * (m_motion->inverseInertia * arm.cross(impulse));
}

void RigidConstraint::report(std::span<ContactImpulse> impulses) const {
  impulses[m_impulse].normal += static_cast<Real>(m_pushed);
  impulses[m_impulse].friction += m_slid.cast<Real>();
}

}  // namespace pliant::detail
