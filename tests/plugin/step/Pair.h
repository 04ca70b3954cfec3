#pragma once

#include "../Worlds.h"

/// Two cubes. The upper one moves into the lower one.
struct Pair {
  WeightlessStage stage;
  btSoftBody *lower, *upper;

  Pair() {
    lower = stage.addCube(vector(0, 0, 0), 1, 2);
    upper = stage.addCube(vector(0.1, 1.3, 0.05), 1, 2);
    upper->setVelocity(vector(0, -3, 0));
  }
  pliant::SoftCollision& collision() { return stage.collision(); }
  /// Steps until the cubes would intersect deeply. Returns the largest number of contacts of a step.
  int run(int steps = 20) {
    return stage.mostIn(steps, [&] { return collision().getNumContacts(); });
  }
};
