#include "StepPairs.h"

#include <algorithm>

#include "core/commonWay.h"
#include "core/joinSorted.h"

namespace pliant::detail {
namespace {

/// Room of a vertex at the end of a step, in detection margins (see CandidateQuery::room).
constexpr Real kRoomOfPrediction = Real(0.6);
constexpr Real kRoomOfChecks = Real(0.4);
/// If more than one of so many vertices has left its room, all pairs are gathered anew.
constexpr std::size_t kMostMovedShare = 16;

void copy(const Candidates& from, Candidates& to) {
  to.vertexFace.assign(from.vertexFace.begin(), from.vertexFace.end());
  to.edgeEdge.assign(from.edgeEdge.begin(), from.edgeEdge.end());
}

bool samePlace(const PackedPosition& a, const PackedPosition& b) {
  return a.x == b.x && a.y == b.y && a.z == b.z;
}

}  // namespace

void StepPairs::predict(Detector& detector, const BodySet& set, CandidateQuery query, Candidates& out,
                        Counters& counters, Workers& workers) {
  query.thisMotion = true;
  CandidateQuery wider = query;
  if (m_calm) {
    wider.room = kRoomOfPrediction;
    wider.edgeEdge = true;
  }
  gather(detector, set, wider, counters, workers);
  m_room = kRoomOfPrediction;
  m_known = m_calm;
  m_predicted = true;
  copy(m_all, out);
  if (!query.edgeEdge) out.edgeEdge.clear();
}

void StepPairs::check(Detector& detector, const BodySet& set, CandidateQuery query, Candidates& out, Counters& counters,
                      Workers& workers) {
  query.thisMotion = true;
  const bool near = (m_known || m_predicted) && stayedNear(set);
  if (m_predicted) m_calm = near;
  m_predicted = false;
  if (m_known && near && m_self == query.self) {
    if (m_moved > 0) {
      // A vertex that has stayed in its room may be at one side of it now, and at the other side later.
      query.room = 2 * m_room;
      query.marked = m_marks.data();
      detector.candidates(set, query, m_more, counters, workers);
      joinSorted(m_all.vertexFace, m_more.vertexFace);
      joinSorted(m_all.edgeEdge, m_more.edgeEdge);
      for (std::size_t v = 0; v < m_ends.size(); ++v)
        if (m_marks[v] != 0) m_ends[v] = m_now[v];
    }
  } else {
    query.room = m_room = kRoomOfChecks;
    gather(detector, set, query, counters, workers);
    m_known = true;
  }
  copy(m_all, out);
}

/// Gathers all pairs for the set's current motion.
void StepPairs::gather(Detector& detector, const BodySet& set, const CandidateQuery& query, Counters& counters,
                       Workers& workers) {
  const auto starts = set.positions_t0(), ends = set.positions();
  m_known = false;  // also if the detector throws
  detector.candidates(set, query, m_all, counters, workers);
  m_starts.assign(starts.begin(), starts.end());
  m_ends.assign(ends.begin(), ends.end());
  m_self = query.self;
}

/// Marks the vertices that have left their room. Returns false if these are so many that all pairs had better be
/// gathered anew.
bool StepPairs::stayedNear(const BodySet& set) {
  const auto ends = set.positions();
  if (!std::ranges::equal(set.positions_t0(), m_starts, samePlace)) return false;
  m_marks.assign(ends.size(), 0);
  m_now.resize(ends.size());
  m_moved = 0;
  const PackedPosition common = commonWay(m_ends, ends);
  for (Index body = 0; body < set.bodyCount(); ++body) {
    if (!set.active(body)) continue;
    const Real room = m_room * set.detectionMarginAt(body);
    const BodySet::Range range = set.vertices(body);
    for (Index v = range.begin; v < range.end; ++v) {
      m_now[v] = difference(ends[v], common);
      const PackedPosition way = difference(m_now[v], m_ends[v]);
      const Real left = room - kRoundingOfWays * std::max(largest(ends[v]), largest(common));
      if (left >= 0 && way.x * way.x + way.y * way.y + way.z * way.z <= left * left) continue;
      m_marks[v] = 1;
      ++m_moved;
    }
  }
  return m_moved * kMostMovedShare <= ends.size();
}

}  // namespace pliant::detail
