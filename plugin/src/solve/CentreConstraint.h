#pragma once

#include <vector>

#include "core/StepConstraints.h"
#include "solve/PackedNodes.h"

namespace pliant::detail {

/// Separates the centres of mass of two wholes (RigidSeparation) along a direction. Each whole is translated as it is.
/// Linear momentum is conserved. Vertices that cannot move are excluded.
class CentreConstraint {
 public:
  struct Member {
    Index particle;  ///< index in the packed nodes
    Real share;      ///< fraction of the mass of its whole; negative in whole B
    Real start;      ///< position along the normal at t0 [length]
  };

  /// Appends to `members`. Returns false, and appends nothing, if neither whole can move.
  bool prepare(const SolveContext& context, const SeparationConstraints& pushes, const RigidSeparation& push,
               PackedNodes& nodes, std::vector<Member>& members);
  /// Keeps the wholes at least as far apart as at t0; after `recover`, separates them. Returns true if distance was
  /// missing.
  bool solve(const std::vector<Member>& members, Lane* x) const;
  /// Makes the next calls of `solve` separate the wholes. Returns true if there is distance to restore.
  bool recover();

 private:
  Lane m_normal;
  std::size_t m_begin = 0, m_middle = 0, m_end = 0;
  Real m_target = 0, m_distance = 0;
  Real m_moveA = 0, m_moveB = 0;  ///< motion of each whole per unit of separation
};

}  // namespace pliant::detail
