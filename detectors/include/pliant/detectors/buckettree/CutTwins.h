#pragma once

#include <pliant/detectors/BodyView.h>
#include <pliant/detectors/Export.h>
#include <pliant/detectors/Types.h>

#include <vector>

namespace pliant {

/// What a cut makes of one body: vertices that were one, and two sides of faces that lie on each other when they are
/// born, turned away from each other.
///
/// Twins, vertices that come of the same one, count as one vertex as long as they are at the same place. So what a cut
/// parts is told to meet no sooner than neighbours are: never at birth. But two faces all of whose corners are twins or
/// common, the opposite sides, belong in front of each other, and going behind is told while something still holds them
/// together, if only the edge where the cut ends: see meet().
class PLIANT_DETECTORS_EXPORT CutTwins {
 public:
  /// `copy` was made of `original`; either may be a twin of others.
  void split(Index original, Index copy);
  bool twins(Index a, Index b) const { return origin(a) == origin(b); }
  /// Forgets a vertex that is gone; its index may come again.
  void forget(Index vertex);
  void clear() { m_origin.clear(); }

  /// Whether two faces of the body meet, by exact decision. Those of which no twin corners are together, or common,
  /// meet where they have a point in common; neighbours don't meet. Opposite sides of a cut, whose corners run opposite
  /// ways, don't meet where all three corners are together, nor unless a corner of one is strictly behind the other's
  /// plane. Then, held at one corner or two:
  /// - less than a quarter turn from closed, by the angle of their normals, they meet where a point of one is straight
  ///   behind a point of the other. Held at two corners, that is wherever one is behind. At one corner, each counts as
  ///   going on without end between its edges from there, and straight is along the difference of their normals, of
  ///   the length of twice the area;
  /// - turned farther, they meet where they have more in common than the corner that holds them; at an edge, never.
  /// What geometry alone can't tell: whether sides more than a quarter turn from closed were opened or have gone
  /// through each other, which is taken for opened; whether sides that nothing holds any more have changed places.
  bool meet(PositionsView positions, const Triangle& a, const Triangle& b) const;

 private:
  Index origin(Index vertex) const {
    return vertex < m_origin.size() && m_origin[vertex] != kNoIndex ? m_origin[vertex] : vertex;
  }

  std::vector<Index> m_origin;  // the vertex that it was made of; kNoIndex: itself
};

}  // namespace pliant
