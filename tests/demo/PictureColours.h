#pragma once

#include <pliant/pictures/Renderer.h>

namespace pictures {

inline constexpr pliant::RenderSettings kSmall{160, 120, 2};

/// Returns the number of pixels whose colour matches.
template <typename Matches>
int count(const pliant::Image& image, Matches matches) {
  int n = 0;
  for (int y = 0; y < image.height(); ++y) {
    for (int x = 0; x < image.width(); ++x) n += matches(image.at(x, y)) ? 1 : 0;
  }
  return n;
}

inline bool isRed(const pliant::Rgb& c) {
  return c[0] > 2 * c[1] && c[0] > 2 * c[2];
}

}  // namespace pictures
