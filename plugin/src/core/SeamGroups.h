#pragma once

#include <BulletSoftBody/btSoftBody.h>
#include <pliant/detectors/Types.h>

#include <algorithm>
#include <span>
#include <vector>

namespace pliant::detail {

/// Seams: vertices that are solved as one, indexed by vertex of the set. Both lists are empty without seams. Corners of
/// elements are leaders.
struct SeamGroups {
  std::vector<Index> leader;  ///< first vertex of the seam; the vertex itself if it is in none
  std::vector<Index> next;    ///< next vertex of the seam, cyclic

  bool any() const { return !leader.empty(); }
  bool isFollower(Index vertex) const { return any() && leader[vertex] != vertex; }
  bool isGrouped(Index vertex) const { return any() && next[vertex] != vertex; }
  /// Calls visit(vertex) for all vertices of the seam, starting with the given one.
  template <typename Visit>
  void forEach(Index vertex, Visit&& visit) const {
    Index v = vertex;
    do {
      visit(v);
      v = any() ? next[v] : vertex;
    } while (v != vertex);
  }
};

/// Moves the vertices of one seam to their centre of mass, with its velocity; if some are pinned, to the mean of the
/// pinned ones. Does nothing if they already coincide.
template <typename NodeOf>
void joinNodes(std::span<const Index> vertices, NodeOf&& node) {
  const btSoftBody::Node& first = node(vertices[0]);
  const auto isLikeFirst = [&](Index v) { return node(v).m_x == first.m_x && node(v).m_v == first.m_v; };
  if (std::all_of(vertices.begin(), vertices.end(), isLikeFirst)) return;
  const bool anyPinned = std::any_of(vertices.begin(), vertices.end(), [&](Index v) { return !(node(v).m_im > 0); });
  btVector3 x(0, 0, 0), velocity(0, 0, 0);
  btScalar sum = 0;
  for (const Index v : vertices) {
    if (anyPinned && node(v).m_im > 0) continue;
    const btScalar mass = anyPinned ? btScalar(1) : 1 / node(v).m_im;
    x += node(v).m_x * mass;
    velocity += node(v).m_v * mass;
    sum += mass;
  }
  for (const Index v : vertices) {
    node(v).m_x = x / sum;
    node(v).m_v = velocity / sum;
  }
}

}  // namespace pliant::detail
