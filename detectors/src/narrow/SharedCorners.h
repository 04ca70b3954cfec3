#pragma once

#include <pliant/detectors/BodySet.h>
#include <pliant/detectors/Results.h>
#include <pliant/detectors/Workers.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/Csr.h"

namespace pliant::detail {

/// Implements Query::sharedCorners for all detectors: pairs of faces of one body that share a corner. The pairs come
/// from the topology, not from a search, so the work is proportional to their number, about twelve per face of an
/// ordinary surface.
class SharedCorners {
 public:
  /// Adds to results.facePairs, which must be sorted and stays so, the pairs that meet beyond their shared vertices and
  /// edges; adds to results.counters. Does nothing if the query does not require such pairs.
  void add(const BodySet& bodies, const Query& query, Results& results, Workers& workers);

  std::size_t memory() const;

 private:
  void follow(const BodySet& bodies);
  void find(const BodySet& bodies, Index face, std::vector<FacePair>& found, Counters& counters) const;

  std::uint64_t m_revision = 0;
  Csr<Index, std::size_t> m_faces;  // per vertex of the set: its faces, ascending
  std::vector<std::vector<FacePair>> m_found;
  std::vector<Counters> m_counters;
  std::vector<FacePair> m_merged;
};

}  // namespace pliant::detail
