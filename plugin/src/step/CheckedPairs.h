#pragma once

#include <pliant/detectors/Detector.h>

#include <vector>

namespace pliant::detail {

/// The pairs of a step's final checks, for a detector that gathers each step (Detector::gathersEachStep). The first
/// check also gathers pairs that may meet if vertices end a little elsewhere: each vertex has some room. Later checks
/// take the same pairs, and gather only those of vertices that have left their room.
class CheckedPairs {
 public:
  /// Call before the first check of a step.
  void forget() { m_known = false; }
  /// Gathers the pairs that may meet. Overwrites `out`, which is sorted.
  void gather(Detector& detector, const BodySet& set, CandidateQuery query, Candidates& out, Counters& counters,
              Workers& workers);

 private:
  bool markMoved(const BodySet& set);

  bool m_known = false, m_self = false;
  Candidates m_all, m_more;
  std::vector<PackedPosition> m_ends;  ///< centres of the rooms
  std::vector<std::uint8_t> m_marks;   ///< one per vertex: 1 if it has left its room
  std::size_t m_moved = 0;             ///< number of these
};

}  // namespace pliant::detail
