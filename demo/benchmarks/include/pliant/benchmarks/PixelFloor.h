#pragma once

#include <pliant/detectors/BodySet.h>
#include <pliant/detectors/ldi/LayeredDepthImage.h>

#include <cstdint>
#include <span>
#include <vector>

namespace pliant::benchmarks {

/// The least that any rasteriser does: one vectorised pass over all triangles that computes and stores the bounds of
/// each among the pixels.
class PixelFloor {
 public:
  /// Pixel in which the smallest (largest) coordinates lie, clamped to the image; four a face: first and last column,
  /// first and last row.
  std::span<const std::int32_t> run(std::span<const PackedPosition> positions, std::span<const Triangle> faces,
                                    const LdiView& view);

 private:
  std::vector<std::int32_t> m_bounds;
};

}  // namespace pliant::benchmarks
