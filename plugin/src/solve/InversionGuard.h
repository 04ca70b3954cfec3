#pragma once

#include <vector>

#include "solve/PackedNodes.h"

namespace pliant::detail {

/// Keeps tetrahedra above a fraction of their rest volume by a one-sided volume constraint (Müller et al., "Position
/// based dynamics", 2007, adapted to volumes). Lattices of links have no other force against inversion. Linear and
/// angular momentum are conserved.
///
/// Some iterations test every tetrahedron; the iterations between them test only those that were near their minimum.
class InversionGuard {
 public:
  /// Computes the rest volumes. Call when the set's revision has changed.
  void build(const BodySet& set);
  std::uint64_t revision() const { return m_revision; }

  /// Tests all tetrahedra of the body, corrects those below the minimum and stores those near it. The body must be in
  /// `nodes`. Threads may call it for different bodies.
  void scan(const SolveContext& context, Index body, PackedNodes& nodes);
  /// Tests and corrects the tetrahedra that the last scan of the body stored.
  void revisit(Index body, PackedNodes& nodes) const;

 private:
  struct Near {
    Tetrahedron corners;  ///< indices in the packed nodes
    Real rest, floor;     ///< six times the rest volume, and the minimum
  };

  static Real floorOf(const SolveContext& context, const Tetrahedron& corners, Real rest);
  void findNear(const SolveContext& context, Index body, const PackedNodes& nodes, std::vector<Near>& found) const;
  static void correct(std::span<const Near> found, PackedNodes& nodes);

  std::uint64_t m_revision = 0;
  std::vector<Real> m_rest;               ///< one per tetrahedron of the set: six times its rest volume [length³]
  std::vector<std::vector<Near>> m_near;  ///< indexed by body
};

}  // namespace pliant::detail
