#include <pliant/detectors/ldi/LayeredDepthImage.h>

#include <algorithm>

#include "core/memoryOf.h"

namespace pliant {

bool isDrawable(const LdiView& view) {
  constexpr double least = 1e-290, most = 1e290;  // keep scales, and their products with lengths, finite
  for (std::size_t i = 0; i < 3; ++i) {
    const double side = view.max[i] - view.min[i];
    if (!(least <= side && side <= most)) return false;
  }
  const auto fits = [](Index pixels, double size) {
    return 1 <= pixels && pixels <= kMostLdiResolution && 0 < size && size <= most && size * pixels >= least;
  };
  return view.axis < 3 && fits(view.width, view.pixel[0]) && fits(view.height, view.pixel[1]);
}

std::uint32_t LayeredDepthImage::layers() const {
  std::uint32_t most = 0;
  for (std::size_t p = 1; p < offsets.size(); ++p) most = std::max(most, offsets[p] - offsets[p - 1]);
  return most;
}

std::size_t LayeredDepthImage::unbalancedPixels() const {
  std::size_t count = 0;
  for (std::size_t p = firstPixel; p < endPixel(); ++p) {
    std::int64_t balance = 0;
    for (const LdiEntry& entry : pixel(p)) balance += entry.entering() ? 1 : -1;
    count += balance != 0 ? 1 : 0;
  }
  return count;
}

std::size_t LayeredDepthImage::memory() const {
  return offsets.size() * sizeof offsets[0] + entries.size() * sizeof entries[0];
}

std::size_t LayeredDepthImage::allocatedMemory() const {
  return detail::memoryOf(offsets, entries);
}

}  // namespace pliant
