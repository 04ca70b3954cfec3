#pragma once

#include <pliant/detectors/Detector.h>

#include <vector>

namespace pliant::detail {

/// The pairs of a step, for a detector that gathers each step (Detector::gathersEachStep). The first gather of a step
/// also takes pairs that may meet if vertices end a little elsewhere: each vertex has some room. Later checks take the
/// same pairs, and gather only those of vertices that have left their room. If the last step ended near its prediction,
/// the first gather is that of the prediction, else that of the first check.
///
/// Ends are compared after subtraction of a common translation (see commonWay), which brings no elements nearer to each
/// other: links and contacts undo the gravity of the prediction everywhere.
class StepPairs {
 public:
  void beginStep() { m_known = m_predicted = false; }
  /// Gathers the pairs of the predicted motion. Overwrites `out`, which is sorted.
  void predict(Detector& detector, const BodySet& set, CandidateQuery query, Candidates& out, Counters& counters,
               Workers& workers);
  /// Gathers the pairs that may meet for a final check. Overwrites `out`, which is sorted.
  void check(Detector& detector, const BodySet& set, CandidateQuery query, Candidates& out, Counters& counters,
             Workers& workers);

 private:
  void gather(Detector& detector, const BodySet& set, const CandidateQuery& query, Counters& counters,
              Workers& workers);
  bool stayedNear(const BodySet& set);

  bool m_known = false;      ///< true if m_all holds the pairs of the rooms
  bool m_predicted = false;  ///< true if the rooms are about the predicted ends
  bool m_calm = false;       ///< true if the last step ended near its prediction
  bool m_self = false;
  Real m_room = 0;  ///< room of a vertex, in detection margins
  Candidates m_all, m_more;
  std::vector<PackedPosition> m_starts;  ///< positions at t0
  std::vector<PackedPosition> m_ends;    ///< centres of the rooms
  std::vector<PackedPosition> m_now;     ///< ends without the common translation
  std::vector<std::uint8_t> m_marks;     ///< one per vertex: 1 if it has left its room
  std::size_t m_moved = 0;               ///< number of these
};

}  // namespace pliant::detail
