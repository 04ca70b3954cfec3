#pragma once

#include <pliant/detectors/BucketTree.h>
#include <pliant/detectors/buckettree/BucketOctree.h>
#include <pliant/pictures/bucketArrays.h>
#include <pliant/pictures/querySteps.h>

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "MethodSet.h"

namespace pliant::detail {

/// The query of bucket trees that is taken apart: an octree for each body with faces, built like the detector's.
/// The descent goes round by round: in each round all pairs of nodes are replaced by pairs with children. The counts
/// are those of the detector, which goes depth first.
class BucketQuery {
 public:
  /// A pair of nodes of two octrees, or of one.
  struct Pair {
    std::size_t treeA = 0, treeB = 0;
    Index a = 0, b = 0;  ///< nodes
  };
  struct Round {
    std::vector<Pair> pairs;     ///< pairs with overlapping boxes, and nodes with themselves; BucketTree counts them
    std::size_t boxTests = 0;    ///< of this round
    std::size_t bucketsMet = 0;  ///< number of these pairs that are pairs of buckets
  };
  /// A triangle with the box that the detector computes: rounded outward to float.
  struct Face : TrianglePrimitive {
    Box extent() const;
    std::array<Real, 3> place() const;
  };
  struct Tree {
    Index body = 0;  ///< index in the set
    BucketOctree<Face> octree;
  };

  BucketQuery(std::span<const MethodBody> bodies, const StepwiseQuery& asked);
  BucketQuery(const BucketQuery&) = delete;
  BucketQuery& operator=(const BucketQuery&) = delete;

  const Buckets& buckets(std::size_t tree) const { return trees[tree]->octree.buckets(); }
  std::size_t input(std::size_t tree) const { return method.bodyOf[trees[tree]->body]; }
  /// Calls visit(node, level) for each node of a tree that holds primitives, parents first.
  template <typename Visit>
  void forEachNode(std::size_t tree, Visit&& visit, Index node = 0, unsigned level = 0) const {
    if (!buckets(tree).inUse(node)) return;
    visit(node, level);
    const Buckets::Node& parent = buckets(tree).node(node);
    if (parent.leaf) return;
    for (Index child = parent.first; child < parent.first + parent.count; ++child)
      forEachNode(tree, visit, child, level + 1);
  }
  unsigned levels(std::size_t tree) const { return buckets(tree).report().levels; }
  /// Returns a picture of no additions, with the query's bodies as glass.
  MethodPicture glass() const;

  std::size_t inputs;  ///< number of bodies of the scene
  MethodSet method;
  PositionsView positions;
  BucketSettings settings;
  Query query;      ///< for pairs of faces
  Results results;  ///< of the detector
  /// Flags of the faces of each body of the set: 1 if the detector has tested the face against another one.
  std::vector<std::vector<std::uint8_t>> reached;
  std::vector<std::unique_ptr<Tree>> trees;
  std::vector<Round> rounds;
  std::vector<Pair> leaves;  ///< pairs of buckets, of all rounds
  std::size_t boxTests = 0;  ///< of all rounds

 private:
  void descend();
  void replace(const Pair& pair, Round& next) const;
  void add(const Pair& pair, Round& next) const;
};

}  // namespace pliant::detail
