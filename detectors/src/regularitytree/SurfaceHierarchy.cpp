#include "regularitytree/SurfaceHierarchy.h"

#include <pliant/detectors/corners.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <tuple>

#include "regularitytree/HierarchyUpdate.h"
#include "regularitytree/PatchGrouping.h"
#include "regularitytree/RestGeometry.h"

namespace pliant::detail {
namespace {

std::atomic<std::uint64_t> lastSerial{0};

// An earlier hierarchy is updated only if few faces must be regrouped, as a share of all faces or up to kFewOpen, and
// few have been regrouped since the last full grouping: each update leaves some patches that are less round.
constexpr Index kFewOpen = 64;
constexpr double kMostOpen = 0.02, kMostRegrouped = 0.1;
// Largest ratio between the length units of the two hierarchies.
constexpr double kMostGrowth = 0x1p20;

}  // namespace

SurfaceHierarchy::SurfaceHierarchy(std::span<const Triangle> faces, std::span<const PackedPosition> rest,
                                   unsigned children, const SurfaceHierarchy* before)
    : m_serial(++lastSerial) {
  m_corners.assign(faces.begin(), faces.end());
  findTwins(rest.size());
  if (m_corners.empty()) {
    m_levels = {0, 0};
    m_firstChild = {0};
  } else {
    const RestGeometry shape = RestGeometry::of(rest, m_corners);
    m_unit = shape.unit;
    if (!before || !takeFrom(*before, rest, children)) build(shape, children);
  }
  listLeavesOfVertices(rest.size());
}

/// Updates an earlier hierarchy. Returns false if all faces had better be grouped from scratch.
bool SurfaceHierarchy::takeFrom(const SurfaceHierarchy& before, std::span<const PackedPosition> rest,
                                unsigned children) {
  const double growth = m_unit / before.m_unit;
  if (before.leafCount() == 0 || growth > kMostGrowth || growth < 1 / kMostGrowth) return false;
  const std::vector<Index> same = sameLeaves(before, m_corners);
  const Index open = openFaces(before, same), regrouped = before.m_regrouped + open;
  const auto share = [this](double of) { return std::max(kFewOpen, static_cast<Index>(of * leafCount())); };
  if (open > share(kMostOpen) || regrouped > share(kMostRegrouped)) return false;
  m_unit = before.m_unit;
  m_regrouped = regrouped;
  const RestGeometry shape{rest, m_unit};
  take(HierarchyUpdate(before, m_corners, m_twins, same, shape, children), before, same, shape);
  return true;
}

/// Indexed by the body's faces; orderLeaves() changes that to tree order.
void SurfaceHierarchy::findTwins(std::size_t vertices) {
  struct Use {
    Index high, halfEdge;
    bool reversed;
  };
  Csr<Use> uses;  // by the lower vertex of the edge: each vertex has few edges
  uses.build(vertices, [this](const auto& take) {
    for (Index f = 0; f < m_corners.size(); ++f)
      for (Index k = 0; k < 3; ++k) {
        const Index a = m_corners[f][k], b = m_corners[f][(k + 1) % 3];
        if (a != b) take(std::min(a, b), Use{std::max(a, b), 3 * f + k, a > b});
      }
  });
  m_twins.assign(3 * m_corners.size(), kNoIndex);
  for (std::size_t v = 0; v < vertices; ++v) {
    const std::span<Use> row = uses[v];
    const auto first = row.begin(), last = row.end();
    std::sort(first, last,
              [](const Use& a, const Use& b) { return std::tie(a.high, a.halfEdge) < std::tie(b.high, b.halfEdge); });
    for (auto use = first, end = first; use != last; use = end) {
      while (end != last && end->high == use->high) ++end;
      if (end - use != 2 || use->reversed == use[1].reversed) continue;
      m_twins[use->halfEdge] = use[1].halfEdge;
      m_twins[use[1].halfEdge] = use->halfEdge;
    }
  }
}

/// Builds all patches, upwards. m_length is indexed by the body's faces until orderLeaves().
void SurfaceHierarchy::build(const RestGeometry& shape, unsigned children) {
  const Index count = leafCount();
  PatchGraph patches;
  patches.begin.push_back(0);
  patches.begin.reserve(count + std::size_t{1});
  patches.area.reserve(count);
  patches.centre.reserve(count);
  patches.perimeter.reserve(count);
  patches.borders.reserve(m_twins.size());
  m_length.resize(m_twins.size());
  for (Index f = 0; f < count; ++f) {
    const RestGeometry::Face face = shape.face(m_corners[f]);
    patches.area.push_back(face.area);
    patches.centre.push_back(face.centre);
    patches.perimeter.push_back(face.perimeter());
    for (Index k = 0; k < 3; ++k) {
      const Index h = 3 * f + k;
      m_length[h] = static_cast<float>(face.sides[k]);
      if (m_twins[h] == kNoIndex || m_twins[h] / 3 == f) continue;
      const auto known = std::find_if(patches.borders.begin() + patches.begin.back(), patches.borders.end(),
                                      [&](const auto& border) { return border.neighbour == m_twins[h] / 3; });
      if (known == patches.borders.end())
        patches.borders.push_back({m_twins[h] / 3, face.sides[k]});
      else
        known->length += face.sides[k];
    }
    patches.begin.push_back(static_cast<Index>(patches.borders.size()));
  }

  // The group of each patch, per level.
  std::vector<std::vector<Index>> groupOf;
  std::vector<std::vector<double>> area{patches.area}, perimeter{patches.perimeter};
  while (patches.size() > 1) {
    groupOf.push_back(groupPatches(patches, children));
    patches = mergePatches(patches, groupOf.back());
    area.push_back(patches.area);
    perimeter.push_back(patches.perimeter);
  }

  // Orders the patches downwards, so that siblings are consecutive.
  const std::size_t levels = groupOf.size() + 1;
  Order order{std::vector<std::vector<Index>>(levels), std::vector<std::vector<Index>>(levels)};
  order.patches.back() = {0};
  for (std::size_t level = levels - 1; level-- > 0;) {
    const std::vector<Index>& above = order.patches[level + 1];
    std::vector<Index> place(above.size());
    for (Index i = 0; i < above.size(); ++i) place[above[i]] = i;
    Csr<Index> below;
    below.build(above.size(), [&](const auto& take) {
      for (Index patch = 0; patch < groupOf[level].size(); ++patch) take(place[groupOf[level][patch]], patch);
    });
    order.patches[level] = std::move(below.items());
    order.firstChild[level + 1] = std::move(below.begins());
  }
  number(order);
  for (std::size_t level = 0; level < levels; ++level)
    for (const Index patch : order.patches[level]) {
      m_area.push_back(static_cast<float>(area[level][patch]));
      m_perimeter.push_back(static_cast<float>(perimeter[level][patch]));
    }
  m_faceOfLeaf = std::move(order.patches[0]);
  orderLeaves();
}

/// Builds the nodes from the patches of a HierarchyUpdate.
void SurfaceHierarchy::take(const HierarchyUpdate& change, const SurfaceHierarchy& before, std::span<const Index> same,
                            const RestGeometry& shape) {
  const std::size_t levels = change.levels();
  Order order{std::vector<std::vector<Index>>(levels), std::vector<std::vector<Index>>(levels)};
  order.patches.back() = {change.root()};
  for (std::size_t level = levels; --level > 0;) {
    std::vector<Index>&below = order.patches[level - 1], &begin = order.firstChild[level];
    begin.reserve(order.patches[level].size() + 1);
    for (const Index patch : order.patches[level]) {
      begin.push_back(static_cast<Index>(below.size()));
      change.forChildren(patch, [&below](Index child) { below.push_back(child); });
    }
    begin.push_back(static_cast<Index>(below.size()));
  }
  number(order);
  const auto reserve = [this](auto&... lists) { (lists.reserve(nodeCount()), ...); };
  reserve(m_area, m_perimeter, m_was);
  for (const std::vector<Index>& patches : order.patches)
    for (const Index patch : patches) {
      m_area.push_back(static_cast<float>(change.area(patch)));
      m_perimeter.push_back(static_cast<float>(change.perimeter(patch)));
      m_was.push_back(change.isOld(patch) ? patch : kNoIndex);
    }
  m_faceOfLeaf.reserve(leafCount());
  for (const Index leaf : order.patches[0]) m_faceOfLeaf.push_back(change.faceOf(leaf));

  m_wasOf = before.serial();
  m_length.resize(m_twins.size());
  std::vector<std::uint8_t> changed(shape.rest.size(), 0);  // per vertex
  const auto mark = [&changed](const Triangle& corners) {
    for (const Index vertex : corners)
      if (vertex < changed.size()) changed[vertex] = 1;
  };
  std::vector<std::uint8_t> stays(before.leafCount(), 0);
  for (Index face = 0; face < leafCount(); ++face) {
    if (same[face] == kNoIndex) {
      const auto sides = shape.face(m_corners[face]).sides;
      std::copy(sides.begin(), sides.end(), m_length.begin() + 3 * std::ptrdiff_t{face});
      mark(m_corners[face]);
    } else {
      std::copy_n(before.m_length.begin() + 3 * std::ptrdiff_t{same[face]}, 3,
                  m_length.begin() + 3 * std::ptrdiff_t{face});
      stays[same[face]] = 1;
    }
  }
  for (Index leaf = 0; leaf < before.leafCount(); ++leaf)
    if (!stays[leaf]) mark(before.m_corners[leaf]);
  orderLeaves();
  m_changed.reserve(leafCount());
  for (const Triangle& corners : m_corners)
    m_changed.push_back(changed[corners[0]] | changed[corners[1]] | changed[corners[2]]);
}

/// Numbers the nodes in the given order.
void SurfaceHierarchy::number(const Order& order) {
  std::size_t nodes = 0;
  for (const std::vector<Index>& patches : order.patches) nodes += patches.size();
  m_parent.assign(nodes, kNoIndex);
  m_leaves.reserve(nodes);
  m_firstChild.reserve(nodes - order.patches[0].size() + 1);
  m_levels = {0};
  for (Index leaf = 0; leaf < order.patches[0].size(); ++leaf) m_leaves.push_back({leaf, leaf + 1});
  m_levels.push_back(static_cast<Index>(m_leaves.size()));
  for (std::size_t level = 1; level < order.patches.size(); ++level) {
    const Index first = m_levels[level], below = m_levels[level - 1];
    for (Index i = 0; i < order.patches[level].size(); ++i) {
      const Index begin = below + order.firstChild[level][i], end = below + order.firstChild[level][i + 1];
      m_firstChild.push_back(begin);
      m_leaves.push_back({m_leaves[begin].begin, m_leaves[end - 1].end});
      for (Index child = begin; child < end; ++child) m_parent[child] = first + i;
    }
    m_levels.push_back(static_cast<Index>(m_leaves.size()));
  }
  m_firstChild.push_back(order.patches.size() > 1 ? m_levels[order.patches.size() - 1] : 0);
}

/// Sorts the data per face into tree order.
void SurfaceHierarchy::orderLeaves() {
  std::vector<Index> leafOf(leafCount()), twins(m_twins.size());
  std::vector<Triangle> corners(leafCount());
  std::vector<float> length(m_length.size());
  for (Index leaf = 0; leaf < leafCount(); ++leaf) leafOf[m_faceOfLeaf[leaf]] = leaf;
  for (Index leaf = 0; leaf < leafCount(); ++leaf) {
    corners[leaf] = m_corners[m_faceOfLeaf[leaf]];
    for (Index k = 0; k < 3; ++k) {
      const Index old = 3 * m_faceOfLeaf[leaf] + k, twin = m_twins[old];
      twins[3 * leaf + k] = twin == kNoIndex ? kNoIndex : 3 * leafOf[twin / 3] + twin % 3;
      length[3 * leaf + k] = m_length[old];
    }
  }
  m_corners = std::move(corners);
  m_twins = std::move(twins);
  m_length = std::move(length);
}

void SurfaceHierarchy::listLeavesOfVertices(std::size_t vertices) {
  m_leavesOf.build(vertices, [this](const auto& take) {
    for (Index leaf = 0; leaf < leafCount(); ++leaf)
      forDistinctCorners(m_corners[leaf], [&](Index vertex) { take(vertex, leaf); });
  });
}

bool SurfaceHierarchy::listMeets(Index from, Leaves other) const {
  for (const Index vertex : adjacency(from))
    for (const Index leaf : leavesOf(vertex))
      if (other.has(leaf)) return true;
  return false;
}

bool SurfaceHierarchy::adjacent(Index a, Index b) const {
  return listMeets(a, m_leaves[b]) || listMeets(b, m_leaves[a]);
}

double SurfaceHierarchy::shape(Index node) const {
  if (contour(node).empty()) return std::numeric_limits<double>::infinity();
  const double area = m_area[node], perimeter = m_perimeter[node];
  return area > 0 ? std::sqrt(area) / perimeter : 0;
}

double SurfaceHierarchy::shapeOfBoth(Index a, Index b) const {
  double perimeter = static_cast<double>(m_perimeter[a]) + static_cast<double>(m_perimeter[b]);
  const bool aIsSmaller = contour(a).size() < contour(b).size();
  const Leaves other = m_leaves[aIsSmaller ? b : a];
  for (const Side& side : contour(aIsSmaller ? a : b))
    if (side.twin != kNoIndex && other.hasHalfEdge(side.twin))
      perimeter -= 2 * static_cast<double>(m_length[side.twin]);
  const double area = static_cast<double>(m_area[a]) + static_cast<double>(m_area[b]);
  if (!(area > 0)) return 0;
  return perimeter > 0 ? std::sqrt(area) / perimeter : std::numeric_limits<double>::infinity();
}

std::size_t SurfaceHierarchy::memory() const {
  return m_leavesOf.memory() +
         memoryOf(m_corners, m_leaves, m_contour, m_faceOfLeaf, m_twins, m_levels, m_firstChild, m_parent,
                  m_contourEdges, m_contourBegin, m_adjacency, m_adjacencyBegin, m_was) +
         memoryOf(m_area, m_perimeter, m_length);
}

}  // namespace pliant::detail
