#include <BulletCollision/BroadphaseCollision/btDbvt.h>
#include <pliant/benchmarks/BulletTrees.h>
#include <pliant/detectors/Candidates.h>
#include <pliant/detectors/predicates.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace pliant::benchmarks {
namespace {

constexpr btScalar kStepsAhead = 3;  // btSoftBody predicts this many steps ahead (velmrg)

btVector3 vectorOf(const PackedPosition& p) {
  return {p.x, p.y, p.z};
}

void* dataOf(Index index) {
  return reinterpret_cast<void*>(static_cast<std::uintptr_t>(index));  // NOLINT(performance-no-int-to-ptr)
}
Index indexOf(const btDbvtNode* leaf) {
  return static_cast<Index>(reinterpret_cast<std::uintptr_t>(leaf->data));
}

/// Recomputes the boxes of all inner nodes from the leaves.
void refitNodes(btDbvtNode* node) {
  if (node->isleaf()) return;
  refitNodes(node->childs[0]);
  refitNodes(node->childs[1]);
  Merge(node->childs[0]->volume, node->childs[1]->volume, node->volume);
}

/// A tree and its leaves, one per element.
struct Tree {
  btDbvt tree;
  std::vector<btDbvtNode*> leaves;

  template <typename VolumeOf>
  void add(const BodySet::Range& elements, const VolumeOf& volumeOf) {
    for (Index e = elements.begin; e < elements.end; ++e) leaves.push_back(tree.insert(volumeOf(e), dataOf(e)));
  }

  template <typename VolumeOf>
  void refit(const VolumeOf& volumeOf) {
    for (btDbvtNode* leaf : leaves) leaf->volume = volumeOf(indexOf(leaf));
    if (tree.m_root) refitNodes(tree.m_root);
  }

  /// Updates the leaves as btSoftBody does, with their motion in a step.
  template <typename VolumeOf, typename MotionOf>
  void follow(const VolumeOf& volumeOf, const MotionOf& motionOf, btScalar margin) {
    for (btDbvtNode* leaf : leaves) {
      btDbvtVolume volume = volumeOf(indexOf(leaf));
      tree.update(leaf, volume, motionOf(indexOf(leaf)) * kStepsAhead, margin);
    }
    tree.optimizeIncremental(1);
  }

  void collide(Tree& other, btDbvt::ICollide& pairs) { tree.collideTT(tree.m_root, other.tree.m_root, pairs); }
};

/// A tree of bodies.
struct BodyTree : Tree {
  /// Collects the pairs of body indices whose boxes overlap.
  struct Pairs final : btDbvt::ICollide {
    std::vector<std::pair<Index, Index>> pairs;
    void Process(const btDbvtNode* a, const btDbvtNode* b) override {
      if (indexOf(a) != indexOf(b)) pairs.emplace_back(indexOf(a), indexOf(b));
    }
  } overlapping;

  const std::vector<std::pair<Index, Index>>& pairs() {
    overlapping.pairs.clear();
    collide(*this, overlapping);
    return overlapping.pairs;
  }
};

btDbvtVolume volumeOfTetrahedron(const BodySet& bodies, Index t) {
  btVector3 corners[4];
  for (std::size_t c = 0; c < 4; ++c) corners[c] = vectorOf(bodies.positions()[bodies.tetrahedra()[t][c]]);
  return btDbvtVolume::FromPoints(corners, 4);
}

btDbvtVolume volumeOfVertex(const BodySet& bodies, Index v) {
  const btVector3 p = vectorOf(bodies.positions()[v]);
  return btDbvtVolume::FromMM(p, p);
}

/// Tests pairs of leaves. Excludes corners of the tetrahedron, rejects by a rounded half-space test, decides exactly.
struct LeafTest final : btDbvt::ICollide {
  const BodySet* bodies = nullptr;
  std::size_t hits = 0;

  void Process(const btDbvtNode* vertexLeaf, const btDbvtNode* tetrahedronLeaf) override {
    const Index v = indexOf(vertexLeaf);
    const Tetrahedron& corners = bodies->tetrahedra()[indexOf(tetrahedronLeaf)];
    if (v == corners[0] || v == corners[1] || v == corners[2] || v == corners[3]) return;
    const PackedPosition* x = bodies->positions().data();
    const double p[3] = {x[v].x, x[v].y, x[v].z};
    double e[4][3], longest = 0;
    for (std::size_t c = 0; c < 4; ++c) {
      e[c][0] = x[corners[c]].x - p[0];
      e[c][1] = x[corners[c]].y - p[1];
      e[c][2] = x[corners[c]].z - p[2];
      for (double component : e[c]) longest = std::max(longest, std::abs(component));
    }
    // p is inside only if its volumes with the four faces do not differ in sign.
    const double slack = 1e-12 * longest * longest * longest;
    double least = 0, most = 0;
    for (std::size_t c = 0; c < 4; ++c) {
      const double* a = e[(c + 1) % 4];
      const double* b = e[(c + 2) % 4];
      const double* d = e[(c + 3) % 4];
      const double volume =
          (c % 2 ? -1 : 1) * (a[0] * (b[1] * d[2] - b[2] * d[1]) + a[1] * (b[2] * d[0] - b[0] * d[2]) +
                              a[2] * (b[0] * d[1] - b[1] * d[0]));
      least = std::min(least, volume);
      most = std::max(most, volume);
      if (least < -slack && most > slack) return;
    }
    hits += exact::inTetrahedron(&x[v].x, &x[corners[0]].x, &x[corners[1]].x, &x[corners[2]].x, &x[corners[3]].x);
  }
};

/// Counts pairs of leaves with overlapping boxes. Excludes faces with a common corner.
struct LeafPairs : btDbvt::ICollide {
  explicit LeafPairs(const BodySet& set) : faces(set.faces()) {}

  void Process(const btDbvtNode* a, const btDbvtNode* b) override {
    const Triangle &one = faces[indexOf(a)], &other = faces[indexOf(b)];
    for (const Index corner : one)
      if (corner == other[0] || corner == other[1] || corner == other[2]) return;
    take(one, other);
  }
  virtual void take(const Triangle&, const Triangle&) { ++count; }

  std::span<const Triangle> faces;
  std::size_t count = 0;
};

struct ExactPairs final : LeafPairs {
  explicit ExactPairs(const BodySet& set) : LeafPairs(set), positions(set.positions()) {}

  void take(const Triangle& a, const Triangle& b) override {
    const auto at = [&](Index v) { return &positions[v].x; };
    count += exact::trianglesMeet(at(a[0]), at(a[1]), at(a[2]), at(b[0]), at(b[1]), at(b[2]));
  }

  std::span<const PackedPosition> positions;
};

}  // namespace

struct BulletTrees::Impl {
  struct Body {
    Tree vertices, tetrahedra;
  };
  Update update;
  std::vector<Body> trees;  // indexed by body
  BodyTree bodies;
  std::vector<PackedPosition> before;  // positions at the last update
  btScalar margin;

  btDbvtVolume volumeOfBody(Index index) const { return trees[index].tetrahedra.tree.m_root->volume; }
};

BulletTrees::BulletTrees(const BodySet& set, Update update)
    : m_impl(new Impl{update, std::vector<Impl::Body>(set.bodyCount()), {}, {}, 0}) {
  m_impl->before.assign(set.positions().begin(), set.positions().end());
  m_impl->margin = kDefaultMarginFraction * set.meanEdgeLength();
  for (Index index = 0; index < set.bodyCount(); ++index) {
    Impl::Body& body = m_impl->trees[index];
    body.vertices.add(set.vertices(index), [&](Index v) { return volumeOfVertex(set, v); });
    body.tetrahedra.add(set.tetrahedra(index), [&](Index t) { return volumeOfTetrahedron(set, t); });
    body.vertices.tree.optimizeTopDown();
    body.tetrahedra.tree.optimizeTopDown();
  }
  m_impl->bodies.add({0, set.bodyCount()}, [&](Index index) { return m_impl->volumeOfBody(index); });
}

BulletTrees::~BulletTrees() = default;

void BulletTrees::update(const BodySet& set) {
  const auto motion = [&](Index v) { return vectorOf(set.positions()[v]) - vectorOf(m_impl->before[v]); };
  const auto meanMotion = [&](Index t) {
    btVector3 sum(0, 0, 0);
    for (Index v : set.tetrahedra()[t]) sum += motion(v);
    return sum / 4;
  };
  const auto vertexVolume = [&](Index v) { return volumeOfVertex(set, v); };
  const auto tetrahedronVolume = [&](Index t) { return volumeOfTetrahedron(set, t); };
  for (Impl::Body& body : m_impl->trees) {
    if (m_impl->update == Update::Refit) {
      body.vertices.refit(vertexVolume);
      body.tetrahedra.refit(tetrahedronVolume);
    } else {
      body.vertices.follow(vertexVolume, motion, m_impl->margin);
      body.tetrahedra.follow(tetrahedronVolume, meanMotion, m_impl->margin);
    }
  }
  m_impl->bodies.refit([&](Index index) { return m_impl->volumeOfBody(index); });
  m_impl->before.assign(set.positions().begin(), set.positions().end());
}

std::size_t BulletTrees::query(const BodySet& set) {
  LeafTest test;
  test.bodies = &set;
  const auto collide = [&](Index ofVertices, Index ofTetrahedra) {
    m_impl->trees[ofVertices].vertices.collide(m_impl->trees[ofTetrahedra].tetrahedra, test);
  };
  const auto& pairs = m_impl->bodies.pairs();
  for (Index index = 0; index < m_impl->trees.size(); ++index) collide(index, index);
  for (const auto& [a, b] : pairs) {
    collide(a, b);
    collide(b, a);
  }
  return test.hits;
}

struct BulletFaceTrees::Impl {
  Real marginScale;
  std::vector<Tree> trees;  // indexed by body
  BodyTree bodies;

  btDbvtVolume volumeOf(const BodySet& set, Index face) const {
    const btScalar margin = marginScale * set.marginAt(set.bodyOfFace()[face]);
    btVector3 low(BT_LARGE_FLOAT, BT_LARGE_FLOAT, BT_LARGE_FLOAT), high = -low;
    for (const Index corner : set.faces()[face]) {
      const PackedPosition &from = set.positions_t0()[corner], &to = set.positions()[corner];
      const btVector3 start = vectorOf(from), end = vectorOf(to);
      const btScalar reach = margin + sweptReach(from, to);
      btVector3 least = start, most = start;
      least.setMin(end);
      most.setMax(end);
      low.setMin(least - btVector3(reach, reach, reach));
      high.setMax(most + btVector3(reach, reach, reach));
    }
    return btDbvtVolume::FromMM(low, high);
  }

  btDbvtVolume volumeOfBody(Index index) const { return trees[index].tree.m_root->volume; }

  std::size_t count(LeafPairs&& leaves) {
    const auto& pairs = bodies.pairs();
    for (Tree& body : trees) body.collide(body, leaves);
    for (const auto& [a, b] : pairs) trees[a].collide(trees[b], leaves);
    return leaves.count;
  }
};

BulletFaceTrees::BulletFaceTrees(const BodySet& set, Real marginScale)
    : m_impl(new Impl{marginScale, std::vector<Tree>(set.bodyCount()), {}}) {
  for (Index index = 0; index < set.bodyCount(); ++index) {
    Tree& body = m_impl->trees[index];
    body.add(set.faces(index), [&](Index f) { return m_impl->volumeOf(set, f); });
    body.tree.optimizeTopDown();
  }
  m_impl->bodies.add({0, set.bodyCount()}, [&](Index index) { return m_impl->volumeOfBody(index); });
}

BulletFaceTrees::~BulletFaceTrees() = default;

void BulletFaceTrees::update(const BodySet& set) {
  for (Tree& body : m_impl->trees) body.refit([&](Index f) { return m_impl->volumeOf(set, f); });
  m_impl->bodies.refit([&](Index index) { return m_impl->volumeOfBody(index); });
}

std::size_t BulletFaceTrees::boxPairs(const BodySet& set) {
  return m_impl->count(LeafPairs(set));
}

std::size_t BulletFaceTrees::intersectingPairs(const BodySet& set) {
  return m_impl->count(ExactPairs(set));
}

}  // namespace pliant::benchmarks
