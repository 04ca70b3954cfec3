#pragma once

#include <BulletSoftBody/btDeformableLagrangianForce.h>
#include <pliant/detectors/SurfaceContacts.h>

#include <array>
#include <vector>

#include "core/StepConstraints.h"

namespace pliant::detail {

/// Contacts within Bullet's implicit elastic solve: stiff springs that only push, with friction.
///
/// After an implicit solve a contact must not move nodes much: with a large time step a body that is stiff would get
/// more elastic energy by that than it had in motion. Here the elastic solve itself knows the contacts, and spreads
/// their impulses over the bodies.
class ImplicitContacts : public btDeformableLagrangianForce {
 public:
  void clear() { m_contacts.clear(); }
  bool empty() const { return m_contacts.empty(); }
  /// Adds a contact; returns false if nothing in it moves. `nodes`: null for a vertex of a rigid mesh, which stands at
  /// its place in `ends`. m_x of the nodes must be the positions at t0. `timeStep` [s].
  bool add(const SurfaceContact& contact, const std::array<btSoftBody::Node*, 4>& nodes,
           const std::array<btVector3, 4>& ends, const std::array<bool, 4>& moves, btScalar friction,
           btScalar timeStep);
  /// Adds the contacts of a body with rigid bodies that nothing moves: those in its lists from `nodes` and `faces` on.
  void addFloors(const btSoftBody& body, int nodes, int faces, btScalar timeStep);
  /// Returns the impulses of the contacts for the present velocities, sorted.
  std::vector<GivenImpulse> impulses(btScalar timeStep) const;

  void addScaledForces(btScalar scale, TVStack& force) override;
  void addScaledElasticForceDifferential(btScalar scale, const TVStack& dx, TVStack& df) override;
  double totalElasticEnergy(btScalar timeStep) override;
  void addScaledDampingForceDifferential(btScalar, const TVStack&, TVStack&) override {}
  void buildDampingForceDifferentialDiagonal(btScalar, TVStack&) override {}
  void addScaledExplicitForce(btScalar, TVStack&) override {}
  void addScaledDampingForce(btScalar, TVStack&) override {}
  double totalDampingEnergy(btScalar) override { return 0; }
  /// Returns a type that none of Bullet's forces has.
  btDeformableLagrangianForceType getForceType() override { return static_cast<btDeformableLagrangianForceType>(7); }

 private:
  struct Contact {
    ContactKey key;
    std::array<btSoftBody::Node*, 4> nodes;  ///< null: does not move
    std::array<btScalar, 4> weights;
    btVector3 normal, start, fixed;  ///< start: Σ w x at t0; fixed: part of Σ w x that does not move
    btScalar target, stiffness, friction;
    btScalar across = 0;  ///< stiffness of friction
    bool active = false;
  };
  /// Returns Σ w x of the predicted positions.
  static btVector3 separation(const Contact& contact);
  void addFloor(const btSoftBody::DeformableRigidContact& rigid, btSoftBody::Node* const* nodes,
                const btScalar* weights, std::size_t count, btScalar timeStep);
  static btVector3 slip(const Contact& contact, const btVector3& separation);
  static void spread(const Contact& contact, const btVector3& force, TVStack& forces);

  std::vector<Contact> m_contacts;
};

}  // namespace pliant::detail
