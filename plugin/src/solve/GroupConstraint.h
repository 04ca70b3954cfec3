#pragma once

#include <vector>

#include "solve/ContactSource.h"
#include "solve/PackedNodes.h"

namespace pliant::detail {

/// Two groups of vertices whose centres of mass part along a direction, each group as it is. Linear momentum is kept.
/// Vertices that nothing may move have no part in it.
class GroupConstraint {
 public:
  struct Member {
    Index particle;  ///< in the packed nodes
    Index vertex;    ///< flat
    Real share;      ///< of its group's mass; the groups' shares have opposite signs
    Real start;      ///< along the normal, at the start of the step
  };

  /// Appends to `members`; false, and nothing appended, if neither group can move.
  bool prepare(const SolveContext& context, const SeparationConstraints& pushes, const RigidSeparation& push,
               PackedNodes& nodes, std::vector<Member>& members);
  /// Keeps the groups from coming nearer to each other than at the start of the step; after `recover`, parts them.
  /// Whether something was missing.
  bool solve(const std::vector<Member>& members, Lane* x) const;
  /// Whether there is a distance to go.
  bool recover();

 private:
  Lane m_normal;
  std::size_t m_begin = 0, m_middle = 0, m_end = 0;
  Real m_target = 0, m_distance = 0;
  Real m_moveA = 0, m_moveB = 0;  ///< how far each group goes for one that parts them by 1
};

}  // namespace pliant::detail
