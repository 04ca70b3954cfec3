#include "response/VertexGraph.h"

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
  m_neighbours.build(bodies.positions().size(), [&](const auto& take) {
    forEachEdge(bodies, [&](Index a, Index b) {
      take(a, b);
      take(b, a);
    });
  });
  m_neighbours.makeRowsUnique();
}

}  // namespace pliant::detail
