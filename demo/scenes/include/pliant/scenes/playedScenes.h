#pragma once

#include <pliant/scenes/Scene.h>

#include <vector>

namespace pliant {

/// The papers' test beds that have neither world nor response (models::modelScenes), played in a Bullet world without
/// gravity: their bodies are led along, to and fro, and no contact keeps them from it. `detect --scene` asks of them
/// what a detector says at one time; here all that steps a scene can show them. In the order of modelScenes.
const std::vector<SceneEntry>& playedScenes();

/// Steps from the one end of what they play to the other.
inline constexpr int kPlayedSteps = 150;
/// Of the model, 0 to 1, after so many steps.
double playedTime(int step);

}  // namespace pliant
