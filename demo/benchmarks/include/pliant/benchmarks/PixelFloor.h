#pragma once

#include <pliant/detectors/ldi/LdiRenderer.h>

#include <cstdint>
#include <span>
#include <vector>

namespace pliant::benchmarks {

/// The pixels that contain the smallest and the largest coordinates of a triangle, clamped to the image.
struct PixelBounds {
  std::uint16_t firstColumn, firstRow, lastColumn, lastRow;
};

/// Lower bound of the time of any rasteriser: the pixel of each vertex is computed once, and one vectorised pass over
/// all triangles stores their bounds. A view has at most 32,768 pixels per side.
class PixelFloor {
 public:
  std::span<const PixelBounds> run(const LdiSurface& surface, const LdiView& view);

 private:
  std::vector<std::uint32_t> m_pixels;  ///< column | row << 16, one per vertex of the positions
  std::vector<PixelBounds> m_bounds;
};

}  // namespace pliant::benchmarks
