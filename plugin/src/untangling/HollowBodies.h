#pragma once

#include <pliant/detectors/BodySet.h>
#include <pliant/detectors/InsideVertex.h>

#include <compare>
#include <vector>

#include "core/pairKey.h"

namespace pliant::detail {

/// Hollow bodies: closed surfaces without tetrahedra, such as rooms, tanks, bags and balloons. A body that lies
/// wholly inside a hollow body intersects it only if it is known to have come in through the surface. A body that
/// passes through the surface goes back to the side on which it was. If that side is unknown, it goes to the side with
/// most of its vertices, and to the outside if it does not fit inside.
class HollowBodies {
 public:
  /// Pair of a body and a hollow body.
  struct Visit {
    Index body, room;      // body indices
    Index bodyId, roomId;  // stable ids
    bool crosses = false;  // true if their faces intersect
    bool placed = false;   // true if the user has moved one of them since the last step
    bool tangled = false;  // true if the last step found them intersecting
  };

  /// Call before the first `judge` of a step.
  void begin();
  /// Records that neither body is inside the other: their boxes do not overlap.
  void apart(PairKey ids) { m_seen.push_back({ids, kNoIndex}); }
  /// Decides the body's side. `rows`: the body's vertices in the room, ascending; on return the vertices on the wrong
  /// side.
  void judge(const BodySet& set, const Visit& visit, std::vector<InsideVertex>& rows);
  /// Returns true if one of the two bodies belongs inside the other.
  bool isAnyInside(PairKey ids) const;
  /// Returns the pairs that pass through each other and of which one body belongs inside the other: sorted keys of ids
  /// in the set.
  const std::vector<PairKey>& turned() const { return m_turned; }
  /// Removes all pairs but these. `pairs`: sorted keys of stable ids.
  void endStep(const std::vector<PairKey>& pairs);

 private:
  struct Side {
    PairKey ids;   // stable ids
    Index inside;  // stable id of the body that belongs inside the other, or kNoIndex
    auto operator<=>(const Side&) const = default;
  };
  const Side* find(PairKey ids) const;

  std::vector<Side> m_sides;           // sorted; the result of the last step
  std::vector<Side> m_seen, m_merged;  // results of this step
  std::vector<PairKey> m_turned;
  std::vector<InsideVertex> m_outside;
};

}  // namespace pliant::detail
