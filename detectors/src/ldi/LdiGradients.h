#pragma once

#include <pliant/detectors/ldi/LdiOverlap.h>

#include <Eigen/Core>
#include <vector>

#include "ldi/OverlapWalk.h"

namespace pliant::detail {

/// Sums what each vertex does to a volume, axis by axis.
class LdiGradients {
 public:
  /// For two surfaces with so many vertices; for one with itself: with none in the second.
  void begin(Index verticesA, Index verticesB);
  /// Adds the component along the images' axis, and a third of the volume that they see.
  void add(const DrawnSurface& a, const DrawnSurface& b);
  void add(const DrawnSurface& a);
  /// Of bodies with these ids, a's before b's.
  void finish(Index idA, Index idB, LdiOverlap& overlap) const;

  /// Bytes held at present.
  std::size_t memory() const { return (m_sums[0].capacity() + m_sums[1].capacity()) * sizeof(Eigen::Vector3d); }

 private:
  void add(const OverlapSpan& span, const LdiView& view, const LdiSurface* const* surfaces);

  std::vector<Eigen::Vector3d> m_sums[2];
  double m_volume = 0;
};

}  // namespace pliant::detail
