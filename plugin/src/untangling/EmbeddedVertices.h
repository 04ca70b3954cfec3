#pragma once

#include <pliant/detectors/InsideVertex.h>

#include <array>
#include <compare>
#include <cstdint>
#include <span>
#include <vector>

#include "core/SetMembers.h"
#include "core/pairKey.h"

namespace pliant::detail {

/// Bodies with embedded vertices: a pinned or anchored vertex, and at most half of the vertices, lie inside a rigid
/// mesh or inside a soft body that is pinned as a whole. Examples: a flag in its pole, hair in a head. The body stays
/// there: no constraint separates the pair. The embedded vertices have no contacts with the other body, also in later
/// steps: a pull may take them out for a moment, and they go in again.
class EmbeddedVertices {
 public:
  /// Keeps the embedded vertices of earlier steps that are still valid.
  void begin(const BodySet& set, const SetMembers& members);
  /// Adds the new embedded vertices. `inside`: vertices inside bodies at t0, sorted, by ids of the set.
  void find(const BodySet& set, const SetMembers& members, std::span<const InsideVertex> inside);
  /// Returns true if earlier steps have found embedded vertices of one body in the other. Takes stable ids.
  bool isKnown(Index memberA, Index memberB) const;
  /// Returns sorted keys of ids in the set.
  const std::vector<PairKey>& pairs() const { return m_pairs; }
  bool join(Index bodyA, Index bodyB) const;
  /// Writes `mark` for each vertex that is embedded, or was in an earlier step. `marks`: one per vertex of the set.
  void mark(std::vector<std::uint8_t>& marks, std::uint8_t mark) const;
  /// Removes all pairs but these. `pairs`: sorted keys of stable ids.
  void endStep(const std::vector<PairKey>& pairs);

 private:
  struct Embedded {
    Index body, other;  // stable ids
    Index vertex;       // the body's own vertex index
    bool isGone = false;
    auto operator<=>(const Embedded&) const = default;
  };

  struct Count {
    Index body, other;  // ids of the set
    Index inside = 0;
    bool held = false;  // true if one of the vertices is held
  };

  std::vector<Embedded> m_embedded;  // sorted
  std::vector<Count> m_counts;
  std::vector<PairKey> m_pairs;
  std::vector<Index> m_vertices;                      // vertex indices in the set
  std::vector<std::array<Index, 2>> m_indexOfMember;  // pairs of stable id and body index, sorted
};

}  // namespace pliant::detail
