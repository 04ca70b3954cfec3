#pragma once

#include <pliant/detectors/ldi/LdiOverlap.h>

#include <Eigen/Core>
#include <vector>

#include "ldi/OverlapWalk.h"

namespace pliant::detail {

/// Sorts the spans of an overlap by cells of space and sums the gradient of the volume at each vertex, per cell.
///
/// The two ends of a span lie on one line, and its gradient acts along this line. So any group of spans conserves
/// linear and angular momentum. A span counts if one patch of surface has passed another. It gives no separation
/// direction in these cases:
/// - an end has no face;
/// - both ends belong to the same one of two bodies;
/// - within one body, both ends face the same direction, or one is nearly parallel to the line.
class LdiRegionFinder {
 public:
  /// `cell`: width of a cell [length], > 0; it is at least 2^-20 of the longest side of the volume. For one surface
  /// with itself, `verticesB` is 0.
  void begin(double cell, Index verticesA, Index verticesB);
  /// Adds a span of the overlap of one surface or two.
  void add(const LdiOverlapSpan& span, const LdiView& view, const LdiSurface* const* surfaces);
  void finish(Index idA, Index idB, LdiRegions& regions);

  /// Returns the bytes held at present.
  std::size_t memory() const;

 private:
  struct Span {
    std::uint64_t cell;
    Index order;
    std::uint8_t axis;
    bool lowIsA;  ///< the low end belongs to A, which moves along the normal
    double area, volume;
    std::array<double, 3> middle;
    std::array<Triangle, 2> corners;  ///< at the low and the high end, as the bodies' own indices
    std::array<std::array<double, 3>, 2> weights;
    std::array<std::uint8_t, 2> owner;
    Eigen::Vector3d facing;  ///< within a body: outward normal of the low end's face
  };

  void countFrom(const LdiView& view);
  void sum(std::size_t begin, std::size_t end, LdiRegions& regions);

  double m_cell = 1, m_volume = 0, m_enclosed = 0;
  bool m_self = false, m_counting = false;
  std::array<double, 3> m_firstCell{};  ///< cells are numbered relative to this cell
  std::vector<Span> m_spans;
  std::array<std::vector<Index>, 2> m_place;  ///< one per vertex: index in m_sums while a region is summed
  struct Sum {
    std::uint8_t owner;
    Index vertex;
    Eigen::Vector3d gradient;
  };
  std::vector<Sum> m_sums;
  std::array<Index, 2> m_ids{};
};

}  // namespace pliant::detail
