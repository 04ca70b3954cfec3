#include "BucketQuery.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace pliant::detail {
namespace {

/// Returns true if `a` is smaller, as for BucketDescent: in volume, or in the sum of the sides if the volumes are
/// equal.
bool isSmaller(const Box& a, const Box& b) {
  double volume[2] = {1, 1}, sides[2] = {0, 0};
  for (std::size_t k = 0; k < 3; ++k) {
    const double sideA = double{a.max[k]} - double{a.min[k]}, sideB = double{b.max[k]} - double{b.min[k]};
    volume[0] *= sideA;
    volume[1] *= sideB;
    sides[0] += sideA;
    sides[1] += sideB;
  }
  return volume[0] < volume[1] || (!(volume[1] < volume[0]) && sides[0] < sides[1]);
}

}  // namespace

Box BucketQuery::Face::extent() const {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  Box box = TrianglePrimitive::extent();
  for (std::size_t k = 0; k < 3; ++k) {
    const auto low = static_cast<float>(box.min[k]), high = static_cast<float>(box.max[k]);
    box.min[k] = Real{low} > box.min[k] ? std::nextafter(low, -kInfinity) : low;
    box.max[k] = Real{high} < box.max[k] ? std::nextafter(high, kInfinity) : high;
  }
  return box;
}

std::array<Real, 3> BucketQuery::Face::place() const {
  const Box box = extent();
  std::array<Real, 3> middle;
  for (std::size_t k = 0; k < 3; ++k) middle[k] = box.min[k] / 2 + box.max[k] / 2;
  return middle;
}

BucketQuery::BucketQuery(std::span<const MethodBody> bodies, const StepwiseQuery& asked)
    : inputs(bodies.size()), method(bodies), query(asked.query) {
  BucketTree detector;
  applyMethodValues(asked.values, detector);
  settings = detector.settings();
  query.vertexTetrahedron = false;
  query.facePairs = true;
  detector.update(method.set, method.workers);
  detector.query(method.set, query, results, method.workers);
  reached = testedFaces(detector, method, query);
  const auto all = method.set.positions();
  constexpr std::ptrdiff_t kStride = sizeof(PackedPosition) / sizeof(Real);
  if (!all.empty()) positions = {&all.front().x, static_cast<Index>(all.size()), kStride};
  for (Index body = 0; body < method.size(); ++body) {
    const BodySet::Range faces = method.set.faces(body);
    if (faces.size() == 0) continue;
    auto tree = std::make_unique<Tree>(Tree{body, {}});
    tree->octree.setSettings(settings);
    for (Index f = faces.begin; f < faces.end; ++f) tree->octree.insert({{&positions, method.set.faces()[f]}});
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
    const Index body = trees[a]->body;
    if (query.self && method.set.selfAt(body)) add({a, a, 0, 0}, round);
    for (std::size_t b = a + 1; query.between && b < trees.size(); ++b)
      if (overlap(method.set.box(body), method.set.box(trees[b]->body))) add({a, b, 0, 0}, round);
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
    boxTests += round.boxTests;
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

/// Replaces one node by its children, as the setting `order` says; a node and itself by all pairs of its children.
void BucketQuery::replace(const Pair& pair, Round& next) const {
  const Buckets::Node &a = buckets(pair.treeA).node(pair.a), &b = buckets(pair.treeB).node(pair.b);
  if (pair.treeA == pair.treeB && pair.a == pair.b) {
    for (Index i = a.first; i < a.first + a.count; ++i)
      for (Index j = i; j < a.first + a.count; ++j) add({pair.treeA, pair.treeA, i, j}, next);
    return;
  }
  const bool smallerFirst = settings.order == BucketSettings::Order::SmallerFirst;
  const bool intoA = b.leaf || (!a.leaf && isSmaller(a.box, b.box) == smallerFirst);
  const Buckets::Node& parent = intoA ? a : b;
  for (Index child = parent.first; child < parent.first + parent.count; ++child)
    add({pair.treeA, pair.treeB, intoA ? child : pair.a, intoA ? pair.b : child}, next);
}

}  // namespace pliant::detail
