#include <pliant/benchmarks/BulletFaceTrees.h>
#include <pliant/detectors/Candidates.h>
#include <pliant/detectors/predicates.h>

#include <algorithm>
#include <vector>

#include "BulletTree.h"

namespace pliant::benchmarks {
namespace {

struct FaceTree {
  btDbvt tree;
  std::vector<btDbvtNode*> leaves;
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

struct BulletFaceTrees::Impl {
  Real marginScale;
  std::vector<FaceTree> trees;  // indexed by body
  FaceTree bodies;
  BodyPairs pairs;

  btDbvtVolume volumeOf(const BodySet& set, Index face) const {
    const btScalar margin = marginScale * set.marginAt(set.slotOfFace()[face]);
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

  void collide(LeafPairs& leaves) {
    pairs.pairs.clear();
    bodies.tree.collideTT(bodies.tree.m_root, bodies.tree.m_root, pairs);
    for (FaceTree& body : trees) body.tree.collideTT(body.tree.m_root, body.tree.m_root, leaves);
    for (const auto& [a, b] : pairs.pairs) {
      if (a != b) trees[a].tree.collideTT(trees[a].tree.m_root, trees[b].tree.m_root, leaves);
    }
  }
};

BulletFaceTrees::BulletFaceTrees(const BodySet& set, Real marginScale) : m_impl(std::make_unique<Impl>()) {
  m_impl->marginScale = marginScale;
  m_impl->trees = std::vector<FaceTree>(set.bodyCount());  // btDbvt can be neither copied nor moved
  for (Index slot = 0; slot < set.bodyCount(); ++slot) {
    FaceTree& body = m_impl->trees[slot];
    const BodySet::Range faces = set.faces(slot);
    for (Index f = faces.begin; f < faces.end; ++f) {
      body.leaves.push_back(body.tree.insert(m_impl->volumeOf(set, f), dataOf(f)));
    }
    body.tree.optimizeTopDown();
    m_impl->bodies.leaves.push_back(m_impl->bodies.tree.insert(body.tree.m_root->volume, dataOf(slot)));
  }
}

BulletFaceTrees::~BulletFaceTrees() = default;

void BulletFaceTrees::update(const BodySet& set) {
  for (FaceTree& body : m_impl->trees) {
    for (btDbvtNode* leaf : body.leaves) leaf->volume = m_impl->volumeOf(set, indexOf(leaf));
    refit(body.tree.m_root);
  }
  for (btDbvtNode* leaf : m_impl->bodies.leaves) leaf->volume = m_impl->trees[indexOf(leaf)].tree.m_root->volume;
  refit(m_impl->bodies.tree.m_root);
}

std::size_t BulletFaceTrees::boxPairs(const BodySet& set) {
  LeafPairs leaves(set);
  m_impl->collide(leaves);
  return leaves.count;
}

std::size_t BulletFaceTrees::intersectingPairs(const BodySet& set) {
  ExactPairs leaves(set);
  m_impl->collide(leaves);
  return leaves.count;
}

}  // namespace pliant::benchmarks
