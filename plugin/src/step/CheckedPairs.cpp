#include "CheckedPairs.h"

#include "core/joinSorted.h"

namespace pliant::detail {
namespace {

/// Room of a vertex between the final checks of a step, in detection margins (see CandidateQuery::room).
constexpr Real kRoomOfChecks = Real(0.4);
/// If more than one of so many vertices has left its room, all pairs are gathered anew.
constexpr std::size_t kMostMovedShare = 16;

}  // namespace

void CheckedPairs::gather(Detector& detector, const BodySet& set, CandidateQuery query, Candidates& out,
                          Counters& counters, Workers& workers) {
  const auto ends = set.positions();
  query.thisMotion = true;
  if (m_known && m_self == query.self && markMoved(set)) {
    if (m_moved > 0) {
      // A vertex that has stayed in its room may be at one side of it now, and at the other side later.
      query.room = 2 * kRoomOfChecks;
      query.marked = m_marks.data();
      detector.candidates(set, query, m_more, counters, workers);
      joinSorted(m_all.vertexFace, m_more.vertexFace);
      joinSorted(m_all.edgeEdge, m_more.edgeEdge);
      for (std::size_t v = 0; v < ends.size(); ++v)
        if (m_marks[v] != 0) m_ends[v] = ends[v];
    }
  } else {
    query.room = kRoomOfChecks;
    detector.candidates(set, query, m_all, counters, workers);
    m_ends.assign(ends.begin(), ends.end());
    m_self = query.self;
    m_known = true;
  }
  out.vertexFace.assign(m_all.vertexFace.begin(), m_all.vertexFace.end());
  out.edgeEdge.assign(m_all.edgeEdge.begin(), m_all.edgeEdge.end());
}

/// Marks the vertices that have left their room since their pairs were gathered. Returns false if these are so many
/// that all pairs had better be gathered anew.
bool CheckedPairs::markMoved(const BodySet& set) {
  const auto ends = set.positions();
  m_marks.assign(ends.size(), 0);
  m_moved = 0;
  for (Index body = 0; body < set.bodyCount(); ++body) {
    if (!set.active(body)) continue;
    const Real room = kRoomOfChecks * set.detectionMarginAt(body);
    const BodySet::Range range = set.vertices(body);
    for (Index v = range.begin; v < range.end; ++v) {
      const PackedPosition &p = m_ends[v], &q = ends[v];
      const Real x = q.x - p.x, y = q.y - p.y, z = q.z - p.z;
      if (x * x + y * y + z * z <= room * room) continue;
      m_marks[v] = 1;
      ++m_moved;
    }
  }
  return m_moved * kMostMovedShare <= ends.size();
}

}  // namespace pliant::detail
