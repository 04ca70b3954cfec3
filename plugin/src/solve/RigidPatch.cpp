#include "solve/RigidPatch.h"

namespace pliant::detail {

void RigidPatch::addRigid(const SolveContext& context, Index vertex, const Lane& gradient, Real weight) {
  const Vector way = wide(toLane(context.end(vertex))) - wide(toLane(context.start(vertex)));
  m_depth += wide(gradient).dot(way);
  m_moved += double{weight} * way;
}

void RigidPatch::addSoft(const Lane& gradient, Real weight, const Lane& start) {
  m_side -= double{weight};
  if (m_motion == nullptr) return;
  const Vector arm = wide(start) - m_motion->from;
  m_force -= wide(gradient);
  m_moment -= arm.cross(wide(gradient));
  m_arm -= double{weight} * arm;
}

void RigidPatch::finish() {
  if (m_side != 0) m_arm /= m_side;
}

Real RigidPatch::depth() const {
  if (m_motion == nullptr) return static_cast<Real>(m_depth);
  return static_cast<Real>(m_depth + m_force.dot(m_motion->shift) + m_moment.dot(m_motion->turn));
}

Lane RigidPatch::moved() const {
  Vector way = m_moved;
  if (m_motion != nullptr) way += m_side * (m_motion->shift + m_motion->turn.cross(m_arm));
  return toLane(Vector3(way.cast<Real>()));
}

void RigidPatch::push(Real lambda, const Lane& along) {
  if (m_motion == nullptr) return;
  const Vector impulse = m_side * wide(along);
  m_motion->shift += m_motion->inverseMass.cwiseProduct(impulse - double{lambda} * m_force);
  m_motion->turn += m_motion->inverseInertia * (m_arm.cross(impulse) - double{lambda} * m_moment);
}

}  // namespace pliant::detail
