#include "RecheckCandidates.h"

#include <algorithm>
#include <cmath>

namespace pliant::detail {
namespace {

constexpr std::size_t kRun = 32;        // elements that share a box
constexpr std::size_t kMostMoved = 96;  // beyond, a detector is quicker
constexpr Real kSlack = Real(0.999);    // for what detection and this one round

bool isCorner(Index vertex, const Triangle& face) {
  return vertex == face[0] || vertex == face[1] || vertex == face[2];
}

bool enabled(const BodySet& set, Index a, Index b) {
  if (!set.active(a) || !set.active(b)) return false;
  return a == b ? set.selfAt(a) : set.pairAt(a, b);
}

}  // namespace

void RecheckCandidates::remember(const BodySet& set, const std::vector<VertexFaceCandidate>& candidates,
                                 Real marginScale) {
  m_known = true;
  m_marginScale = marginScale;
  m_remembered.assign(candidates.begin(), candidates.end());
  m_seen.assign(set.positions().begin(), set.positions().end());
}

bool RecheckCandidates::meet(const Extent& a, const Extent& b) {
  bool apart = false;
  for (std::size_t k = 0; k < 4; ++k) apart |= (a.low[k] > b.high[k]) | (b.low[k] > a.high[k]);
  return !apart;
}

RecheckCandidates::Extent RecheckCandidates::merged(const Extent& a, const Extent& b) {
  Extent out;
  for (std::size_t k = 0; k < 4; ++k) {
    out.low[k] = std::min(a.low[k], b.low[k]);
    out.high[k] = std::max(a.high[k], b.high[k]);
  }
  return out;
}

void RecheckCandidates::makeRuns(Boxes& boxes) {
  boxes.runs.clear();
  for (std::size_t i = 0; i < boxes.elements.size(); ++i) {
    if (i % kRun == 0)
      boxes.runs.push_back(boxes.elements[i]);
    else
      boxes.runs.back() = merged(boxes.runs.back(), boxes.elements[i]);
  }
}

template <typename Function>
void RecheckCandidates::forEachMeeting(const Boxes& boxes, const Extent& box, Function&& function) {
  for (std::size_t run = 0; run < boxes.runs.size(); ++run) {
    if (!meet(boxes.runs[run], box)) continue;
    const std::size_t end = std::min((run + 1) * kRun, boxes.elements.size());
    for (std::size_t i = run * kRun; i < end; ++i)
      if (meet(boxes.elements[i], box)) function(static_cast<Index>(i));
  }
}

bool RecheckCandidates::findMoved(const BodySet& set) {
  m_moved.clear();
  const auto now = set.positions();
  if (now.size() != m_seen.size()) return false;
  for (Index slot = 0; slot < set.bodyCount(); ++slot) {
    if (!set.active(slot)) continue;
    const Real limit = m_marginScale * set.marginAt(slot) * kSlack;
    const BodySet::Range range = set.vertices(slot);
    for (Index v = range.begin; v < range.end; ++v) {
      const PackedPosition &a = now[v], &b = m_seen[v];
      const Real way = std::max({std::abs(a.x - b.x), std::abs(a.y - b.y), std::abs(a.z - b.z)});
      // The box has moved by that much, and may have grown since its motion is longer.
      if (way + sweptReach(b, a) <= limit) continue;
      if (m_moved.size() == kMostMoved) return false;
      m_moved.push_back(v);
    }
  }
  return true;
}

void RecheckCandidates::measure(const BodySet& set) {
  const auto start = set.positions_t0(), end = set.positions();
  m_vertices.elements.resize(end.size());
  for (std::size_t v = 0; v < end.size(); ++v) {
    const PackedPosition &p = start[v], &q = end[v];
    const Real reach = sweptReach(p, q);
    m_vertices.elements[v] = {{std::min(p.x, q.x) - reach, std::min(p.y, q.y) - reach, std::min(p.z, q.z) - reach, 0},
                              {std::max(p.x, q.x) + reach, std::max(p.y, q.y) + reach, std::max(p.z, q.z) + reach, 0}};
  }
  const auto faces = set.faces();
  m_faces.elements.resize(faces.size());
  for (std::size_t i = 0; i < faces.size(); ++i) {
    const auto& corners = faces[i];
    m_faces.elements[i] = merged(merged(m_vertices.elements[corners[0]], m_vertices.elements[corners[1]]),
                                 m_vertices.elements[corners[2]]);
  }
}

void RecheckCandidates::linkStars(const BodySet& set) {
  const std::size_t count = set.positions().size();
  if (m_revision == set.revision() && m_faceStart.size() == count + 1) return;
  m_revision = set.revision();
  m_faceStart.assign(count + 1, 0);
  for (const Triangle& face : set.faces())
    for (const Index v : face) ++m_faceStart[v + 1];
  for (std::size_t v = 0; v < count; ++v) m_faceStart[v + 1] += m_faceStart[v];
  m_faceList.resize(m_faceStart.back());
  std::vector<Index> next(m_faceStart.begin(), m_faceStart.end() - 1);
  for (Index i = 0; i < set.faces().size(); ++i)
    for (const Index v : set.faces()[i]) m_faceList[next[v]++] = i;
}

void RecheckCandidates::addMoved(const BodySet& set, Index vertex) {
  const Index slot = set.slotOfVertex()[vertex];
  const auto faces = set.faces();
  forEachMeeting(m_faces, m_vertices.elements[vertex], [&](Index face) {
    if (enabled(set, slot, set.slotOfFace()[face]) && !isCorner(vertex, faces[face])) m_more.push_back({vertex, face});
  });
  for (Index i = m_faceStart[vertex]; i < m_faceStart[vertex + 1]; ++i) {
    const Index face = m_faceList[i];
    forEachMeeting(m_vertices, m_faces.elements[face], [&](Index other) {
      if (enabled(set, slot, set.slotOfVertex()[other]) && !isCorner(other, faces[face]))
        m_more.push_back({other, face});
    });
  }
}

bool RecheckCandidates::gather(const BodySet& set, std::vector<VertexFaceCandidate>& out) {
  if (!m_known || !findMoved(set)) return false;
  measure(set);
  out.clear();
  for (const VertexFaceCandidate& c : m_remembered)
    if (meet(m_vertices.elements[c.vertex], m_faces.elements[c.face])) out.push_back(c);
  if (m_moved.empty()) return true;

  linkStars(set);
  makeRuns(m_vertices);
  makeRuns(m_faces);
  m_more.clear();
  for (const Index vertex : m_moved) addMoved(set, vertex);
  std::sort(m_more.begin(), m_more.end());
  // Both lists are sorted; merged from the end, in the room that the list has.
  std::size_t left = out.size(), right = m_more.size();
  out.resize(left + right);
  while (right > 0) {
    const bool fromLeft = left > 0 && m_more[right - 1] < out[left - 1];
    out[left + right - 1] = fromLeft ? out[left - 1] : m_more[right - 1];
    --(fromLeft ? left : right);
  }
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return true;
}

}  // namespace pliant::detail
