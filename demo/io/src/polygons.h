#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>

namespace pliant::detail {

/// Adds a polygon as a fan from its first corner: (0, k−1, k).
template <typename Corners, typename Triangles>
void addFan(const Corners& corners, Triangles& triangles) {
  // A polygon may hold most of the file: then the list takes no more than it needs.
  const std::size_t needed = triangles.size() + corners.size();
  if (needed > triangles.capacity()) triangles.reserve(std::max(needed, 2 * triangles.size()));
  for (std::size_t k = 2; k < corners.size(); ++k) triangles.push_back({corners[0], corners[k - 1], corners[k]});
}

/// Adds a strip: each three corners in a row are a triangle, every second one of them turned, so that all look to the
/// same side. A strip repeats a corner to go on elsewhere: triangles with a repeated corner are left out.
template <typename Corners, typename Triangles>
void addStrip(const Corners& corners, Triangles& triangles) {
  for (std::size_t k = 2; k < corners.size(); ++k) {
    auto a = corners[k - 2], b = corners[k - 1];
    const auto c = corners[k];
    if (a == b || b == c || c == a) continue;
    if (k % 2 != 0) std::swap(a, b);
    triangles.push_back({a, b, c});
  }
}

}  // namespace pliant::detail
