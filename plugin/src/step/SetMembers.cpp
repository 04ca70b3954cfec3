#include "SetMembers.h"

namespace pliant::detail {

bool SetMembers::isHeld(Index vertex) const {
  if (!(inverseMass(vertex) > 0)) return true;
  const btSoftBody::tAnchorArray& anchors = m_members[m_set.slotOfVertex()[vertex]].body->m_anchors;
  for (int i = 0; i < anchors.size(); ++i)
    if (anchors[i].m_node == m_nodeOfVertex[vertex]) return true;
  return false;
}

bool SetMembers::isFree(Index slot) const {
  const SetMember& member = m_members[slot];
  if (!member.moves || member.body->m_anchors.size() > 0) return false;
  const auto [begin, end] = m_set.vertices(slot);
  for (Index vertex = begin; vertex < end; ++vertex)
    if (!(inverseMass(vertex) > 0)) return false;
  return true;
}

bool SetMembers::isFixed(Index slot) const {
  const auto [begin, end] = m_set.vertices(slot);
  for (Index vertex = begin; vertex < end; ++vertex)
    if (inverseMass(vertex) > 0) return false;
  return true;
}

}  // namespace pliant::detail
