#include "surfaces/FoundPairs.h"

#include <algorithm>

#include "narrow/exactPairs.h"

namespace pliant::detail::surface {
namespace {

constexpr std::size_t kPairsPerChunk = 256;

Index first(std::uint64_t key) {
  return static_cast<Index>(key >> 32);
}
Index second(std::uint64_t key) {
  return static_cast<Index>(key);
}

}  // namespace

void FoundPairs::Part::grow(PairBuffer& buffer, std::size_t more) {
  auto& keys = *static_cast<std::vector<std::uint64_t>*>(buffer.owner);
  keys.resize(std::max(2 * buffer.capacity, buffer.size + more));
  buffer.data = keys.data();
  buffer.capacity = keys.size();
}

void FoundPairs::begin(unsigned threads) {
  m_parts.reserve(threads);
  for (auto& keys : m_keys) keys.clear();
  for (auto& part : m_parts.all()) {
    std::fill(std::begin(part->m_sizes), std::end(part->m_sizes), std::size_t{0});
    part->counters = {};
  }
}

std::size_t FoundPairs::size() const {
  std::size_t size = 0;
  for (const auto& part : m_parts.all())
    for (const std::size_t ofList : part->m_sizes) size += ofList;
  return size;
}

void FoundPairs::end(const BodySet& bodies, Counters& counters) {
  m_firsts[kVertexFace] = bodies.positions().size();
  m_firsts[kEdgeEdge] = m_seconds[kEdgeEdge] = bodies.edges().size();
  m_firsts[kFaceFace] = m_seconds[kFaceFace] = m_seconds[kVertexFace] = bodies.faces().size();
  for (std::size_t list = 0; list < kLists; ++list) {
    auto& keys = m_keys[list];
    for (const auto& part : m_parts.all()) {
      const auto begin = part->m_keys[list].begin();
      keys.insert(keys.end(), begin, begin + static_cast<std::ptrdiff_t>(part->m_sizes[list]));
    }
    // Next time one thread may find them all, and reserve as much at its end as any did.
    std::size_t room = 0;
    for (const auto& part : m_parts.all()) room = std::max(room, part->m_most[list]);
    room += keys.size();
    for (const auto& part : m_parts.all())
      if (part->m_keys[list].size() < room) part->m_keys[list].resize(room);
    counters.candidates += keys.size();
  }
  for (const auto& part : m_parts.all()) {
    counters.cellsVisited += part->counters.cells;
    counters.boxTests += part->counters.boxTests;
    counters.hashCollisions += part->counters.collisions;
  }
}

void FoundPairs::candidates(Candidates& candidates) {
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

template <typename Accept>
void FoundPairs::filter(List list, Accept&& accept, Counters& counters, Workers& workers) {
  auto& keys = m_keys[list];
  m_accepted.resize(keys.size());
  m_chunkCounters.assign((keys.size() + kPairsPerChunk - 1) / kPairsPerChunk, {});
  workers.forChunks(keys.size(), kPairsPerChunk, [&](std::size_t chunk, std::size_t begin, std::size_t end) {
    accept(std::span(keys).subspan(begin, end - begin), std::span(m_accepted).subspan(begin, end - begin),
           m_chunkCounters[chunk]);
  });
  std::size_t kept = 0;
  for (std::size_t i = 0; i < keys.size(); ++i)
    if (m_accepted[i] == Meeting::Yes) keys[kept++] = keys[i];
  keys.resize(kept);
  for (const Counters& c : m_chunkCounters) counters += c;
  sort(list);
}

void FoundPairs::facePairs(const BodySet& bodies, Results& results, Workers& workers) {
  const auto accept = [&](std::span<const std::uint64_t> keys, std::span<Meeting> verdicts, Counters& counters) {
    filterTriangles({&bodies.positions()[0].x, bodies.faces()[0].data()}, keys.data(), keys.size(), verdicts.data());
    for (std::size_t i = 0; i < keys.size(); ++i) {
      if (verdicts[i] != Meeting::Unknown)
        ++counters.narrowTests;
      else
        verdicts[i] = facesMeet(bodies, first(keys[i]), second(keys[i]), counters) ? Meeting::Yes : Meeting::No;
    }
  };
  filter(kFaceFace, accept, results.counters, workers);
  const auto& keys = m_keys[kFaceFace];
  results.facePairs.resize(keys.size());
  for (std::size_t i = 0; i < keys.size(); ++i)
    results.facePairs[i] = facePairResult(bodies, first(keys[i]), second(keys[i]));
}

void FoundPairs::vertexFace(const BodySet& bodies, Real margin, Results& results, Workers& workers) {
  const auto accept = [&](std::span<const std::uint64_t> keys, std::span<Meeting> verdicts, Counters& counters) {
    for (std::size_t i = 0; i < keys.size(); ++i)
      verdicts[i] =
          vertexWithin(bodies, first(keys[i]), second(keys[i]), margin, counters) ? Meeting::Yes : Meeting::No;
  };
  filter(kVertexFace, accept, results.counters, workers);
  const auto& keys = m_keys[kVertexFace];
  results.vertexFace.resize(keys.size());
  for (std::size_t i = 0; i < keys.size(); ++i)
    results.vertexFace[i] = vertexFaceResult(bodies, first(keys[i]), second(keys[i]));
}

std::size_t FoundPairs::memory() const {
  std::size_t bytes =
      m_sorter.memory() + m_accepted.capacity() * sizeof(Meeting) + m_chunkCounters.capacity() * sizeof(Counters);
  for (const auto& keys : m_keys) bytes += keys.capacity() * sizeof(std::uint64_t);
  for (const auto& part : m_parts.all())
    for (const auto& keys : part->m_keys) bytes += keys.capacity() * sizeof(std::uint64_t);
  return bytes;
}

}  // namespace pliant::detail::surface
