#pragma once

#include <cstdint>
#include <vector>

#include "regularitytree/ContourTest.h"
#include "regularitytree/PartKernels.h"

namespace pliant::detail {

/// The sampled directions of a RegularityTree (Volino 1994, 2.3.4), in opposite pairs: bit i of a mask is axis i, bit
/// 32 + i its opposite. Coordinates are whole numbers, so signs along them can be had exactly.
class PLIANT_DETECTORS_EXPORT DirectionSamples {
 public:
  /// `directions`: even, 2 to 64. 12: towards the corners of an icosahedron, the paper's figure 5.
  explicit DirectionSamples(unsigned directions);

  const MaskAxes& axes() const { return m_axes; }
  unsigned axisCount() const { return m_axes.count; }
  ViewDirection sight(unsigned bit) const;
  /// The direction in the middle of those in a mask, as its bit; the mask is not 0.
  unsigned middle(std::uint64_t mask) const;

 private:
  MaskAxes m_axes;
  std::vector<ViewDirection> m_sights;  // of axes
};

}  // namespace pliant::detail
