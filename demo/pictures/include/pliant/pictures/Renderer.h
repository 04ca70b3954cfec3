#pragma once

#include <pliant/pictures/Image.h>
#include <pliant/scenes/Scene.h>
#include <pliant/scenes/SoftMesh.h>

#include <array>
#include <cstddef>
#include <vector>

namespace pliant {

/// Linear colour, 0 to 1.
using Colour = std::array<float, 3>;

/// Of marked faces.
inline constexpr Colour kMarkColour{0.85f, 0.03f, 0.02f};

/// As pixels have it.
Rgb toRgb(const Colour& colour);

/// A surface to draw, both sides.
struct DrawnSurface {
  SoftMesh mesh;  ///< positions and faces, in the world
  Colour colour{0.5f, 0.5f, 0.5f};
  std::vector<std::uint8_t> marked;  ///< by face, or empty: in the mark's colour, never of glass
  bool smooth = true;                ///< faces that meet at less than 45 degrees look curved
  float opacity = 1;                 ///< below 1 as glass: it casts no shadow, and no other glass is seen through it
  std::vector<Colour> colours{};     ///< by face, or empty: all have `colour`
  bool aid = false;                  ///< no body's, but there to explain: its edges are never drawn
  bool closed = false;               ///< and its faces look outwards
  bool rods = false;                 ///< the mesh is prisms as below, one after the other
};

/// Corners of a rod, of three sides without ends: every second one is at the same end.
inline constexpr std::size_t kRodCorners = 6, kRodFaces = 6;

/// A ball that marks a place.
struct DrawnPoint {
  btVector3 at{0, 0, 0};
  double radius = 0.01;
  Colour colour{0.9f, 0.1f, 0.1f};
  bool inFront = true;  ///< of everything; else surfaces that are not of glass, and nearer points, hide it
};

/// What a picture is made of, in world units.
struct Drawing {
  std::vector<DrawnSurface> surfaces;
  std::vector<DrawnPoint> points;  ///< as small balls
  bool ground = false;             ///< the plane y = 0, without end
  Camera camera;
  double scale = 1;  ///< of the camera's lengths and the ground's pattern
};

struct RenderSettings {
  int width = 960, height = 720;
  int samples = 3;  ///< along each side of a pixel
};

/// Draws with a z-buffer, one light that casts shadows and a bright sky. No graphics hardware, the same picture
/// everywhere.
Image render(const Drawing& drawing, const RenderSettings& settings = {});

}  // namespace pliant
