#pragma once

#include <pliant/scenes/Scene.h>
#include <pliant/scenes/SoftMesh.h>

#include <string>
#include <vector>

namespace pliant {

/// A body that a scene is given, in units of its own. Without faces it has those of its tetrahedra's boundary.
struct GivenMesh {
  std::string name;
  SoftMesh mesh;  ///< positions, and faces or tetrahedra; links are made
};

/// A scene of such bodies, each with a longest side of 1: they fall onto each other, the last from the top, and the
/// first, which a single one is joined by a second of, onto the ground. Tetrahedra are solids and closed surfaces hold
/// a gas, and both are drawn back to their shape; open ones are cloth. Throws Error for a body that has neither faces
/// nor tetrahedra, or no size.
SceneEntry meshScene(const std::string& name, std::vector<GivenMesh> bodies);

}  // namespace pliant
