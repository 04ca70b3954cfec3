#pragma once

#include <pliant/scenes/Scene.h>

#include <vector>

namespace pliant {

/// Scenes that show what a step costs: many faces, or nothing that meets. They are not in scenes(), since most of them
/// take minutes. `pliant bench steps` measures them.
const std::vector<SceneEntry>& largeScenes();

}  // namespace pliant
