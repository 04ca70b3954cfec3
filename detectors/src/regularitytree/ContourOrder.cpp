#include "regularitytree/ContourOrder.h"

#include <algorithm>

namespace pliant::detail {

void ContourOrder::chain(std::span<ContourEdge> edges) {
  m_sorted.assign(edges.begin(), edges.end());
  std::sort(m_sorted.begin(), m_sorted.end(), [](const ContourEdge& a, const ContourEdge& b) {
    return a.from != b.from ? a.from < b.from : a.to < b.to;
  });
  m_vertices.clear();
  for (Index i = 0; i < m_sorted.size(); ++i) {
    if (i == 0 || m_sorted[i].from != m_sorted[i - 1].from) m_vertices.push_back({i, i, kNoIndex});
    m_vertices.back().end = i + 1;
  }
  m_loops.clear();
  m_rest.clear();
  for (Index start = 0; start < m_vertices.size(); ++start)
    while (m_vertices[start].unused < m_vertices[start].end) follow(start);
  std::copy(m_rest.begin(), m_rest.end(), std::copy(m_loops.begin(), m_loops.end(), edges.begin()));
}

/// Returns the index in m_vertices; kNoIndex if the vertex has no outgoing edges.
Index ContourOrder::find(Index vertex) const {
  const auto it = std::lower_bound(m_vertices.begin(), m_vertices.end(), vertex,
                                   [&](const Vertex& v, Index sought) { return m_sorted[v.end - 1].from < sought; });
  if (it == m_vertices.end() || m_sorted[it->end - 1].from != vertex) return kNoIndex;
  return static_cast<Index>(it - m_vertices.begin());
}

/// Follows unused edges from `start` until none is left. A loop is removed from the path whenever the path reaches
/// itself.
void ContourOrder::follow(Index start) {
  m_way.clear();
  for (Index at = start; at != kNoIndex && m_vertices[at].unused < m_vertices[at].end;) {
    Vertex& vertex = m_vertices[at];
    vertex.place = static_cast<Index>(m_way.size());
    m_way.push_back(m_sorted[vertex.unused++]);
    at = find(m_way.back().to);
    if (at == kNoIndex || m_vertices[at].place == kNoIndex) continue;
    const Index first = m_vertices[at].place;
    m_loops.insert(m_loops.end(), m_way.begin() + first, m_way.end());
    leave(first);
  }
  m_rest.insert(m_rest.end(), m_way.begin(), m_way.end());
  leave(0);
}

void ContourOrder::leave(Index first) {
  for (Index i = first; i < m_way.size(); ++i) m_vertices[find(m_way[i].from)].place = kNoIndex;
  m_way.erase(m_way.begin() + first, m_way.end());
}

}  // namespace pliant::detail
