#include <pliant/detectors/ldi/LayeredDepthImage.h>

#include <algorithm>

namespace pliant {

std::uint32_t LayeredDepthImage::layers() const {
  std::uint32_t most = 0;
  for (std::size_t p = 1; p < offsets.size(); ++p) most = std::max(most, offsets[p] - offsets[p - 1]);
  return most;
}

std::size_t LayeredDepthImage::memory() const {
  return offsets.size() * sizeof offsets[0] + entries.size() * sizeof entries[0];
}

}  // namespace pliant
