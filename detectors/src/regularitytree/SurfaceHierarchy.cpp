#include "regularitytree/SurfaceHierarchy.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <tuple>

#include "regularitytree/PartGrouping.h"

namespace pliant::detail {
namespace {

using Point = std::array<double, 3>;

std::atomic<std::uint64_t> lastSerial{0};

// Faces in a row that are looked past for one that is still there.
constexpr Index kMostGone = 16;

double length(double x, double y, double z) {
  return std::sqrt(x * x + y * y + z * z);
}

double distance(const Point& a, const Point& b) {
  return length(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

double areaOf(const Point& a, const Point& b, const Point& c) {
  const double s[3] = {b[0] - a[0], b[1] - a[1], b[2] - a[2]}, t[3] = {c[0] - a[0], c[1] - a[1], c[2] - a[2]};
  return length(s[1] * t[2] - s[2] * t[1], s[2] * t[0] - s[0] * t[2], s[0] * t[1] - s[1] * t[0]) / 2;
}

/// The shape at rest within a unit cube, so that no square overflows; a vertex that is not finite is at 0.
std::vector<Point> normalised(std::span<const PackedPosition> rest) {
  double size = 0;
  std::vector<Point> points(rest.size(), Point{});
  for (std::size_t i = 0; i < rest.size(); ++i) {
    const Real x[3] = {rest[i].x, rest[i].y, rest[i].z};
    for (std::size_t k = 0; k < 3; ++k) {
      if (!std::isfinite(x[k])) continue;
      points[i][k] = static_cast<double>(x[k]);
      size = std::max(size, std::abs(points[i][k]));
    }
  }
  if (size > 0)
    for (Point& p : points)
      for (double& x : p) x /= size;
  return points;
}

}  // namespace

SurfaceHierarchy::SurfaceHierarchy(std::span<const Triangle> faces, std::span<const PackedPosition> rest,
                                   unsigned children, const SurfaceHierarchy* before)
    : m_serial(++lastSerial) {
  m_corners.assign(faces.begin(), faces.end());
  findTwins(rest.size());
  group(rest, children, before);
  listLeavesOfVertices(rest.size());
}

/// By faces as they come; group() brings them into the order of the leaves.
void SurfaceHierarchy::findTwins(std::size_t vertices) {
  struct Use {
    Index high, halfEdge;
    bool reversed;
  };
  const auto forUses = [this](const auto& take) {
    for (Index f = 0; f < m_corners.size(); ++f)
      for (Index k = 0; k < 3; ++k) {
        const Index a = m_corners[f][k], b = m_corners[f][(k + 1) % 3];
        if (a != b) take(std::min(a, b), Use{std::max(a, b), 3 * f + k, a > b});
      }
  };
  // By their lower vertices, of which each has few.
  std::vector<Index> begin(vertices + 1, 0);
  forUses([&](Index low, const Use&) { ++begin[low + 1]; });
  for (std::size_t v = 0; v < vertices; ++v) begin[v + 1] += begin[v];
  std::vector<Use> uses(begin.back());
  std::vector<Index> at(begin.begin(), begin.end() - 1);
  forUses([&](Index low, const Use& use) { uses[at[low]++] = use; });
  m_twins.assign(3 * m_corners.size(), kNoIndex);
  for (std::size_t v = 0; v < vertices; ++v) {
    const auto first = uses.begin() + begin[v], last = uses.begin() + begin[v + 1];
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

/// For each face the leaf with the same corners that it was before; kNoIndex: it is new.
std::vector<Index> SurfaceHierarchy::sameLeaves(const SurfaceHierarchy& before) const {
  std::vector<Index> leafOfFace(before.leafCount()), same(m_corners.size(), kNoIndex), unknown;
  std::vector<std::uint8_t> found(before.leafCount(), 0);
  for (Index leaf = 0; leaf < before.leafCount(); ++leaf) leafOfFace[before.m_faceOfLeaf[leaf]] = leaf;
  // Faces mostly follow each other as they did, a few more or fewer between them.
  const auto was = [&](Index f, Index face) {
    if (face >= leafOfFace.size()) return false;
    const Triangle &now = m_corners[f], &then = before.m_corners[leafOfFace[face]];
    return now[0] == then[0] && now[1] == then[1] && now[2] == then[2];
  };
  Index next = 0, since = 0;  // behind the last one that was found there, and here
  for (Index f = 0; f < m_corners.size(); ++f) {
    Index face = next + (f - since);  // others may have taken the places between
    if (!was(f, face))
      for (face = next; face < next + kMostGone && !was(f, face);) ++face;
    if (!was(f, face)) {
      unknown.push_back(f);
      continue;
    }
    same[f] = leafOfFace[face];
    found[leafOfFace[face]] = 1;
    next = face + 1;
    since = f + 1;
  }
  // The others may have any numbers.
  std::vector<Index> gone;
  for (Index leaf = 0; leaf < before.leafCount(); ++leaf)
    if (!found[leaf]) gone.push_back(leaf);
  const auto byCorners = [](const std::vector<Triangle>& corners) {
    return [&corners](Index a, Index b) { return std::tie(corners[a], a) < std::tie(corners[b], b); };
  };
  std::sort(unknown.begin(), unknown.end(), byCorners(m_corners));
  std::sort(gone.begin(), gone.end(), byCorners(before.m_corners));
  auto leaf = gone.begin();
  for (const Index f : unknown) {
    while (leaf != gone.end() && before.m_corners[*leaf] < m_corners[f]) ++leaf;
    if (leaf != gone.end() && before.m_corners[*leaf] == m_corners[f]) same[f] = *leaf++;
  }
  return same;
}

/// Of each group the node of `before` that it is, if nothing was added to it; the first ones are the `kept`.
std::vector<Index> SurfaceHierarchy::sameGroups(const SurfaceHierarchy& before, std::span<const Index> kept,
                                                std::span<const Index> groupOf, Index groups) {
  std::vector<Index> same(groups, kNoIndex), members(kept.size(), 0);
  for (const Index group : groupOf)
    if (group < kept.size()) ++members[group];
  for (std::size_t group = 0; group < kept.size(); ++group)
    if (members[group] == before.childCount(kept[group])) same[group] = kept[group];
  return same;
}

/// The groups of parts that are parts of the level above in `before`, and whole; `same`: the parts' nodes there on a
/// level, or kNoIndex. Returns the nodes of the groups.
std::vector<Index> SurfaceHierarchy::keptGroups(const SurfaceHierarchy& before, std::size_t level,
                                                std::span<const Index> same, std::vector<Index>& groupOf) {
  groupOf.assign(same.size(), kNoIndex);
  std::vector<Index> kept;
  if (level + 2 >= before.m_levels.size()) return kept;
  const Index first = before.m_levels[level + 1], count = before.m_levels[level + 2] - first;
  std::vector<Index> members(count, 0), group(count, kNoIndex);
  for (const Index node : same)
    if (node != kNoIndex) ++members[before.m_parent[node] - first];
  for (std::size_t part = 0; part < same.size(); ++part) {
    if (same[part] == kNoIndex) continue;
    const Index above = before.m_parent[same[part]], i = above - first;
    // One by itself may find others now.
    if (members[i] < 2 || members[i] != before.childCount(above)) continue;
    if (group[i] == kNoIndex) {
      group[i] = static_cast<Index>(kept.size());
      kept.push_back(above);
    }
    groupOf[part] = group[i];
  }
  return kept;
}

void SurfaceHierarchy::group(std::span<const PackedPosition> rest, unsigned children, const SurfaceHierarchy* before) {
  const std::vector<Point> points = normalised(rest);
  const auto count = static_cast<Index>(m_corners.size());
  if (count == 0) {
    m_levels = {0, 0};
    m_firstChild = {0};
    return;
  }
  PartGraph parts;
  std::vector<float> lengths(m_twins.size());
  parts.begin.push_back(0);
  parts.begin.reserve(count + std::size_t{1});
  parts.area.reserve(count);
  parts.centre.reserve(count);
  parts.perimeter.reserve(count);
  parts.borders.reserve(m_twins.size());
  for (Index f = 0; f < count; ++f) {
    const Point &a = points[m_corners[f][0]], &b = points[m_corners[f][1]], &c = points[m_corners[f][2]];
    const std::array<double, 3> sides{distance(a, b), distance(b, c), distance(c, a)};
    parts.area.push_back(areaOf(a, b, c));
    parts.centre.push_back({(a[0] + b[0] + c[0]) / 3, (a[1] + b[1] + c[1]) / 3, (a[2] + b[2] + c[2]) / 3});
    parts.perimeter.push_back(sides[0] + sides[1] + sides[2]);
    for (Index k = 0; k < 3; ++k) {
      const Index h = 3 * f + k;
      lengths[h] = static_cast<float>(sides[k]);
      if (m_twins[h] == kNoIndex || m_twins[h] / 3 == f) continue;
      const auto known = std::find_if(parts.borders.begin() + parts.begin.back(), parts.borders.end(),
                                      [&](const auto& border) { return border.neighbour == m_twins[h] / 3; });
      if (known == parts.borders.end())
        parts.borders.push_back({m_twins[h] / 3, sides[k]});
      else
        known->length += sides[k];
    }
    parts.begin.push_back(static_cast<Index>(parts.borders.size()));
  }

  // Upwards: the group of each part, level by level.
  std::vector<std::vector<Index>> groupOf;
  std::vector<std::vector<double>> area{parts.area}, perimeter{parts.perimeter};
  std::vector<Index> same, kept, given;
  if (before) same = sameLeaves(*before);
  while (parts.size() > 1) {
    given.clear();
    if (before) kept = keptGroups(*before, groupOf.size(), same, given);
    groupOf.push_back(groupParts(parts, children, given));
    parts = mergeParts(parts, groupOf.back());
    if (before) same = sameGroups(*before, kept, groupOf.back(), parts.size());
    area.push_back(parts.area);
    perimeter.push_back(parts.perimeter);
  }

  // Downwards: an order in which children stand side by side.
  const std::size_t levels = groupOf.size() + 1;
  std::vector<std::vector<Index>> order(levels);  // old index by new
  order.back() = {0};
  std::vector<std::vector<Index>> childBegin(levels);
  for (std::size_t level = levels - 1; level-- > 0;) {
    std::vector<Index> begin(order[level + 1].size() + 1, 0), place(order[level + 1].size());
    for (Index i = 0; i < order[level + 1].size(); ++i) place[order[level + 1][i]] = i;
    for (const Index g : groupOf[level]) ++begin[place[g] + 1];
    for (std::size_t i = 1; i < begin.size(); ++i) begin[i] += begin[i - 1];
    order[level].resize(groupOf[level].size());
    std::vector<Index> at(begin.begin(), begin.end() - 1);
    for (Index part = 0; part < groupOf[level].size(); ++part) order[level][at[place[groupOf[level][part]]]++] = part;
    childBegin[level + 1] = std::move(begin);
  }
  m_levels = {0};
  for (std::size_t level = 0; level < levels; ++level) {
    const Index first = m_levels.back(), below = level > 0 ? m_levels[level - 1] : 0;
    for (Index i = 0; i < order[level].size(); ++i) {
      m_area.push_back(static_cast<float>(area[level][order[level][i]]));
      m_perimeter.push_back(static_cast<float>(perimeter[level][order[level][i]]));
      m_parent.push_back(kNoIndex);
      if (level == 0) {
        m_leaves.push_back({i, i + 1});
        continue;
      }
      const Index begin = below + childBegin[level][i], end = below + childBegin[level][i + 1];
      m_firstChild.push_back(begin);
      m_leaves.push_back({m_leaves[begin].begin, m_leaves[end - 1].end});
      for (Index child = begin; child < end; ++child) m_parent[child] = first + i;
    }
    m_levels.push_back(static_cast<Index>(m_leaves.size()));
  }
  m_firstChild.push_back(levels > 1 ? m_levels[levels - 1] : 0);

  // The faces in their new order.
  m_faceOfLeaf = order[0];
  std::vector<Index> leafOf(count), twins(m_twins.size());
  std::vector<Triangle> corners(count);
  m_length.resize(lengths.size());
  for (Index leaf = 0; leaf < count; ++leaf) leafOf[m_faceOfLeaf[leaf]] = leaf;
  for (Index leaf = 0; leaf < count; ++leaf) {
    corners[leaf] = m_corners[m_faceOfLeaf[leaf]];
    for (Index k = 0; k < 3; ++k) {
      const Index old = 3 * m_faceOfLeaf[leaf] + k, twin = m_twins[old];
      twins[3 * leaf + k] = twin == kNoIndex ? kNoIndex : 3 * leafOf[twin / 3] + twin % 3;
      m_length[3 * leaf + k] = lengths[old];
    }
  }
  m_corners = std::move(corners);
  m_twins = std::move(twins);
}

void SurfaceHierarchy::listLeavesOfVertices(std::size_t vertices) {
  m_leavesOfBegin.assign(vertices + 1, 0);
  const auto repeated = [](const Triangle& t, std::size_t k) {
    return (k > 0 && t[k] == t[0]) || (k > 1 && t[k] == t[1]);
  };
  for (const Triangle& t : m_corners)
    for (std::size_t k = 0; k < 3; ++k)
      if (!repeated(t, k)) ++m_leavesOfBegin[t[k] + 1];
  for (std::size_t v = 0; v < vertices; ++v) m_leavesOfBegin[v + 1] += m_leavesOfBegin[v];
  m_leavesOf.resize(m_leavesOfBegin.back());
  std::vector<Index> at(m_leavesOfBegin.begin(), m_leavesOfBegin.end() - 1);
  for (Index leaf = 0; leaf < leafCount(); ++leaf)
    for (std::size_t k = 0; k < 3; ++k)
      if (!repeated(m_corners[leaf], k)) m_leavesOf[at[m_corners[leaf][k]]++] = leaf;
}

/// The half-edge after this one on a contour: around the vertex at its end, through the faces inside. From the start of
/// a contour no turn comes back to where it was, so it ends.
Index SurfaceHierarchy::nextOnContour(Index halfEdge, Leaves inside) const {
  Index h = next(halfEdge);
  while (m_twins[h] != kNoIndex && inside.hasHalfEdge(m_twins[h])) h = next(m_twins[h]);
  return h;
}

/// The largest part behind a half-edge that does not hold the part with the leaves `inside`; kNoIndex: outside.
Index SurfaceHierarchy::neighbour(Index halfEdge, Leaves inside) const {
  if (m_twins[halfEdge] == kNoIndex) return kNoIndex;
  Index node = m_twins[halfEdge] / 3;
  while (m_parent[node] != kNoIndex && !m_leaves[m_parent[node]].has(inside.begin)) node = m_parent[node];
  return node;
}

void SurfaceHierarchy::traceContours(Index most) {
  std::vector<Index> mark(m_twins.size(), kNoIndex);  // the last node whose contour the half-edge was found on
  std::vector<Index> halfEdges;                       // of all contours
  m_contour.clear();
  m_adjacency.clear();
  m_contourBegin.assign(1, 0);
  m_adjacencyBegin.assign(1, 0);
  for (Index node = 0; node < nodeCount(); ++node) {
    const Leaves inside = m_leaves[node];
    const auto take = [&](Index start) {
      if (mark[start] == node || (m_twins[start] != kNoIndex && inside.hasHalfEdge(m_twins[start]))) return;
      const std::size_t first = m_adjacency.size();
      Index last = kNoIndex;
      bool any = false;
      Index firstNeighbour = kNoIndex;
      for (Index h = start; mark[h] != node; h = nextOnContour(h, inside)) {
        mark[h] = node;
        halfEdges.push_back(h);
        m_contour.push_back({origin(h), target(h), m_twins[h]});
        const bool same = last != kNoIndex && m_twins[h] != kNoIndex && m_leaves[last].hasHalfEdge(m_twins[h]);
        const Index behind = same ? last : neighbour(h, inside);
        if (any && behind != last) m_adjacency.push_back(origin(h));
        if (!any) firstNeighbour = behind;
        last = behind;
        any = true;
      }
      if (last != firstNeighbour || m_adjacency.size() == first) m_adjacency.push_back(origin(start));
    };
    if (node == root() || most == 1 || !isBottom(m_parent[node], most)) {
      if (isLeaf(node) || (most > 1 && isBottom(node, most))) {
        for (Index h = 3 * inside.begin; h < 3 * inside.end; ++h) take(h);
      } else {
        for (Index child = firstChild(node); child < endChild(node); ++child)
          for (Index i = m_contourBegin[child]; i < m_contourBegin[child + 1]; ++i) take(halfEdges[i]);
      }
    }
    m_mostOnContour = std::max(m_mostOnContour, m_contour.size() - m_contourBegin.back());
    m_contourBegin.push_back(static_cast<Index>(m_contour.size()));
    m_adjacencyBegin.push_back(static_cast<Index>(m_adjacency.size()));
  }
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
  std::size_t bytes = m_corners.capacity() * sizeof(Triangle) + m_leaves.capacity() * sizeof(Leaves) +
                      m_contour.capacity() * sizeof(Side);
  for (const auto* v : {&m_faceOfLeaf, &m_twins, &m_levels, &m_firstChild, &m_parent, &m_contourBegin, &m_adjacency,
                        &m_adjacencyBegin, &m_leavesOf, &m_leavesOfBegin})
    bytes += v->capacity() * sizeof(Index);
  for (const auto* v : {&m_area, &m_perimeter, &m_length}) bytes += v->capacity() * sizeof(float);
  return bytes;
}

}  // namespace pliant::detail
