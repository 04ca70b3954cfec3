#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>

namespace pliant::detail {

/// Adds a polygon as a fan from its first corner: (0, k−1, k).
template <typename Corners, typename Triangles>
void addFan(const Corners& corners, Triangles& triangles) {
  // A polygon may hold most of the file: the vector then gets no more capacity than it needs.
  const std::size_t needed = triangles.size() + corners.size();
  if (needed > triangles.capacity()) triangles.reserve(std::max(needed, 2 * triangles.size()));
  for (std::size_t k = 2; k < corners.size(); ++k) triangles.push_back({corners[0], corners[k - 1], corners[k]});
}

/// Adds the triangles of a strip: each three consecutive corners, every second triangle reversed, so that all have the
/// same orientation. Strips repeat corners to continue elsewhere: triangles with a repeated corner are dropped.
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
