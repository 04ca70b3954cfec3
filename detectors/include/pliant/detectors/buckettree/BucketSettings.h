#pragma once

#include <pliant/detectors/Types.h>

#include <cstdint>

namespace pliant {

/// How primitives are kept in buckets (Ganovelli, Dingliana, O'Sullivan 2000). All of it changes time only, never which
/// primitives are told to be near each other.
struct BucketSettings {
  enum class Algorithm : std::uint8_t {
    Direct,  ///< Algorithm 1: each primitive's bucket by equation 1
    Sorted,  ///< Algorithm 2: three arrays kept in order, and pointers to the first primitive of each bucket
    Auto,    ///< Algorithm 2 as long as it moves so few primitives in its arrays that it is the cheaper one
  };
  enum class Storage : std::uint8_t {
    Sparse,  ///< nodes that hold something, in Morton order
    Full,    ///< the paper's: all 8^l buckets and what is above them, told to be in use by temporal marks
  };
  /// Which of two overlapping nodes gives way to its children, where both have some.
  enum class Order : std::uint8_t {
    SmallerFirst,  ///< the paper's: that of smaller volume
    LargerFirst,
  };

  Algorithm algorithm = Algorithm::Auto;
  Storage storage = Storage::Sparse;
  Order order = Order::SmallerFirst;
  /// Of the octree; 8^levels buckets. 0: from the number of primitives. At most kMostBucketLevels, with Storage::Full
  /// kMostFullLevels.
  unsigned levels = 0;
  /// Sparse storage does not divide nodes of so few primitives; 0: all buckets are on the last level, as the paper's.
  Index few = 8;
  /// A bucket of more primitives is divided further, by a box of its own; 0: none is.
  Index crowded = 32;
};

inline constexpr unsigned kMostBucketLevels = 10, kMostFullLevels = 7;

}  // namespace pliant
