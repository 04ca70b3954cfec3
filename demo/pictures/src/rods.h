#pragma once

#include <pliant/detectors/BodySet.h>
#include <pliant/pictures/Renderer.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

namespace pliant::detail {

using Corner = std::array<double, 3>;

inline Corner cornerOf(const PackedPosition& p) {
  return {double{p.x}, double{p.y}, double{p.z}};
}
inline Corner cornerOf(const std::array<Real, 3>& p) {
  return {double{p[0]}, double{p[1]}, double{p[2]}};
}
inline Corner cornerOf(const btVector3& p) {
  return {double{p.x()}, double{p.y()}, double{p.z()}};
}

inline double diagonalOf(const Box& box) {
  const auto along = [&](std::size_t k) { return double{box.max[k]} - double{box.min[k]}; };
  return std::hypot(along(0), along(1), along(2));
}

/// Returns an empty surface for flat faces with individual colours.
DrawnSurface manyColoured();

/// Appends a rod, an open prism of six faces. Does nothing if its length is 0 or not finite.
void appendRod(DrawnSurface& surface, const Corner& from, const Corner& to, double thickness, const Colour& colour);

/// Appends a rod for each edge of a box.
void appendBoxRods(DrawnSurface& surface, const Corner& min, const Corner& max, double thickness, const Colour& colour);

/// Adds the rods to the surfaces of a picture, unless there are none.
void addRods(DrawnSurface rods, std::vector<DrawnSurface>& surfaces);

}  // namespace pliant::detail
