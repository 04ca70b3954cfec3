#pragma once

#include <pliant/pictures/Renderer.h>

namespace pictures {

inline constexpr pliant::RenderSettings kSmall{160, 120, 2};

/// Part of a picture [pixels], without the column `right` and the row `bottom`.
struct Area {
  int left, top, right, bottom;
};

inline Area allOf(const pliant::Image& image) {
  return {0, 0, image.width(), image.height()};
}

/// Returns the number of pixels of the area whose colour matches.
template <typename Matches>
int count(const pliant::Image& image, const Area& area, Matches matches) {
  int n = 0;
  for (int y = area.top; y < area.bottom; ++y)
    for (int x = area.left; x < area.right; ++x) n += matches(image.at(x, y)) ? 1 : 0;
  return n;
}

template <typename Matches>
int count(const pliant::Image& image, Matches matches) {
  return count(image, allOf(image), matches);
}

/// Returns the number of pixels of the area for which two pictures have different colours.
inline int differences(const pliant::Image& a, const pliant::Image& b, const Area& area) {
  int n = 0;
  for (int y = area.top; y < area.bottom; ++y)
    for (int x = area.left; x < area.right; ++x) n += a.at(x, y) != b.at(x, y) ? 1 : 0;
  return n;
}

inline bool isRed(const pliant::Rgb& c) {
  return c[0] > 2 * c[1] && c[0] > 2 * c[2];
}

}  // namespace pictures
