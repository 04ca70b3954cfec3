#pragma once

#include <pliant/detectors/ldi/LayeredDepthImage.h>

#include <algorithm>

namespace pliant::benchmarks {

/// Returns the depth complexity as in the papers: the most layers of a pixel within the volume of interest.
/// Entries before and behind the volume are not counted: they are clamped to its ends here and clipped in the papers.
inline double depthComplexity(const LayeredDepthImage& image) {
  std::ptrdiff_t most = 0;
  for (std::size_t p = 0; p < image.view.pixels(); ++p) {
    const auto entries = image.pixel(p);
    most = std::max(most, std::count_if(entries.begin(), entries.end(),
                                        [](const LdiEntry& entry) { return 0 < entry.depth && entry.depth < 1; }));
  }
  return static_cast<double>(most);
}

}  // namespace pliant::benchmarks
