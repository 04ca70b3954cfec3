#pragma once

#include <pliant/detectors/BodyView.h>
#include <pliant/detectors/ldi/LayeredDepthImage.h>
#include <pliant/detectors/ldi/LdiQueries.h>
#include <pliant/pictures/Renderer.h>

#include <span>

namespace pliant {

/// Of what is shared by two bodies, and of what a body shares with itself (Heidelberger 2003, 2004).
inline constexpr Colour kIntersectionRed{0.85f, 0.03f, 0.02f}, kSelfIntersectionGreen{0.05f, 0.62f, 0.10f};
/// Of a body so that what lies within can be seen.
inline constexpr float kBodyGlass = 0.14f;

/// The colour of the body with this index: told apart by hue and by lightness; no red, which is for what is wrong.
Colour bodyColour(std::size_t body);

/// A body's triangles.
DrawnSurface drawBody(const BodyView& body, const Colour& colour, float opacity = 1);
/// Each span as a rod over its pixel.
DrawnSurface drawVolume(const LdiVolume& volume, const Colour& colour);
/// The edges of a box as rods of this thickness.
DrawnSurface drawBox(const std::array<double, 3>& min, const std::array<double, 3>& max, const Colour& colour,
                     double thickness);
/// Small octahedra; unlike DrawnPoint they hide each other and are hidden.
DrawnSurface drawParticles(std::span<const std::array<double, 3>> at, double radius, const Colour& colour);

/// Degrees: azimuth 0 looks from +z, 90 from +x; elevation 90 from +y.
struct Angle {
  double azimuth = 30, elevation = 20, fieldOfView = 24;
};
/// Moves and scales all that is drawn so that this box is around the origin with its longest side 1, and the camera to
/// where it is seen as large as fits.
void showBox(Drawing& drawing, const std::array<double, 3>& min, const std::array<double, 3>& max, const Angle& angle,
             const RenderSettings& settings);

/// The layers of an image one beside the other, the nearest first: bright is near; entries are bluish, exits
/// yellowish, and what has no entry white. A pixel of the image is `scale` pixels wide and high; at most `columns` in
/// a row.
Image drawLayers(const LayeredDepthImage& image, int scale, int columns);

}  // namespace pliant
