#include "BodyTrees.h"

#include <BulletSoftBody/btSoftBodyInternals.h>
#include <LinearMath/btAlignedAllocator.h>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace pliant::detail {
namespace {

/// More faces at one edge are neighbours of the next one only: all pairs would be too many.
constexpr std::size_t kMostAtEdge = 16;

/// A level that joins less than this share by neighbours also joins parts that are not neighbours.
constexpr std::size_t kLeastJoined = 16;

using Neighbours = std::vector<std::vector<int>>;

btDbvtNode* newNode(const btDbvtVolume& volume) {
  auto* const node = new (btAlignedAlloc(sizeof(btDbvtNode), 16)) btDbvtNode();
  node->parent = nullptr;
  node->childs[1] = nullptr;
  node->volume = volume;
  return node;
}

btDbvtNode* newLeaf(const btDbvtVolume& volume, void* data) {
  btDbvtNode* const leaf = newNode(volume);
  leaf->data = data;
  return leaf;
}

/// One level of a tree: the roots of its parts, and the parts that touch each other.
struct Level {
  std::vector<btDbvtNode*> roots;
  Neighbours neighbours;

  void join();

 private:
  void joinNeighbours(std::vector<int>& partner) const;
  void joinOthers(std::vector<int>& partner) const;
};

/// Gives each part the first neighbour that is still free.
void Level::joinNeighbours(std::vector<int>& partner) const {
  std::vector<bool> taken(roots.size(), false);
  for (std::size_t i = 0; i < roots.size(); ++i) {
    if (taken[i]) continue;
    taken[i] = true;
    const auto free = std::find_if(neighbours[i].begin(), neighbours[i].end(),
                                   [&](int k) { return !taken[static_cast<std::size_t>(k)]; });
    if (free == neighbours[i].end()) continue;
    taken[static_cast<std::size_t>(*free)] = true;
    partner[i] = *free;
  }
}

void Level::joinOthers(std::vector<int>& partner) const {
  std::vector<bool> joined(roots.size(), false);
  for (std::size_t i = 0; i < roots.size(); ++i)
    if (partner[i] >= 0) joined[i] = joined[static_cast<std::size_t>(partner[i])] = true;
  std::size_t waiting = roots.size();
  for (std::size_t i = 0; i < roots.size(); ++i) {
    if (joined[i]) continue;
    if (waiting == roots.size()) {
      waiting = i;
    } else {
      partner[waiting] = static_cast<int>(i);
      waiting = roots.size();
    }
  }
}

/// Replaces the level by the next one.
void Level::join() {
  std::vector<int> partner(roots.size(), -1);
  joinNeighbours(partner);
  const auto pairs = roots.size() - static_cast<std::size_t>(std::count(partner.begin(), partner.end(), -1));
  if (pairs * kLeastJoined < roots.size()) joinOthers(partner);

  std::vector<int> next(roots.size(), -1);
  std::vector<btDbvtNode*> parents;
  std::vector<std::array<int, 2>> children;
  std::vector<bool> second(roots.size(), false);
  for (const int k : partner)
    if (k >= 0) second[static_cast<std::size_t>(k)] = true;
  for (std::size_t i = 0; i < roots.size(); ++i) {
    if (second[i]) continue;
    const int k = partner[i];
    next[i] = static_cast<int>(parents.size());
    children.push_back({static_cast<int>(i), k});
    if (k < 0) {
      parents.push_back(roots[i]);
      continue;
    }
    btDbvtNode* const other = roots[static_cast<std::size_t>(k)];
    next[static_cast<std::size_t>(k)] = next[i];
    btDbvtNode* const parent = newNode(roots[i]->volume);
    Merge(roots[i]->volume, other->volume, parent->volume);
    parent->childs[0] = roots[i];
    parent->childs[1] = other;
    roots[i]->parent = other->parent = parent;
    parents.push_back(parent);
  }

  Neighbours around(parents.size());
  for (std::size_t i = 0; i < parents.size(); ++i) {
    for (const int child : children[i]) {
      if (child < 0) continue;
      for (const int k : neighbours[static_cast<std::size_t>(child)]) {
        const int part = next[static_cast<std::size_t>(k)];
        if (part != static_cast<int>(i)) around[i].push_back(part);
      }
    }
    std::sort(around[i].begin(), around[i].end());
    around[i].erase(std::unique(around[i].begin(), around[i].end()), around[i].end());
  }
  roots = std::move(parents);
  neighbours = std::move(around);
}

void setTree(btDbvt& tree, Level& level) {
  const std::size_t leaves = level.roots.size();
  while (level.roots.size() > 1) level.join();
  if (level.roots.empty()) return;
  tree.m_root = level.roots.front();
  tree.m_leaves = static_cast<int>(leaves);
}

/// Finds the faces that share an edge, in ascending order.
Neighbours facesAround(const btSoftBody& body, const std::vector<int>& faces) {
  struct Edge {
    std::array<const btSoftBody::Node*, 2> ends;
    int face;
  };
  std::vector<Edge> edges;
  edges.reserve(3 * faces.size());
  for (std::size_t i = 0; i < faces.size(); ++i) {
    const btSoftBody::Face& face = body.m_faces[faces[i]];
    for (int k = 0; k < 3; ++k) {
      const btSoftBody::Node *a = face.m_n[k], *b = face.m_n[(k + 1) % 3];
      edges.push_back({{std::min(a, b), std::max(a, b)}, static_cast<int>(i)});
    }
  }
  std::sort(edges.begin(), edges.end(),
            [](const Edge& a, const Edge& b) { return a.ends != b.ends ? a.ends < b.ends : a.face < b.face; });
  Neighbours around(faces.size());
  for (std::size_t from = 0, to = 0; from < edges.size(); from = to) {
    while (to < edges.size() && edges[to].ends == edges[from].ends) ++to;
    for (std::size_t a = from; a < to; ++a) {
      const std::size_t end = to - from > kMostAtEdge ? std::min(to, a + 2) : to;
      for (std::size_t b = a + 1; b < end; ++b) {
        if (edges[a].face == edges[b].face) continue;
        around[static_cast<std::size_t>(edges[a].face)].push_back(edges[b].face);
        around[static_cast<std::size_t>(edges[b].face)].push_back(edges[a].face);
      }
    }
  }
  for (std::vector<int>& row : around) std::sort(row.begin(), row.end());
  return around;
}

}  // namespace

void clearFaceTree(btSoftBody& body) {
  body.m_fdbvt.clear();
  delete body.m_fdbvnt;
  body.m_fdbvnt = nullptr;
  for (int i = 0; i < body.m_faces.size(); ++i) body.m_faces[i].m_leaf = nullptr;
}

void buildFaceTree(btSoftBody& body, btScalar margin) {
  clearFaceTree(body);
  std::vector<int> faces;
  Level level;
  for (int i = 0; i < body.m_faces.size(); ++i) {
    btSoftBody::Face& face = body.m_faces[i];
    if (!face.m_n[0] || !face.m_n[1] || !face.m_n[2]) continue;
    const btVector3* corners[] = {&face.m_n[0]->m_x, &face.m_n[1]->m_x, &face.m_n[2]->m_x};
    btDbvtVolume volume = btDbvtVolume::FromPoints(corners, 3);
    volume.Expand(btVector3(margin, margin, margin));
    face.m_leaf = newLeaf(volume, &face);
    level.roots.push_back(face.m_leaf);
    faces.push_back(i);
  }
  level.neighbours = facesAround(body, faces);
  setTree(body.m_fdbvt, level);
}

void buildNodeTree(btSoftBody& body) {
  body.m_ndbvt.clear();
  Level level;
  for (int i = 0; i < body.m_nodes.size(); ++i) {
    btSoftBody::Node& node = body.m_nodes[i];
    node.m_leaf = newLeaf(btDbvtVolume::FromCR(node.m_x, 0), &node);
    level.roots.push_back(node.m_leaf);
  }
  level.neighbours.resize(level.roots.size());
  for (int i = 0; i < body.m_links.size(); ++i) {
    const btSoftBody::Link& link = body.m_links[i];
    if (!link.m_n[0] || !link.m_n[1] || link.m_n[0] == link.m_n[1]) continue;
    const auto a = link.m_n[0] - &body.m_nodes[0], b = link.m_n[1] - &body.m_nodes[0];
    level.neighbours[static_cast<std::size_t>(a)].push_back(static_cast<int>(b));
    level.neighbours[static_cast<std::size_t>(b)].push_back(static_cast<int>(a));
  }
  setTree(body.m_ndbvt, level);
}

}  // namespace pliant::detail
