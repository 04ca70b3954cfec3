#pragma once

#include <pliant/detectors/Scalar.h>

#include <cstddef>
#include <cstdint>

namespace pliant {

/// Settings of the OpenGL renderers.
struct LdiDrawingSettings {
  /// Maximum width and height of the framebuffer [pixels]; larger images are drawn in blocks.
  /// Range 1 to 4096; clamped. Default: 2048.
  Index frame = 2048;
  /// Maximum number of fragments that AbufferLdi or DrawnLdi stores on the graphics card at once.
  /// An image with more fragments is drawn in parts; the CPU evaluates the queries of AbufferLdi on it.
  /// At least 1; limited to the size of OpenGL's storage buffers. Default: 2^24.
  std::size_t fragments = std::size_t{1} << 24;
};

/// Cost of drawing one or more images by OpenGL.
struct LdiDrawingStatistics {
  std::uint32_t passes = 0;     ///< number of times that the faces were drawn
  std::uint32_t readBacks = 0;  ///< number of times that an image or a part of it was read back
  /// OrderedLdi, UnorderedLdi: the same for one image; of several images, the largest number.
  std::uint32_t mostPasses = 0, mostReadBacks = 0;
  /// Time of reading back [ms]. It includes waiting for the drawing to end, and reads of a list's length.
  double readBackMs = 0;
  /// Number of fragments that the CPU rasterised, of faces that reach far beyond the image.
  std::size_t drawnByCpu = 0;

  /// Adds the statistics of another image.
  LdiDrawingStatistics& operator+=(const LdiDrawingStatistics& other) {
    passes += other.passes;
    readBacks += other.readBacks;
    mostPasses = mostPasses > other.mostPasses ? mostPasses : other.mostPasses;
    mostReadBacks = mostReadBacks > other.mostReadBacks ? mostReadBacks : other.mostReadBacks;
    readBackMs += other.readBackMs;
    drawnByCpu += other.drawnByCpu;
    return *this;
  }
};

}  // namespace pliant
