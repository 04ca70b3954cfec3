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
// Slack for the rounding of two sums and of the distance that is compared with them.
constexpr double kNearSlack = 1 + 1e-5;

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
    restPart = static_cast<float>(std::clamp(most * kNearSlack, 0.0, 1e30));
    nearParts.resize(bodies.bodyCount());
    margins.resize(bodies.bodyCount());
    for (Index body = 0; body < bodies.bodyCount(); ++body) {
      margins[body] = {{static_cast<double>(bodies.marginAt(body)), static_cast<double>(bodies.obstacleMarginAt(body)),
                        bodies.obstacleAt(body)},
                       static_cast<double>(bodies.detectionMarginAt(body))};
      const double part = (1 + static_cast<double>(settings.reach)) * margins[body].detection;
      // A product with a number below the smallest normal one may lose all digits.
      const double whole = part * kNearSlack + double{std::numeric_limits<float>::min()};
      nearParts[body] = static_cast<float>(std::min(whole, double{std::numeric_limits<float>::max()} / 2));
    }
  }

  /// Runs the fast test (PairFilter.h) and the narrow test on `count` candidates.
  /// - `input`: the candidates, without the distances.
  /// - pairOf(i) returns a pair, bodiesOf(i) its body indices.
  /// - wanted(i) returns true if the pair counts without meeting; `nearby` is true if any pair does.
  /// - opening(i) returns an upper bound of the opening of a cut between its elements, within a body [length].
  template <typename BodiesOf, typename Wanted, typename Opening, typename PairOf>
  void run(std::size_t count, const detail::ContactTest& test, bool nearby, const detail::FilterInput& input,
           decltype(detail::filterVertexFace)* filter, BodiesOf&& bodiesOf, Wanted&& wanted, Opening&& opening,
           PairOf&& pairOf, std::vector<SurfaceContact>& contacts, Counters& counters, Workers& workers) {
    const auto runChunk = [&](std::size_t begin, std::size_t end, std::vector<SurfaceContact>& found) {
      std::array<detail::Verdict, kTestsPerChunk> verdicts;
      std::array<float, kTestsPerChunk> within, least;
      if (nearby)
        for (std::size_t i = begin; i < end; ++i) {
          const auto [a, b] = bodiesOf(i);
          within[i - begin] = wanted(i) ? nearParts[a] + nearParts[b] : -1;
          least[i - begin] = a == b ? restPart * opening(i) : std::numeric_limits<float>::max();
        }
      detail::FilterInput in = input;
      in.pairs += 2 * begin;
      in.least = least.data();
      if (nearby)
        in.within = within.data();
      else
        in.rest = nullptr;
      filter(in, end - begin, verdicts.data());
      const auto noMeet = [&](std::size_t i) { return verdicts[i - begin] == detail::Verdict::NoMeet; };
      detail::NearbyPairs pairs;
      SurfaceContact contact;
      std::uint64_t open = 0;
      for (std::size_t i = begin, next = begin; i < end;) {
        pairs.count = 0;
        for (; next < end && !pairs.full(); ++next)
          if (nearby && noMeet(next)) test.add(pairOf(next), pairs);
        detail::ContactTest::measure(pairs);
        for (std::size_t measured = 0; i < next; ++i) {
          if (verdicts[i - begin] == detail::Verdict::Separated) continue;
          ++open;
          if (noMeet(i) ? nearby && test.test(pairs, measured++, contact) : test.test(pairOf(i), contact))
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
};

SurfaceNarrowTest::SurfaceNarrowTest() : m_impl(std::make_unique<Impl>()) {}
SurfaceNarrowTest::~SurfaceNarrowTest() = default;

void SurfaceNarrowTest::run(const BodySet& bodies, const Candidates& candidates, const SurfaceContactSettings& settings,
                            std::vector<SurfaceContact>& contacts, Counters& counters, Workers& workers) {
  contacts.clear();
  if (candidates.vertexFace.empty() && candidates.edgeEdge.empty()) return;
  Impl& s = *m_impl;
  s.sides.update(bodies);
  s.rings.update(bodies);
  s.cuts.update(bodies, s.rings);
  s.readMargins(bodies, settings);
  const detail::ContactTest test(bodies, s.sides, s.rings, s.cuts, s.margins, settings);
  detail::FilterInput input;
  input.from = &bodies.positions_t0().data()->x;
  input.to = &bodies.positions().data()->x;
  input.restPart = s.restPart;
  for (Index body = 0; body < bodies.bodyCount(); ++body)
    if (bodies.selfAt(body)) input.rest = &bodies.restPositions().data()->x;
  const auto& vf = candidates.vertexFace;
  if (!vf.empty()) {
    input.pairs = &vf.front().vertex;
    input.elementsB = bodies.faces().front().data();
    s.run(
        vf.size(), test, test.wantsNearby(detail::PairKind::VertexFace, false), input, detail::filterVertexFace,
        [&, ofVertex = bodies.bodyOfVertex(), ofFace = bodies.bodyOfFace()](std::size_t i) {
          return std::pair{ofVertex[vf[i].vertex], ofFace[vf[i].face]};
        },
        [](std::size_t) { return true; },
        [&, faces = bodies.faces()](std::size_t i) {
          return s.cuts.mostOpening({&vf[i].vertex, 1}, faces[vf[i].face]);
        },
        [&](std::size_t i) { return test.vertexFace(vf[i].vertex, vf[i].face); }, contacts, counters, workers);
  }
  const auto& ee = candidates.edgeEdge;
  if (!ee.empty()) {
    input.pairs = &ee.front().edgeA;
    input.elementsA = input.elementsB = bodies.edges().front().data();
    const bool all = test.wantsNearby(detail::PairKind::EdgeEdge, false);
    s.run(
        ee.size(), test, test.wantsNearby(detail::PairKind::EdgeEdge, bodies.linkCount() > 0), input,
        detail::filterEdgeEdge,
        [&, ofEdge = bodies.bodyOfEdge()](std::size_t i) {
          return std::pair{ofEdge[ee[i].edgeA], ofEdge[ee[i].edgeB]};
        },
        [&](std::size_t i) { return all || bodies.isLink(ee[i].edgeA) || bodies.isLink(ee[i].edgeB); },
        [&, edges = bodies.edges()](std::size_t i) {
          return s.cuts.mostOpening(edges[ee[i].edgeA], edges[ee[i].edgeB]);
        },
        [&](std::size_t i) { return test.edgeEdge(ee[i].edgeA, ee[i].edgeB); }, contacts, counters, workers);
  }
}

}  // namespace pliant
