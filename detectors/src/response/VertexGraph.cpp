#include "response/VertexGraph.h"

#include <algorithm>

namespace pliant::detail {
namespace {

template <typename Visit>
void forEachEdge(const BodySet& bodies, Visit&& visit) {
  for (const Edge& e : bodies.edges()) visit(e[0], e[1]);
  for (const Tetrahedron& t : bodies.tetrahedra()) {
    for (std::size_t a = 0; a < 4; ++a) {
      for (std::size_t b = a + 1; b < 4; ++b) {
        if (t[a] != t[b]) visit(t[a], t[b]);
      }
    }
  }
}

}  // namespace

void VertexGraph::build(const BodySet& bodies) {
  const std::size_t count = bodies.positions().size();
  m_begin.assign(count + 2, 0);
  // Counted two places ahead, so that filling leaves the begin of the list of vertex v at m_begin[v].
  forEachEdge(bodies, [&](Index a, Index b) {
    ++m_begin[a + std::size_t{2}];
    ++m_begin[b + std::size_t{2}];
  });
  for (std::size_t i = 2; i < m_begin.size(); ++i) m_begin[i] += m_begin[i - 1];
  m_neighbours.resize(m_begin.back());
  forEachEdge(bodies, [&](Index a, Index b) {
    m_neighbours[m_begin[a + std::size_t{1}]++] = b;
    m_neighbours[m_begin[b + std::size_t{1}]++] = a;
  });
  std::size_t end = 0;
  for (std::size_t v = 0, next = 0; v < count; ++v) {
    const std::size_t begin = next;
    next = m_begin[v + 1];
    const auto first = m_neighbours.begin() + static_cast<std::ptrdiff_t>(begin);
    const auto last = m_neighbours.begin() + static_cast<std::ptrdiff_t>(next);
    std::sort(first, last);
    const auto unique = std::unique(first, last);
    const auto out = m_neighbours.begin() + static_cast<std::ptrdiff_t>(end);
    m_begin[v] = end;
    end = static_cast<std::size_t>(std::copy(first, unique, out) - m_neighbours.begin());
  }
  m_begin[count] = end;
  m_begin.resize(count + 1);
  m_neighbours.resize(end);
}

}  // namespace pliant::detail
