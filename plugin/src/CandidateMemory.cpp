#include "CandidateMemory.h"

#include <pliant/detectors/corners.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>

#include "core/commonWay.h"
#include "core/forEachBody.h"
#include "core/joinSorted.h"

namespace pliant::detail {
namespace {

constexpr std::size_t kRun = 32;                      // elements per run; a run has one box
constexpr std::size_t kElementsPerChunk = 1024;       // elements or candidates that are one chunk of work
constexpr std::size_t kMostMoved = 96;                // moved runs within a step; above it, a full query is faster
constexpr std::size_t kMostMovedLater = 8;            // moved runs in later steps
constexpr Real kSlack = Real(0.999);                  // covers rounding in the detector and here
constexpr Real kRoom = Real(0.5);                     // extra margin of element boxes, in margins
constexpr Real kBodyRoom = 1;                         // extra margin of body boxes, in margins
constexpr std::uint64_t kFewSteps = 3;                // a list used for fewer steps did not repay its length
constexpr int kPause = 20;                            // number of queries without extra margin after such a list
constexpr std::size_t kMoreRoom = kMostMoved * kRun;  // initial capacity for pairs of moved vertices

bool enabled(const BodySet& set, Index a, Index b) {
  if (!set.active(a) || !set.active(b)) return false;
  return a == b ? set.selfAt(a) : set.pairAt(a, b);
}

}  // namespace

void CandidateMemory::forget() {
  m_vertexFace.known = m_edgeEdge.known = m_links.known = false;
}

bool CandidateMemory::meet(const Extent& a, const Extent& b) {
  bool separated = false;
  for (std::size_t k = 0; k < 4; ++k) {
    separated |= a.low[k] > b.high[k];
    separated |= b.low[k] > a.high[k];
  }
  return !separated;
}

CandidateMemory::Extent CandidateMemory::merged(const Extent& a, const Extent& b) {
  Extent out;
  for (std::size_t k = 0; k < 4; ++k) {
    out.low[k] = std::min(a.low[k], b.low[k]);
    out.high[k] = std::max(a.high[k], b.high[k]);
  }
  return out;
}

void CandidateMemory::makeRuns(const std::vector<Extent>& boxes, std::vector<Extent>& runs, Workers& workers) {
  runs.resize((boxes.size() + kRun - 1) / kRun);
  forChunks(&workers, runs.size(), kElementsPerChunk / kRun, [&](std::size_t run) {
    Extent all = boxes[run * kRun];
    for (std::size_t i = run * kRun + 1; i < std::min((run + 1) * kRun, boxes.size()); ++i) all = merged(all, boxes[i]);
    runs[run] = all;
  });
}

void CandidateMemory::makeRuns(Boxes& boxes, Workers& workers) {
  makeRuns(boxes.elements, boxes.runs, workers);
  makeRuns(boxes.runs, boxes.groups, workers);
}

template <typename Function>
void CandidateMemory::forEachMeeting(const Boxes& boxes, const Extent& box, Function&& function) {
  const auto forEachIn = [&](const std::vector<Extent>& parts, std::size_t whole, auto&& each) {
    const std::size_t end = std::min((whole + 1) * kRun, parts.size());
    for (std::size_t i = whole * kRun; i < end; ++i)
      if (meet(parts[i], box)) each(i);
  };
  for (std::size_t group = 0; group < boxes.groups.size(); ++group) {
    if (!meet(boxes.groups[group], box)) continue;
    forEachIn(boxes.runs, group, [&](std::size_t run) {
      forEachIn(boxes.elements, run, [&](std::size_t i) { function(static_cast<Index>(i)); });
    });
  }
}

void CandidateMemory::forgetWhatChanged(const BodySet& set) {
  m_bodiesNow.clear();
  for (Index body = 0; body < set.bodyCount(); ++body)
    m_bodiesNow.push_back({set.detectionMarginAt(body), set.selfAt(body), set.active(body)});
  if (m_bodiesNow != m_bodies) forget();
  m_bodies.swap(m_bodiesNow);
  if (m_revision == set.revision()) return;
  forget();
  const auto faces = set.faces();
  const auto edges = set.edges();
  const std::size_t vertices = set.positions().size();
  m_faceCorners.build(3 * faces.size(), vertices, [&](std::size_t i) { return faces[i / 3][i % 3]; });
  m_edgeEnds.build(2 * edges.size(), vertices, [&](std::size_t i) { return edges[i / 2][i % 2]; });
  m_revision = set.revision();
}

void CandidateMemory::findNear(const BodySet& set, Real scale) {
  m_extents.clear();
  for (Index body = 0; body < set.bodyCount(); ++body) {
    if (!set.active(body)) continue;
    const Box& box = set.sweptBox(body);
    const Real grown = scale * set.detectionMarginAt(body) + set.sweptReach(body);
    BodyExtent extent{{}, {}, body};
    for (std::size_t k = 0; k < 3; ++k) {
      const Real rounding = kRoundingOfWays * std::max(std::abs(box.min[k]), std::abs(box.max[k]));
      extent.low[k] = box.min[k] - grown - rounding;
      extent.high[k] = box.max[k] + grown + rounding;
    }
    m_extents.push_back(extent);
  }
  // m_near is conservative: it stays valid while all extents lie within the extents it was computed for.
  const auto within = [](const BodyExtent& now, const BodyExtent& seen) {
    bool in = now.bodyIndex == seen.bodyIndex;
    for (std::size_t k = 0; k < 3; ++k) in = in && seen.low[k] <= now.low[k] && now.high[k] <= seen.high[k];
    return in;
  };
  if (m_near.size() == set.bodyCount() && std::ranges::equal(m_extents, m_seenExtents, within)) return;
  for (BodyExtent& extent : m_extents)
    for (std::size_t k = 0; k < 3; ++k) {
      extent.low[k] -= kBodyRoom * set.detectionMarginAt(extent.bodyIndex);
      extent.high[k] += kBodyRoom * set.detectionMarginAt(extent.bodyIndex);
    }
  m_seenExtents = m_extents;
  m_near.assign(set.bodyCount(), 0);
  std::sort(m_extents.begin(), m_extents.end(),
            [](const BodyExtent& a, const BodyExtent& b) { return a.low[0] < b.low[0]; });
  for (std::size_t i = 0; i < m_extents.size(); ++i)
    for (std::size_t j = i + 1; j < m_extents.size() && m_extents[j].low[0] <= m_extents[i].high[0]; ++j) {
      const BodyExtent &a = m_extents[i], &b = m_extents[j];
      if (a.low[1] > b.high[1] || b.low[1] > a.high[1] || a.low[2] > b.high[2] || b.low[2] > a.high[2]) continue;
      m_near[a.bodyIndex] = m_near[b.bodyIndex] = 1;
    }
}

/// Finds the bodies that keep their shape. Returns false if no other pairs can collide than those that KeptShapes adds.
bool CandidateMemory::findKept(const BodySet& set, const CandidateQuery& query, Real edgeScale) {
  m_shapes.find(set, {query.self && query.vertexFace, query.self && query.edgeEdge, query.marginScale, edgeScale});
  const auto kept = m_shapes.kept();
  for (Index body = 0; body < set.bodyCount(); ++body)
    if (set.active(body) && (m_near[body] || (query.self && set.selfAt(body) && !kept[body]))) return true;
  return false;
}

/// Returns true if a list without the marked bodies' own pairs lacks only those that KeptShapes adds.
bool CandidateMemory::covers(std::span<const std::uint8_t> kept) const {
  const auto now = m_shapes.kept();
  for (std::size_t body = 0; body < now.size(); ++body)
    if (kept[body] && !now[body]) return false;
  return true;
}

template <typename Candidate>
bool CandidateMemory::findMoved(const BodySet& set, const Memory<Candidate>& memory, Real scale, Workers& workers) {
  m_moved.clear();
  const std::size_t most = memory.step == m_step ? kMostMoved : kMostMovedLater;
  const auto from = set.positions_t0(), to = set.positions();
  const std::span<const PackedPosition> seenFrom = memory.from, seenTo = memory.to;
  const PackedPosition allFrom = commonWay(seenFrom, from), allTo = commonWay(seenTo, to);
  const std::size_t bodies = set.bodyCount();
  m_movedOf.resize(bodies * most);
  m_movedCounts.assign(bodies, 0);
  std::atomic<std::size_t> sum = 0;
  forEachBody(&workers, bodies, to.size(), [&](std::size_t i) {
    const auto body = static_cast<Index>(i);
    if (!set.active(body) || (m_shapes.kept()[body] && !m_near[body])) return;
    if (sum.load(std::memory_order_relaxed) > most) return;
    const Real limit = (memory.scale - scale) * set.detectionMarginAt(body) * kSlack;
    const BodySet::Range range = set.vertices(body);
    const auto own = [&](std::span<const PackedPosition> x) { return x.subspan(range.begin, range.size()); };
    const PackedPosition commonFrom = m_near[body] ? allFrom : commonWay(own(seenFrom), own(from));
    const PackedPosition commonTo = m_near[body] ? allTo : commonWay(own(seenTo), own(to));
    std::size_t count = 0;
    for (Index v = range.begin; v < range.end && count <= most; ++v) {
      const PackedPosition a = difference(difference(from[v], memory.from[v]), commonFrom);
      const PackedPosition b = difference(difference(to[v], memory.to[v]), commonTo);
      if (largest(a) == 0 && largest(b) == 0) continue;
      const Real rounding = kRoundingOfWays * std::max(largest(from[v]), largest(to[v]));
      // The swept box has moved by the first term; the second bounds its growth if the motion is longer now.
      if (std::max(largest(a), largest(b)) + sweptReach(a, b) + rounding <= limit) continue;
      if (count < most) m_movedOf[i * most + count] = v;
      ++count;
    }
    m_movedCounts[i] = count;
    sum.fetch_add(count, std::memory_order_relaxed);
  });
  if (sum > most) return false;
  for (std::size_t i = 0; i < bodies; ++i) {
    const auto first = m_movedOf.begin() + static_cast<std::ptrdiff_t>(i * most);
    m_moved.insert(m_moved.end(), first, first + static_cast<std::ptrdiff_t>(m_movedCounts[i]));
  }
  return true;
}

void CandidateMemory::measureVertices(const BodySet& set, Real scale, Workers& workers) {
  if (m_measured == scale) return;
  m_measured = scale;
  const auto start = set.positions_t0(), end = set.positions();
  m_vertices.elements.resize(end.size());
  const PackedPosition all = commonWay(start, end);
  forEachBody(&workers, set.bodyCount(), end.size(), [&](std::size_t i) {
    const auto body = static_cast<Index>(i);
    const BodySet::Range range = set.vertices(body);
    const Real margin = scale * set.detectionMarginAt(body);
    // Boxes are smaller in a frame that moves with all bodies that this body can collide with.
    const PackedPosition frame =
        m_near[body] ? all
                     : commonWay(start.subspan(range.begin, range.size()), end.subspan(range.begin, range.size()));
    for (Index v = range.begin; v < range.end; ++v) {
      const PackedPosition &p = start[v], q = difference(end[v], frame);
      const Real rounding = kRoundingOfWays * std::max(largest(p), largest(end[v]));
      const Real grown = margin + sweptReach(p, q) + rounding;
      m_vertices.elements[v] = {
          {std::min(p.x, q.x) - grown, std::min(p.y, q.y) - grown, std::min(p.z, q.z) - grown, 0},
          {std::max(p.x, q.x) + grown, std::max(p.y, q.y) + grown, std::max(p.z, q.z) + grown, 0}};
    }
  });
}

template <typename Element>
void CandidateMemory::measure(std::span<const Element> elements, Boxes& boxes, Workers& workers) const {
  boxes.elements.resize(elements.size());
  forChunks(&workers, elements.size(), kElementsPerChunk, [&](std::size_t i) {
    Extent box = m_vertices.elements[elements[i][0]];
    for (std::size_t k = 1; k < elements[i].size(); ++k) box = merged(box, m_vertices.elements[elements[i][k]]);
    boxes.elements[i] = box;
  });
}

bool CandidateMemory::wanted(const BodySet& set, Index a, Index b) const {
  return (a != b || m_self) && enabled(set, a, b);
}

void CandidateMemory::addFaces(const BodySet& set, Index vertex) {
  const Index body = set.bodyOfVertex()[vertex];
  const auto faces = set.faces();
  forEachMeeting(m_faces, m_vertices.elements[vertex], [&](Index face) {
    if (wanted(set, body, set.bodyOfFace()[face]) && !isCorner(vertex, faces[face]))
      m_moreFaces.push_back({vertex, face});
  });
  for (const Index corner : m_faceCorners[vertex]) {
    const Index face = corner / 3;
    forEachMeeting(m_vertices, m_faces.elements[face], [&](Index other) {
      if (wanted(set, body, set.bodyOfVertex()[other]) && !isCorner(other, faces[face]))
        m_moreFaces.push_back({other, face});
    });
  }
}

void CandidateMemory::addEdges(const BodySet& set, Index vertex, bool linksOnly) {
  const Index body = set.bodyOfVertex()[vertex];
  const auto edges = set.edges();
  for (const Index end : m_edgeEnds[vertex]) {
    const Index edge = end / 2;
    forEachMeeting(m_edges, m_edges.elements[edge], [&](Index other) {
      if (!wanted(set, body, set.bodyOfEdge()[other])) return;
      if (shareCorner(edges[edge], edges[other])) return;
      if (linksOnly && !set.isLink(edge) && !set.isLink(other)) return;
      m_moreEdges.push_back({std::min(edge, other), std::max(edge, other)});
    });
  }
}

template <typename Candidate, typename Ask, typename Prepare, typename Boxed, typename More>
void CandidateMemory::serve(const BodySet& set, Memory<Candidate>& memory, Real scale, Real widest, Ask&& ask,
                            Prepare&& prepare, Boxed&& boxed, More&& more, std::vector<Candidate>& out,
                            Workers& workers) {
  // A list without extra margin is valid only in the step of its query.
  const bool usable =
      memory.known && memory.scale >= scale && (memory.roomy || memory.step == m_step) && covers(memory.kept);
  if (!usable || !findMoved(set, memory, scale, workers)) {
    if (memory.known && memory.roomy && m_step < memory.step + kFewSteps) memory.pause = kPause;
    memory.roomy = memory.pause == 0;
    memory.pause = std::max(memory.pause - 1, 0);
    memory.known = false;
    // A list without extra margin still serves later queries of this step with a smaller scale.
    memory.scale = memory.roomy ? widest + kRoom : scale;
    ask(memory.scale, memory.candidates);
    memory.from.assign(set.positions_t0().begin(), set.positions_t0().end());
    memory.to.assign(set.positions().begin(), set.positions().end());
    memory.kept.assign(m_shapes.kept().begin(), m_shapes.kept().end());
    memory.step = m_step;
    memory.known = true;
    m_moved.clear();
    if (!memory.roomy) {
      out.assign(memory.candidates.begin(), memory.candidates.end());
      return;
    }
  }
  prepare();
  out.resize(memory.candidates.size());
  m_kept.resize(out.size() / kElementsPerChunk + 1);
  workers.forChunks(out.size(), kElementsPerChunk, [&](std::size_t chunk, std::size_t begin, std::size_t end) {
    std::size_t kept = begin;
    for (std::size_t i = begin; i < end; ++i) {
      out[kept] = memory.candidates[i];
      kept += boxed(memory.candidates[i]);
    }
    m_kept[chunk] = kept - begin;
  });
  auto last = out.begin();
  for (std::size_t begin = 0; begin < out.size(); begin += kElementsPerChunk) {
    const auto first = out.begin() + static_cast<std::ptrdiff_t>(begin);
    last = std::copy(first, first + static_cast<std::ptrdiff_t>(m_kept[begin / kElementsPerChunk]), last);
  }
  out.erase(last, out.end());
  if (m_moved.empty()) return;
  std::vector<Candidate>& found = more();
  std::sort(found.begin(), found.end());
  joinSorted(out, found);
}

void CandidateMemory::gather(Detector& detector, const BodySet& set, const CandidateQuery& query, Real widest,
                             Candidates& out, Counters& counters, Workers& workers) {
  out.clear();
  m_moreFaces.reserve(kMoreRoom);
  m_moreEdges.reserve(kMoreRoom);
  forgetWhatChanged(set);
  if (query.self && !m_self) forget();
  m_self = query.self;
  findNear(set, query.marginScale);
  const std::uint64_t before = counters.candidates;
  bool updated = false;
  const auto ask = [&](CandidateQuery asked, Real scale) {
    asked.swept = true;
    asked.marginScale = scale;
    asked.self = query.self;
    asked.notSelf = m_shapes.kept().data();
    if (!updated && detector.candidatesNeedUpdate()) detector.update(set, workers);
    updated = true;
    detector.candidates(set, asked, m_asked, counters, workers);
  };
  const Real edgeScale = query.edgeMargin ? query.marginScale : 0;
  const bool more = findKept(set, query, edgeScale);
  m_measured.reset();
  if (more && query.vertexFace && !set.faces().empty()) {
    serve(
        set, m_vertexFace, query.marginScale, widest,
        [&](Real scale, std::vector<VertexFaceCandidate>& candidates) {
          ask({.vertexFace = true}, scale);
          candidates.swap(m_asked.vertexFace);
        },
        [&] {
          measureVertices(set, query.marginScale, workers);
          measure(set.faces(), m_faces, workers);
        },
        [&](const VertexFaceCandidate& c) { return meet(m_vertices.elements[c.vertex], m_faces.elements[c.face]); },
        [&]() -> std::vector<VertexFaceCandidate>& {
          makeRuns(m_vertices, workers);
          makeRuns(m_faces, workers);
          m_moreFaces.clear();
          for (const Index vertex : m_moved) addFaces(set, vertex);
          return m_moreFaces;
        },
        out.vertexFace, workers);
  }
  const auto serveEdges = [&](Memory<EdgeEdgeCandidate>& memory, bool linksOnly, Real scaleNow, Real most,
                              std::vector<EdgeEdgeCandidate>& edges) {
    serve(
        set, memory, scaleNow, most,
        [&](Real scale, std::vector<EdgeEdgeCandidate>& candidates) {
          ask({.edgeEdge = true, .linksOnly = linksOnly}, scale);
          candidates.swap(m_asked.edgeEdge);
        },
        [&] {
          measureVertices(set, scaleNow, workers);
          measure(set.edges(), m_edges, workers);
        },
        [&](const EdgeEdgeCandidate& c) { return meet(m_edges.elements[c.edgeA], m_edges.elements[c.edgeB]); },
        [&]() -> std::vector<EdgeEdgeCandidate>& {
          makeRuns(m_edges, workers);
          m_moreEdges.clear();
          for (const Index vertex : m_moved) addEdges(set, vertex, linksOnly);
          return m_moreEdges;
        },
        edges, workers);
  };
  const Index links = set.linkCount(), others = static_cast<Index>(set.edges().size()) - links;
  const bool linksToo = links > 0 && query.marginScale > 0 && !(query.edgeEdge && query.edgeMargin);
  if (more && query.edgeEdge && others > 0) serveEdges(m_edgeEdge, false, edgeScale, edgeScale, out.edgeEdge);
  // If all edges are links, the link list contains all edge-edge candidates.
  if (more && (linksToo || (query.edgeEdge && others == 0 && links > 0))) {
    serveEdges(m_links, true, linksToo ? query.marginScale : edgeScale, widest, m_linksNow);
    joinSorted(out.edgeEdge, m_linksNow);
  }
  m_shapes.addTo(out);
  counters.candidates = before + out.vertexFace.size() + out.edgeEdge.size();
}

}  // namespace pliant::detail
