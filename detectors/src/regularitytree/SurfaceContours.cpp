// Contours and adjacency lists of the patches of a surface (Volino 1994, 2.3.3).

#include <algorithm>

#include "regularitytree/SurfaceHierarchy.h"

namespace pliant::detail {

/// Returns the next half-edge on a contour: it rotates around the target vertex through the faces inside. The loop
/// ends: a half-edge on the contour has no twin inside, so the rotation cannot cycle.
Index SurfaceHierarchy::nextOnContour(Index halfEdge, Leaves inside) const {
  Index h = next(halfEdge);
  while (m_twins[h] != kNoIndex && inside.hasHalfEdge(m_twins[h])) h = next(m_twins[h]);
  return h;
}

/// Returns the largest patch that contains the twin's face but not the patch with the leaves `inside`; kNoIndex: the
/// outside of the surface.
Index SurfaceHierarchy::neighbour(Index twin, Leaves inside) const {
  if (twin == kNoIndex) return kNoIndex;
  Index node = twin / 3;
  while (m_parent[node] != kNoIndex && !m_leaves[m_parent[node]].has(inside.begin)) node = m_parent[node];
  return node;
}

void SurfaceHierarchy::listHalfEdges(Index node, std::vector<Index>& list) const {
  if (m_traced != 0 && isTraced(node, m_traced)) {
    const auto edges = row(m_contourEdges, m_contourBegin, node);
    list.insert(list.end(), edges.begin(), edges.end());
    return;
  }
  const Leaves inside = m_leaves[node];
  for (Index h = 3 * inside.begin; h < 3 * inside.end; ++h)
    if (m_twins[h] == kNoIndex || !inside.hasHalfEdge(m_twins[h])) list.push_back(h);
}

void SurfaceHierarchy::traceContours(Index most, const SurfaceHierarchy* before) {
  std::vector<Index> mark(m_twins.size(), kNoIndex);  // the last node on whose contour the half-edge is
  for (auto* list : {&m_contourEdges, &m_adjacency}) list->clear();
  for (auto* list : {&m_contourBegin, &m_adjacencyBegin}) list->assign(1, 0);
  m_contour.clear();
  std::vector<std::uint8_t> touched;
  std::vector<Index> stayed, leafNow;
  const bool keeps = before && !m_was.empty() && before->serial() == m_wasOf && before->m_traced == most;
  if (keeps) {
    touched = touchedNodes();
    stayed = whereItStayed();
    leafNow.assign(before->leafCount(), kNoIndex);
    for (Index leaf = 0; leaf < leafCount(); ++leaf)
      if (m_was[leaf] != kNoIndex) leafNow[m_was[leaf]] = leaf;
    m_contour.reserve(before->m_contour.size());
    m_contourEdges.reserve(before->m_contour.size());
    m_adjacency.reserve(before->m_adjacency.size());
  }
  for (Index node = 0; node < nodeCount(); ++node) {
    bool listed = true;
    if (isTraced(node, most)) {
      const bool kept = keeps && m_was[node] != kNoIndex && !touched[node] && before->isTraced(m_was[node], most);
      listed = kept && takeContour(node, *before, before->leaves(stayed[node]), leafNow);
      if (!kept) traceContour(node, most, mark);
      if (keeps && !kept) measureContour(node);
    }
    m_mostOnContour = std::max(m_mostOnContour, m_contour.size() - m_contourBegin.back());
    m_contourBegin.push_back(static_cast<Index>(m_contour.size()));
    if (!listed) listNeighbours(node);
    m_adjacencyBegin.push_back(static_cast<Index>(m_adjacency.size()));
  }
  m_traced = most;
  m_was = {};
  m_changed = {};
}

void SurfaceHierarchy::traceContour(Index node, Index most, std::vector<Index>& mark) {
  const Leaves inside = m_leaves[node];
  const auto follow = [&](Index start) {
    if (mark[start] == node || (m_twins[start] != kNoIndex && inside.hasHalfEdge(m_twins[start]))) return;
    for (Index h = start; mark[h] != node; h = nextOnContour(h, inside)) {
      mark[h] = node;
      m_contourEdges.push_back(h);
      m_contour.push_back({origin(h), target(h), m_twins[h]});
    }
  };
  if (isLeaf(node) || (most > 1 && isLeafPatch(node, most))) {
    for (Index h = 3 * inside.begin; h < 3 * inside.end; ++h) follow(h);
  } else {
    for (Index child = firstChild(node); child < endChild(node); ++child)
      for (Index i = m_contourBegin[child]; i < m_contourBegin[child + 1]; ++i) follow(m_contourEdges[i]);
  }
}

/// Recomputes the perimeter of the node whose contour was traced last: an edge that gets a third face is on contours
/// from then on.
void SurfaceHierarchy::measureContour(Index node) {
  double sum = 0;
  for (std::size_t i = m_contourBegin.back(); i < m_contourEdges.size(); ++i)
    sum += static_cast<double>(m_length[m_contourEdges[i]]);
  m_perimeter[node] = static_cast<float>(sum);
}

/// Returns, per node, 1 if it contains a face at whose vertices faces were removed or added.
std::vector<std::uint8_t> SurfaceHierarchy::touchedNodes() const {
  std::vector<std::uint8_t> touched(nodeCount(), 0);
  for (Index leaf = 0; leaf < leafCount(); ++leaf)
    if (m_changed[leaf])
      for (Index node = leaf; node != kNoIndex && !touched[node]; node = m_parent[node]) touched[node] = 1;
  return touched;
}

/// Returns, per node, the largest kept patch that contains it, as its node in the earlier hierarchy; kNoIndex if the
/// node itself was not kept.
std::vector<Index> SurfaceHierarchy::whereItStayed() const {
  std::vector<Index> stayed = m_was;
  for (Index node = root(); node-- > 0;)
    if (m_was[node] != kNoIndex && stayed[m_parent[node]] != kNoIndex) stayed[node] = stayed[m_parent[node]];
  return stayed;
}

/// Copies the contours of a kept node. Copies the adjacency list too, and returns true, if all its neighbours were
/// inside the kept patch with the earlier leaves `stayed`.
bool SurfaceHierarchy::takeContour(Index node, const SurfaceHierarchy& before, Leaves stayed,
                                   std::span<const Index> leafNow) {
  const Index was = m_was[node];
  bool within = true;
  const auto now = [leafNow](Index halfEdge) { return 3 * leafNow[halfEdge / 3] + halfEdge % 3; };
  for (const Side& side : before.contour(was)) {
    m_contour.push_back({side.from, side.to, side.twin == kNoIndex ? kNoIndex : now(side.twin)});
    within &= side.twin == kNoIndex || stayed.hasHalfEdge(side.twin);
  }
  for (const Index h : row(before.m_contourEdges, before.m_contourBegin, was)) m_contourEdges.push_back(now(h));
  if (!within) return false;
  const auto list = before.adjacency(was);
  m_adjacency.insert(m_adjacency.end(), list.begin(), list.end());
  return true;
}

/// Builds the adjacency list of a node. A loop that passes its start vertex in between counts as two loops.
void SurfaceHierarchy::listNeighbours(Index node) {
  const Leaves inside = m_leaves[node];
  const std::span<const Side> sides = contour(node);
  for (std::size_t i = 0; i < sides.size();) {
    const std::size_t first = i, listed = m_adjacency.size();
    const Index firstBehind = neighbour(sides[first].twin, inside);
    Index last = firstBehind;
    bool closed = false;
    for (; i < sides.size() && !closed; ++i) {
      const Side& side = sides[i];
      const bool same = last != kNoIndex && side.twin != kNoIndex && m_leaves[last].hasHalfEdge(side.twin);
      const Index behind = same ? last : neighbour(side.twin, inside);
      if (behind != last) m_adjacency.push_back(side.from);
      last = behind;
      closed = side.to == sides[first].from;
    }
    if (last != firstBehind || m_adjacency.size() == listed) m_adjacency.push_back(sides[first].from);
  }
}

}  // namespace pliant::detail
