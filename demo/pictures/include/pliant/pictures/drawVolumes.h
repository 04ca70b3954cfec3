#pragma once

#include <pliant/detectors/BodyView.h>
#include <pliant/detectors/ldi/LayeredDepthImage.h>
#include <pliant/detectors/ldi/LdiQueries.h>
#include <pliant/pictures/Renderer.h>

#include <span>

namespace pliant {

/// Colours of intersection volumes and of self-intersection volumes (Heidelberger 2003, 2004).
inline constexpr Colour kIntersectionRed{0.85f, 0.03f, 0.02f}, kSelfIntersectionGreen{0.05f, 0.62f, 0.10f};
/// Opacity of a body whose inside is visible.
inline constexpr float kBodyGlass = 0.14f;

/// Returns the colour of a body index. Colours differ in hue and lightness. None is red, the colour of errors.
Colour bodyColour(std::size_t body);

/// Draws a body's triangles.
DrawnSurface drawBody(const BodyView& body, const Colour& colour, float opacity = 1);
/// Draws each span as a rod over its pixel.
DrawnSurface drawVolume(const LdiVolume& volume, const Colour& colour);
/// Draws the edges of a box as rods of this thickness.
DrawnSurface drawBox(const std::array<double, 3>& min, const std::array<double, 3>& max, const Colour& colour,
                     double thickness);
/// Draws small octahedra. Unlike DrawnPoint, they hide each other and can be hidden.
DrawnSurface drawParticles(std::span<const std::array<double, 3>> at, double radius, const Colour& colour);

/// View direction [degrees]: azimuth 0 is from +z, 90 from +x; elevation 90 is from +y.
struct Angle {
  double azimuth = 30, elevation = 20, fieldOfView = 24;
};
/// Moves and scales the drawing so that this box is centred at the origin with longest side 1, and places the camera so
/// that the box fills the picture.
void showBox(Drawing& drawing, const std::array<double, 3>& min, const std::array<double, 3>& max, const Angle& angle,
             const RenderSettings& settings);

/// Draws the layers of an image side by side, the nearest first. Near is bright; entries are bluish, exits yellowish,
/// pixels without a point white. `scale`: width and height of an image pixel [pixels]; `columns`: largest number per
/// row.
Image drawLayers(const LayeredDepthImage& image, int scale, int columns);

}  // namespace pliant
