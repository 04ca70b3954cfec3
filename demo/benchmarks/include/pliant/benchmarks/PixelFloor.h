#pragma once

#include <pliant/detectors/ldi/LdiRenderer.h>

#include <cstdint>
#include <span>
#include <vector>

namespace pliant::benchmarks {

/// Of a triangle among the pixels: those in which its smallest and largest coordinates lie, clamped to the image.
struct PixelBounds {
  std::uint16_t firstColumn, firstRow, lastColumn, lastRow;
};

/// The least that any rasteriser does: the pixel of each vertex, once, and one vectorised pass over all triangles that
/// computes and stores the bounds of each. For views of up to 32,768 pixels in either direction.
class PixelFloor {
 public:
  std::span<const PixelBounds> run(const LdiSurface& surface, const LdiView& view);

 private:
  std::vector<std::uint32_t> m_pixels;  ///< by vertex of the positions: column, row
  std::vector<PixelBounds> m_bounds;
};

}  // namespace pliant::benchmarks
