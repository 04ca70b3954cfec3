#pragma once

#include <vector>

#include "solve/ContactSource.h"
#include "solve/GroupConstraint.h"
#include "solve/PackedNodes.h"
#include "solve/RigidConstraint.h"

namespace pliant::detail {

/// Position constraints of contacts and pushes.
///
/// A contact asks n·Σ w x ≥ target. A sweep visits the contacts in their order and corrects each as far as it is
/// violated, x += w·im·λ·n, which keeps linear momentum for any masses; then it takes back sliding along the contact,
/// as far as Coulomb's law allows for all that the normal part has pushed since `begin`.
class ContactSweep {
 public:
  /// Forgets everything.
  void begin();
  /// What is added from here on makes up the constraints of the next sweeps.
  void beginRange();

  /// Vertices that `nodes` lacks are added to it. `impulse` says where `report` adds what it did.
  void add(const SolveContext& context, const SurfaceContact& contact, Index impulse, PackedNodes& nodes);
  /// The push of that place, points first, then groups.
  void add(const SolveContext& context, const PushOuts& pushes, std::size_t place, PackedNodes& nodes);

  /// Over the present range; `x` of the nodes given to `add`.
  void sweep(Lane* x, int count = 1);

  /// Takes distance that was restored out of the separating velocity of what pushed; momentum stays.
  void removeRecoveryVelocity(const SolveContext& context);
  void report(std::span<ContactImpulse> impulses) const;

 private:
  template <std::size_t N>
  struct Constraint {
    Lane normal;
    Lane fixed{Real(0), Real(0), Real(0), Real(0)};  ///< the part of Σ w x that no vertex below is in
    Lane slip_t0;                                    ///< Σ w x at the start of the step
    Lane slid{Real(0), Real(0), Real(0), Real(0)};   ///< impulse of friction so far
    std::array<Real, N> weight, move;                ///< w and w·im
    std::array<Index, N> particle;                   ///< in the packed nodes
    std::array<Index, N> vertex;                     ///< flat
    Real target = 0;
    Real recovered = 0;  ///< part of the target that undoes an earlier violation
    Real inverse = 0;    ///< 1 / Σ w²·im
    Real friction = 0;
    Real pushed = 0;  ///< Σ λ so far
    Real taken = 0;   ///< of the separating velocity so far
    Index impulse = kNoIndex;
  };

  template <std::size_t N>
  bool prepare(const SolveContext& context, const std::array<Index, N>& vertices, const std::array<Real, N>& weights,
               const Vector3& normal, PackedNodes& nodes, Constraint<N>& constraint);
  template <std::size_t N>
  void addOnRigid(const SolveContext& context, const SurfaceContact& contact, Index impulse, PackedNodes& nodes,
                  std::vector<Constraint<N>>& constraints);
  static void aim(const SolveContext& context, const SurfaceContact& contact, Real& target, Real& recovered);
  template <std::size_t N>
  static void solve(Constraint<N>& constraint, Lane* x);
  template <std::size_t N>
  static void removeRecoveryVelocity(const SolveContext& context, Constraint<N>& constraint);

  std::size_t m_firstContact = 0, m_firstOnFace = 0, m_firstOnVertex = 0, m_firstOnEdge = 0;
  std::size_t m_firstRigid = 0, m_firstStanding = 0, m_firstPush = 0, m_firstGroup = 0;
  std::vector<Constraint<4>> m_contacts;
  // With rigid meshes that go their way, of which nothing is to be read or written in a sweep.
  std::vector<Constraint<1>> m_onFace;
  std::vector<Constraint<3>> m_onVertex;
  std::vector<Constraint<2>> m_onEdge;
  std::vector<RigidConstraint> m_rigid;  ///< contacts with rigid bodies that give way
  std::vector<RigidMotion*> m_standing;  ///< those of them that stand on something
  std::vector<Constraint<5>> m_pushes;
  std::vector<GroupConstraint> m_groups;
  std::vector<GroupConstraint::Member> m_members;  ///< of the groups
};

}  // namespace pliant::detail
