#include "response/ContourSheets.h"

#include <algorithm>

namespace pliant::detail {
namespace {

void makeSet(std::vector<Index>& list) {
  std::sort(list.begin(), list.end());
  list.erase(std::unique(list.begin(), list.end()), list.end());
}

Index place(const std::vector<Index>& sorted, Index element) {
  const auto at = std::lower_bound(sorted.begin(), sorted.end(), element);
  return at != sorted.end() && *at == element ? static_cast<Index>(at - sorted.begin()) : kNoIndex;
}

}  // namespace

ContourSheets::Node ContourSheets::root(Index node) {
  std::uint8_t other = 0;
  while (m_nodes[node].parent != node) {
    const Node parent = m_nodes[m_nodes[node].parent];
    m_nodes[node] = {parent.parent, static_cast<std::uint8_t>(m_nodes[node].other ^ parent.other)};
    other ^= m_nodes[node].other;
    node = m_nodes[node].parent;
  }
  return {node, other};
}

bool ContourSheets::relate(Index a, Index b, std::uint8_t other) {
  const Node rootA = root(a), rootB = root(b);
  const auto between = static_cast<std::uint8_t>(rootA.other ^ rootB.other ^ other);
  if (rootA.parent == rootB.parent) return between == 0;
  m_nodes[rootA.parent] = {rootB.parent, between};
  return true;
}

bool ContourSheets::find(const BodySet& bodies, std::span<const EdgeCrossing> contour) {
  m_faces.clear();
  m_edges.clear();
  for (const EdgeCrossing& c : contour) {
    m_faces.push_back(c.face);
    m_edges.push_back(c.edge);
  }
  makeSet(m_faces);
  makeSet(m_edges);
  const auto faces = static_cast<Index>(m_faces.size());
  m_nodes.clear();
  for (Index i = 0; i < faces + m_edges.size(); ++i) m_nodes.push_back({i, 0});
  for (Index i = 0; i < faces; ++i)
    for (const Index edge : bodies.edgesOfFaces()[m_faces[i]]) {
      const Index at = edge == kNoIndex ? kNoIndex : place(m_edges, edge);
      if (at != kNoIndex && !relate(i, faces + at, 0)) return false;
    }
  for (const EdgeCrossing& c : contour)
    if (!relate(place(m_faces, c.face), faces + place(m_edges, c.edge), 1)) return false;
  m_second.clear();
  const Node first = root(faces + place(m_edges, contour.front().edge));
  for (const EdgeCrossing& c : contour) {
    const Node node = root(faces + place(m_edges, c.edge));
    if (node.parent != first.parent) return false;
    m_second.push_back(node.other ^ first.other);
  }
  return true;
}

}  // namespace pliant::detail
