#pragma once

#include <pliant/detectors/BodySet.h>
#include <pliant/detectors/ldi/LdiAnswering.h>

#include <span>
#include <vector>

#include "Abuffer.h"
#include "RowAdding.h"

namespace pliant::detail {

/// Asks shaders what images on the card hold. Objects of one context.
class AbufferQueries {
 public:
  AbufferQueries();
  void abandon();
  std::size_t bytes() const;

  /// Begins with a query; the result is read by the same number in the order of asking.
  void askIntersection(const CardImage& a, const LdiView& viewOfA, const CardImage& b, const LdiView& viewOfB);
  void askSelfIntersection(const CardImage& image, const LdiView& view);
  /// Of the volume that was asked for last.
  LdiFigures figures(const LdiView& view) const;

  /// Two such questions may wait for their answers, 0 and 1.
  void askInside(std::size_t question, const CardImage& image, const LdiView& view,
                 std::span<const PackedPosition> points);
  void inside(std::size_t question, std::size_t points, std::vector<Index>& inside);

 private:
  GlProgram m_intersection, m_multiple, m_pointsInside;
  RowAdding m_rows;
  CardBuffer m_points[2], m_inside[2];
  std::vector<std::uint32_t> m_bits;
};

}  // namespace pliant::detail
