#pragma once

#include <pliant/detectors/BodySet.h>
#include <pliant/detectors/InsideVertex.h>

#include <compare>
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
    Index body, room;      // slots
    Index bodyId, roomId;  // stable
    bool crosses = false;  // faces of both meet
    bool placed = false;   // someone has put one of them where it is, since the last step
    bool tangled = false;  // the last step has found them in each other
  };

  /// Before the visits of a step.
  void begin();
  /// Neither of the two is inside the other: their boxes don't meet.
  void apart(PairKey ids) { m_seen.push_back({ids, kNoIndex}); }
  /// `rows`: the body's vertices in the room, ascending. They become those that are on the wrong side.
  void judge(const BodySet& set, const Visit& visit, std::vector<InsideVertex>& rows);
  /// Whether one of the two belongs inside the other.
  bool isAnyInside(PairKey ids) const;
  /// Keys of ids in the set, sorted: pairs that pass through each other and of which one belongs inside the other.
  const std::vector<PairKey>& turned() const { return m_turned; }
  /// Forgets all but these pairs, keys of stable ids, sorted.
  void endStep(const std::vector<PairKey>& pairs);

 private:
  struct Side {
    PairKey ids;   // stable
    Index inside;  // the one that belongs inside the other, or none
    auto operator<=>(const Side&) const = default;
  };
  const Side* find(PairKey ids) const;

  std::vector<Side> m_sides;           // sorted, as the last step has left them
  std::vector<Side> m_seen, m_merged;  // in this step
  std::vector<PairKey> m_turned;
  std::vector<InsideVertex> m_outside;
};

}  // namespace pliant::detail
