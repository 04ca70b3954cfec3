#include "regularitytree/ContourTest.h"

#include <algorithm>

namespace pliant::detail {

bool ContourTest::regular(std::span<const PackedPosition> positions, std::span<const ContourEdge> edges,
                          const ViewDirection& along) {
  if (m_loops.assign(edges)) return regular(positions, m_loops.loops(), along);
  ++m_counters.calls;
  m_counters.edges += edges.size();
  ++m_counters.swept;
  return sweep(positions, edges, along);
}

bool ContourTest::regular(std::span<const PackedPosition> positions, const ContourLoops& loops,
                          const ViewDirection& along) {
  ++m_counters.calls;
  for (const ContourLoops::Loop& loop : loops.loops) m_counters.edges += loop.last - loop.first;
  if (loops.empty()) return false;
  if (m_quick) {
    if (const auto answer = m_chains.regular(positions, loops, along)) return *answer;
  }
  ++m_counters.swept;
  m_edges.clear();
  for (const ContourLoops::Loop& loop : loops.loops)
    for (Index i = loop.first; i < loop.last; ++i) m_edges.push_back({loops.vertices[i], loops.vertices[i + 1]});
  return sweep(positions, m_edges, along);
}

bool ContourTest::separated(std::span<const PackedPosition> positions, const ContourLoops& loops,
                            const ViewDirection& along, double distance) {
  return !loops.empty() && m_chains.separated(positions, loops, along, distance);
}

bool ContourTest::separated(std::span<const PackedPosition> positions, std::span<const ContourEdge> edges,
                            const ViewDirection& along, double distance) {
  return m_loops.assign(edges) && separated(positions, m_loops.loops(), along, distance);
}

void ContourTest::reserve(std::size_t edges) {
  m_points.reserve(2 * edges);
  m_chains.reserve(edges);
  m_sweep.reserve(edges);
  m_vertices.reserve(2 * edges);
  m_loops.reserve(edges);
  m_edges.reserve(edges);
  m_local.reserve(edges);
}

bool ContourTest::sweep(std::span<const PackedPosition> positions, std::span<const ContourEdge> edges,
                        const ViewDirection& along) {
  m_vertices.clear();
  for (const ContourEdge& edge : edges) {
    if (edge.from == edge.to) return false;
    m_vertices.push_back(edge.from);
    m_vertices.push_back(edge.to);
  }
  std::sort(m_vertices.begin(), m_vertices.end());
  m_vertices.erase(std::unique(m_vertices.begin(), m_vertices.end()), m_vertices.end());
  const auto local = [&](Index vertex) {
    return static_cast<Index>(std::lower_bound(m_vertices.begin(), m_vertices.end(), vertex) - m_vertices.begin());
  };
  m_local.clear();
  for (const ContourEdge& edge : edges) m_local.push_back({local(edge.from), local(edge.to)});
  m_points.set(positions, m_vertices, along);
  return m_sweep.regular(m_points, m_local);
}

}  // namespace pliant::detail
