#pragma once

#include <BulletDynamics/Featherstone/btMultiBodyLinkCollider.h>
#include <BulletSoftBody/btSoftBody.h>

#include <array>
#include <vector>

#include "solve/PackedNodes.h"

namespace pliant::detail {

/// Bullet's contacts of deformable bodies with rigid bodies, as one-sided planes: contacts of soft bodies must not
/// press a node into a rigid body. Each plane lies where Bullet has found it at t0, and moves with its rigid body. What
/// is deeper stays there; Bullet pushes it out.
///
/// - A dynamic rigid body gets the opposite impulse, and moves by it (RigidMotion).
/// - A multibody gets the opposite normal impulse as velocity, by the Jacobians of Bullet's contact. It moves by it
///   in the next step.
class RigidPlanes {
 public:
  void begin();
  /// Adds the planes of a body whose nodes are in `nodes`.
  void add(const SolveContext& context, Index body, const PackedNodes& nodes);
  /// Runs one pass over the planes of the bodies for which isPressed(body index) is true.
  template <typename IsPressed>
  void sweep(PackedNodes& nodes, const IsPressed& isPressed) {
    for (Plane& plane : m_planes)
      if (isPressed(plane.body)) solve(plane, nodes.x());
  }
  /// Adds the impulses to the velocities of multibodies. `perSecond`: 1 / time step [1/s].
  void give(btScalar perSecond);

 private:
  using Vector = Eigen::Vector3d;
  struct Part {
    Index particle;
    double weight, move;  ///< w, and w·inverse mass
  };
  struct Plane {
    Index body;
    RigidMotion* motion = nullptr;                      ///< of a dynamic rigid body
    Index link = kNoIndex;                              ///< of a multibody: index in m_multibodies
    const btMultiBodyJacobianData* jacobian = nullptr;  ///< of the link's point along the normal
    std::array<Part, 3> parts{};
    std::size_t count = 0;
    Vector normal, start;                                   ///< start: Σ w x at t0
    Vector arm = Vector::Zero(), carried = Vector::Zero();  ///< carried: motion of the rigid body's point in the step
    double room = 0;                                        ///< distance by which the point may come nearer, ≥ 0
    double inverse = 0, inverseAcross = 0, friction = 0;
    double pushed = 0;             ///< normal impulse so far
    Vector slid = Vector::Zero();  ///< friction impulse so far
  };

  /// A multibody, and its motion by the impulses, in generalised coordinates.
  struct Multibody {
    btMultiBody* body;
    std::vector<btScalar> moved;
  };

  Index find(btMultiBody& body);
  double along(const Plane& plane) const;
  bool setRigid(const SolveContext& context, const btSoftBody::DeformableRigidContact& contact, btScalar timeStep,
                Plane& plane, double& response, double& responseAcross);
  void add(const SolveContext& context, Index body, const PackedNodes& nodes,
           const btSoftBody::DeformableRigidContact& contact, const btSoftBody::Node* const* corners,
           const btScalar* weights, std::size_t count);
  void solve(Plane& plane, Lane* x);
  void pushRigid(const Plane& plane, const Vector& impulse);

  std::vector<Plane> m_planes;
  std::vector<Multibody> m_multibodies;  ///< only the first m_count are in use
  std::size_t m_count = 0;
};

}  // namespace pliant::detail
