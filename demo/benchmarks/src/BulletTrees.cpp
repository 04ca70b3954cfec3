#include <pliant/benchmarks/BulletTrees.h>
#include <pliant/detectors/predicates.h>

#include <cmath>
#include <vector>

#include "BulletTree.h"

namespace pliant::benchmarks {
namespace {

constexpr btScalar kStepsAhead = 3;  // btSoftBody predicts this many steps ahead (velmrg)

btDbvtVolume volumeOfTetrahedron(const BodySet& bodies, Index t) {
  btVector3 corners[4];
  for (std::size_t c = 0; c < 4; ++c) corners[c] = vectorOf(bodies.positions()[bodies.tetrahedra()[t][c]]);
  return btDbvtVolume::FromPoints(corners, 4);
}

btDbvtVolume volumeOfVertex(const BodySet& bodies, Index v) {
  const btVector3 p = vectorOf(bodies.positions()[v]);
  return btDbvtVolume::FromMM(p, p);
}

/// A tree and its leaves, one per element.
struct Tree {
  btDbvt tree;
  std::vector<btDbvtNode*> leaves;

  template <typename VolumeOf, typename MotionOf>
  void follow(BulletTrees::Update update, const VolumeOf& volumeOf, const MotionOf& motionOf, btScalar margin) {
    if (update == BulletTrees::Update::Refit) {
      for (btDbvtNode* leaf : leaves) leaf->volume = volumeOf(indexOf(leaf));
      if (tree.m_root) refit(tree.m_root);
      return;
    }
    for (btDbvtNode* leaf : leaves) {
      btDbvtVolume volume = volumeOf(indexOf(leaf));
      tree.update(leaf, volume, motionOf(indexOf(leaf)) * kStepsAhead, margin);
    }
    tree.optimizeIncremental(1);
  }
};

struct BodyTrees {
  Index slot;
  Tree vertices, tetrahedra;
};

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

}  // namespace

struct BulletTrees::Impl {
  Update update;
  std::vector<std::unique_ptr<BodyTrees>> trees;
  Tree bodyTree;
  BodyPairs pairs;
  std::vector<PackedPosition> before;  // positions at the last update
  btScalar margin = 0;
};

BulletTrees::BulletTrees(const BodySet& bodies, Update update) : m_impl(std::make_unique<Impl>()) {
  m_impl->update = update;
  m_impl->before.assign(bodies.positions().begin(), bodies.positions().end());
  m_impl->margin = kDefaultMarginFraction * bodies.meanEdgeLength();
  for (Index slot = 0; slot < bodies.bodyCount(); ++slot) {
    auto body = std::make_unique<BodyTrees>();
    body->slot = slot;
    const BodySet::Range vertices = bodies.vertices(slot), tetrahedra = bodies.tetrahedra(slot);
    for (Index v = vertices.begin; v < vertices.end; ++v) {
      body->vertices.leaves.push_back(body->vertices.tree.insert(volumeOfVertex(bodies, v), dataOf(v)));
    }
    for (Index t = tetrahedra.begin; t < tetrahedra.end; ++t) {
      body->tetrahedra.leaves.push_back(body->tetrahedra.tree.insert(volumeOfTetrahedron(bodies, t), dataOf(t)));
    }
    body->vertices.tree.optimizeTopDown();
    body->tetrahedra.tree.optimizeTopDown();
    m_impl->bodyTree.leaves.push_back(m_impl->bodyTree.tree.insert(body->tetrahedra.tree.m_root->volume, dataOf(slot)));
    m_impl->trees.push_back(std::move(body));
  }
}

BulletTrees::~BulletTrees() = default;

void BulletTrees::update(const BodySet& bodies) {
  const auto motion = [&](Index v) { return vectorOf(bodies.positions()[v]) - vectorOf(m_impl->before[v]); };
  const auto meanMotion = [&](Index t) {
    btVector3 sum(0, 0, 0);
    for (Index v : bodies.tetrahedra()[t]) sum += motion(v);
    return sum / 4;
  };
  for (const auto& body : m_impl->trees) {
    body->vertices.follow(
        m_impl->update, [&](Index v) { return volumeOfVertex(bodies, v); }, motion, m_impl->margin);
    body->tetrahedra.follow(
        m_impl->update, [&](Index t) { return volumeOfTetrahedron(bodies, t); }, meanMotion, m_impl->margin);
  }
  m_impl->bodyTree.follow(
      Update::Refit, [&](Index slot) { return m_impl->trees[slot]->tetrahedra.tree.m_root->volume; }, meanMotion, 0);
  m_impl->before.assign(bodies.positions().begin(), bodies.positions().end());
}

std::size_t BulletTrees::query(const BodySet& bodies) {
  LeafTest test;
  test.bodies = &bodies;
  m_impl->pairs.pairs.clear();
  m_impl->bodyTree.tree.collideTT(m_impl->bodyTree.tree.m_root, m_impl->bodyTree.tree.m_root, m_impl->pairs);
  const auto collide = [&](Index ofVertices, Index ofTetrahedra) {
    btDbvt& tree = m_impl->trees[ofVertices]->vertices.tree;
    tree.collideTT(tree.m_root, m_impl->trees[ofTetrahedra]->tetrahedra.tree.m_root, test);
  };
  for (Index slot = 0; slot < m_impl->trees.size(); ++slot) collide(slot, slot);
  for (const auto& [a, b] : m_impl->pairs.pairs) {
    if (a == b) continue;
    collide(a, b);
    collide(b, a);
  }
  return test.hits;
}

}  // namespace pliant::benchmarks
