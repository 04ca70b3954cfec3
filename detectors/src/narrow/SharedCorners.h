#pragma once

#include <pliant/detectors/BodySet.h>
#include <pliant/detectors/Results.h>
#include <pliant/detectors/Workers.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace pliant::detail {

/// Query::sharedCorners, for all detectors alike: pairs of faces of one body that share a corner come from the
/// topology, not from a search. So the work goes by the number of such pairs, some twelve a face of an ordinary
/// surface.
class SharedCorners {
 public:
  /// Adds to results.facePairs, which are sorted and stay so, those pairs that meet beyond what they share; adds to
  /// results.counters. Nothing where the query does not ask for them.
  void add(const BodySet& bodies, const Query& query, Results& results, Workers& workers);

  std::size_t memory() const;

 private:
  void follow(const BodySet& bodies);
  std::span<const Index> facesAt(Index vertex) const {
    return std::span(m_faces).subspan(m_first[vertex], m_first[vertex + std::size_t{1}] - m_first[vertex]);
  }
  void find(const BodySet& bodies, Index face, std::vector<FacePair>& found, Counters& counters) const;

  std::uint64_t m_revision = 0;
  std::vector<std::size_t> m_first;  // by flat vertex, and the end
  std::vector<Index> m_faces;        // at each vertex, ascending
  std::vector<std::vector<FacePair>> m_found;
  std::vector<Counters> m_counters;
  std::vector<FacePair> m_merged;
};

}  // namespace pliant::detail
