#pragma once

#include <pliant/detectors/BodySet.h>
#include <pliant/detectors/Candidates.h>
#include <pliant/detectors/Workers.h>

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "patches/FlatSheets.h"
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
    bool edges, whole;   ///< edges: they count; whole: elements without marks count, too
  };

  /// Finds out which patches of flat sheets cannot meet. Returns false if a query with marks has nothing to search.
  bool begin(const BodySet& bodies, const CandidateQuery& query, const PatchLayout& layout, Workers& workers);
  /// Finds the pairs that may have elements near each other. Call after begin().
  void find(const BodySet& bodies, const CandidateQuery& query, const PatchLayout& layout, const PatchBounds& bounds,
            const GapRule& rule);

  const std::vector<Pair>& pairs() const { return m_pairs; }
  /// Returns their pairs of bodies, indices a <= b, sorted.
  const std::vector<std::pair<Index, Index>>& bodies() const { return m_bodies; }
  std::size_t memory() const;

 private:
  /// Patches of a sheet may meet, cannot meet, or could not when pairs with room were gathered and now may.
  enum class Apart : std::uint8_t { No, Yes, NoLonger };

  bool partSheets(const BodySet& bodies, const CandidateQuery& query, const PatchLayout& layout, Workers& workers);
  void markPatches(const BodySet& bodies, const std::uint8_t* marked, const PatchLayout& layout);
  Apart apartOf(std::size_t a, std::size_t b) const;

  FlatSheets m_sheets;
  std::vector<Apart> m_apart;             ///< one per pair of m_sheets, or empty
  std::vector<std::uint8_t> m_leftApart;  ///< the same: 1 if the last search with room left it out
  std::vector<std::uint8_t> m_marked;     ///< one per patch: 1 if a corner of one of its elements is marked
  std::vector<Pair> m_pairs;
  std::vector<std::pair<Index, Index>> m_bodies;
  std::vector<std::uint32_t> m_nearGroups, m_nearPatches;
};

}  // namespace pliant::detail
