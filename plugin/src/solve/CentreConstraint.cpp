#include "solve/CentreConstraint.h"

namespace pliant::detail {

/// Fraction of its distance that may be missing in a solved constraint.
constexpr Real kTolerance = Real(1e-3);

bool CentreConstraint::prepare(const SolveContext& context, const SeparationConstraints& pushes,
                               const RigidSeparation& push, PackedNodes& nodes, std::vector<Member>& members) {
  m_normal = toLane(push.normal);
  m_distance = push.distance;
  m_begin = members.size();
  double massA = 0, massB = 0;
  const auto append = [&](Index from, Index to, double& mass) {
    const std::size_t first = members.size();
    for (Index i = from; i < to; ++i) {
      const Index vertex = pushes.vertices[i];
      const Real inverseMass = context.inverseMass(vertex);
      if (!(inverseMass > 0)) continue;
      mass += 1 / double{inverseMass};
      members.push_back({nodes.add(context, vertex), 1 / inverseMass, dot(m_normal, toLane(context.start(vertex)))});
    }
    for (std::size_t i = first; i < members.size(); ++i) members[i].share /= static_cast<Real>(mass);
  };
  if (!push.heldA) append(push.begin, push.middle, massA);
  m_middle = members.size();
  if (!push.heldB) append(push.middle, push.end, massB);
  m_end = members.size();
  for (std::size_t i = m_middle; i < m_end; ++i) members[i].share = -members[i].share;
  if (m_begin == m_end) return false;
  const double effective = (massA > 0 ? 1 / massA : 0) + (massB > 0 ? 1 / massB : 0);
  m_moveA = massA > 0 ? static_cast<Real>(1 / massA / effective) : Real(0);
  m_moveB = massB > 0 ? static_cast<Real>(1 / massB / effective) : Real(0);
  return true;
}

bool CentreConstraint::solve(const std::vector<Member>& members, Lane* x) const {
  Real parted = 0;
  for (std::size_t i = m_begin; i < m_end; ++i) {
    parted += members[i].share * (dot(m_normal, x[members[i].particle]) - members[i].start);
  }
  const Real missing = m_target - parted;
  if (!(missing > kTolerance * m_distance)) return false;
  const Lane moveA = m_normal * (missing * m_moveA), moveB = m_normal * (missing * m_moveB);
  for (std::size_t i = m_begin; i < m_middle; ++i) x[members[i].particle] += moveA;
  for (std::size_t i = m_middle; i < m_end; ++i) x[members[i].particle] -= moveB;
  return true;
}

bool CentreConstraint::recover() {
  m_target = m_distance;
  return m_distance > 0;
}

}  // namespace pliant::detail
