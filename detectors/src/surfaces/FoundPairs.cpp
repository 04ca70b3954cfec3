#include "surfaces/FoundPairs.h"

#include <algorithm>
#include <array>

#include "narrow/exactPairs.h"

namespace pliant::detail::surface {
namespace {

constexpr std::size_t kPairsPerChunk = 256;
// Number of pairs of a task that are worth an exact test during the search.
constexpr std::size_t kPairsPerBlock = 16384;

Index first(std::uint64_t key) {
  return static_cast<Index>(key >> 32);
}
Index second(std::uint64_t key) {
  return static_cast<Index>(key);
}

/// Runs the exact test of each pair.
void test(List list, const FoundPairs::Exact& exact, std::span<const std::uint64_t> keys, Meeting* verdicts,
          Counters& counters) {
  const BodySet& bodies = *exact.bodies;
  if (list == kFaceFace)
    filterTriangles({&bodies.positions()[0].x, bodies.faces()[0].data()}, keys.data(), keys.size(), verdicts);
  else
    std::fill_n(verdicts, keys.size(), Meeting::Unknown);
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (verdicts[i] != Meeting::Unknown) {
      ++counters.narrowTests;
      continue;
    }
    const bool passed = list == kFaceFace
                            ? facesMeet(bodies, first(keys[i]), second(keys[i]), counters)
                            : vertexWithin(bodies, first(keys[i]), second(keys[i]), exact.margin, counters);
    verdicts[i] = passed ? Meeting::Yes : Meeting::No;
  }
}

/// Moves the keys that passed to the front and returns their number.
std::size_t keepPassed(std::uint64_t* keys, const Meeting* verdicts, std::size_t count) {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < count; ++i)
    if (verdicts[i] == Meeting::Yes) keys[kept++] = keys[i];
  return kept;
}

}  // namespace

void FoundPairs::TaskPairs::begin(const Exact& exact) {
  for (Keys& list : m_lists) list.size = list.decided = list.dropped = 0;
  m_exact = exact;
  m_tests = {};
  counters = {};
}

void FoundPairs::TaskPairs::take(List list, std::size_t size) {
  Keys& into = m_lists[list];
  into.size = tests(list) && size - into.decided >= 2 * kPairsPerBlock ? decide(list, size) : size;
}

/// Tests the undecided pairs among the list's first `size` pairs and returns the number of pairs left.
std::size_t FoundPairs::TaskPairs::decide(List list, std::size_t size) {
  Keys& into = m_lists[list];
  std::uint64_t* const keys = into.keys.data();
  std::array<Meeting, kPairsPerChunk> verdicts;
  for (std::size_t from = into.decided; from < size; from += kPairsPerChunk) {
    const std::size_t count = std::min(kPairsPerChunk, size - from);
    test(list, m_exact, {keys + from, count}, verdicts.data(), m_tests);
    const std::size_t kept = keepPassed(keys + from, verdicts.data(), count);
    std::copy(keys + from, keys + from + kept, keys + into.decided);
    into.decided += kept;
    into.dropped += count - kept;
  }
  return into.decided;
}

void FoundPairs::TaskPairs::grow(PairBuffer& buffer, std::size_t more) {
  const auto& [part, list] = *static_cast<Growing*>(buffer.owner);
  Keys& into = part.m_lists[list];
  if (part.tests(list) && buffer.size - into.decided >= kPairsPerBlock) {
    buffer.size = part.decide(list, buffer.size);
    if (buffer.capacity - buffer.size >= std::max(more, kPairsPerBlock)) return;
  }
  into.keys.resize(std::max(2 * buffer.capacity, buffer.size + more));
  buffer.data = into.keys.data();
  buffer.capacity = into.keys.size();
}

void FoundPairs::begin(unsigned threads, const Exact& exact) {
  m_exact = exact;
  m_parts.reserve(threads);
  for (auto& keys : m_keys) keys.clear();
  for (auto& part : m_parts.all()) part->begin(exact);
}

std::unique_ptr<FoundPairs::TaskPairs> FoundPairs::take() {
  auto part = m_parts.take();
  part->m_exact = m_exact;  // a new part has no exact test yet
  return part;
}

void FoundPairs::end(const BodySet& bodies, Counters& counters) {
  m_firsts[kVertexFace] = bodies.positions().size();
  m_firsts[kEdgeEdge] = m_seconds[kEdgeEdge] = bodies.edges().size();
  m_firsts[kFaceFace] = m_seconds[kFaceFace] = m_seconds[kVertexFace] = bodies.faces().size();
  for (const List list : {kVertexFace, kEdgeEdge, kFaceFace}) merge(list, counters);
  for (const auto& part : m_parts.all()) {
    counters += part->m_tests;
    counters.cellsVisited += part->counters.cells;
    counters.boxTests += part->counters.boxTests;
    counters.hashCollisions += part->counters.collisions;
  }
}

/// Merges one list of all tasks: first the decided keys, then the others.
void FoundPairs::merge(List list, Counters& counters) {
  auto& keys = m_keys[list];
  std::size_t looked = 0, most = 0, open = 0;
  for (const auto& part : m_parts.all()) {
    const TaskPairs::Keys& found = part->m_lists[list];
    const auto begin = found.keys.begin();
    keys.insert(keys.end(), begin, begin + static_cast<std::ptrdiff_t>(found.decided));
    looked += found.size + found.dropped;
    most = std::max(most, found.most);
  }
  m_decided[list] = keys.size();
  for (const auto& part : m_parts.all()) {
    const TaskPairs::Keys& found = part->m_lists[list];
    const auto begin = found.keys.begin();
    keys.insert(keys.end(), begin + static_cast<std::ptrdiff_t>(found.decided),
                begin + static_cast<std::ptrdiff_t>(found.size));
  }
  counters.candidates += looked;
  // In the next query one thread may find all pairs, and it may reserve `most` more at its end. A list that is tested
  // during the search needs two blocks beside the passed pairs.
  if (m_exact.bodies && list != kEdgeEdge) {
    open = std::min(looked, 2 * kPairsPerBlock);
    keys.reserve(std::min(looked, keys.size() + 2 * kPairsPerBlock * m_parts.all().size()));
  } else {
    open = looked;
  }
  const std::size_t room = m_decided[list] + open + most;
  for (const auto& part : m_parts.all())
    if (part->m_lists[list].keys.size() < room) part->m_lists[list].keys.resize(room);
}

void FoundPairs::writeCandidates(Candidates& candidates) {
  const auto write = [this](List list, auto& into) {
    sort(list);
    const auto& keys = m_keys[list];
    into.resize(keys.size());
    for (std::size_t i = 0; i < keys.size(); ++i) into[i] = {first(keys[i]), second(keys[i])};
  };
  write(kVertexFace, candidates.vertexFace);
  write(kEdgeEdge, candidates.edgeEdge);
  write(kFaceFace, candidates.faceFace);
}

void FoundPairs::filter(List list, const Exact& exact, Counters& counters, Workers& workers) {
  auto& keys = m_keys[list];
  const std::span<const std::uint64_t> open = std::span<const std::uint64_t>(keys).subspan(m_decided[list]);
  m_accepted.reserve(keys.capacity());
  m_accepted.resize(open.size());
  m_chunkCounters.reserve(keys.capacity() / kPairsPerChunk + 1);
  m_chunkCounters.assign((open.size() + kPairsPerChunk - 1) / kPairsPerChunk, {});
  workers.forChunks(open.size(), kPairsPerChunk, [&](std::size_t chunk, std::size_t begin, std::size_t end) {
    test(list, exact, open.subspan(begin, end - begin), m_accepted.data() + begin, m_chunkCounters[chunk]);
  });
  keys.resize(m_decided[list] + keepPassed(keys.data() + m_decided[list], m_accepted.data(), open.size()));
  for (const Counters& c : m_chunkCounters) counters += c;
  sort(list);
}

void FoundPairs::writeFacePairs(const BodySet& bodies, Results& results, Workers& workers) {
  filter(kFaceFace, {&bodies, 0}, results.counters, workers);
  const auto& keys = m_keys[kFaceFace];
  results.facePairs.resize(keys.size());
  for (std::size_t i = 0; i < keys.size(); ++i)
    results.facePairs[i] = facePairResult(bodies, first(keys[i]), second(keys[i]));
}

void FoundPairs::writeVertexFace(const BodySet& bodies, Real margin, Results& results, Workers& workers) {
  filter(kVertexFace, {&bodies, margin}, results.counters, workers);
  const auto& keys = m_keys[kVertexFace];
  results.vertexFace.resize(keys.size());
  for (std::size_t i = 0; i < keys.size(); ++i)
    results.vertexFace[i] = vertexFaceResult(bodies, first(keys[i]), second(keys[i]));
}

std::size_t FoundPairs::memory() const {
  std::size_t bytes = m_sorter.memory() + memoryOf(m_accepted, m_chunkCounters, m_keys);
  for (const auto& part : m_parts.all())
    for (const auto& list : part->m_lists) bytes += memoryOf(list.keys);
  return bytes;
}

}  // namespace pliant::detail::surface
