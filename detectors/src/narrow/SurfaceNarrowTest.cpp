#include <pliant/detectors/SurfaceContacts.h>
#include <pliant/detectors/Workers.h>

#include <algorithm>
#include <array>
#include <limits>

#include "narrow/ContactTest.h"
#include "narrow/CutPairs.h"
#include "narrow/PairFilter.h"

namespace pliant {
namespace {

constexpr std::size_t kTestsPerChunk = 512;
constexpr std::size_t kChunksPerThread = 16;
// Covers the rounding of two sums and of the distance that is compared with them.
constexpr double kNearMore = 1 + 1e-5;

/// The vertex-face candidates, and what the fast test (PairFilter.h) reads of them.
struct FacePairs {
  std::span<const VertexFaceCandidate> all;
  const detail::CutPairs& cuts;
  std::span<const Triangle> faces;
  std::span<const Index> bodyOfVertex, bodyOfFace;

  static constexpr auto kFilter = detail::filterVertexFace;
  static constexpr auto kSlack = detail::slackOfVertexFace;
  FacePairs(const BodySet& set, const detail::CutPairs& cutPairs, std::span<const VertexFaceCandidate> candidates)
      : all(candidates),
        cuts(cutPairs),
        faces(set.faces()),
        bodyOfVertex(set.bodyOfVertex()),
        bodyOfFace(set.bodyOfFace()) {}
  void fill(detail::FilterInput& input) const {
    input.pairs = &all.front().vertex;
    input.elementsB = faces.front().data();
  }
  std::pair<Index, Index> bodies(std::size_t i) const { return {bodyOfVertex[all[i].vertex], bodyOfFace[all[i].face]}; }
  /// Returns true if the pair counts without meeting, where near pairs do.
  static bool countsNear(std::size_t) { return true; }
  /// Returns an upper bound of the opening of a cut between the elements, within a body [length].
  float opening(std::size_t i) const { return cuts.mostOpening({&all[i].vertex, 1}, faces[all[i].face]); }
  bool mayPart(std::size_t i) const { return cuts.mayPart({&all[i].vertex, 1}, faces[all[i].face]); }
  auto pair(const detail::ContactTest& test, std::size_t i) const {
    return test.vertexFace(all[i].vertex, all[i].face);
  }
};

/// The edge-edge candidates, in the same way.
struct EdgePairs {
  std::span<const EdgeEdgeCandidate> all;
  const detail::CutPairs& cuts;
  const BodySet& set;
  std::span<const Edge> edges;
  std::span<const Index> bodyOfEdge;
  bool allNear;

  static constexpr auto kFilter = detail::filterEdgeEdge;
  static constexpr auto kSlack = detail::slackOfEdgeEdge;
  EdgePairs(const BodySet& bodySet, const detail::CutPairs& cutPairs, std::span<const EdgeEdgeCandidate> candidates,
            bool allCountNear)
      : all(candidates),
        cuts(cutPairs),
        set(bodySet),
        edges(bodySet.edges()),
        bodyOfEdge(bodySet.bodyOfEdge()),
        allNear(allCountNear) {}
  void fill(detail::FilterInput& input) const {
    input.pairs = &all.front().edgeA;
    input.elementsA = input.elementsB = edges.front().data();
  }
  std::pair<Index, Index> bodies(std::size_t i) const { return {bodyOfEdge[all[i].edgeA], bodyOfEdge[all[i].edgeB]}; }
  bool countsNear(std::size_t i) const { return allNear || set.isLink(all[i].edgeA) || set.isLink(all[i].edgeB); }
  float opening(std::size_t i) const { return cuts.mostOpening(edges[all[i].edgeA], edges[all[i].edgeB]); }
  bool mayPart(std::size_t i) const { return cuts.mayPart(edges[all[i].edgeA], edges[all[i].edgeB]); }
  auto pair(const detail::ContactTest& test, std::size_t i) const { return test.edgeEdge(all[i].edgeA, all[i].edgeB); }
};

}  // namespace

struct SurfaceNarrowTest::Impl {
  detail::SurfaceSides sides;
  detail::SurfaceRings rings;
  detail::CutPairs cuts;
  std::vector<detail::PairMargins> margins;  // indexed by body index
  std::vector<float> nearParts;              // indexed by body index: part of the distance within which a pair counts
  float restPart = 0;                        // within a body: that distance relative to the distance at rest
  std::vector<std::vector<SurfaceContact>> chunks;
  std::vector<std::uint64_t> tested;

  void readMargins(const BodySet& bodies, const SurfaceContactSettings& settings) {
    const double most = (1 + static_cast<double>(settings.reach)) * static_cast<double>(settings.restFraction);
    restPart = static_cast<float>(std::clamp(most * kNearMore, 0.0, 1e30));
    nearParts.resize(bodies.bodyCount());
    margins.resize(bodies.bodyCount());
    for (Index body = 0; body < bodies.bodyCount(); ++body) {
      margins[body] = {{static_cast<double>(bodies.marginAt(body)), static_cast<double>(bodies.obstacleMarginAt(body)),
                        bodies.obstacleAt(body)},
                       static_cast<double>(bodies.detectionMarginAt(body))};
      const double part = (1 + static_cast<double>(settings.reach)) * margins[body].detection;
      // A product with a number below the smallest normal one may lose all digits.
      const double whole = part * kNearMore + double{std::numeric_limits<float>::min()};
      nearParts[body] = static_cast<float>(std::min(whole, double{std::numeric_limits<float>::max()} / 2));
    }
  }

  void update(const BodySet& bodies, const SurfaceContactSettings& settings) {
    rings.update(bodies);
    cuts.update(bodies, rings);
    readMargins(bodies, settings);
  }

  /// Returns an input without candidates. `rest` is set if a body collides with itself.
  detail::FilterInput inputOf(const BodySet& bodies) const {
    detail::FilterInput input;
    input.restPart = restPart;
    for (Index body = 0; body < bodies.bodyCount(); ++body)
      if (bodies.selfAt(body)) input.rest = &bodies.restPositions().data()->x;
    return input;
  }

  /// Runs the fast test and the narrow test on the candidates. `nearby`: true if any pair counts without meeting.
  template <typename Pairs>
  void run(const BodySet& bodies, const Pairs& list, const detail::ContactTest& test, bool nearby,
           std::vector<SurfaceContact>& contacts, Counters& counters, Workers& workers) {
    const std::size_t count = list.all.size();
    if (count == 0) return;
    detail::FilterInput input = inputOf(bodies);
    input.from = &bodies.positions_t0().data()->x;
    input.to = &bodies.positions().data()->x;
    list.fill(input);
    const auto runChunk = [&](std::size_t begin, std::size_t end, std::vector<SurfaceContact>& found) {
      std::array<detail::Verdict, kTestsPerChunk> verdicts;
      std::array<float, kTestsPerChunk> within, least;
      if (nearby)
        for (std::size_t i = begin; i < end; ++i) {
          const auto [a, b] = list.bodies(i);
          within[i - begin] = list.countsNear(i) ? nearParts[a] + nearParts[b] : -1;
          least[i - begin] = a == b ? restPart * list.opening(i) : std::numeric_limits<float>::max();
        }
      detail::FilterInput in = input;
      in.pairs += 2 * begin;
      in.least = least.data();
      if (nearby)
        in.within = within.data();
      else
        in.rest = nullptr;
      Pairs::kFilter(in, end - begin, verdicts.data());
      const auto noMeet = [&](std::size_t i) { return verdicts[i - begin] == detail::Verdict::NoMeet; };
      detail::NearbyPairs pairs;
      SurfaceContact contact;
      std::uint64_t open = 0;
      for (std::size_t i = begin, next = begin; i < end;) {
        pairs.count = 0;
        for (; next < end && !pairs.full(); ++next)
          if (nearby && noMeet(next)) test.add(list.pair(test, next), pairs);
        detail::ContactTest::measure(pairs);
        for (std::size_t measured = 0; i < next; ++i) {
          if (verdicts[i - begin] == detail::Verdict::Separated) continue;
          ++open;
          if (noMeet(i) ? nearby && test.test(pairs, measured++, contact) : test.test(list.pair(test, i), contact))
            found.push_back(contact);
        }
      }
      return open;
    };
    if (workers.threads() == 1) {
      for (std::size_t begin = 0; begin < count; begin += kTestsPerChunk)
        counters.narrowTests += runChunk(begin, std::min(begin + kTestsPerChunk, count), contacts);
      return;
    }
    // In turns: the chunks of all candidates would take as much memory as the contacts.
    const std::size_t most = kChunksPerThread * workers.threads();
    while (chunks.size() < most) chunks.emplace_back().reserve(kTestsPerChunk);
    tested.resize(most);
    for (std::size_t first = 0; first < count; first += most * kTestsPerChunk) {
      const std::size_t now = std::min(count - first, most * kTestsPerChunk);
      workers.forChunks(now, kTestsPerChunk, [&](std::size_t chunk, std::size_t begin, std::size_t end) {
        chunks[chunk].clear();
        tested[chunk] = runChunk(first + begin, first + end, chunks[chunk]);
      });
      for (std::size_t i = 0; i * kTestsPerChunk < now; ++i) {
        contacts.insert(contacts.end(), chunks[i].begin(), chunks[i].end());
        counters.narrowTests += tested[i];
      }
    }
  }

  template <typename Pairs>
  void measureSlacks(const BodySet& bodies, std::span<const PackedPosition> from, std::span<const PackedPosition> to,
                     const Pairs& list, std::vector<float>& slacks, Workers& workers) const {
    slacks.resize(list.all.size());
    if (slacks.empty()) return;
    detail::FilterInput input = inputOf(bodies);
    input.from = &from.data()->x;
    input.to = &to.data()->x;
    list.fill(input);
    workers.forChunks(slacks.size(), kTestsPerChunk, [&](std::size_t, std::size_t begin, std::size_t end) {
      std::array<float, kTestsPerChunk> within, least;
      for (std::size_t i = begin; i < end; ++i) {
        const auto [a, b] = list.bodies(i);
        within[i - begin] = list.countsNear(i) ? nearParts[a] + nearParts[b] : -1;
        // A cut opens from step to step, so its opening is no bound.
        least[i - begin] = a == b && !list.mayPart(i) ? 0 : std::numeric_limits<float>::max();
      }
      detail::FilterInput in = input;
      in.pairs += 2 * begin;
      in.within = within.data();
      in.least = least.data();
      Pairs::kSlack(in, end - begin, slacks.data() + begin);
    });
  }
};

SurfaceNarrowTest::SurfaceNarrowTest() : m_impl(std::make_unique<Impl>()) {}
SurfaceNarrowTest::~SurfaceNarrowTest() = default;

void SurfaceNarrowTest::run(const BodySet& bodies, const Candidates& candidates, const SurfaceContactSettings& settings,
                            std::vector<SurfaceContact>& contacts, Counters& counters, Workers& workers) {
  contacts.clear();
  if (candidates.vertexFace.empty() && candidates.edgeEdge.empty()) return;
  Impl& s = *m_impl;
  s.sides.update(bodies);
  s.update(bodies, settings);
  const detail::ContactTest test(bodies, s.sides, s.rings, s.cuts, s.margins, settings);
  using detail::PairKind;
  s.run(bodies, FacePairs(bodies, s.cuts, candidates.vertexFace), test, test.wantsNearby(PairKind::VertexFace, false),
        contacts, counters, workers);
  s.run(bodies, EdgePairs(bodies, s.cuts, candidates.edgeEdge, test.wantsNearby(PairKind::EdgeEdge, false)), test,
        test.wantsNearby(PairKind::EdgeEdge, bodies.linkCount() > 0), contacts, counters, workers);
}

void SurfaceNarrowTest::measureSlacks(const BodySet& bodies, std::span<const PackedPosition> from,
                                      std::span<const PackedPosition> to,
                                      std::span<const VertexFaceCandidate> candidates,
                                      const SurfaceContactSettings& settings, std::vector<float>& slacks,
                                      Workers& workers) {
  m_impl->update(bodies, settings);
  m_impl->measureSlacks(bodies, from, to, FacePairs(bodies, m_impl->cuts, candidates), slacks, workers);
}

void SurfaceNarrowTest::measureSlacks(const BodySet& bodies, std::span<const PackedPosition> from,
                                      std::span<const PackedPosition> to, std::span<const EdgeEdgeCandidate> candidates,
                                      const SurfaceContactSettings& settings, std::vector<float>& slacks,
                                      Workers& workers) {
  m_impl->update(bodies, settings);
  m_impl->measureSlacks(bodies, from, to, EdgePairs(bodies, m_impl->cuts, candidates, settings.edgeEdgeNearby), slacks,
                        workers);
}

}  // namespace pliant
