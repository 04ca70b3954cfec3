#pragma once

#include <pliant/detectors/Types.h>
#include <pliant/pictures/Image.h>

#include <array>
#include <cstddef>
#include <span>
#include <vector>

// The arrays and pointers of Algorithm 2 (Ganovelli 2000, 3.1, figure 1), before and after a motion.
namespace pliant {

/// One array, sorted along one axis.
struct AxisArray {
  std::vector<Index> before, after;  ///< primitives in the order of the array
  /// First position of each bucket, then the number of primitives.
  std::vector<Index> startsBefore, startsAfter;
  std::size_t swaps = 0;  ///< of insertion sort: each puts a primitive one place forward
  bool fullSort = false;  ///< true if insertion sort had cost too much, so a full sort took its place
};
struct BucketArrays {
  unsigned levels = 0;
  std::array<AxisArray, 3> axes;
};

/// Sorts the places of the same primitives twice with SortedAxis. `before` and `after` have the same size.
/// `levels`: of the octree; an axis has 2^levels buckets.
BucketArrays bucketArrays(std::span<const std::array<Real, 3>> before, std::span<const std::array<Real, 3>> after,
                          unsigned levels);

/// Parts of the picture of the arrays.
enum class ArraysShown { Sorted, Pointers };
/// Draws the arrays before and after the motion, one axis below another. Each cell holds the number of a primitive, in
/// the colour of its bucket before the motion. A line leads from each place in the array to the new one; two lines
/// cross if the primitives were swapped. Pointers: each bucket's pointer too, in orange if it has moved.
/// If there are more than 24 primitives, those around the middle pointer are drawn.
Image drawArrays(const BucketArrays& arrays, ArraysShown shown = ArraysShown::Pointers);

}  // namespace pliant
