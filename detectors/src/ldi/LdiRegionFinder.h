#pragma once

#include <pliant/detectors/ldi/LdiOverlap.h>

#include <Eigen/Core>
#include <vector>

#include "ldi/OverlapWalk.h"

namespace pliant::detail {

/// Sorts the spans of an overlap by cells of space and sums what each vertex does to the volume there.
///
/// A span has its two ends on one line and pushes them along it, so any group of spans keeps linear and angular
/// momentum. It counts where one patch of surface has passed another: where both ends belong to one body, or, within a
/// body, look the same way, it tells no way out.
class LdiRegionFinder {
 public:
  /// `cell`: width of a cell, world units, > 0; at least a 2^20th of the volume is taken. For one surface with itself:
  /// no vertices of the second.
  void begin(double cell, Index verticesA, Index verticesB);
  void add(const DrawnSurface& a, const DrawnSurface& b);
  void add(const DrawnSurface& a);
  /// A span of the surfaces' overlap, of one or two.
  void add(const LdiOverlapSpan& span, const LdiView& view, const LdiSurface* const* surfaces);
  void finish(Index idA, Index idB, LdiRegions& regions);

  /// Bytes held at present.
  std::size_t memory() const;

 private:
  struct Span {
    std::uint64_t cell;
    Index order;
    std::uint8_t axis;
    bool lowIsA;  ///< the low end belongs to what has to go along the normal
    double area, volume;
    std::array<double, 3> middle;
    std::array<Triangle, 2> corners;  ///< of the low and the high end, the bodies' own indices
    std::array<std::array<double, 3>, 2> weights;
    std::array<std::uint8_t, 2> owner;
    Eigen::Vector3d facing;  ///< within a body: outward normal of the low end's face
  };

  void countFrom(const LdiView& view);
  void sum(std::size_t begin, std::size_t end, LdiRegions& regions);

  double m_cell = 1, m_volume = 0, m_enclosed = 0;
  bool m_self = false, m_counting = false;
  std::array<double, 3> m_firstCell{};  ///< number along each axis of the one that others are counted from
  std::vector<Span> m_spans;
  std::array<std::vector<Index>, 2> m_place;  ///< by vertex: in the gradients of the region that is being summed
  struct Sum {
    std::uint8_t owner;
    Index vertex;
    Eigen::Vector3d gradient;
  };
  std::vector<Sum> m_sums;
  std::array<Index, 2> m_ids{};
};

}  // namespace pliant::detail
