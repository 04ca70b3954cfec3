#include "solve/RigidConstraint.h"

#include <algorithm>
#include <cmath>

#include "solve/leverage.h"

namespace pliant::detail {

bool RigidConstraint::prepare(const SolveContext& context, const SurfaceContact& contact, Index impulse,
                              PackedNodes& nodes) {
  m_normal = contact.normal.cast<double>();
  Vector point = Vector::Zero();
  double softWeight = 0, effective = 0, largest = 0;
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
    part.weight = weight;
    part.move = weight * double(nodes.inverseMass()[part.particle]);
    effective += part.weight * part.move;
    largest = std::max(largest, std::abs(part.move));
    point += weight * start;
    softWeight += weight;
  }
  m_arm = point / softWeight - m_motion->from;
  m_fixed -= m_weight * (m_motion->shift + m_motion->turn.cross(m_arm));

  const double all = effective + m_weight * m_weight * m_motion->response(m_normal, m_arm.cross(m_normal));
  // Upper bound of the tangential response over all directions: friction may need one more pass, but never overshoots.
  const double across = effective + m_weight * m_weight * m_motion->mostResponse(m_arm);
  if (!(all > 0) || !std::isfinite(1 / all) || !m_arm.allFinite()) return false;
  m_shortLever = largest > all;
  m_inverse = 1 / std::max(all, largest);
  m_inverseAcross = 1 / across;
  m_inverseSoft = effective > 0 ? 1 / std::max(effective, largest) : 0;
  m_friction = double(context.friction(context.bodyOf(contact.vertices[0]), context.bodyOf(contact.vertices[3])));
  const ContactAim aim(contact, context.settings);
  m_target = double(aim.target);
  m_recovered = double(aim.recovered);
  if (m_shortLever)
    for (std::size_t i = 0; i < m_count; ++i) nodes.allowMotion(m_parts[i].particle, farthestMotion(context, contact));
  m_impulse = impulse;
  return true;
}

void RigidConstraint::pushSoft(const Vector& impulse, Lane* x) const {
  for (std::size_t i = 0; i < m_count; ++i) {
    const Vector way = m_parts[i].move * impulse;
    x[m_parts[i].particle] += Lane(Real(way[0]), Real(way[1]), Real(way[2]), Real(0));
  }
}

void RigidConstraint::push(const Vector& impulse, Lane* x) {
  pushSoft(impulse, x);
  m_motion->shift += m_weight * m_motion->inverseMass.cwiseProduct(impulse);
  m_motion->turn += m_weight * (m_motion->inverseInertia * m_arm.cross(impulse));
}

RigidConstraint::Vector RigidConstraint::separation(const Lane* x) const {
  Vector r = m_fixed + m_weight * (m_motion->shift + m_motion->turn.cross(m_arm));
  for (std::size_t i = 0; i < m_count; ++i) r += m_parts[i].weight * wide(x[m_parts[i].particle]);
  return r;
}

bool RigidConstraint::recover(const Lane* x) {
  m_pushedKeep = m_pushed;
  m_softAlone = true;
  if (!(m_recovered > 0)) return false;
  m_target += m_recovered;
  m_recovered = 0;
  return m_normal.dot(separation(x)) < m_target;
}

void RigidConstraint::solve(PackedNodes& nodes) {
  const Vector r = separation(nodes.x());
  const double missing = m_target - m_normal.dot(r);
  if (m_softAlone) {
    if (missing > 0) pushSoft(missing * m_inverseSoft * m_normal, nodes.x());
    if (missing > 0) m_pushed += missing * m_inverseSoft;
    return;
  }
  Vector impulse = Vector::Zero();
  double lambda = 0;
  if (missing > 0) {
    lambda = missing * m_inverse;
    impulse = lambda * m_normal;
  } else if (m_pushed <= 0 || m_friction <= 0) {
    return;
  }
  Vector held = m_slid;
  if (m_friction > 0) {
    const Vector moved = r - m_slipStart;
    held -= (moved - m_normal.dot(moved) * m_normal) * m_inverseAcross;
    clampFriction(held, m_friction * (m_pushed + lambda));
    impulse += held - m_slid;
  }
  if (m_shortLever) {
    double part = 1;
    for (std::size_t i = 0; i < m_count; ++i) {
      const Vector way = m_parts[i].move * impulse;
      part = std::min(part, double(nodes.allowedPart(m_parts[i].particle, toLane(Vector3(way.cast<Real>())))));
    }
    lambda *= part;
    impulse *= part;
    held = m_slid + part * (held - m_slid);
  }
  m_pushed += lambda;
  m_slid = held;
  push(impulse, nodes.x());
}

void RigidConstraint::report(std::span<ContactImpulse> impulses) const {
  impulses[m_impulse].normal += static_cast<Real>(m_pushedKeep > 0 ? m_pushedKeep : m_pushed);
  impulses[m_impulse].friction += m_slid.cast<Real>();
}

}  // namespace pliant::detail
