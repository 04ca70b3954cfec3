#pragma once

#include <cstddef>
#include <cstdint>

#include "surfaces/ElementBoxes.h"
#include "surfaces/SurfaceBounds.h"

// Boxes in 254 steps along each axis of a region; compiled once for each instruction set and chosen at run time.

namespace pliant::detail::surface {

/// A region and its steps. The step of a coordinate is floor((x − origin) · perUnit) + 1, clamped to 0 below the region
/// and to 255 above it. The mapping is monotone, so boxes that meet have steps that meet.
struct QuantizedRegion {
  float origin[3], perUnit[3];

  /// Returns false if the region (min, max) is too large to be divided into steps.
  bool fit(const float region[6]);
};

/// A box in steps, one byte each, highest byte first: 0, 255 − maximum z, y, x, 0, minimum z, y, x. The bytewise
/// minimum of some boxes is the box around them. A byte of 255 means that the box lies outside the region.
using QuantizedBox = std::uint64_t;

/// Computes the step boxes of vertices [first, first + count). Vertex boxes have the layout of points or of
/// SurfaceScene.
void quantizeBoxes(const VertexBoxes& vertices, std::size_t first, std::size_t count, const QuantizedRegion& region,
                   QuantizedBox* out);

/// Lists the elements of [begin, end) whose box is not outside the region, and their boxes. The box of vertex v of
/// `corners` is vertices[v − first]. Returns the number of elements; both lists have capacity for all.
std::size_t cullToRegion(const ElementCorners& corners, std::size_t begin, std::size_t end, std::size_t first,
                         const QuantizedBox* vertices, std::uint32_t* list, QuantizedBox* boxes);

}  // namespace pliant::detail::surface
