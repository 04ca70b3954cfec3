#include <pliant/detectors/capHoles.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <limits>
#include <queue>
#include <utility>

namespace pliant {
namespace {

/// Returns the open edges in the direction of the cap's face, opposite to the face that uses them. Sorted.
std::vector<Edge> openEdges(TrianglesView triangles) {
  struct Use {
    Edge edge;  // smaller vertex first
    bool reversed;
  };
  std::vector<Use> uses;
  uses.reserve(std::size_t{3} * triangles.count);
  for (Index f = 0; f < triangles.count; ++f) {
    for (std::size_t k = 0; k < 3; ++k) {
      const Index a = triangles[f][k], b = triangles[f][(k + 1) % 3];
      if (a != b) uses.push_back({{std::min(a, b), std::max(a, b)}, a > b});
    }
  }
  std::sort(uses.begin(), uses.end(), [](const Use& a, const Use& b) { return a.edge < b.edge; });
  std::vector<Edge> open;
  for (std::size_t i = 0; i < uses.size();) {
    std::size_t end = i + 1;
    while (end < uses.size() && uses[end].edge == uses[i].edge) ++end;
    const auto [a, b] = uses[i].edge;
    if (end == i + 1) open.push_back(uses[i].reversed ? Edge{a, b} : Edge{b, a});
    i = end;
  }
  std::sort(open.begin(), open.end());
  return open;
}

/// Follows open edges, and removes a ring from the path when the path reaches one of its own vertices.
class Rings {
 public:
  Rings(std::vector<Edge> open, Index vertices)
      : m_open(std::move(open)), m_used(m_open.size(), 0), m_place(vertices, kNoIndex) {}

  template <typename Visit>
  void forEach(Visit&& visit) {
    for (std::size_t first = 0; first < m_open.size(); ++first) {
      // The rest of a path that ends is no ring.
      for (const Index vertex : m_way) m_place[vertex] = kNoIndex;
      m_way.clear();
      for (std::size_t edge = first; edge < m_open.size() && m_used[edge] == 0; edge = next(m_open[edge][1])) {
        const auto [from, to] = m_open[edge];
        m_used[edge] = 1;
        m_place[from] = static_cast<Index>(m_way.size());
        m_way.push_back(from);
        if (m_place[to] == kNoIndex) continue;
        const auto back = m_way.begin() + m_place[to];
        m_ring.assign(back, m_way.end());
        m_way.erase(back, m_way.end());
        for (const Index vertex : m_ring) m_place[vertex] = kNoIndex;
        visit(m_ring);
      }
    }
  }

 private:
  /// Returns the first unused edge that starts at a vertex, or m_open.size() if there is none.
  std::size_t next(Index vertex) const {
    const auto first = std::lower_bound(m_open.begin(), m_open.end(), Edge{vertex, 0});
    for (auto at = static_cast<std::size_t>(first - m_open.begin()); at < m_open.size(); ++at) {
      if (m_open[at][0] != vertex) break;
      if (m_used[at] == 0) return at;
    }
    return m_open.size();
  }

  std::vector<Edge> m_open;
  std::vector<std::uint8_t> m_used;  // one per open edge
  std::vector<Index> m_place;        // one per vertex: position on the path
  std::vector<Index> m_way, m_ring;  // m_way: the path
};

/// Returns the distance of two vertices; infinity if a coordinate is not finite, so that the values stay ordered.
double distance(PositionsView positions, Index a, Index b) {
  const Real *const p = positions[a], *const q = positions[b];
  const double d = std::hypot(double{p[0]} - q[0], double{p[1]} - q[1], double{p[2]} - q[2]);
  return std::isfinite(d) ? d : std::numeric_limits<double>::infinity();
}

/// Cuts off the corner whose neighbours are nearest to each other (the first of several), until three corners are left.
void cap(PositionsView positions, const std::vector<Index>& ring, std::vector<Triangle>& faces) {
  using Diagonal = std::pair<double, std::size_t>;  // length, and the corner that it cuts off
  if (ring.size() < 3) return;
  std::vector<std::size_t> next(ring.size()), previous(ring.size());
  std::vector<double> length(ring.size());  // of the corner's diagonal
  std::priority_queue<Diagonal, std::vector<Diagonal>, std::greater<>> shortest;
  const auto measure = [&](std::size_t i) {
    length[i] = distance(positions, ring[previous[i]], ring[next[i]]);
    shortest.emplace(length[i], i);
  };
  const auto addFace = [&](std::size_t i) { faces.push_back({ring[previous[i]], ring[i], ring[next[i]]}); };
  for (std::size_t i = 0; i < ring.size(); ++i) {
    next[i] = (i + 1) % ring.size();
    previous[i] = (i + ring.size() - 1) % ring.size();
  }
  for (std::size_t i = 0; i < ring.size(); ++i) measure(i);
  for (std::size_t corners = ring.size(); corners > 3;) {
    const auto [least, i] = shortest.top();
    shortest.pop();
    if (least != length[i]) continue;
    addFace(i);
    next[previous[i]] = next[i];
    previous[next[i]] = previous[i];
    measure(previous[i]);
    measure(next[i]);
    length[i] = -1;
    --corners;
  }
  addFace(static_cast<std::size_t>(std::find_if(length.begin(), length.end(), [](double known) { return known >= 0; }) -
                                   length.begin()));
}

}  // namespace

HoleCaps capHoles(PositionsView positions, TrianglesView triangles, Index mostEdges) {
  HoleCaps caps;
  Rings(openEdges(triangles), positions.count).forEach([&](std::vector<Index>& ring) {
    if (ring.size() > mostEdges) {
      ++caps.largerHoles;
      return;
    }
    ++caps.holes;
    cap(positions, ring, caps.faces);
  });
  return caps;
}

}  // namespace pliant
