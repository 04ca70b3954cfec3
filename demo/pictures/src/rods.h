#pragma once

#include <pliant/detectors/BodySet.h>
#include <pliant/pictures/Renderer.h>

#include <array>

namespace pliant::detail {

/// A surface of flat faces, each with a colour of its own.
DrawnSurface manyColoured();

/// Appends a thin prism of six faces without ends; nothing where it has no length, or where one is not finite.
void appendRod(DrawnSurface& surface, const std::array<double, 3>& from, const std::array<double, 3>& to,
               double thickness, const Colour& colour);

/// A rod for each edge of a box.
void appendBoxRods(DrawnSurface& surface, const std::array<double, 3>& min, const std::array<double, 3>& max,
                   double thickness, const Colour& colour);

}  // namespace pliant::detail
