#pragma once

#include <pliant/scenes/Scene.h>

#include <vector>

namespace pliant {

/// The papers' test beds without world and response (models::modelScenes), played in a Bullet world without gravity.
/// The bodies are scripted: they move to and fro, and contacts do not change their motion. `detect --scene` runs a
/// detector on them at one time; here they are available to all that steps a scene. The order is that of modelScenes.
const std::vector<SceneEntry>& playedScenes();

/// Number of steps from one end of the motion to the other.
inline constexpr int kPlayedSteps = 150;
/// Returns the time of the model, 0 to 1, after `step` steps.
double playedTime(int step);

}  // namespace pliant
