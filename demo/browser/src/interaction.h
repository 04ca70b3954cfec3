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

/// Drags a vertex of a soft body together with vertices around it, a point on a rigid body, or the scene's tool.
class Picker {
 public:
  /// Takes the first body that a view ray meets; on a soft body, the free corner of the face that is nearest to the
  /// meeting point. If that fails, takes the free vertex nearest to the ray and the eye. Never takes static bodies, or
  /// driven vertices but those of the tool.
  void take(const Simulation& simulation, const Ray& ray);
  void letGo() { m_holds = Holds::Nothing; }
  /// Sets velocities towards the point on a ray at the distance from the eye at which the body was taken; for the tip
  /// of a tool, towards the first soft body that the ray meets. Call before a step.
  void pull(Simulation& simulation, const Ray& to);
  /// Returns the held position; empty if nothing is held.
  std::optional<btVector3> held(const Simulation& simulation) const;

 private:
  enum class Holds { Nothing, Vertex, Rigid, Tool };
  void takeNear(const Simulation& simulation, const Ray& ray);
  void takeTool(const Simulation& simulation, std::size_t body, const btVector3& from, const btVector3& along);
  void takeVertex(const Simulation& simulation, std::size_t body, int vertex, btScalar distance);
  void pullRigid(const btVector3& velocity) const;

  Holds m_holds = Holds::Nothing;
  btScalar m_distance = 0;  // from the eye [length]
  std::size_t m_body = 0;
  int m_vertex = 0;
  std::vector<int> m_around;  // vertices around m_vertex, including it
  btRigidBody* m_rigid = nullptr;
  btVector3 m_place{0, 0, 0};  // held point in the frame of m_rigid
};

/// Cuts bodies between two view rays from one eye, at any distance: surfaces along the cut, bodies of tetrahedra
/// between these. Returns the reason why a body that the cut meets was not cut; empty if all were.
std::string cutAlong(Simulation& simulation, const Ray& from, const Ray& to);

/// Throws a ball towards the point on a ray at `distance` from the eye. Its speed is proportional to the distance.
/// World units.
void throwBall(Simulation& simulation, const Ray& ray, double distance);

}  // namespace pliant::detail
