#pragma once

#include <pliant/detectors/ldi/LdiAnswering.h>

#include <Eigen/Core>
#include <vector>

#include "ldi/OverlapWalk.h"
#include "ldi/VolumeSums.h"

namespace pliant::detail {

/// Sums up what each vertex does to a volume along one axis, band after band or all at once.
class AxisGradientSum {
 public:
  /// For two surfaces with so many vertices; for one with itself: with none in the second.
  AxisGradientSum(LdiAxisGradient& gradient, Index verticesA, Index verticesB);
  void add(const DrawnSurface& a, const DrawnSurface& b);
  void add(const DrawnSurface& a);
  /// After the last.
  void finish(const LdiView& view);

 private:
  void add(const LdiOverlapSpan& span, const LdiView& view, const LdiSurface* const* surfaces);

  LdiAxisGradient& m_gradient;
  VolumeSums m_sums;
};

/// What three axes see, put together.
class LdiGradients {
 public:
  LdiAxisGradients axes;

  /// Of bodies with these ids, a's before b's, seen in such views.
  void finish(Index idA, Index idB, const std::array<LdiView, 3>& views, LdiOverlap& overlap) const;

  /// Bytes held at present.
  std::size_t memory() const;
};

}  // namespace pliant::detail
