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
constexpr std::size_t kElementsPerChunk = 64;

/// The pairs of bodies that a query tests, and the counters of their tests.
struct Search {
  const BodySet& bodies;
  bool between, self;
  Counters& counters;
  Workers& workers;

  bool asksFor(Index bodyA, Index bodyB) const {
    return bodyA == bodyB ? self && bodies.selfAt(bodyA) : between && bodies.pairAt(bodyA, bodyB);
  }
};

}  // namespace

struct BruteForce::Impl {
  std::vector<std::vector<FlatPair>> chunks;
  std::vector<Counters> chunkCounters;
  std::vector<std::size_t> firstOfBody;
  BoxList vertices, edges, faces, tetrahedra;
  detail::SharedCorners sharedCorners;

  /// Appends make(i, j), in ascending order, for the pairs for which `accept` returns true; i is from `outer`, j from
  /// `inner`, and j > i if both are the same list. Pairs farther apart than gap(body index of i) are skipped.
  template <typename Gap, typename Accept, typename Row, typename Make>
  void find(const Search& search, const BoxList& outer, const BoxList& inner, Gap&& gap, Accept&& accept,
            std::vector<Row>& rows, Make&& make) {
    const Index bodyCount = search.bodies.bodyCount();
    const auto bodyOfOuter = outer.bodyOf(), bodyOfInner = inner.bodyOf();
    // Elements are stored in the order of their body indices.
    firstOfBody.resize(bodyCount + std::size_t{1});
    for (Index body = 0; body <= bodyCount; ++body)
      firstOfBody[body] = static_cast<std::size_t>(std::lower_bound(bodyOfInner.begin(), bodyOfInner.end(), body) -
                                                   bodyOfInner.begin());
    const std::size_t count = (outer.size() + kElementsPerChunk - 1) / kElementsPerChunk;
    if (chunks.size() < count) chunks.resize(count);
    chunkCounters.assign(count, {});
    search.workers.forChunks(
        outer.size(), kElementsPerChunk, [&](std::size_t chunk, std::size_t begin, std::size_t end) {
          auto& found = chunks[chunk];
          Counters& tally = chunkCounters[chunk];
          found.clear();
          const auto take = [&](std::size_t i, std::size_t j) {
            ++tally.candidates;
            if (accept(static_cast<Index>(i), static_cast<Index>(j), tally))
              found.emplace_back(static_cast<Index>(i), static_cast<Index>(j));
          };
          // Tests all elements of one body in this chunk against each run of consecutive bodies of the query.
          for (std::size_t first = begin, last = first; first < end; first = last) {
            const Index body = bodyOfOuter[first];
            while (last < end && bodyOfOuter[last] == body) ++last;
            if (!search.bodies.active(body)) continue;
            for (Index other = 0; other < bodyCount; ++other) {
              const std::size_t from = firstOfBody[other];
              while (other < bodyCount && search.asksFor(body, other)) ++other;
              tally.boxTests += inner.forEachNear(outer, {first, last}, {from, firstOfBody[other]}, gap(body), take);
            }
          }
          std::sort(found.begin(), found.end());
        });
    for (std::size_t chunk = 0; chunk < count; ++chunk) {
      for (const auto& [i, j] : chunks[chunk]) rows.push_back(make(i, j));
      search.counters += chunkCounters[chunk];
    }
  }
};

BruteForce::BruteForce() : m_impl(std::make_unique<Impl>()) {}
BruteForce::~BruteForce() = default;

std::string_view BruteForce::name() const {
  return "brute-force";
}
void BruteForce::update(const BodySet&, Workers&) {}

void BruteForce::query(const BodySet& bodies, const Query& query, Results& results, Workers& workers) {
  detail::checkQuery(name(), query, Answers::Elements);
  results.clear();
  Impl& s = *m_impl;
  const Search search{bodies, query.between, query.self, results.counters, workers};
  const auto none = [](Index) { return Real(0); };
  if (query.vertexTetrahedron || query.vertexFace) s.vertices.assignVertices(bodies, false);
  if (query.facePairs || query.vertexFace) s.faces.assign(bodies, bodies.faces(), bodies.bodyOfFace(), false);
  if (query.vertexTetrahedron) {
    s.tetrahedra.assign(bodies, bodies.tetrahedra(), bodies.bodyOfTetrahedron(), false);
    s.find(
        search, s.vertices, s.tetrahedra, none,
        [&](Index v, Index t, Counters& tally) { return detail::vertexInTetrahedron(bodies, v, t, tally); },
        results.vertexTetrahedron,
        [&](Index v, Index t) { return detail::vertexTetrahedronResult(bodies, v, t, query.barycentric); });
  }
  if (query.facePairs)
    s.find(
        search, s.faces, s.faces, none,
        [&](Index a, Index b, Counters& tally) { return detail::facesMeet(bodies, a, b, tally); }, results.facePairs,
        [&](Index a, Index b) { return detail::facePairResult(bodies, a, b); });
  s.sharedCorners.add(bodies, query, results, workers);
  if (query.vertexFace)
    s.find(
        search, s.vertices, s.faces, [&](Index) { return query.margin; },
        [&](Index v, Index f, Counters& tally) { return detail::vertexWithin(bodies, v, f, query.margin, tally); },
        results.vertexFace, [&](Index v, Index f) { return detail::vertexFaceResult(bodies, v, f); });
}

void BruteForce::candidates(const BodySet& bodies, const CandidateQuery& asked, Candidates& out, Counters& counters,
                            Workers& workers) {
  out.clear();
  const CandidateQuery query = detail::widenedForTouching(bodies, asked);
  Impl& s = *m_impl;
  Real largest = 0;
  for (Index body = 0; body < bodies.bodyCount(); ++body) largest = std::max(largest, bodies.detectionMarginAt(body));
  // The largest margin replaces the margin of the other body: extra pairs are possible, none is missed.
  const auto gap = [&](Index body) {
    return query.marginScale * (bodies.detectionMarginAt(body) + largest) + query.distance;
  };
  const Search search{bodies, query.between, query.self, counters, workers};
  const auto faces = bodies.faces();
  const auto edges = bodies.edges();
  if (query.vertexFace || query.faceFace) s.faces.assign(bodies, faces, bodies.bodyOfFace(), query.swept);
  if (query.vertexFace) {
    s.vertices.assignVertices(bodies, query.swept);
    s.find(
        search, s.vertices, s.faces, gap, [&](Index v, Index f, Counters&) { return !isCorner(v, faces[f]); },
        out.vertexFace,
        [](Index v, Index f) {
          return VertexFaceCandidate{v, f};
        });
  }
  if (query.edgeEdge) {
    s.edges.assign(bodies, edges, bodies.bodyOfEdge(), query.swept);
    s.find(
        search, s.edges, s.edges, gap,
        [&](Index a, Index b, Counters&) {
          return !shareCorner(edges[a], edges[b]) && (!query.linksOnly || bodies.isLink(a) || bodies.isLink(b));
        },
        out.edgeEdge,
        [](Index a, Index b) {
          return EdgeEdgeCandidate{a, b};
        });
  }
  if (query.faceFace)
    s.find(
        search, s.faces, s.faces, gap, [&](Index a, Index b, Counters&) { return !shareCorner(faces[a], faces[b]); },
        out.faceFace,
        [](Index a, Index b) {
          return FaceFaceCandidate{a, b};
        });
}

}  // namespace pliant
