#pragma once

#include <BulletDynamics/Dynamics/btRigidBody.h>
#include <LinearMath/btVector3.h>
#include <pliant/scenes/Simulation.h>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "OrbitCamera.h"

namespace pliant::detail {

/// What of a scene is led: a vertex of a soft body and those of it around that, or a place on a rigid body.
class Picker {
 public:
  /// Takes the body that a line of sight meets first, a soft one by the nearest vertex of the face; or else the vertex
  /// that it comes nearest to, or first. Nothing that stands still for ever, or that a driver moves.
  void take(const Simulation& simulation, const Ray& ray);
  void letGo() { m_holds = Holds::Nothing; }
  /// Lets what is held go towards a place on a line of sight, as far away as it was when it was taken. Before a step.
  void pull(const Simulation& simulation, const Ray& to) const;
  /// Where it is; nothing: none is held.
  std::optional<btVector3> held(const Simulation& simulation) const;

 private:
  enum class Holds { Nothing, Vertex, Rigid };
  void takeNear(const Simulation& simulation, const Ray& ray);
  void takeVertex(const Simulation& simulation, std::size_t body, int vertex, btScalar distance);
  void pullRigid(const btVector3& velocity) const;

  Holds m_holds = Holds::Nothing;
  btScalar m_distance = 0;  // from the eye
  std::size_t m_body = 0;
  int m_vertex = 0;
  std::vector<int> m_around;  // it too
  btRigidBody* m_rigid = nullptr;
  btVector3 m_place{0, 0, 0};  // in its frame
};

/// Cuts what lies between two lines of sight from one eye, of bodies of faces alone, however far away.
/// What was left whole that was met, and why; empty: nothing was.
std::string cutAlong(Simulation& simulation, const Ray& from, const Ray& to);

/// A ball towards the place on a line of sight that is so far away, the faster the farther. World units.
void throwBall(Simulation& simulation, const Ray& ray, double distance);

}  // namespace pliant::detail
