#pragma once

#include <BulletSoftBody/btSoftBody.h>
#include <pliant/detectors/Types.h>

#include <algorithm>
#include <span>
#include <vector>

namespace pliant::detail {

/// Vertices that are solved as one, by flat vertex; all empty where there are none. Elements have leaders for corners.
struct SeamGroups {
  std::vector<Index> leader;  ///< the first of the vertex's group; itself where it is in none
  std::vector<Index> next;    ///< the next one of the group, in a circle

  bool any() const { return !leader.empty(); }
  bool isFollower(Index vertex) const { return any() && leader[vertex] != vertex; }
  bool isGrouped(Index vertex) const { return any() && next[vertex] != vertex; }
  /// Calls visit(vertex) for all of a vertex's group, beginning with itself.
  template <typename Visit>
  void forEach(Index vertex, Visit&& visit) const {
    Index v = vertex;
    do {
      visit(v);
      v = any() ? next[v] : vertex;
    } while (v != vertex);
  }
};

/// Brings the vertices of one seam together where their centre of mass is, with its velocity, or where those are that
/// nothing moves. Does nothing where they are together.
template <typename NodeOf>
void joinNodes(std::span<const Index> vertices, NodeOf&& node) {
  const btSoftBody::Node& first = node(vertices[0]);
  const auto isLikeFirst = [&](Index v) { return node(v).m_x == first.m_x && node(v).m_v == first.m_v; };
  if (std::all_of(vertices.begin(), vertices.end(), isLikeFirst)) return;
  const bool held = std::any_of(vertices.begin(), vertices.end(), [&](Index v) { return !(node(v).m_im > 0); });
  btVector3 x(0, 0, 0), velocity(0, 0, 0);
  btScalar sum = 0;
  for (const Index v : vertices) {
    if (held && node(v).m_im > 0) continue;
    const btScalar mass = held ? btScalar(1) : 1 / node(v).m_im;
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
