#pragma once

#include "../Worlds.h"

/// Two cubes. The upper one moves into the lower one.
struct Pair {
  PliantStage stage;
  btSoftBody *lower, *upper;

  Pair() {
    stage.info().m_gravity.setZero();
    lower = stage.add(makeCube(stage.info(), btVector3(0, 0, 0), 1, 2));
    upper = stage.add(makeCube(stage.info(), btVector3(btScalar(0.1), btScalar(1.3), btScalar(0.05)), 1, 2));
    upper->setVelocity(btVector3(0, -3, 0));
  }
  pliant::SoftCollision& collision() { return stage.world.softCollision(); }
  /// Steps until the cubes would intersect deeply. Returns the largest number of contacts of a step.
  int run(int steps = 20) {
    int most = 0;
    for (int i = 0; i < steps; ++i) {
      stage.step();
      most = std::max(most, collision().getNumContacts());
    }
    return most;
  }
};
