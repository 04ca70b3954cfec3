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
  bool prepare(const SolveContext& context, const PushOuts& pushes, const GroupPush& push, PackedNodes& nodes,
               std::vector<Member>& members);
  void solve(const std::vector<Member>& members, Lane* x);
  /// Takes out of the velocity at which the groups part what pushing them has put in; to be repeated where a body is in
  /// several pushes.
  void removeRecoveryVelocity(const SolveContext& context, const std::vector<Member>& members);

 private:
  Lane m_normal;
  std::size_t m_begin = 0, m_middle = 0, m_end = 0;
  Real m_target = 0, m_perStep = 0;
  Real m_moveA = 0, m_moveB = 0;  ///< how far each group goes for one that parts them by 1
  Real m_pushed = 0, m_taken = 0;
};

}  // namespace pliant::detail
