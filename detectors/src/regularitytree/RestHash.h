#pragma once

#include <pliant/detectors/Candidates.h>
#include <pliant/detectors/Workers.h>

#include <cstdint>
#include <vector>

#include "regularitytree/PatchElements.h"
#include "spatialhash/SurfaceJoin.h"
#include "surfaces/FoundPairs.h"

namespace pliant::detail {

/// Spatial hashing of the crowded leaf patches of a surface: all their elements are tested against each other. This
/// finds all their pairs, including some that the traversal had skipped.
class RestHash {
 public:
  /// Adds the pairs within and between these leaf patches. Their elements must have boxes.
  void pair(const SurfacePatches& parts, const PatchElements& elements, std::span<const Index> nodes,
            const CandidateQuery& query, surface::FoundPairs& found, Workers& workers);

  std::size_t memory() const;

 private:
  template <typename RangeOf>
  surface::ElementBoxes gather(const surface::ElementBoxes& from, std::span<const Index> nodes, RangeOf&& rangeOf,
                               surface::BoxSet& into);

  surface::BoxJoin m_join;
  surface::BoxSet m_vertices, m_edges, m_faces;
  std::vector<std::uint32_t> m_order;
};

}  // namespace pliant::detail
