#include "regularitytree/ContourLoops.h"

#include <algorithm>

namespace pliant::detail {
namespace {

constexpr unsigned kPlaceBits = 10;
constexpr std::size_t kPlaces = std::size_t{1} << kPlaceBits;
// Contours with fewer vertices are built as fast as they are found in the cache.
constexpr std::size_t kFewestKept = 64;
// Capacity of the cache, as a multiple of the longest contour.
constexpr std::size_t kTimesLongest = 24;

}  // namespace

void ContourLoopList::reserve(std::size_t edges) {
  m_vertices.reserve(edges + kMostLoops * 2 * kBlockEdges);
  m_loops.reserve(kMostLoops);
}

bool ContourLoopList::assign(std::span<const ContourEdge> edges) {
  m_loops.clear();
  const std::size_t room = edges.size() + kMostLoops * 2 * kBlockEdges;
  if (m_vertices.size() < room) m_vertices.resize(room);
  std::size_t count = 0;
  for (std::size_t i = 0; i < edges.size();) {
    if (m_loops.size() == kMostLoops) return false;
    const std::size_t first = count;
    const Index start = edges[i].from;
    Index at = start;
    do {
      if (i == edges.size() || edges[i].from != at) return false;
      m_vertices[count++] = at;
      at = edges[i++].to;
    } while (at != start);
    m_loops.push_back({static_cast<Index>(first), static_cast<Index>(count)});
    const std::size_t end = (count / kBlockEdges + 1) * kBlockEdges;
    while (count < end) m_vertices[count++] = start;
  }
  m_count = count;
  return true;
}

void ContourCache::reserve(std::size_t edges) {
  m_places.resize(kPlaces);
  if (m_vertices.capacity() >= kTimesLongest * edges) return;
  m_vertices.reserve(kTimesLongest * edges);
  m_loops.reserve(kPlaces);
}

std::size_t ContourCache::placeOf(const Key& key) {
  const std::uint64_t mixed = (key.tree * 0x9e3779b97f4a7c15 + key.a) * 0x9e3779b97f4a7c15 + key.b;
  return (mixed * 0x9e3779b97f4a7c15) >> (64 - kPlaceBits);
}

ContourLoops ContourCache::find(const Key& key) const {
  if (m_places.empty()) return {};
  const Place& place = m_places[placeOf(key)];
  if (place.loops == 0 || place.key != key) return {};
  return {{m_vertices.data() + place.firstVertex, place.vertices}, {m_loops.data() + place.firstLoop, place.loops}};
}

std::size_t ContourCache::memory() const {
  return memoryOf(m_places, m_vertices, m_loops);
}

void ContourCache::keep(const Key& key, const ContourLoops& contour) {
  const auto& vertices = contour.vertices;
  const auto& loops = contour.loops;
  if (m_places.empty() || vertices.size() < kFewestKept || vertices.size() > m_vertices.capacity() ||
      loops.size() > m_loops.capacity())
    return;
  if (m_vertices.size() + vertices.size() > m_vertices.capacity() ||
      m_loops.size() + loops.size() > m_loops.capacity()) {
    std::fill(m_places.begin(), m_places.end(), Place{});
    m_vertices.clear();
    m_loops.clear();
  }
  m_places[placeOf(key)] = {key, static_cast<Index>(m_vertices.size()), static_cast<Index>(vertices.size()),
                            static_cast<Index>(m_loops.size()), static_cast<Index>(loops.size())};
  m_vertices.insert(m_vertices.end(), vertices.begin(), vertices.end());
  m_loops.insert(m_loops.end(), loops.begin(), loops.end());
}

}  // namespace pliant::detail
