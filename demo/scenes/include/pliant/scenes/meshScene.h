#pragma once

#include <pliant/scenes/Scene.h>
#include <pliant/scenes/SoftMesh.h>

#include <string>
#include <vector>

namespace pliant {

/// An input body of a scene, in any unit. If it has no faces, the boundary of its tetrahedra is used.
struct GivenMesh {
  std::string name;
  SoftMesh mesh;  ///< positions, and faces or tetrahedra; links are computed
};

/// Returns a scene of these bodies, each scaled to a longest side of 1. They fall onto each other, the first onto the
/// ground and the last from the top. A single body is used twice. Tetrahedra are solids, closed surfaces hold a gas,
/// and both return to their shape. Open surfaces are cloth. Throws Error if a body has neither faces nor tetrahedra, or
/// no size.
SceneEntry meshScene(const std::string& name, std::vector<GivenMesh> bodies);

}  // namespace pliant
