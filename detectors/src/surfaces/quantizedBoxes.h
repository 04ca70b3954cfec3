#pragma once

#include <cstddef>
#include <cstdint>

#include "surfaces/ElementBoxes.h"
#include "surfaces/SurfaceBounds.h"

// Boxes in 254 steps along each axis of a region, compiled once for each instruction set and chosen at run time.

namespace pliant::detail::surface {

/// A region and its steps: a coordinate's step is floor((x − origin) · perUnit) + 1, cut to 0 where it lies below the
/// region and to 255 where it lies above. Monotone, so boxes that meet have steps that do.
struct RegionSteps {
  float origin[3], perUnit[3];

  /// False where the region (min, max) is too large to be told in steps.
  bool fit(const float region[6]);
};

/// A box in steps, a byte each, the highest first: 0, 255 − maximum z, y, x, 0, minimum z, y, x. The smallest of each
/// byte of some boxes is the box around them; a byte 255 says that it lies beside the region.
using StepBox = std::uint64_t;

/// Those of vertices [first, first + count), whose boxes lie as those of points or of SurfaceScene do.
void stepBoxes(const VertexBoxes& vertices, std::size_t first, std::size_t count, const RegionSteps& region,
               StepBox* out);

/// Lists those of elements [begin, end) that don't lie beside the region, and their boxes, by those of their corners:
/// `corners` counts vertices from `first` on, whose box is vertices[0]. Returns how many; both lists have room for all.
std::size_t cullToRegion(const ElementCorners& corners, std::size_t begin, std::size_t end, std::size_t first,
                         const StepBox* vertices, std::uint32_t* list, StepBox* boxes);

}  // namespace pliant::detail::surface
