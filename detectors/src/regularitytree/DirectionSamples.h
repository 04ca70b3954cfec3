#pragma once

#include <cstdint>
#include <vector>

#include "regularitytree/ContourTest.h"
#include "regularitytree/PatchKernels.h"

namespace pliant::detail {

/// The sampled directions of a RegularityTree (Volino 1994, 2.3.4), in opposite pairs: bit i of a mask is axis i, bit
/// 32 + i the opposite direction. Coordinates are integers, so that signs of products can be decided exactly.
class DirectionSamples {
 public:
  /// `directions`: even, 2 to 64. 12: the directions to the corners of an icosahedron, as in the paper's figure 5.
  explicit DirectionSamples(unsigned directions);

  const MaskAxes& axes() const { return m_axes; }
  unsigned axisCount() const { return m_axes.count; }
  ViewDirection direction(unsigned bit) const;
  /// Returns the bit of the direction in `mask` that has the largest product with the sum of all of them; `mask` must
  /// not be 0.
  unsigned middle(std::uint64_t mask) const;

 private:
  MaskAxes m_axes;
  std::vector<ViewDirection> m_directions;  // per axis
};

}  // namespace pliant::detail
