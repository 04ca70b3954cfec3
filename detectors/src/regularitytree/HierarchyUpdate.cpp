#include "regularitytree/HierarchyUpdate.h"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace pliant::detail {
namespace {

// kMostGone: number of earlier faces in a row that are compared with a face. The number doubles after each face that is
// not found. It stays at kMostGone once comparisons exceed kMostComparisons times the number of earlier faces.
constexpr Index kMostGone = 16;
constexpr std::size_t kMostComparisons = 4;

}  // namespace

std::vector<Index> sameLeaves(const SurfaceHierarchy& before, std::span<const Triangle> corners) {
  const std::span<const Triangle> then = before.corners();
  std::vector<Index> leafOfFace(then.size()), same(corners.size(), kNoIndex), unknown;
  std::vector<std::uint8_t> found(then.size(), 0);
  for (Index leaf = 0; leaf < then.size(); ++leaf) leafOfFace[before.faceOfLeaf()[leaf]] = leaf;
  // Most faces keep their order; a few are inserted or removed.
  const auto was = [&](Index f, Index face) {
    if (face >= leafOfFace.size()) return false;
    const Triangle &a = corners[f], &b = then[leafOfFace[face]];
    return a[0] == b[0] && a[1] == b[1] && a[2] == b[2];  // element by element: operator== of arrays is not inlined
  };
  Index next = 0, since = 0;  // face after the last match: earlier, present
  Index reach = kMostGone;
  std::size_t comparisons = 0;
  for (Index f = 0; f < corners.size(); ++f) {
    Index face = next + (f - since);  // assumes that the faces in between were replaced one for one
    if (!was(f, face))
      for (face = next; face < std::min(next + reach, before.leafCount()) && !was(f, face);) ++face;
    if (!was(f, face)) {
      unknown.push_back(f);
      comparisons += reach;
      reach = comparisons < kMostComparisons * then.size() ? 2 * reach : kMostGone;
      continue;
    }
    reach = kMostGone;
    same[f] = leafOfFace[face];
    found[leafOfFace[face]] = 1;
    next = face + 1;
    since = f + 1;
  }
  // The remaining faces may have changed their order: match them by sorted corners.
  std::vector<Index> gone;
  for (Index leaf = 0; leaf < then.size(); ++leaf)
    if (!found[leaf]) gone.push_back(leaf);
  const auto byCorners = [](std::span<const Triangle> all) {
    return [all](Index a, Index b) { return std::tie(all[a], a) < std::tie(all[b], b); };
  };
  std::sort(unknown.begin(), unknown.end(), byCorners(corners));
  std::sort(gone.begin(), gone.end(), byCorners(then));
  auto leaf = gone.begin();
  for (const Index f : unknown) {
    while (leaf != gone.end() && then[*leaf] < corners[f]) ++leaf;
    if (leaf != gone.end() && then[*leaf] == corners[f]) same[f] = *leaf++;
  }
  return same;
}

Index openFaces(const SurfaceHierarchy& before, std::span<const Index> same) {
  std::vector<std::uint8_t> stays(before.leafCount(), 0);
  Index open = 0;
  for (const Index leaf : same) {
    if (leaf == kNoIndex)
      ++open;
    else
      stays[leaf] = 1;
  }
  if (before.levels().size() < 3) return open;
  for (Index node = before.levels()[1]; node < before.levels()[2]; ++node) {
    const auto first = stays.begin() + before.firstChild(node), end = stays.begin() + before.endChild(node);
    const auto left = std::count(first, end, std::uint8_t{1});
    if (left < end - first) open += static_cast<Index>(left);
  }
  return open;
}

HierarchyUpdate::HierarchyUpdate(const SurfaceHierarchy& before, std::span<const Triangle> corners,
                                 std::span<const Index> twins, std::span<const Index> same, const RestGeometry& shape,
                                 unsigned children)
    : m_before(before),
      m_corners(corners),
      m_twins(twins),
      m_same(same),
      m_shape(shape),
      m_faceOfLeaf(before.leafCount(), kNoIndex),
      m_broken(before.nodeCount(), 0),
      m_brokenAt(before.levels().size() - 1),
      m_up(before.parents().begin(), before.parents().end()) {
  for (Index face = 0; face < same.size(); ++face) {
    if (same[face] != kNoIndex) {
      m_faceOfLeaf[same[face]] = face;
      continue;
    }
    const RestGeometry::Face seen = shape.face(corners[face]);
    m_fresh.push_back(static_cast<Index>(m_up.size()));
    m_newFaces.push_back(face);
    m_made.push_back({face, {}, {3 * face, 3 * face + 1, 3 * face + 2}, seen.area, seen.perimeter(), seen.centre});
    m_up.push_back(kNoIndex);
  }
  for (Index leaf = 0; leaf < before.leafCount(); ++leaf)
    if (m_faceOfLeaf[leaf] == kNoIndex) breakUp(leaf, 0);
  // A node with a single child is broken up: the child may join a group now.
  for (std::size_t level = 1; level + 1 < before.levels().size(); ++level)
    for (Index node = before.levels()[level]; node < before.levels()[level + 1]; ++node)
      if (before.endChild(node) - before.firstChild(node) == 1) breakUp(node, level);
  Index level = 0;
  for (; levelSize(level) > 1; ++level) group(level, children);
  m_levels = level + 1;
  if (!m_fresh.empty()) {
    m_root = m_fresh.front();
    return;
  }
  // The only kept patch of this level becomes the root.
  for (m_root = before.levels()[level]; m_broken[m_root];) ++m_root;
}

/// Returns the number of patches of a level. Call before the level above is grouped.
Index HierarchyUpdate::levelSize(Index level) const {
  auto size = static_cast<Index>(m_fresh.size());
  if (level < m_brokenAt.size())
    size += m_before.levels()[level + 1] - m_before.levels()[level] - static_cast<Index>(m_brokenAt[level].size());
  return size;
}

/// Marks a node and its ancestors as broken: their sets of faces have changed.
void HierarchyUpdate::breakUp(Index node, std::size_t level) {
  for (; node != kNoIndex && !m_broken[node]; node = m_before.parent(node), ++level) {
    m_broken[node] = 1;
    m_brokenAt[level].push_back(node);
  }
}

/// Returns the patches of a level that have no parent, ascending.
std::vector<Index> HierarchyUpdate::openPatches(std::size_t level) const {
  std::vector<Index> open = m_fresh;
  if (level + 1 < m_brokenAt.size()) {
    for (const Index node : m_brokenAt[level + 1])
      for (Index child = m_before.firstChild(node); child < m_before.endChild(node); ++child)
        if (!m_broken[child]) open.push_back(child);
  } else if (level + 1 == m_brokenAt.size() && !m_broken[m_before.root()]) {
    open.push_back(m_before.root());
  }
  std::sort(open.begin(), open.end());
  return open;
}

void HierarchyUpdate::group(Index level, unsigned children) {
  const std::vector<Index> patches = openPatches(level);
  const auto open = static_cast<Index>(patches.size());
  m_fresh.clear();
  if (open == 0) return;
  // Neighbours of open patches that have a parent: (parent, neighbour).
  std::vector<std::pair<Index, Index>> beside;
  std::vector<std::vector<std::pair<Index, double>>> borders(open);  // (patch number of the neighbour, length)
  for (Index i = 0; i < open; ++i)
    for (const Index h : halfEdges(patches[i])) {
      const Index other = m_twins[h] == kNoIndex ? patches[i] : patchAt(m_twins[h] / 3, level);
      if (other == patches[i]) continue;
      borders[i].emplace_back(other, length(h));
      if (m_up[other] != kNoIndex && !std::binary_search(patches.begin(), patches.end(), other))
        beside.emplace_back(m_up[other], other);
    }
  std::sort(beside.begin(), beside.end());
  beside.erase(std::unique(beside.begin(), beside.end()), beside.end());

  std::vector<GivenGroup> given;
  std::vector<Index> above, groupOf(open, kNoIndex);
  for (const auto& [up, patch] : beside) {
    if (above.empty() || above.back() != up) {
      above.push_back(up);
      given.push_back({m_before.endChild(up) - m_before.firstChild(up), area(up), perimeter(up)});
    }
    groupOf.push_back(static_cast<Index>(above.size() - 1));
  }
  const auto placeOf = [&](Index patch) {
    const auto own = std::lower_bound(patches.begin(), patches.end(), patch);
    if (own != patches.end() && *own == patch) return static_cast<Index>(own - patches.begin());
    const auto at = std::lower_bound(beside.begin(), beside.end(), std::pair(m_up[patch], patch));
    return open + static_cast<Index>(at - beside.begin());
  };
  PatchGraph graph;
  graph.begin.push_back(0);
  for (Index i = 0; i < open; ++i) {
    std::sort(borders[i].begin(), borders[i].end());
    for (std::size_t b = 0; b < borders[i].size(); ++b) {
      if (b == 0 || borders[i][b].first != borders[i][b - 1].first)
        graph.borders.push_back({placeOf(borders[i][b].first), 0});
      graph.borders.back().length += borders[i][b].second;
    }
    graph.begin.push_back(static_cast<Index>(graph.borders.size()));
    graph.area.push_back(area(patches[i]));
    graph.perimeter.push_back(perimeter(patches[i]));
    graph.centre.push_back(centre(patches[i]));
  }
  graph.begin.resize(groupOf.size() + 1, graph.begin.back());
  graph.area.resize(groupOf.size(), 0);
  graph.perimeter.resize(groupOf.size(), 0);
  graph.centre.resize(groupOf.size());
  groupOf = groupPatches(graph, children, groupOf, given);

  std::vector<Index> order(open);
  std::iota(order.begin(), order.end(), Index{0});
  std::stable_sort(order.begin(), order.end(), [&](Index a, Index b) { return groupOf[a] < groupOf[b]; });
  for (Index i = 0, end = 0; i < open; i = end) {
    const Index group = groupOf[order[i]];
    std::vector<Index> pieces, members;
    if (group < above.size()) {
      const Index node = above[group];
      pieces.push_back(node);
      for (Index child = m_before.firstChild(node); child < m_before.endChild(node); ++child) members.push_back(child);
      breakUp(node, level + 1);
    }
    for (; end < open && groupOf[order[end]] == group; ++end) {
      pieces.push_back(patches[order[end]]);
      members.push_back(patches[order[end]]);
    }
    m_fresh.push_back(make(std::move(members), pieces, level + 1));
  }
}

/// Adds a patch with these children and returns its number. `pieces`: patches that together have the same faces.
Index HierarchyUpdate::make(std::vector<Index> children, std::span<const Index> pieces, Index level) {
  const auto number = static_cast<Index>(m_up.size());
  NewPatch patch;
  for (const Index child : children) {
    m_up[child] = number;
    const RestGeometry::Point at = centre(child);
    for (std::size_t k = 0; k < 3; ++k) patch.centre[k] += at[k] / static_cast<double>(children.size());
  }
  m_up.push_back(kNoIndex);
  patch.children = std::move(children);
  m_made.push_back({});  // entry of `number`, filled below
  for (const Index piece : pieces) {
    patch.area += area(piece);
    for (const Index h : halfEdges(piece)) {
      if (m_twins[h] != kNoIndex && patchAt(m_twins[h] / 3, level) == number) continue;
      patch.halfEdges.push_back(h);
      patch.perimeter += length(h);
    }
  }
  m_made.back() = std::move(patch);
  return number;
}

/// Returns the patch of a level that contains a face of the body.
Index HierarchyUpdate::patchAt(Index face, Index level) const {
  Index patch = m_same[face];
  if (patch == kNoIndex) {
    const auto at = std::lower_bound(m_newFaces.begin(), m_newFaces.end(), face);
    patch = m_before.nodeCount() + static_cast<Index>(at - m_newFaces.begin());
  }
  for (; level > 0; --level) patch = m_up[patch];
  return patch;
}

/// Returns the approximate centre of a patch. Only patches without neighbours are grouped by it.
RestGeometry::Point HierarchyUpdate::centre(Index patch) const {
  if (!isOld(patch)) return made(patch).centre;
  const auto leaves = m_before.leaves(patch);
  return m_shape.face(m_before.corners()[leaves.begin + leaves.size() / 2]).centre;
}

/// Returns the half-edges of a patch's contours, numbered by the body's present faces.
std::vector<Index> HierarchyUpdate::halfEdges(Index patch) const {
  if (!isOld(patch)) return made(patch).halfEdges;
  std::vector<Index> list;
  m_before.listHalfEdges(patch, list);
  for (Index& h : list) h = 3 * m_faceOfLeaf[h / 3] + h % 3;
  return list;
}

double HierarchyUpdate::length(Index halfEdge) const {
  const Triangle& corners = m_corners[halfEdge / 3];
  return RestGeometry::distance(m_shape.at(corners[halfEdge % 3]), m_shape.at(corners[(halfEdge + 1) % 3]));
}

}  // namespace pliant::detail
