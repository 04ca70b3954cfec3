#include "solve/LoadPaths.h"

#include <algorithm>

namespace pliant::detail {
namespace {

/// Returns true if a rigid body supports the node: the contact normal is within 60° of the direction against gravity.
bool bearsNode(const btSoftBody::RContact& contact, const btVector3& gravity) {
  return contact.m_cti.m_colObj->hasContactResponse() &&
         contact.m_cti.m_normal.dot(gravity) < btScalar(-0.5) * gravity.length();
}

bool bears(const btSoftBody& body) {
  if (body.m_anchors.size() > 0) return true;
  for (int i = 0; i < body.m_rcontacts.size(); ++i) {
    if (bearsNode(body.m_rcontacts[i], body.m_worldInfo->m_gravity)) return true;
  }
  return false;
}

/// Returns the index of a body that passes a load on; kNoIndex if it supports the load. A dynamic rigid body supports
/// loads only if it stands on supports.
Index passing(const SolveContext& context, Index index) {
  if (context.moves(index)) return index;
  const RigidMotion* const motion = context.isRigid(index) ? context.rigid[index]->motion : nullptr;
  return motion && motion->supports.empty() ? motion->bodyIndex : kNoIndex;
}

}  // namespace

void LoadPaths::begin(const SolveContext& context) {
  m_distance.assign(context.bodies.size(), 0);
  m_pairs.clear();
}

void LoadPaths::addBody(const SolveContext& context, Index index, const PackedNodes& nodes) {
  const btSoftBody& body = *context.bodies[index];
  const Real* const inverseMass = nodes.inverseMass() + nodes.firstOf(index);
  const bool pinned = std::any_of(inverseMass, inverseMass + body.m_nodes.size(), [](Real m) { return m == 0; });
  if (pinned || bears(body)) m_distance[index] = 1;
}

void LoadPaths::addPair(const SolveContext& context, Index bodyA, Index bodyB) {
  const std::array<Index, 2> pair{passing(context, bodyA), passing(context, bodyB)};
  if (pair[0] == pair[1]) return;
  if (pair[0] == kNoIndex || pair[1] == kNoIndex) {
    m_distance[pair[0] == kNoIndex ? pair[1] : pair[0]] = 1;
  } else if (m_pairs.empty() || m_pairs.back() != pair) {
    m_pairs.push_back(pair);
  }
}

void LoadPaths::measure() {
  // Each pass reaches the bodies one contact farther.
  bool reached = true;
  for (int length = 1; reached; ++length) {
    reached = false;
    for (const auto& [a, b] : m_pairs) {
      if ((m_distance[a] == length && m_distance[b] == 0) || (m_distance[b] == length && m_distance[a] == 0)) {
        m_distance[m_distance[a] == 0 ? a : b] = length + 1;
        reached = true;
      }
    }
  }
}

}  // namespace pliant::detail
