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
/// common, the opposite sides, belong in front of each other: they are told as soon as a corner of one is behind the
/// other while something still holds them together, if only along the edge where the cut ends.
class PLIANT_DETECTORS_EXPORT CutTwins {
 public:
  /// `copy` was made of `original`; either may be a twin of others.
  void split(Index original, Index copy);
  bool twins(Index a, Index b) const { return origin(a) == origin(b); }
  /// Forgets a vertex that is gone; its index may come again.
  void forget(Index vertex);
  void clear() { m_origin.clear(); }

  /// Whether two faces of the body meet, by exact decision; neighbours don't, whether they share a vertex or twins at
  /// one place, but the opposite sides of a cut do as said above.
  bool meet(PositionsView positions, const Triangle& a, const Triangle& b) const;

 private:
  Index origin(Index vertex) const {
    return vertex < m_origin.size() && m_origin[vertex] != kNoIndex ? m_origin[vertex] : vertex;
  }

  std::vector<Index> m_origin;  // the vertex that it was made of; kNoIndex: itself
};

}  // namespace pliant
