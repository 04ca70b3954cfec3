#include "RayTrees.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <limits>
#include <numeric>
#include <vector>

#include "core/Bounds.h"

namespace pliant::detail {
namespace {

constexpr int kLeafSize = 4;
constexpr int kNodesForTree = 48;  // least number of triangles for a tree; below, each triangle is tested
constexpr double kBeside = 1e-3;   // tolerance of a hit outside the triangle, as a fraction of its height

using Corners = std::array<const btVector3*, 3>;

/// Returns the number of triangles. Numbering: faces, then faces of tetrahedra in the order of btSoftBody::rayTest.
/// Among hits at the same fraction, the lower number is returned.
int triangleCount(const btSoftBody& body) {
  return body.m_faces.size() + 4 * body.m_tetras.size();
}

Corners cornersOf(const btSoftBody& body, int triangle) {
  static constexpr int kFacesOfTetrahedron[4][3] = {{0, 1, 2}, {0, 1, 3}, {1, 2, 3}, {0, 2, 3}};
  const btSoftBody::Node* nodes[3];
  if (triangle < body.m_faces.size()) {
    for (int k = 0; k < 3; ++k) nodes[k] = body.m_faces[triangle].m_n[k];
  } else {
    const int rest = triangle - body.m_faces.size();
    for (int k = 0; k < 3; ++k) nodes[k] = body.m_tetras[rest / 4].m_n[kFacesOfTetrahedron[rest % 4][k]];
  }
  if (!nodes[0] || !nodes[1] || !nodes[2]) return {};
  return {&nodes[0]->m_x, &nodes[1]->m_x, &nodes[2]->m_x};
}

/// Returns true if the line passes through the triangle, up to kBeside.
/// Bullet's tolerance is absolute in (2 · area · edge length), so it also accepts rays that pass far from a sliver.
bool meets(const Corners& c, const btVector3& from, const btVector3& way) {
  using RayVector = Eigen::Vector3d;
  const auto at = [](const btVector3& x) { return RayVector(double(x.x()), double(x.y()), double(x.z())); };
  const RayVector w = at(way), p = at(*c[0]) - at(from), q = at(*c[1]) - at(from), r = at(*c[2]) - at(from);
  const double parts[] = {w.dot(q.cross(r)), w.dot(r.cross(p)), w.dot(p.cross(q))};
  const double whole = parts[0] + parts[1] + parts[2];
  return std::all_of(parts, parts + 3, [whole](double part) { return part / whole >= -kBeside; });
}

/// Returns the box of all points that count as hits; an empty box if a corner is not finite.
Bounds extentOf(const Corners& c) {
  Bounds box = Bounds::none();
  if (!c[0] || !finite(*c[0]) || !finite(*c[1]) || !finite(*c[2])) return box;
  for (const btVector3* corner : c) box.include(*corner);
  const btVector3 ab = *c[1] - *c[0], ac = *c[2] - *c[0];
  const btScalar longest = std::max({ab.length(), ac.length(), (ac - ab).length()});
  const btScalar size = std::max(box.low.absolute().length(), box.high.absolute().length());
  const btScalar pad = size * SIMD_EPSILON * 16 + btScalar(4 * kBeside) * longest;
  return box.widened(pad);
}

/// Returns true if the segment from + t·way, t in [0, end], intersects the box.
bool meets(const Bounds& box, const btVector3& from, const btVector3& way, btScalar end) {
  double first = 0, last = double(end);
  for (int k = 0; k < 3; ++k) {
    const double low = double(box.low[k]) - double(from[k]), high = double(box.high[k]) - double(from[k]);
    const double d = double(way[k]);
    if (d == 0) {
      if (low > 0 || high < 0) return false;
      continue;
    }
    const double a = low / d, b = high / d;
    first = std::max(first, std::min(a, b));
    last = std::min(last, std::max(a, b));
  }
  return first <= last * (1 + 1e-12) + 1e-12;
}

struct Best {
  btScalar fraction = 1;
  int triangle = -1;
};

void tryTriangle(const btSoftBody& body, int triangle, const btVector3& from, const btVector3& to, const btVector3& way,
                 Best& best) {
  const Corners c = cornersOf(body, triangle);
  if (!c[0]) return;
  // Bullet accepts only fractions below the limit. Hits at the best fraction so far are needed, too: the lower number
  // is preferred.
  const btScalar limit =
      best.triangle < 0 ? best.fraction : std::nextafter(best.fraction, std::numeric_limits<btScalar>::infinity());
  const btScalar t = btSoftBody::RayFromToCaster::rayFromToTriangle(from, to, way, *c[0], *c[1], *c[2], limit);
  if (!(t > 0) || !meets(c, from, way)) return;
  if (t < best.fraction || (t == best.fraction && triangle < best.triangle)) best = {t, triangle};
}

}  // namespace

struct RayTrees::Tree {
  struct Node {
    Bounds box;
    int begin = 0, end = 0;  // range of triangles in `order`
    int right = 0;           // index of the second child; the first child follows its parent; 0: leaf
  };

  std::shared_mutex mutex;
  const btSoftBody::Node* nodesAt = nullptr;
  int nodeCount = -1, faceCount = -1, tetrahedronCount = -1;
  std::vector<btVector3> positions;
  std::vector<std::array<const btVector3*, 3>> corners;  // compared, to detect a topology change with equal counts
  std::vector<int> order;
  std::vector<Node> nodes;
  std::vector<Bounds> extents;

  bool sameTopology(const btSoftBody& body) const {
    if (nodeCount != body.m_nodes.size() || faceCount != body.m_faces.size() ||
        tetrahedronCount != body.m_tetras.size() || (nodeCount && nodesAt != &body.m_nodes[0]))
      return false;
    for (int i = 0; i < faceCount; ++i)
      if (corners[std::size_t(i)] != cornersOf(body, i)) return false;
    return true;
  }

  bool samePositions(const btSoftBody& body) const {
    for (int i = 0; i < nodeCount; ++i)
      if (!(positions[std::size_t(i)] == body.m_nodes[i].m_x)) return false;
    return true;
  }

  void build(const btSoftBody& body) {
    nodeCount = body.m_nodes.size();
    faceCount = body.m_faces.size();
    tetrahedronCount = body.m_tetras.size();
    nodesAt = nodeCount ? &body.m_nodes[0] : nullptr;
    const auto count = std::size_t(triangleCount(body));
    corners.resize(count);
    for (std::size_t i = 0; i < count; ++i) corners[i] = cornersOf(body, int(i));
    order.resize(count);
    std::iota(order.begin(), order.end(), 0);
    nodes.clear();
    measure(body);
    if (count) split(0, int(count));
    fit();
  }

  void measure(const btSoftBody& body) {
    positions.resize(std::size_t(nodeCount));
    for (int i = 0; i < nodeCount; ++i) positions[std::size_t(i)] = body.m_nodes[i].m_x;
    extents.resize(corners.size());
    for (std::size_t i = 0; i < corners.size(); ++i) extents[i] = extentOf(corners[i]);
  }

  void refit(const btSoftBody& body) {
    measure(body);
    fit();
  }

  int split(int begin, int end) {
    const int at = int(nodes.size());
    nodes.push_back({});
    nodes[std::size_t(at)].begin = begin;
    nodes[std::size_t(at)].end = end;
    if (end - begin <= kLeafSize) return at;
    Bounds box = extents[std::size_t(order[std::size_t(begin)])];
    for (int i = begin + 1; i < end; ++i) box.include(extents[std::size_t(order[std::size_t(i)])]);
    const int axis = (box.high - box.low).maxAxis();
    const int middle = (begin + end) / 2;
    const auto centre = [&](int i) {
      const Bounds& e = extents[std::size_t(i)];
      return e.low[axis] / 2 + e.high[axis] / 2;
    };
    std::nth_element(order.begin() + begin, order.begin() + middle, order.begin() + end,
                     [&](int a, int b) { return centre(a) < centre(b); });
    split(begin, middle);
    const int right = split(middle, end);
    nodes[std::size_t(at)].right = right;
    return at;
  }

  void fit() {
    for (std::size_t n = nodes.size(); n-- > 0;) {
      Node& node = nodes[n];
      if (node.right) {
        node.box = nodes[n + 1].box;
        node.box.include(nodes[std::size_t(node.right)].box);
      } else {
        node.box = extents[std::size_t(order[std::size_t(node.begin)])];
        for (int i = node.begin + 1; i < node.end; ++i) node.box.include(extents[std::size_t(order[std::size_t(i)])]);
      }
    }
  }

  void cast(const btSoftBody& body, const btVector3& from, const btVector3& to, const btVector3& way,
            Best& best) const {
    if (nodes.empty()) return;
    int stack[128];
    int depth = 0;
    stack[depth++] = 0;
    while (depth) {
      const int at = stack[--depth];
      const Node& node = nodes[std::size_t(at)];
      if (!meets(node.box, from, way, best.fraction)) continue;
      if (node.right) {
        stack[depth++] = node.right;
        stack[depth++] = at + 1;
        continue;
      }
      for (int i = node.begin; i < node.end; ++i) tryTriangle(body, order[std::size_t(i)], from, to, way, best);
    }
  }
};

std::shared_ptr<RayTrees::Tree> RayTrees::treeOf(const btSoftBody& body) {
  const std::lock_guard lock(m_mutex);
  std::shared_ptr<Tree>& tree = m_trees[&body];
  if (!tree) tree = std::make_shared<Tree>();
  return tree;
}

void RayTrees::forget(const btSoftBody* body) {
  const std::lock_guard lock(m_mutex);
  m_trees.erase(body);
}

bool RayTrees::rayTest(const btSoftBody& body, const btVector3& from, const btVector3& to, btSoftBody::sRayCast& hit) {
  const btVector3 way = to - from;
  Best best;
  if (triangleCount(body) < kNodesForTree) {
    for (int i = 0; i < triangleCount(body); ++i) tryTriangle(body, i, from, to, way, best);
  } else {
    const std::shared_ptr<Tree> tree = treeOf(body);
    std::shared_lock reading(tree->mutex);
    if (!tree->sameTopology(body) || !tree->samePositions(body)) {
      reading.unlock();
      {
        const std::unique_lock writing(tree->mutex);
        if (!tree->sameTopology(body))
          tree->build(body);
        else if (!tree->samePositions(body))
          tree->refit(body);
      }
      reading.lock();
    }
    tree->cast(body, from, to, way, best);
  }
  hit.body = const_cast<btSoftBody*>(&body);
  hit.fraction = best.fraction;
  hit.feature = btSoftBody::eFeature::None;
  hit.index = -1;
  if (best.triangle < 0) return false;
  const bool face = best.triangle < body.m_faces.size();
  hit.feature = face ? btSoftBody::eFeature::Face : btSoftBody::eFeature::Tetra;
  hit.index = face ? best.triangle : (best.triangle - body.m_faces.size()) / 4;
  return true;
}

}  // namespace pliant::detail
