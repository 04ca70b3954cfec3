#include "CandidateMemory.h"

#include <pliant/detectors/corners.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <type_traits>
#include <utility>

#include "core/commonWay.h"
#include "core/forEachBody.h"
#include "core/joinSorted.h"

namespace pliant::detail {
namespace {

constexpr std::size_t kMostMoved = 96;      // moved runs within a step; above it, a full query is faster
constexpr std::size_t kMostMovedLater = 8;  // moved runs in later steps
constexpr Real kLess = Real(0.999);         // covers rounding in the detector and here
constexpr Real kRoom = Real(0.5);           // extra margin of element boxes, in margins
constexpr Real kMoreMotion = Real(1.001);   // covers rounding of a length
constexpr std::uint64_t kFewSteps = 3;      // a list used for fewer steps did not repay its length
constexpr int kPause = 20;                  // number of queries without extra margin after such a list
constexpr std::size_t kMoreRoom = kMostMoved * ElementExtents::kRun;  // initial capacity for pairs of moved vertices

bool enabled(const BodySet& set, Index a, Index b) {
  if (!set.active(a) || !set.active(b)) return false;
  return a == b ? set.selfAt(a) : set.pairAt(a, b);
}

Real squaredLength(const PackedPosition& p) {
  return p.x * p.x + p.y * p.y + p.z * p.z;
}

/// Writes the indices from `begin` to `end` of the pairs that may be contacts if all elements have moved by `motion`.
/// Returns their number.
std::size_t findDue(std::span<const float> slacks, std::size_t begin, std::size_t end, Real motion, Index* due) {
  const auto most = static_cast<float>(2 * motion);
  std::size_t count = 0;
  for (std::size_t i = begin; i < end; ++i) {
    due[count] = static_cast<Index>(i);
    count += slacks[i] <= most;
  }
  return count;
}

}  // namespace

void CandidateMemory::forget() {
  m_vertexFace.known = m_edgeEdge.known = m_links.known = false;
}

void CandidateMemory::forgetWhatChanged(const BodySet& set) {
  m_bodiesNow.clear();
  for (Index body = 0; body < set.bodyCount(); ++body)
    m_bodiesNow.push_back({set.detectionMarginAt(body), set.selfAt(body), set.active(body)});
  m_still.resize(set.bodyCount(), 0);
  if (m_bodiesNow != m_bodies) forget();
  m_bodies.swap(m_bodiesNow);
  if (m_revision == set.revision()) return;
  forget();
  const auto faces = set.faces();
  const auto edges = set.edges();
  const std::size_t vertices = set.positions().size();
  m_faceCorners.build(3 * faces.size(), vertices, [&](std::size_t i) { return faces[i / 3][i % 3]; });
  m_edgeEnds.build(2 * edges.size(), vertices, [&](std::size_t i) { return edges[i / 2][i % 2]; });
  for (ElementExtents* const boxes : {&m_vertices, &m_faces, &m_edges}) boxes->empty.assign(set.bodyCount(), 0);
  m_revision = set.revision();
}

/// Finds the bodies that keep their shape. Returns false if no other pairs can collide than those that KeptShapes adds.
bool CandidateMemory::findKept(const BodySet& set, const CandidateQuery& query, Real edgeScale) {
  m_shapes.find(set,
                {query.self && query.vertexFace, query.self && query.edgeEdge, query.marginScale, edgeScale, m_still});
  const auto kept = m_shapes.kept();
  m_asks.resize(set.bodyCount());
  bool any = false;
  for (Index body = 0; body < set.bodyCount(); ++body) {
    m_asks[body] = set.active(body) && (m_near[body] || (query.self && set.selfAt(body) && !kept[body]));
    any = any || m_asks[body];
  }
  return any;
}

/// Returns true if a body moves that stood still when the list was made.
template <typename Candidate>
bool CandidateMemory::anyWoken(const Memory<Candidate>& memory) const {
  for (std::size_t body = 0; body < memory.still.size(); ++body)
    if (memory.still[body] && !m_still[body]) return true;
  return false;
}

/// Returns true if the list lacks only pairs that KeptShapes adds, and pairs of bodies that stand still.
template <typename Candidate>
bool CandidateMemory::covers(const Memory<Candidate>& memory) const {
  const auto now = m_shapes.kept();
  for (std::size_t body = 0; body < now.size(); ++body)
    if (memory.kept[body] && !now[body]) return false;
  return !anyWoken(memory);
}

/// Removes the pairs of bodies that have begun to stand still.
template <typename Candidate>
void CandidateMemory::dropStill(const BodySet& set, Memory<Candidate>& memory) const {
  if (memory.still == m_still) return;
  const auto vertices = set.bodyOfVertex(), faces = set.bodyOfFace(), edges = set.bodyOfEdge();
  const auto stands = [&](const Candidate& c) {
    if constexpr (std::is_same_v<Candidate, VertexFaceCandidate>)
      return m_still[vertices[c.vertex]] && m_still[faces[c.face]];
    else
      return m_still[edges[c.edgeA]] && m_still[edges[c.edgeB]];
  };
  std::size_t left = 0;
  for (std::size_t i = 0; i < memory.candidates.size(); ++i) {
    if (stands(memory.candidates[i])) continue;
    memory.candidates[left] = memory.candidates[i];
    if (memory.measured) memory.slacks[left] = memory.slacks[i];
    ++left;
  }
  memory.candidates.resize(left);
  if (memory.measured) memory.slacks.resize(left);
  for (std::size_t body = 0; body < m_still.size(); ++body) memory.kept[body] |= m_still[body];
  memory.still = m_still;
}

/// Measures slacks if the list serves a second step. Most lists of bodies in fast motion do not.
template <typename Candidate>
void CandidateMemory::measureSlacks(const BodySet& set, SurfaceNarrowTest& narrow, Memory<Candidate>& memory,
                                    Workers& workers) const {
  if (memory.step == m_step || memory.measured) return;
  narrow.measureSlacks(set, memory.from, memory.to, memory.candidates, m_settings, memory.slacks, workers);
  memory.measured = true;
}

/// Returns the common translation of the bodies that are near each other.
PackedPosition CandidateMemory::commonOfNear(std::span<const PackedPosition> from,
                                             std::span<const PackedPosition> to) const {
  return m_near.any() ? commonWay(from, to) : PackedPosition{};
}

template <typename Candidate>
bool CandidateMemory::findMoved(const BodySet& set, const Memory<Candidate>& memory, Real scale, Workers& workers) {
  m_moved.clear();
  const std::size_t most = memory.step == m_step ? kMostMoved : kMostMovedLater;
  const auto from = set.positions_t0(), to = set.positions();
  const std::span<const PackedPosition> seenFrom = memory.from, seenTo = memory.to;
  const PackedPosition allFrom = commonOfNear(seenFrom, from), allTo = commonOfNear(seenTo, to);
  const std::size_t bodies = set.bodyCount();
  m_movedOf.resize(bodies * most);
  m_motions.assign(bodies, {0, 0});
  std::atomic<std::size_t> sum = 0;
  forEachBody(&workers, bodies, to.size(), [&](std::size_t i) {
    const auto body = static_cast<Index>(i);
    if (!m_asks[body]) return;
    if (sum.load(std::memory_order_relaxed) > most) return;
    const Real limit = (memory.scale - scale) * set.detectionMarginAt(body) * kLess;
    const BodySet::Range range = set.vertices(body);
    const auto own = [&](std::span<const PackedPosition> x) { return x.subspan(range.begin, range.size()); };
    const PackedPosition commonFrom = m_near[body] ? allFrom : commonWay(own(seenFrom), own(from));
    const PackedPosition commonTo = m_near[body] ? allTo : commonWay(own(seenTo), own(to));
    const Box& box = set.sweptBox(body);
    Real farthest = std::max(largest(commonFrom), largest(commonTo));
    for (std::size_t k = 0; k < 3; ++k) farthest = std::max({farthest, std::abs(box.min[k]), std::abs(box.max[k])});
    const Real rounding = kRoundingOfWays * farthest;
    std::size_t count = 0;
    Real squared = 0;
    for (Index v = range.begin; v < range.end && count <= most; ++v) {
      const PackedPosition a = difference(difference(from[v], memory.from[v]), commonFrom);
      const PackedPosition b = difference(difference(to[v], memory.to[v]), commonTo);
      if (largest(a) == 0 && largest(b) == 0) continue;
      // The swept box has moved by the first term; the second bounds its growth if the motion is longer now.
      if (std::max(largest(a), largest(b)) + sweptReach(a, b) + rounding <= limit) {
        squared = std::max({squared, squaredLength(a), squaredLength(b)});
        continue;
      }
      if (count < most) m_movedOf[i * most + count] = v;
      ++count;
    }
    m_motions[i] = {count, std::sqrt(squared) * kMoreMotion + 2 * rounding};
    sum.fetch_add(count, std::memory_order_relaxed);
  });
  if (sum > most) return false;
  m_motion = 0;
  for (std::size_t i = 0; i < bodies; ++i) {
    const auto first = m_movedOf.begin() + static_cast<std::ptrdiff_t>(i * most);
    m_moved.insert(m_moved.end(), first, first + static_cast<std::ptrdiff_t>(m_motions[i].moved));
    m_motion = std::max(m_motion, m_motions[i].largest);
  }
  return true;
}

void CandidateMemory::measureVertices(const BodySet& set, Real scale, Workers& workers) {
  if (m_measured == scale) return;
  m_measured = scale;
  const auto start = set.positions_t0(), end = set.positions();
  m_vertices.elements.resize(end.size());
  const PackedPosition all = commonOfNear(start, end);
  forEachBody(&workers, set.bodyCount(), end.size(), [&](std::size_t i) {
    const auto body = static_cast<Index>(i);
    const BodySet::Range range = set.vertices(body);
    if (!m_asks[body]) {
      if (!std::exchange(m_vertices.empty[body], 1))
        std::fill_n(m_vertices.elements.begin() + range.begin, range.size(), Extent::nowhere());
      return;
    }
    m_vertices.empty[body] = 0;
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

bool CandidateMemory::wanted(const BodySet& set, Index a, Index b) const {
  return (a != b || m_self) && !(m_still[a] && m_still[b]) && enabled(set, a, b);
}

void CandidateMemory::addFaces(const BodySet& set, Index vertex) {
  const Index body = set.bodyOfVertex()[vertex];
  const auto faces = set.faces();
  m_faces.forEachMeeting(m_vertices.elements[vertex], [&](Index face) {
    if (wanted(set, body, set.bodyOfFace()[face]) && !isCorner(vertex, faces[face]))
      m_moreFaces.push_back({vertex, face});
  });
  for (const Index corner : m_faceCorners[vertex]) {
    const Index face = corner / 3;
    m_vertices.forEachMeeting(m_faces.elements[face], [&](Index other) {
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
    m_edges.forEachMeeting(m_edges.elements[edge], [&](Index other) {
      if (!wanted(set, body, set.bodyOfEdge()[other])) return;
      if (shareCorner(edges[edge], edges[other])) return;
      if (linksOnly && !set.isLink(edge) && !set.isLink(other)) return;
      m_moreEdges.push_back({std::min(edge, other), std::max(edge, other)});
    });
  }
}

template <typename Candidate, typename Ask, typename Prepare, typename Boxed, typename More>
void CandidateMemory::serve(const BodySet& set, SurfaceNarrowTest& narrow, Memory<Candidate>& memory, Real scale,
                            Real widest, Ask&& ask, Prepare&& prepare, Boxed&& boxed, More&& more,
                            std::vector<Candidate>& out, Workers& workers) {
  // A list without extra margin is valid only in the step of its query.
  const bool usable =
      memory.known && memory.scale >= scale && (memory.roomy || memory.step == m_step) && covers(memory);
  if (!usable || !findMoved(set, memory, scale, workers)) {
    if (memory.known && memory.roomy && m_step < memory.step + kFewSteps && !anyWoken(memory)) memory.pause = kPause;
    memory.roomy = memory.pause == 0;
    memory.pause = std::max(memory.pause - 1, 0);
    memory.known = memory.measured = false;
    // A list without extra margin still serves later queries of this step with a smaller scale.
    memory.scale = memory.roomy ? widest + kRoom : scale;
    ask(memory.scale, memory.candidates);
    memory.from.assign(set.positions_t0().begin(), set.positions_t0().end());
    memory.to.assign(set.positions().begin(), set.positions().end());
    memory.kept.assign(m_shapes.kept().begin(), m_shapes.kept().end());
    memory.still = m_still;
    memory.step = m_step;
    memory.known = true;
    if (memory.roomy) memory.slacks.reserve(memory.candidates.capacity());
    m_moved.clear();
    if (!memory.roomy) {
      out.assign(memory.candidates.begin(), memory.candidates.end());
      return;
    }
  }
  dropStill(set, memory);
  measureSlacks(set, narrow, memory, workers);
  prepare();
  out.resize(memory.candidates.size());
  m_kept.resize(out.size() / ElementExtents::kPerChunk + 1);
  workers.forChunks(out.size(), ElementExtents::kPerChunk, [&](std::size_t chunk, std::size_t begin, std::size_t end) {
    std::size_t kept = begin;
    const auto keep = [&](std::size_t i) {
      out[kept] = memory.candidates[i];
      kept += boxed(memory.candidates[i]);
    };
    if (memory.measured) {
      std::array<Index, ElementExtents::kPerChunk> due;
      const std::size_t count = findDue(memory.slacks, begin, end, m_motion, due.data());
      for (std::size_t k = 0; k < count; ++k) keep(due[k]);
    } else {
      for (std::size_t i = begin; i < end; ++i) keep(i);
    }
    m_kept[chunk] = kept - begin;
  });
  auto last = out.begin();
  for (std::size_t begin = 0; begin < out.size(); begin += ElementExtents::kPerChunk) {
    const auto first = out.begin() + static_cast<std::ptrdiff_t>(begin);
    last = std::copy(first, first + static_cast<std::ptrdiff_t>(m_kept[begin / ElementExtents::kPerChunk]), last);
  }
  out.erase(last, out.end());
  if (m_moved.empty()) return;
  std::vector<Candidate>& found = more();
  std::sort(found.begin(), found.end());
  joinSorted(out, found);
}

void CandidateMemory::gather(Detector& detector, const BodySet& set, const CandidateQuery& query,
                             SurfaceNarrowTest& narrow, const SurfaceContactSettings& settings, Candidates& out,
                             Counters& counters, Workers& workers) {
  const Real widest = 1 + settings.reach;
  out.clear();
  m_moreFaces.reserve(kMoreRoom);
  m_moreEdges.reserve(kMoreRoom);
  forgetWhatChanged(set);
  if ((query.self && !m_self) || settings != m_settings) forget();
  m_self = query.self;
  m_settings = settings;
  m_near.find(set, m_still, query.marginScale);
  const std::uint64_t before = counters.candidates;
  bool updated = false;
  const auto ask = [&](CandidateQuery asked, Real scale) {
    asked.swept = true;
    asked.marginScale = scale;
    asked.self = query.self;
    asked.notSelf = m_shapes.kept().data();
    asked.still = m_still.data();
    if (!updated && detector.candidatesNeedUpdate()) detector.update(set, workers);
    updated = true;
    detector.candidates(set, asked, m_asked, counters, workers);
  };
  const Real edgeScale = query.edgeMargin ? query.marginScale : 0;
  const bool more = findKept(set, query, edgeScale);
  m_measured.reset();
  if (more && query.vertexFace && !set.faces().empty()) {
    serve(
        set, narrow, m_vertexFace, query.marginScale, widest,
        [&](Real scale, std::vector<VertexFaceCandidate>& candidates) {
          ask({.vertexFace = true}, scale);
          candidates.swap(m_asked.vertexFace);
        },
        [&] {
          measureVertices(set, query.marginScale, workers);
          m_faces.measure(set, set.faces(), &BodySet::faces, m_vertices.elements, m_asks, workers);
        },
        [&](const VertexFaceCandidate& c) { return m_vertices.elements[c.vertex].meets(m_faces.elements[c.face]); },
        [&]() -> std::vector<VertexFaceCandidate>& {
          m_vertices.makeRuns(workers);
          m_faces.makeRuns(workers);
          m_moreFaces.clear();
          for (const Index vertex : m_moved) addFaces(set, vertex);
          return m_moreFaces;
        },
        out.vertexFace, workers);
  }
  const auto serveEdges = [&](Memory<EdgeEdgeCandidate>& memory, bool linksOnly, Real scaleNow, Real most,
                              std::vector<EdgeEdgeCandidate>& edges) {
    serve(
        set, narrow, memory, scaleNow, most,
        [&](Real scale, std::vector<EdgeEdgeCandidate>& candidates) {
          ask({.edgeEdge = true, .linksOnly = linksOnly}, scale);
          candidates.swap(m_asked.edgeEdge);
        },
        [&] {
          measureVertices(set, scaleNow, workers);
          m_edges.measure(set, set.edges(), &BodySet::edges, m_vertices.elements, m_asks, workers);
        },
        [&](const EdgeEdgeCandidate& c) { return m_edges.elements[c.edgeA].meets(m_edges.elements[c.edgeB]); },
        [&]() -> std::vector<EdgeEdgeCandidate>& {
          m_edges.makeRuns(workers);
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
