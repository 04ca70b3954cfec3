#pragma once

#include <pliant/detectors/Types.h>

#include <cstdint>

namespace pliant {

/// Settings of an octree of buckets (Ganovelli, Dingliana, O'Sullivan 2000).
/// They change the time only, never the pairs found.
struct BucketSettings {
  /// Algorithm that sorts primitives into buckets.
  enum class Algorithm : std::uint8_t {
    Direct,  ///< Algorithm 1: computes each primitive's bucket by equation 1
    Sorted,  ///< Algorithm 2: three sorted arrays, and pointers to the first primitive of each bucket
  };
  /// Storage of the nodes.
  enum class Storage : std::uint8_t {
    Sparse,  ///< non-empty nodes only, in Morton order
    Full,    ///< all 8^l buckets and their ancestors, as in the paper; time stamps mark the nodes in use
  };
  /// Node that is replaced by its children first, if two overlapping nodes both have children.
  enum class Order : std::uint8_t {
    SmallerFirst,  ///< node of smaller volume, as in the paper
    LargerFirst,   ///< node of larger volume
  };

  Algorithm algorithm = Algorithm::Direct;
  Storage storage = Storage::Sparse;
  Order order = Order::SmallerFirst;
  /// Number of levels of the octree, with 8^levels buckets.
  /// 0: from the number of primitives.
  /// At most kMostBucketLevels; with Storage::Full at most kMostFullLevels.
  unsigned levels = 0;
  /// Storage::Sparse: nodes with at most so many primitives are not divided.
  /// 0: all buckets are on the last level, as in the paper.
  Index few = 8;
  /// Buckets with more primitives are divided further, by the box of their primitives' places.
  /// 0: no further division.
  Index crowded = 32;
};

inline constexpr unsigned kMostBucketLevels = 10, kMostFullLevels = 7;

}  // namespace pliant
