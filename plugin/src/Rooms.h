#pragma once

#include <pliant/detectors/BodySet.h>
#include <pliant/detectors/InsideVertex.h>

#include <cstdint>
#include <vector>

#include "pairKey.h"

namespace pliant::detail {

/// Closed surfaces without tetrahedra are hollow: rooms, tanks, bags, balloons. What lies wholly in one overlaps it
/// only where it is known to have come in through its surface. What passes through its surface goes back to the side on
/// which it was; where nobody knows that, to the side that has most of its vertices.
class Rooms {
 public:
  /// A body and a closed surface.
  struct Visit {
    Index body, room;  // slots
    PairKey ids;       // of both, stable, as keyOf has it
    bool crosses;      // faces of both meet
    bool known;        // the last step has told on which side the body was
  };
  static PairKey keyOf(Index bodyId, Index roomId) { return PairKey{bodyId} << 32 | roomId; }

  /// Before the visits of a step.
  void begin() { m_turned.clear(); }
  /// `rows`: the body's vertices in the room, ascending. Becomes those that are on the wrong side.
  void judge(const BodySet& set, const Visit& visit, std::vector<InsideVertex>& rows);
  bool belongsInside(PairKey ids) const;
  /// Keys of ids in the set, sorted: pairs that pass through each other and of which one belongs inside the other.
  const std::vector<PairKey>& turned() const { return m_turned; }
  /// Forgets all but the pairs of these stable ids, sorted.
  void keep(const std::vector<PairKey>& pairs);

 private:
  void remember(PairKey ids, bool inside);

  std::vector<PairKey> m_inside;  // sorted
  std::vector<PairKey> m_turned;
  std::vector<InsideVertex> m_outside;
};

}  // namespace pliant::detail
