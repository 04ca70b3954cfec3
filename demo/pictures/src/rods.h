#pragma once

#include <pliant/detectors/BodySet.h>
#include <pliant/pictures/Renderer.h>

#include <array>

namespace pliant::detail {

/// Returns an empty surface for flat faces with individual colours.
DrawnSurface manyColoured();

/// Appends a rod, an open prism of six faces. Does nothing if its length is 0 or not finite.
void appendRod(DrawnSurface& surface, const std::array<double, 3>& from, const std::array<double, 3>& to,
               double thickness, const Colour& colour);

/// Appends a rod for each edge of a box.
void appendBoxRods(DrawnSurface& surface, const std::array<double, 3>& min, const std::array<double, 3>& max,
                   double thickness, const Colour& colour);

}  // namespace pliant::detail
