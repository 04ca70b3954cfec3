#pragma once

#include <pliant/detectors/ldi/LdiBackend.h>

#include <Eigen/Core>
#include <vector>

#include "ldi/OverlapWalk.h"
#include "ldi/VolumeSums.h"

namespace pliant::detail {

/// Sums the gradient of a volume along one axis, for whole images or band after band.
class AxisGradientSum {
 public:
  /// For one surface with itself, `verticesB` is 0.
  AxisGradientSum(LdiAxisGradient& gradient, Index verticesA, Index verticesB);
  void add(const DrawnSurface& a, const DrawnSurface& b);
  void add(const DrawnSurface& a);
  /// Call after the last add().
  void finish(const LdiView& view);

 private:
  void add(const LdiOverlapSpan& span, const LdiView& view, const LdiSurface* const* surfaces);

  LdiAxisGradient& m_gradient;
  VolumeSums m_sums;
};

/// Combines the gradients of the three axes.
class LdiGradients {
 public:
  LdiAxisGradients axes;

  /// Writes the overlap of bodies with these ids, those of A before those of B. `views` are the views of the axes.
  void finish(Index idA, Index idB, const std::array<LdiView, 3>& views, LdiOverlap& overlap) const;

  /// Returns the bytes held at present.
  std::size_t memory() const;
};

}  // namespace pliant::detail
