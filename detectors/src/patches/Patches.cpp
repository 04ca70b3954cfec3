#include <pliant/detectors/Patches.h>
#include <pliant/detectors/SpatialHash.h>
#include <pliant/detectors/corners.h>

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include "core/KeySort.h"
#include "core/memoryOf.h"
#include "narrow/PairFilter.h"
#include "narrow/touching.h"
#include "patches/PatchBounds.h"
#include "patches/PatchLayout.h"
#include "patches/PatchPairs.h"
#include "surfaces/FoundPairs.h"

namespace pliant {
namespace {

constexpr std::size_t kPatchPairsPerChunk = 256;
constexpr std::size_t kKeysPerChunk = 16384;
/// Pairs that wait for the fast test, which runs when there are at least so many.
constexpr std::size_t kFilteredAtOnce = 2048;
constexpr std::size_t kMostOfPair = detail::kMostOfPatch * detail::kMostOfPatch;
/// Covers the rounding of gaps, in units of the largest coordinate.
constexpr float kRoundingOfBoxes = 1e-6f;
/// Covers the rounding of distances that are compared with the sum of two margins.
constexpr double kWithinSlack = 1 + 2e-5;

/// Distance at t1 within which a pair counts, or negative: it does not; and how much nearer it may end (see
/// FilterInput::room).
struct Reach {
  float within, room;
};

/// Pairs of elements in the set, with their reach.
struct PairBlock {
  std::vector<std::uint32_t> pairs;
  std::vector<float> within, room;
  std::vector<detail::Verdict> verdicts;
  std::size_t count = 0;

  void add(std::uint32_t first, std::uint32_t second, const Reach& reach) {
    pairs[2 * count] = first;
    pairs[2 * count + 1] = second;
    within[count] = reach.within;
    room[count++] = reach.room;
  }
};

/// The scratch memory and the pairs of a task.
struct PatchTask {
  std::vector<std::uint32_t> places = std::vector<std::uint32_t>(2 * kMostOfPair);
  PairBlock blocks[2];
  std::vector<std::uint64_t> keys[2];  ///< pairs that passed the fast test
  std::uint64_t looked = 0;

  PatchTask() {
    for (PairBlock& block : blocks) {
      block.pairs.resize(2 * (kFilteredAtOnce + kMostOfPair));
      block.within.resize(kFilteredAtOnce + kMostOfPair);
      block.room.resize(kFilteredAtOnce + kMostOfPair);
      block.verdicts.resize(kFilteredAtOnce + kMostOfPair);
    }
  }
};

enum Kind : std::uint8_t { kVertexFacePairs, kEdgeEdgePairs };
}  // namespace

struct Patches::Impl {
  SpatialHash hash;
  detail::PatchLayout layout;
  detail::PatchBounds bounds;
  detail::PatchPairs pairs;
  detail::surface::Pool<PatchTask> tasks;
  detail::KeySort sort;

  /// One call of candidates().
  struct Search {
    const BodySet& bodies;
    const CandidateQuery& query;
    detail::FilterInput input;
    detail::GapRule faceRule, edgeRule;
    detail::PatchBoxes patches;
    detail::EndBoxes vertices, faces, edges;

    detail::PatchElements elements(const detail::EndBoxes& boxes, const detail::PatchLayout::Range& range,
                                   std::size_t patch) const {
      return {boxes, range.begin, range.end, patches.boxes, patch};
    }
  };

  Search searchOf(const BodySet& bodies, const CandidateQuery& query) const;
  static Reach reachOf(const Search& search, Index bodyA, Index bodyB, bool withMargins);
  void pairElements(const Search& search, const detail::PatchPairs::Pair& pair, PatchTask& task) const;
  void pairFaces(const Search& search, std::size_t a, std::size_t b, PatchTask& task) const;
  void pairEdges(const Search& search, std::size_t a, std::size_t b, PatchTask& task) const;
  static void filter(const Search& search, Kind kind, PatchTask& task);
  template <typename Candidate>
  void write(Kind kind, std::uint64_t firsts, std::uint64_t seconds, std::vector<Candidate>& out, Workers& workers);
};

Patches::Patches() : m_impl(std::make_unique<Impl>()) {}
Patches::~Patches() = default;

std::string_view Patches::name() const {
  return "patches";
}
void Patches::update(const BodySet&, Workers&) {}

void Patches::query(const BodySet& bodies, const Query& query, Results& results, Workers& workers) {
  if (m_impl->hash.candidatesNeedUpdate() || query.vertexTetrahedron) m_impl->hash.update(bodies, workers);
  m_impl->hash.query(bodies, query, results, workers);
}

std::span<const std::pair<Index, Index>> Patches::nearBodies() const {
  return m_impl->pairs.bodies();
}

std::size_t Patches::memory() const {
  std::size_t sum = m_impl->layout.memory() + m_impl->bounds.memory() + m_impl->pairs.memory() + m_impl->sort.memory();
  for (const auto& task : m_impl->tasks.all())
    for (const auto& keys : task->keys) sum += detail::memoryOf(keys);
  return sum;
}

Patches::Impl::Search Patches::Impl::searchOf(const BodySet& bodies, const CandidateQuery& query) const {
  Search search{bodies,
                query,
                {},
                {},
                {},
                bounds.patches(),
                bounds.vertices(),
                query.vertexFace ? bounds.faces() : detail::EndBoxes{},
                query.edgeEdge ? bounds.edges() : detail::EndBoxes{}};
  search.input.to = bodies.positions().empty() ? nullptr : &bodies.positions().front().x;
  search.input.from = query.swept && search.input.to ? &bodies.positions_t0().front().x : search.input.to;
  search.faceRule.marginScale = static_cast<float>(query.marginScale * Real(kWithinSlack));
  search.faceRule.distance = static_cast<float>(query.distance * Real(kWithinSlack));
  search.faceRule.room = static_cast<float>(query.room * Real(kWithinSlack));
  search.faceRule.motionPart = query.swept ? static_cast<float>(kSweptReach) : 0;
  search.faceRule.rounding = kRoundingOfBoxes * bounds.largest();
  search.edgeRule = search.faceRule;
  if (!query.edgeMargin) search.edgeRule.marginScale = 0;
  return search;
}

Reach Patches::Impl::reachOf(const Search& search, Index bodyA, Index bodyB, bool withMargins) {
  const CandidateQuery& query = search.query;
  const double margins = static_cast<double>(search.bodies.detectionMarginAt(bodyA)) +
                         static_cast<double>(search.bodies.detectionMarginAt(bodyB));
  const auto bounded = [](double length) {
    const double wide = length * kWithinSlack + double{std::numeric_limits<float>::min()};
    return static_cast<float>(std::min(wide, double{std::numeric_limits<float>::max()} / 2));
  };
  const float room = query.room > 0 ? bounded(static_cast<double>(query.room) * margins) : 0;
  if (!withMargins && !(query.distance > 0)) return {-1, room};
  const double scale = withMargins ? static_cast<double>(query.marginScale) : 0;
  return {bounded(scale * margins + static_cast<double>(query.distance)), room};
}

/// Runs the fast test on the waiting pairs, and keeps those that the narrow test has to look at.
void Patches::Impl::filter(const Search& search, Kind kind, PatchTask& task) {
  PairBlock& block = task.blocks[kind];
  detail::FilterInput input = search.input;
  input.pairs = block.pairs.data();
  input.within = block.within.data();
  if (search.query.room > 0) input.room = block.room.data();
  if (kind == kVertexFacePairs) {
    input.elementsB = search.bodies.faces().front().data();
    detail::filterVertexFace(input, block.count, block.verdicts.data());
  } else {
    input.elementsA = input.elementsB = search.bodies.edges().front().data();
    detail::filterEdgeEdge(input, block.count, block.verdicts.data());
  }
  for (std::size_t i = 0; i < block.count; ++i) {
    if (block.verdicts[i] == detail::Verdict::Separated) continue;
    if (block.verdicts[i] == detail::Verdict::NoMeet && block.within[i] < 0) continue;
    task.keys[kind].push_back(std::uint64_t{block.pairs[2 * i]} << 32 | block.pairs[2 * i + 1]);
  }
  task.looked += block.count;
  block.count = 0;
}

/// Adds the vertices of patch `a` with the faces of patch `b`.
void Patches::Impl::pairFaces(const Search& search, std::size_t a, std::size_t b, PatchTask& task) const {
  const auto &of = layout.patches[a], &with = layout.patches[b];
  if (of.vertices.size() == 0 || with.faces.size() == 0) return;
  const detail::Gaps gaps = detail::gapsOf(search.patches, search.faceRule, a, b);
  const std::size_t found =
      detail::pairPatches(search.elements(search.vertices, of.vertices, a),
                          search.elements(search.faces, with.faces, b), gaps, false, task.places.data());
  const Reach reach = reachOf(search, of.body, with.body, true);
  const std::uint8_t* const marked = search.query.marked;
  PairBlock& block = task.blocks[kVertexFacePairs];
  for (std::size_t i = 0; i < found; ++i) {
    const Index vertex = layout.vertices[task.places[2 * i]], face = layout.faces[task.places[2 * i + 1]];
    if (of.body == with.body && isCorner(vertex, search.bodies.faces()[face])) continue;
    if (marked && !marked[vertex] && !detail::anyMarked(marked, search.bodies.faces()[face])) continue;
    block.add(vertex, face, reach);
  }
  if (block.count >= kFilteredAtOnce) filter(search, kVertexFacePairs, task);
}

void Patches::Impl::pairEdges(const Search& search, std::size_t a, std::size_t b, PatchTask& task) const {
  const auto &of = layout.patches[a], &with = layout.patches[b];
  if (of.edges.size() == 0 || with.edges.size() == 0) return;
  const detail::Gaps gaps = detail::gapsOf(search.patches, search.edgeRule, a, b);
  const std::size_t found =
      detail::pairPatches(search.elements(search.edges, of.edges, a), search.elements(search.edges, with.edges, b),
                          gaps, a == b, task.places.data());
  const CandidateQuery& query = search.query;
  const Reach reach = reachOf(search, of.body, with.body, query.edgeMargin);
  const std::uint8_t* const marked = query.marked;
  PairBlock& block = task.blocks[kEdgeEdgePairs];
  for (std::size_t i = 0; i < found; ++i) {
    const Index one = layout.edges[task.places[2 * i]], other = layout.edges[task.places[2 * i + 1]];
    if (query.linksOnly && !search.bodies.isLink(one) && !search.bodies.isLink(other)) continue;
    if (of.body == with.body && shareCorner(search.bodies.edges()[one], search.bodies.edges()[other])) continue;
    if (marked && !detail::anyMarked(marked, search.bodies.edges()[one]) &&
        !detail::anyMarked(marked, search.bodies.edges()[other]))
      continue;
    block.add(std::min(one, other), std::max(one, other), reach);
  }
  if (block.count >= kFilteredAtOnce) filter(search, kEdgeEdgePairs, task);
}

void Patches::Impl::pairElements(const Search& search, const detail::PatchPairs::Pair& pair, PatchTask& task) const {
  if (search.query.vertexFace) {
    pairFaces(search, pair.a, pair.b, task);
    if (pair.a != pair.b) pairFaces(search, pair.b, pair.a, task);
  }
  if (search.query.edgeEdge) pairEdges(search, pair.a, pair.b, task);
}

/// Joins the pairs of all tasks, sorted, in the list of one of them.
template <typename Candidate>
void Patches::Impl::write(Kind kind, std::uint64_t firsts, std::uint64_t seconds, std::vector<Candidate>& out,
                          Workers& workers) {
  std::vector<std::uint64_t>& keys = tasks.all().front()->keys[kind];
  std::size_t count = keys.size();
  for (const auto& task : tasks.all().subspan(1)) count += task->keys[kind].size();
  if (count > keys.capacity()) keys.reserve(std::max(count, 2 * keys.capacity()));
  for (const auto& task : tasks.all().subspan(1)) {
    keys.insert(keys.end(), task->keys[kind].begin(), task->keys[kind].end());
    task->keys[kind].reserve(keys.capacity());  // in the next call one task may find them all
  }
  sort.sort(keys, firsts, seconds, &workers);
  out.resize(count);
  workers.forChunks(count, kKeysPerChunk, [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
      out[i] = {static_cast<Index>(keys[i] >> 32), static_cast<Index>(keys[i] & 0xffffffffu)};
  });
}

void Patches::candidates(const BodySet& bodies, const CandidateQuery& asked, Candidates& out, Counters& counters,
                         Workers& workers) {
  Impl& s = *m_impl;
  s.pairs.clear();
  if (asked.faceFace) {
    out.clear();
    if (s.hash.candidatesNeedUpdate()) s.hash.update(bodies, workers);
    s.hash.candidates(bodies, asked, out, counters, workers);
    return;
  }
  out.faceFace.clear();
  if (!asked.vertexFace) out.vertexFace.clear();
  if (!asked.edgeEdge) out.edgeEdge.clear();
  const CandidateQuery query = detail::widenedForTouching(bodies, asked);
  s.layout.update(bodies);
  s.bounds.update(bodies, s.layout, query, workers);
  const Impl::Search search = s.searchOf(bodies, query);
  s.pairs.find(bodies, query, s.layout, s.bounds, query.vertexFace ? search.faceRule : search.edgeRule, workers);
  const std::vector<detail::PatchPairs::Pair>& pairs = s.pairs.pairs();
  s.tasks.reserve(workers.threads());
  for (const auto& task : s.tasks.all()) {
    for (auto& keys : task->keys) keys.clear();
    task->looked = 0;
  }
  workers.forChunks(pairs.size(), kPatchPairsPerChunk, [&](std::size_t, std::size_t begin, std::size_t end) {
    auto task = s.tasks.take();
    for (std::size_t i = begin; i < end; ++i) s.pairElements(search, pairs[i], *task);
    for (const Kind kind : {kVertexFacePairs, kEdgeEdgePairs})
      if (task->blocks[kind].count > 0) Impl::filter(search, kind, *task);
    s.tasks.give(std::move(task));
  });
  for (const auto& task : s.tasks.all()) counters.candidates += task->looked;
  counters.nodesVisited += pairs.size();
  if (query.vertexFace)
    s.write(kVertexFacePairs, bodies.positions().size(), bodies.faces().size(), out.vertexFace, workers);
  if (query.edgeEdge) s.write(kEdgeEdgePairs, bodies.edges().size(), bodies.edges().size(), out.edgeEdge, workers);
}

}  // namespace pliant
