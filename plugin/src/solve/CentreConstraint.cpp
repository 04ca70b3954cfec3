#include "solve/CentreConstraint.h"

namespace pliant::detail {
namespace {

/// Fraction of its distance that may be missing in a solved constraint.
constexpr Real kTolerance = Real(1e-3);

/// Largest cosine between the way and the normal of a rigid body that stands in it: 60° about the opposite direction.
constexpr btScalar kAgainst = btScalar(-0.5);

/// Returns true if the body lies on a rigid body that stands in its way, and that nothing moves.
bool isBlocked(const btSoftBody& body, const btVector3& way) {
  const auto stands = [&](const btSoftBody::sCti& contact) {
    return contact.m_colObj && contact.m_colObj->isStaticOrKinematicObject() &&
           contact.m_colObj->hasContactResponse() && contact.m_normal.dot(way) < kAgainst;
  };
  const auto any = [&](const auto& contacts) {
    for (int i = 0; i < contacts.size(); ++i)
      if (stands(contacts[i].m_cti)) return true;
    return false;
  };
  return any(body.m_rcontacts) || any(body.m_nodeRigidContacts) || any(body.m_faceRigidContacts);
}

}  // namespace

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
  // A body that lies on a floor is not pushed into it: the other one moves for both.
  const auto blocks = [&](Index first, btScalar sign) {
    return isBlocked(*context.bodies[context.bodyOf(pushes.vertices[first])], sign * toBullet(push.normal));
  };
  if (massA > 0 && massB > 0) {
    const bool a = blocks(push.begin, 1), b = blocks(push.middle, -1);
    if (a != b) {
      m_moveA = a ? Real(0) : Real(1);
      m_moveB = b ? Real(0) : Real(1);
      return true;
    }
  }
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
