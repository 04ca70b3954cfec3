#pragma once

#include <pliant/pictures/Image.h>
#include <pliant/scenes/Scene.h>
#include <pliant/scenes/SoftMesh.h>

#include <array>
#include <cstddef>
#include <string>
#include <vector>

namespace pliant {

/// Linear colour, 0 to 1.
using Colour = std::array<float, 3>;

/// Returns the colour at this share of the way from `a` to `b`.
inline Colour mix(const Colour& a, const Colour& b, float share) {
  return {a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1]), a[2] + share * (b[2] - a[2])};
}

/// Colour of marked faces.
inline constexpr Colour kMarkColour{0.85f, 0.03f, 0.02f};

/// Encodes a linear colour as sRGB.
Rgb toRgb(const Colour& colour);

/// A surface that is drawn from both sides. The backs of its faces are paler, see kBackWhite.
struct DrawnSurface {
  SoftMesh mesh;  ///< positions and faces in world space
  Colour colour{0.5f, 0.5f, 0.5f};
  std::vector<std::uint8_t> marked;  ///< one per face, or empty: 1: drawn in kMarkColour, never as glass
  bool smooth = true;                ///< smooth shading if faces meet at less than 45 degrees
  float opacity = 1;                 ///< below 1: glass, which casts no shadow and hides other glass behind it
  std::vector<Colour> colours{};     ///< one per face, or empty: all have `colour`
  bool aid = false;                  ///< true for explanatory geometry that is not a body; its edges are never drawn
  bool closed = false;               ///< true if closed, with faces oriented outwards
  bool rods = false;                 ///< true if the mesh consists of rods, see kRodCorners
};

/// Share of white in the colour of a face's back, so that the sides of a sheet differ. Not for aids, marked faces and
/// faces with colours of their own.
inline constexpr float kBackWhite = 0.3f;
inline bool hasPaleBacks(const DrawnSurface& surface) {
  return !surface.aid && surface.colours.empty();
}

/// A rod is an open prism with three sides. Its corners alternate between its two ends.
inline constexpr std::size_t kRodCorners = 6, kRodFaces = 6;

/// A ball that marks a point.
struct DrawnPoint {
  btVector3 at{0, 0, 0};
  double radius = 0.01;
  Colour colour{0.9f, 0.1f, 0.1f};
  bool inFront = true;  ///< never hidden; false: opaque surfaces and nearer points hide it
};

/// Content of a picture, in world units.
struct Drawing {
  std::vector<DrawnSurface> surfaces;
  std::vector<DrawnPoint> points;  ///< drawn as small balls
  bool ground = false;             ///< the infinite plane y = 0
  Camera camera;
  double scale = 1;  ///< factor of the camera's lengths and of the ground's pattern
  /// Meaning of the particles' colours, for a legend; empty if their colours tell their body.
  std::string particles;
};

struct RenderSettings {
  int width = 960, height = 720;
  int samples = 3;  ///< per side of a pixel
};

/// Draws with a z-buffer on the CPU, with one light that casts shadows and a bright sky. The picture is the same on
/// every machine.
Image render(const Drawing& drawing, const RenderSettings& settings = {});

}  // namespace pliant
