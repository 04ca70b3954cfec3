#pragma once

#include <pliant/pictures/Renderer.h>
#include <pliant/scenes/Simulation.h>

#include <string>
#include <vector>

namespace pliant {

/// A camera that holds the bodies of a scene.
struct Framing {
  Camera camera;
  /// Names of the soft bodies of which nothing is in the picture. Bodies of vertices alone are left out.
  std::vector<std::string> outside;
};

/// Returns the scene's camera, moved back from its target until a picture of this shape holds all soft bodies and all
/// rigid bodies that move, at most to kMostBack times its distance. Bodies that are farther away do not move it.
Framing frameBodies(const Simulation& simulation, const RenderSettings& picture = {});
inline constexpr double kMostBack = 2;

}  // namespace pliant
