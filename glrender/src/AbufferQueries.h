#pragma once

#include <pliant/detectors/BodySet.h>
#include <pliant/detectors/ldi/LdiBackend.h>

#include <span>
#include <vector>

#include "Abuffer.h"
#include "RowAdding.h"

namespace pliant::detail {

/// Evaluates queries on images on the card by shaders. Holds OpenGL objects of one context.
class AbufferQueries {
 public:
  AbufferQueries();
  std::size_t bytes() const;

  /// Start the computation of a volume; summary() reads the result.
  void askIntersection(const CardImage& a, const LdiView& viewOfA, const CardImage& b, const LdiView& viewOfB);
  void askSelfIntersection(const CardImage& image, const LdiView& view);
  /// Returns the summary of the volume whose computation was started last.
  OverlapSummary summary(const LdiView& view) const;

  /// Starts the test of points; inside() reads the result. Two tests may be pending: `query` is 0 or 1.
  void askInside(std::size_t query, const CardImage& image, const LdiView& view,
                 std::span<const PackedPosition> points);
  /// Replaces `inside` by the indices of the points inside, ascending.
  void inside(std::size_t query, std::size_t points, std::vector<Index>& inside);

 private:
  GlProgram m_intersection, m_multiple, m_pointsInside;
  RowAdding m_rows;
  CardBuffer m_points[2], m_inside[2];
  std::vector<std::uint32_t> m_bits;
};

}  // namespace pliant::detail
