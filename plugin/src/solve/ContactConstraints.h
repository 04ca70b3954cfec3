#pragma once

#include <cmath>
#include <vector>

#include "rigid/RigidConstraint.h"
#include "solve/GroupConstraint.h"
#include "solve/PackedNodes.h"
#include "solve/StepConstraints.h"

namespace pliant::detail {

/// Position constraints of contacts and separations, solved by Gauss-Seidel passes.
///
/// A contact requires n·Σ w x ≥ target. A pass corrects each violated contact in turn by x += w·im·λ·n (im: inverse
/// mass), which conserves linear momentum for any masses. Friction then takes back sliding along the contact, up to the
/// Coulomb limit of the contact's normal impulse so far.
///
/// Passes before `recover` keep the distance at t0; velocities are computed from them. Passes after `recover` also
/// restore part of the missing distance, which does not become velocity.
///
/// Short lever: if only vertices of small weight can move, a vertex of weight w must move by d / w to separate both
/// elements by d. A contact moves such a vertex no farther than its reach (PackedNodes::extendReach).
class ContactConstraints {
 public:
  /// Clears all constraints.
  void begin();
  /// Starts a new range. The next passes solve the constraints that are added from here on.
  void beginRange();

  /// Adds the contact, and adds its missing vertices to `nodes`. `impulse`: index at which `report` adds the contact's
  /// impulse.
  void add(const SolveContext& context, const SurfaceContact& contact, Index impulse, PackedNodes& nodes);
  /// Adds the separation constraint at index `place`: points first, then groups.
  void add(const SolveContext& context, const SeparationConstraints& pushes, std::size_t place, PackedNodes& nodes);

  /// Runs `count` passes over the current range. `nodes` must be those given to `add`.
  void sweep(PackedNodes& nodes, int count = 1);

  /// Makes the next passes over the current range restore missing distance, too. Returns true if there is any.
  bool recover(const PackedNodes& nodes);

  /// Calls visit(PushedContact) for the contacts of the current range that have an impulse.
  template <typename Visit>
  void forEachPushed(Visit&& visit) const {
    const auto visitFrom = [&](const auto& constraints, std::size_t first) {
      for (std::size_t i = first; i < constraints.size(); ++i) {
        const auto& c = constraints[i];
        if (c.pushed > 0) visit(PushedContact{c.impulse, std::sqrt(dot(c.slid, c.slid)), c.friction * c.pushed});
      }
    };
    visitFrom(m_contacts, m_firstContact);
    visitFrom(m_onFace, m_firstOnFace);
    visitFrom(m_onVertex, m_firstOnVertex);
    visitFrom(m_onEdge, m_firstOnEdge);
    for (std::size_t i = m_firstRigid; i < m_rigid.size(); ++i)
      if (m_rigid[i].hasPushed()) visit(m_rigid[i].pushed());
  }

  void report(std::span<ContactImpulse> impulses) const;

 private:
  template <std::size_t N>
  struct Constraint {
    Lane normal;
    Lane fixed{Real(0), Real(0), Real(0), Real(0)};  ///< part of Σ w x from vertices that are not listed below
    Lane slip_t0;                                    ///< Σ w x at t0
    Lane slid{Real(0), Real(0), Real(0), Real(0)};   ///< friction impulse so far
    std::array<Real, N> weight, move;                ///< w and w·im
    std::array<Index, N> particle;                   ///< indices in the packed nodes
    std::array<Index, N> vertex;                     ///< vertex indices in the set
    Real target = 0;
    Real recovered = 0;  ///< distance that `recover` adds to the target
    Real inverse = 0;    ///< 1 / Σ w²·im; smaller if the lever is short
    Real friction = 0;
    Real pushed = 0;      ///< Σ λ so far
    Real pushedKeep = 0;  ///< Σ λ before `recover`
    bool shortLever = false;
    Index impulse = kNoIndex;
  };

  template <std::size_t N>
  bool prepare(const SolveContext& context, const std::array<Index, N>& vertices, const std::array<Real, N>& weights,
               const Vector3& normal, PackedNodes& nodes, Constraint<N>& constraint);
  template <std::size_t N>
  void addContact(const SolveContext& context, const SurfaceContact& contact, Index impulse, PackedNodes& nodes,
                  std::vector<Constraint<N>>& constraints);
  template <std::size_t N>
  static Lane separation(const Constraint<N>& constraint, const Lane* x);
  template <std::size_t N>
  static void solve(Constraint<N>& constraint, PackedNodes& nodes);
  template <typename Visit>
  void forEachOfRange(Visit&& visit);

  std::size_t m_firstContact = 0, m_firstOnFace = 0, m_firstOnVertex = 0, m_firstOnEdge = 0;
  std::size_t m_firstRigid = 0, m_firstStanding = 0, m_firstPush = 0, m_firstGroup = 0;
  std::vector<Constraint<4>> m_contacts;
  // Contacts with rigid meshes that the solve cannot move: a pass neither reads nor writes the mesh's vertices.
  std::vector<Constraint<1>> m_onFace;
  std::vector<Constraint<3>> m_onVertex;
  std::vector<Constraint<2>> m_onEdge;
  std::vector<RigidConstraint> m_rigid;  ///< contacts with dynamic rigid bodies
  std::vector<RigidMotion*> m_standing;  ///< dynamic rigid bodies of these that stand on supports
  std::vector<Constraint<5>> m_pushes;
  std::vector<GroupConstraint> m_groups;
  std::vector<GroupConstraint::Member> m_members;  ///< members of the groups
};

}  // namespace pliant::detail
