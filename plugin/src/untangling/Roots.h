#pragma once

#include <pliant/detectors/InsideVertex.h>

#include <array>
#include <compare>
#include <cstdint>
#include <span>
#include <vector>

#include "pairKey.h"
#include "step/SoftBodyReader.h"

namespace pliant::detail {

/// Bodies that have a pinned or anchored vertex, and at most half of their vertices, in something that gives no way, a
/// rigid mesh or a soft body that is held as a whole: a flag in its pole, hair in a head. It stays there: nothing is
/// pushed between the two. The vertices that are inside don't meet the other body, nor do they later: where a pull
/// takes them out for a moment, they go in again.
class Roots {
 public:
  /// Keeps of the last steps' findings those that are still so.
  void begin(const SoftBodyReader& reader);
  /// Adds what is new. `inside`: sorted, vertices in bodies, by ids of the set, at the start of the step.
  void find(const SoftBodyReader& reader, std::span<const InsideVertex> inside);
  /// Whether the last steps have found such vertices of one of the two in the other; by stable ids.
  bool isKnown(Index memberA, Index memberB) const;
  /// Sorted keys of ids in the set.
  const std::vector<PairKey>& pairs() const { return m_pairs; }
  bool join(Index bodyA, Index bodyB) const;
  /// Writes `mark` for each vertex that is inside, or was; by flat vertex.
  void mark(std::vector<std::uint8_t>& marks, std::uint8_t mark) const;
  /// Forgets all but these pairs, sorted keys of stable ids.
  void endStep(const std::vector<PairKey>& pairs);

 private:
  struct Root {
    Index body, other;  // stable ids
    Index vertex;       // of the body
    bool isGone = false;
    auto operator<=>(const Root&) const = default;
  };

  struct Count {
    Index body, other;  // ids of the set
    Index inside = 0;
    bool held = false;  // one of these is
  };

  std::vector<Root> m_roots;  // sorted
  std::vector<Count> m_counts;
  std::vector<PairKey> m_pairs;
  std::vector<Index> m_vertices;                     // flat
  std::vector<std::array<Index, 2>> m_slotOfMember;  // by stable id, sorted
};

}  // namespace pliant::detail
