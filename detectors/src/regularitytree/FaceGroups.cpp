#include "regularitytree/FaceGroups.h"

#include <algorithm>

namespace pliant::detail {
namespace {

constexpr std::size_t kGroupsPerChunk = 4096;

}  // namespace

void FaceGroups::assign(const SurfaceHierarchy& tree, Index most) {
  if (most == m_most) return;
  m_most = most;
  most = std::clamp(most, Index{1}, kMostOfGroup);
  m_node.clear();
  m_firstLeaf.clear();
  std::vector<Index> open;
  if (tree.leafCount() > 0) open.push_back(tree.root());
  while (!open.empty()) {
    const Index node = open.back();
    open.pop_back();
    if (tree.isLeafPatch(node, most)) {
      m_node.push_back(node);
      m_firstLeaf.push_back(tree.leaves(node).begin);
    } else {
      for (Index child = tree.endChild(node); child-- > tree.firstChild(node);) open.push_back(child);
    }
  }
  m_firstLeaf.push_back(tree.leafCount());
  listVertices(tree);
  listAbove(tree);
}

void FaceGroups::listVertices(const SurfaceHierarchy& tree) {
  m_vertices.clear();
  m_firstVertex.assign(1, 0);
  for (auto& corner : m_corner) corner.assign(tree.leafCount() + kCornerPadding, 0);
  // Per vertex: its position in m_vertices for the last group that has it.
  Index most = 0;
  for (const Triangle& corners : tree.corners())
    for (const Index vertex : corners) most = std::max(most, vertex + 1);
  std::vector<Index> placeOf(most, kNoIndex);
  for (std::size_t group = 0; group < count(); ++group) {
    const std::size_t first = m_vertices.size();
    for (Index leaf = leaves(group).begin; leaf < leaves(group).end; ++leaf)
      for (std::size_t k = 0; k < 3; ++k) {
        const Index vertex = tree.corners()[leaf][k];
        Index& place = placeOf[vertex];
        if (place == kNoIndex || place < first) {
          place = static_cast<Index>(m_vertices.size());
          m_vertices.push_back(vertex);
        }
        m_corner[k][leaf] = static_cast<std::uint8_t>(2 * groupPlace(place - first));
      }
    while ((m_vertices.size() - first) % kVerticesAtOnce != 0) m_vertices.push_back(m_vertices.back());
    m_firstVertex.push_back(static_cast<Index>(m_vertices.size()));
  }
}

void FaceGroups::listAbove(const SurfaceHierarchy& tree) {
  std::vector<std::uint8_t> isAbove(tree.nodeCount(), 0);
  for (const Index node : m_node)
    for (Index up = node; tree.parent(up) != kNoIndex && !isAbove[tree.parent(up)]; up = tree.parent(up))
      isAbove[tree.parent(up)] = 1;
  for (auto* list : {&m_above, &m_firstChild, &m_endChild}) list->clear();
  m_levels.assign(1, 0);
  for (std::size_t level = 1; level + 1 < tree.levels().size(); ++level) {
    for (Index node = tree.levels()[level]; node < tree.levels()[level + 1]; ++node) {
      if (!isAbove[node]) continue;
      m_above.push_back(node);
      m_firstChild.push_back(tree.firstChild(node));
      m_endChild.push_back(tree.endChild(node));
    }
    m_levels.push_back(static_cast<Index>(m_above.size()));
  }
}

LeafPatchGroups FaceGroups::lists() const {
  return {m_node.data(),
          m_vertices.data(),
          m_firstVertex.data(),
          m_firstLeaf.data(),
          {m_corner[0].data(), m_corner[1].data(), m_corner[2].data()}};
}

void FaceGroups::bound(const surface::VertexBoxes& vertices, float* boxes, Workers& workers) const {
  workers.forChunks(count(), perChunk(), [&](std::size_t, std::size_t begin, std::size_t end) {
    boundLists(vertices, m_vertices.data(), m_firstVertex.data(), m_node.data(), begin, end, boxes);
  });
  mergeBoxes(boxes, workers);
}

void FaceGroups::mergeBoxes(float* boxes, Workers& workers) const {
  for (std::size_t level = 1; level < m_levels.size(); ++level) {
    const Index first = m_levels[level - 1];
    workers.forChunks(m_levels[level] - first, kGroupsPerChunk, [&](std::size_t, std::size_t begin, std::size_t end) {
      detail::mergeBoxes(above(), first + begin, first + end, boxes);
    });
  }
}

void FaceGroups::mergeMasks(std::uint64_t* masks, Workers& workers) const {
  for (std::size_t level = 1; level < m_levels.size(); ++level) {
    const Index first = m_levels[level - 1];
    workers.forChunks(m_levels[level] - first, kGroupsPerChunk, [&](std::size_t, std::size_t begin, std::size_t end) {
      for (std::size_t i = first + begin; i < first + end; ++i) {
        std::uint64_t common = ~std::uint64_t{0};
        for (Index child = m_firstChild[i]; child < m_endChild[i]; ++child) common &= masks[child];
        masks[m_above[i]] = common;
      }
    });
  }
}

std::size_t FaceGroups::memory() const {
  return memoryOf(m_node, m_firstLeaf, m_vertices, m_firstVertex, m_above, m_firstChild, m_endChild, m_levels,
                  m_corner);
}

}  // namespace pliant::detail
