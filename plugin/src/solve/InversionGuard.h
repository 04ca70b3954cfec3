#pragma once

#include <vector>

#include "solve/PackedNodes.h"

namespace pliant::detail {

/// Keeps tetrahedra above a part of their volume at rest, by a one-sided volume constraint (Müller et al., "Position
/// based dynamics", 2007, as adapted to volumes): lattices of links have no other force against turning inside out.
/// Momentum is kept, linear and angular.
///
/// Every tetrahedron is looked at in some of the iterations; in between only those that were near their floor.
class InversionGuard {
 public:
  /// Volumes at rest; call when the set's revision changed.
  void build(const BodySet& set);
  std::uint64_t revision() const { return m_revision; }

  /// Looks at all tetrahedra of the bodies, corrects those below the floor and remembers those near it. The bodies must
  /// be in `nodes`.
  void scan(const SolveContext& context, std::span<const Index> slots, PackedNodes& nodes);
  /// Corrects among those that the last scan remembered.
  void revisit(const SolveContext& context, PackedNodes& nodes) const;

 private:
  struct Near {
    Tetrahedron corners;  ///< in the packed nodes
    Real rest;
  };

  std::uint64_t m_revision = 0;
  std::vector<Real> m_rest;  ///< six times the volume at rest, by flat tetrahedron
  std::vector<Near> m_near;
};

}  // namespace pliant::detail
