#pragma once

#include <LinearMath/btVector3.h>
#include <pliant/scenes/Simulation.h>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "OrbitCamera.h"

namespace pliant::detail {

/// A vertex of a scene that is led, and those of its body around it.
class Hand {
 public:
  /// Takes the vertex that a line of sight meets first, or comes near. None that nothing moves, or a driver.
  void take(const Simulation& simulation, const Ray& ray);
  void letGo() { m_holds = false; }
  /// Lets what is held go towards a place on a line of sight, as far away as it was when it was taken. Before a step.
  void pull(const Simulation& simulation, const Ray& to) const;
  /// Where it is; nothing: none is held.
  std::optional<btVector3> held(const Simulation& simulation) const;

 private:
  std::size_t m_body = 0;
  int m_vertex = 0;
  btScalar m_distance = 0;  // from the eye
  bool m_holds = false;
  std::vector<int> m_around;  // it too
};

/// Cuts what lies between two lines of sight from one eye, of bodies of faces alone, however far away.
/// What was left whole that was met, and why; empty: nothing was.
std::string cutAlong(Simulation& simulation, const Ray& from, const Ray& to);

/// A ball towards the place on a line of sight that is so far away, the faster the farther. World units.
void throwBall(Simulation& simulation, const Ray& ray, double distance);

}  // namespace pliant::detail
