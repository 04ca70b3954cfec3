#include <pliant/detectors/BruteForce.h>

#include <algorithm>
#include <utility>

#include "bruteforce/BoxList.h"
#include "narrow/SharedCorners.h"
#include "narrow/exactPairs.h"
#include "narrow/touching.h"

namespace pliant {

using detail::BoxList;

namespace {

using FlatPair = std::pair<Index, Index>;
constexpr std::size_t kGrain = 64;

/// Selects the body pairs that a query tests.
struct Selection {
  const BodySet& bodies;
  bool between, self;

  bool operator()(Index slotA, Index slotB) const {
    return slotA == slotB ? self && bodies.selfAt(slotA) : between && bodies.pairAt(slotA, slotB);
  }
};

}  // namespace

struct BruteForce::Impl {
  std::vector<std::vector<FlatPair>> chunks;
  std::vector<Counters> chunkCounters;
  std::vector<FlatPair> pairs;
  std::vector<std::size_t> firstOfSlot;
  BoxList vertices, edges, faces, tetrahedra;
  detail::SharedCorners sharedCorners;

  /// Fills `pairs`, in ascending order, with the pairs (i, j) for which `accept` returns true; i is from `outer`, j
  /// from `inner`, and j > i if both are the same list. Pairs farther apart than gap(body index of i) are skipped.
  template <typename Gap, typename Accept>
  void forPairs(const BoxList& outer, const BoxList& inner, std::span<const Index> slotOfOuter,
                std::span<const Index> slotOfInner, const Selection& selected, Gap&& gap, Accept&& accept,
                Counters& counters, Workers& workers);

  void vertexTetrahedron(const BodySet& bodies, const Query& query, Results& results, Workers& workers);
  void facePairs(const BodySet& bodies, const Query& query, Results& results, Workers& workers);
  void vertexFace(const BodySet& bodies, const Query& query, Results& results, Workers& workers);
};

template <typename Gap, typename Accept>
void BruteForce::Impl::forPairs(const BoxList& outer, const BoxList& inner, std::span<const Index> slotOfOuter,
                                std::span<const Index> slotOfInner, const Selection& selected, Gap&& gap,
                                Accept&& accept, Counters& counters, Workers& workers) {
  const Index bodyCount = selected.bodies.bodyCount();
  // Elements are stored in the order of their body indices (slots).
  firstOfSlot.resize(bodyCount + std::size_t{1});
  for (Index slot = 0; slot <= bodyCount; ++slot)
    firstOfSlot[slot] =
        static_cast<std::size_t>(std::lower_bound(slotOfInner.begin(), slotOfInner.end(), slot) - slotOfInner.begin());
  const std::size_t count = (outer.size() + kGrain - 1) / kGrain;
  if (chunks.size() < count) chunks.resize(count);
  chunkCounters.assign(count, {});
  workers.forChunks(outer.size(), kGrain, [&](std::size_t chunk, std::size_t begin, std::size_t end) {
    auto& found = chunks[chunk];
    Counters& tally = chunkCounters[chunk];
    found.clear();
    const auto take = [&](std::size_t i, std::size_t j) {
      ++tally.candidates;
      if (accept(static_cast<Index>(i), static_cast<Index>(j), tally))
        found.emplace_back(static_cast<Index>(i), static_cast<Index>(j));
    };
    // Tests all elements of one body in this chunk against each run of consecutive selected bodies.
    for (std::size_t first = begin, last = first; first < end; first = last) {
      const Index slot = slotOfOuter[first];
      while (last < end && slotOfOuter[last] == slot) ++last;
      if (!selected.bodies.active(slot)) continue;
      for (Index other = 0; other < bodyCount; ++other) {
        const std::size_t from = firstOfSlot[other];
        while (other < bodyCount && selected(slot, other)) ++other;
        tally.boxTests += inner.forEachNear(outer, {first, last}, {from, firstOfSlot[other]}, gap(slot), take);
      }
    }
    std::sort(found.begin(), found.end());
  });
  pairs.clear();
  for (std::size_t chunk = 0; chunk < count; ++chunk) {
    pairs.insert(pairs.end(), chunks[chunk].begin(), chunks[chunk].end());
    counters += chunkCounters[chunk];
  }
}

void BruteForce::Impl::vertexTetrahedron(const BodySet& bodies, const Query& query, Results& results,
                                         Workers& workers) {
  vertices.assignVertices(bodies, false);
  tetrahedra.assign(bodies, bodies.tetrahedra(), bodies.slotOfTetrahedron(), false);
  forPairs(
      vertices, tetrahedra, bodies.slotOfVertex(), bodies.slotOfTetrahedron(), {bodies, query.between, query.self},
      [](Index) { return Real(0); },
      [&](Index v, Index t, Counters& tally) { return detail::vertexInTetrahedron(bodies, v, t, tally); },
      results.counters, workers);
  for (const auto& [v, t] : pairs)
    results.vertexTetrahedron.push_back(detail::vertexTetrahedronResult(bodies, v, t, query.barycentric));
}

void BruteForce::Impl::facePairs(const BodySet& bodies, const Query& query, Results& results, Workers& workers) {
  faces.assign(bodies, bodies.faces(), bodies.slotOfFace(), false);
  forPairs(
      faces, faces, bodies.slotOfFace(), bodies.slotOfFace(), {bodies, query.between, query.self},
      [](Index) { return Real(0); },
      [&](Index a, Index b, Counters& tally) { return detail::facesMeet(bodies, a, b, tally); }, results.counters,
      workers);
  for (const auto& [a, b] : pairs) results.facePairs.push_back(detail::facePairResult(bodies, a, b));
}

void BruteForce::Impl::vertexFace(const BodySet& bodies, const Query& query, Results& results, Workers& workers) {
  vertices.assignVertices(bodies, false);
  faces.assign(bodies, bodies.faces(), bodies.slotOfFace(), false);
  forPairs(
      vertices, faces, bodies.slotOfVertex(), bodies.slotOfFace(), {bodies, query.between, query.self},
      [&](Index) { return query.margin; },
      [&](Index v, Index f, Counters& tally) { return detail::vertexWithin(bodies, v, f, query.margin, tally); },
      results.counters, workers);
  for (const auto& [v, f] : pairs) results.vertexFace.push_back(detail::vertexFaceResult(bodies, v, f));
}

BruteForce::BruteForce() : m_impl(std::make_unique<Impl>()) {}
BruteForce::~BruteForce() = default;

std::string_view BruteForce::name() const {
  return "brute-force";
}
void BruteForce::update(const BodySet&, Workers&) {}

void BruteForce::query(const BodySet& bodies, const Query& query, Results& results, Workers& workers) {
  detail::checkQuery(name(), query, Answers::Elements);
  results.clear();
  if (query.vertexTetrahedron) m_impl->vertexTetrahedron(bodies, query, results, workers);
  if (query.facePairs) m_impl->facePairs(bodies, query, results, workers);
  m_impl->sharedCorners.add(bodies, query, results, workers);
  if (query.vertexFace) m_impl->vertexFace(bodies, query, results, workers);
}

void BruteForce::candidates(const BodySet& bodies, const CandidateQuery& asked, Candidates& out, Counters& counters,
                            Workers& workers) {
  out.clear();
  const CandidateQuery query = detail::withTouching(bodies, asked);
  Impl& s = *m_impl;
  Real largest = 0;
  for (Index slot = 0; slot < bodies.bodyCount(); ++slot) largest = std::max(largest, bodies.detectionMarginAt(slot));
  // The largest margin replaces the margin of the other body: extra pairs are possible, none is missed.
  const auto gap = [&](Index slot) {
    return query.marginScale * (bodies.detectionMarginAt(slot) + largest) + query.distance;
  };
  const Selection selected{bodies, query.between, query.self};
  const auto faces = bodies.faces();
  const auto edges = bodies.edges();
  if (query.vertexFace || query.faceFace) s.faces.assign(bodies, faces, bodies.slotOfFace(), query.swept);
  if (query.vertexFace) {
    s.vertices.assignVertices(bodies, query.swept);
    s.forPairs(
        s.vertices, s.faces, bodies.slotOfVertex(), bodies.slotOfFace(), selected, gap,
        [&](Index v, Index f, Counters&) { return !isCorner(v, faces[f]); }, counters, workers);
    for (const auto& [v, f] : s.pairs) out.vertexFace.push_back({v, f});
  }
  if (query.edgeEdge) {
    s.edges.assign(bodies, edges, bodies.slotOfEdge(), query.swept);
    s.forPairs(
        s.edges, s.edges, bodies.slotOfEdge(), bodies.slotOfEdge(), selected, gap,
        [&](Index a, Index b, Counters&) {
          return !shareCorner(edges[a], edges[b]) && (!query.linksOnly || bodies.isLink(a) || bodies.isLink(b));
        },
        counters, workers);
    for (const auto& [a, b] : s.pairs) out.edgeEdge.push_back({a, b});
  }
  if (query.faceFace) {
    s.forPairs(
        s.faces, s.faces, bodies.slotOfFace(), bodies.slotOfFace(), selected, gap,
        [&](Index a, Index b, Counters&) { return !shareCorner(faces[a], faces[b]); }, counters, workers);
    for (const auto& [a, b] : s.pairs) out.faceFace.push_back({a, b});
  }
}

}  // namespace pliant
