#include "BucketQuery.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace pliant::detail {
namespace {

constexpr std::size_t kFacesPerBucket = 32;
constexpr unsigned kMostLevels = 3;

double volumeOf(const Box& box) {
  double volume = 1;
  for (std::size_t k = 0; k < 3; ++k) volume *= double{box.max[k]} - double{box.min[k]};
  return volume;
}

}  // namespace

BucketQuery::BucketQuery(std::span<const MethodBody> bodies) : inputs(bodies.size()), method(bodies) {
  const auto all = method.set.positions();
  constexpr std::ptrdiff_t kStride = sizeof(PackedPosition) / sizeof(Real);
  if (!all.empty()) positions = {&all.front().x, static_cast<Index>(all.size()), kStride};
  std::size_t most = 0;
  for (Index body = 0; body < method.size(); ++body) most = std::max<std::size_t>(most, method.set.faces(body).size());
  levels = std::clamp(static_cast<unsigned>(std::bit_width(most / kFacesPerBucket)) / 3, 1u, kMostLevels);
  for (Index body = 0; body < method.size(); ++body) {
    const BodySet::Range faces = method.set.faces(body);
    if (faces.size() == 0) continue;
    auto tree = std::make_unique<Tree>(Tree{body, {}});
    tree->octree.setSettings({.algorithm = BucketSettings::Algorithm::Sorted,
                              .storage = BucketSettings::Storage::Full,
                              .levels = levels,
                              .few = 0,
                              .crowded = 0});
    for (Index f = faces.begin; f < faces.end; ++f) tree->octree.insert({&positions, method.set.faces()[f]});
    tree->octree.update();
    trees.push_back(std::move(tree));
  }
  descend();
}

MethodPicture BucketQuery::glass() const {
  MethodPicture picture(inputs);
  for (std::size_t tree = 0; tree < trees.size(); ++tree) picture.glass[input(tree)] = 1;
  return picture;
}

void BucketQuery::descend() {
  Round round;
  for (std::size_t a = 0; a < trees.size(); ++a) {
    if (method.set.selfAt(trees[a]->body)) add({a, a, 0, 0}, round);
    for (std::size_t b = a + 1; b < trees.size(); ++b) add({a, b, 0, 0}, round);
  }
  while (!round.pairs.empty() || round.boxTests > 0) {
    Round next;
    for (const Pair& pair : round.pairs) {
      const Buckets::Node &a = buckets(pair.treeA).node(pair.a), &b = buckets(pair.treeB).node(pair.b);
      if (!a.leaf || !b.leaf) {
        replace(pair, next);
        continue;
      }
      const bool itself = pair.treeA == pair.treeB && pair.a == pair.b;
      if (itself && a.count < 2) continue;
      ++round.bucketsMet;
      leaves.push_back(pair);
    }
    rounds.push_back(std::exchange(round, std::move(next)));
  }
}

/// Tests the boxes of a pair of nodes, and adds it to the round if they overlap.
void BucketQuery::add(const Pair& pair, Round& next) const {
  if (!buckets(pair.treeA).inUse(pair.a) || !buckets(pair.treeB).inUse(pair.b)) return;
  if (pair.treeA == pair.treeB && pair.a == pair.b) {
    next.pairs.push_back(pair);
    return;
  }
  ++next.boxTests;
  if (overlap(buckets(pair.treeA).node(pair.a).box, buckets(pair.treeB).node(pair.b).box)) next.pairs.push_back(pair);
}

/// Replaces the node of smaller volume by its children; a node and itself by all pairs of its children.
void BucketQuery::replace(const Pair& pair, Round& next) const {
  const Buckets::Node &a = buckets(pair.treeA).node(pair.a), &b = buckets(pair.treeB).node(pair.b);
  if (pair.treeA == pair.treeB && pair.a == pair.b) {
    for (Index i = a.first; i < a.first + a.count; ++i)
      for (Index j = i; j < a.first + a.count; ++j) add({pair.treeA, pair.treeA, i, j}, next);
    return;
  }
  const bool intoA = b.leaf || (!a.leaf && volumeOf(a.box) < volumeOf(b.box));
  const Buckets::Node& parent = intoA ? a : b;
  for (Index child = parent.first; child < parent.first + parent.count; ++child)
    add({pair.treeA, pair.treeB, intoA ? child : pair.a, intoA ? pair.b : child}, next);
}

}  // namespace pliant::detail
