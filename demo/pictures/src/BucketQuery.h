#pragma once

#include <pliant/detectors/buckettree/BucketOctree.h>
#include <pliant/pictures/bucketArrays.h>
#include <pliant/pictures/querySteps.h>

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "MethodSet.h"

namespace pliant::detail {

/// The query of bucket trees that is taken apart: all bodies with faces, in the paper's octrees of 8^levels buckets.
/// The descent goes round by round: in each round all pairs of nodes are replaced by pairs with children.
class BucketQuery {
 public:
  /// A pair of nodes of two octrees, or of one.
  struct Pair {
    std::size_t treeA = 0, treeB = 0;
    Index a = 0, b = 0;  ///< nodes
  };
  struct Round {
    std::vector<Pair> pairs;     ///< pairs with overlapping boxes, and nodes with themselves
    std::size_t boxTests = 0;    ///< of this round
    std::size_t bucketsMet = 0;  ///< number of these pairs that are pairs of buckets
  };
  struct Tree {
    Index body = 0;  ///< index in the set
    BucketOctree<TrianglePrimitive> octree;
  };

  explicit BucketQuery(std::span<const MethodBody> bodies);
  BucketQuery(const BucketQuery&) = delete;
  BucketQuery& operator=(const BucketQuery&) = delete;

  const Buckets& buckets(std::size_t tree) const { return trees[tree]->octree.buckets(); }
  std::size_t input(std::size_t tree) const { return method.bodyOf[trees[tree]->body]; }
  /// Calls visit(node, level) for each marked node of a tree, from the root to the buckets.
  template <typename Visit>
  void forEachMarked(std::size_t tree, Visit&& visit) const {
    Index begin = 0, count = 1;
    for (unsigned level = 0; level <= levels; ++level, begin += count, count *= 8)
      for (Index node = begin; node < begin + count; ++node)
        if (buckets(tree).inUse(node)) visit(node, level);
  }
  /// Returns a picture of no additions, with the query's bodies as glass.
  MethodPicture glass() const;

  std::size_t inputs;  ///< number of bodies of the scene
  MethodSet method;
  PositionsView positions;
  unsigned levels = 1;
  std::vector<std::unique_ptr<Tree>> trees;
  std::vector<Round> rounds;
  std::vector<Pair> leaves;  ///< pairs of buckets, of all rounds

 private:
  void descend();
  void replace(const Pair& pair, Round& next) const;
  void add(const Pair& pair, Round& next) const;
};

}  // namespace pliant::detail
