#pragma once

#include <pliant/detectors/BodySet.h>
#include <pliant/detectors/Candidates.h>
#include <pliant/detectors/Workers.h>

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "patches/PatchBounds.h"
#include "patches/PatchLayout.h"

namespace pliant::detail {

/// Returns true if a corner of an element is marked by 1; see CandidateQuery::marked.
template <typename Element>
bool anyMarked(const std::uint8_t* marked, const Element& corners) {
  return std::any_of(corners.begin(), corners.end(), [marked](Index corner) { return marked[corner] != 0; });
}

/// Finds the pairs of patches of a query, a patch with itself included.
class PatchPairs {
 public:
  struct Pair {
    std::uint32_t a, b;  ///< a <= b
  };

  /// Finds the pairs that may have elements near each other, on all threads.
  void find(const BodySet& bodies, const CandidateQuery& query, const PatchLayout& layout, const PatchBounds& bounds,
            const GapRule& rule, Workers& workers);

  const std::vector<Pair>& pairs() const { return m_pairs; }
  /// Forgets the pairs.
  void clear();
  /// Returns their pairs of bodies, indices a <= b, sorted.
  const std::vector<std::pair<Index, Index>>& bodies() const { return m_bodies; }
  std::size_t memory() const;

 private:
  /// The pairs whose first patch is in a range of groups of patches.
  struct Part {
    std::vector<Pair> pairs;
    std::vector<std::pair<Index, Index>> bodies;
    std::vector<std::uint32_t> nearGroups, nearPatches;
  };

  struct Search;
  void findPart(const Search& search, std::size_t begin, std::size_t end, Part& part) const;
  void markPatches(const std::uint8_t* marked, const PatchLayout& layout);

  std::vector<std::uint8_t> m_marked;  ///< one per patch: 1 if a corner of one of its elements is marked
  std::vector<Pair> m_pairs;
  std::vector<std::pair<Index, Index>> m_bodies;
  std::vector<Part> m_parts;
};

}  // namespace pliant::detail
