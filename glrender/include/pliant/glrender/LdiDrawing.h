#pragma once

#include <pliant/detectors/Scalar.h>

#include <cstddef>
#include <cstdint>

namespace pliant {

struct LdiDrawingSettings {
  /// Most pixels along a side of the framebuffer; larger images are drawn in blocks. 1 to 4096.
  Index frame = 2048;
  /// Most places where rays meet the surface that AbufferLdi holds on the card at once; what has more is drawn in
  /// parts, and what is asked of it the CPU answers. At least 1; no more than OpenGL's buffers hold.
  std::size_t fragments = std::size_t{1} << 24;
};

/// What drawing an image by OpenGL took.
struct LdiDrawingStatistics {
  std::uint32_t passes = 0;     ///< times that faces were drawn
  std::uint32_t readBacks = 0;  ///< of an image or a part of one
  double readBackMs = 0;        ///< and what was waited for drawing, also where only a list's length was read
  std::size_t drawnByCpu = 0;   ///< fragments of faces that reach far beyond the image

  LdiDrawingStatistics& operator+=(const LdiDrawingStatistics& other) {
    passes += other.passes;
    readBacks += other.readBacks;
    readBackMs += other.readBackMs;
    drawnByCpu += other.drawnByCpu;
    return *this;
  }
};

}  // namespace pliant
