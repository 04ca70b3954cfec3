#pragma once

#include <cmath>
#include <vector>

#include "rigid/RigidConstraint.h"
#include "solve/ContactSource.h"
#include "solve/GroupConstraint.h"
#include "solve/PackedNodes.h"

namespace pliant::detail {

/// Position constraints of contacts and pushes.
///
/// A contact asks n·Σ w x ≥ target. A sweep visits the contacts in their order and corrects each as far as it is
/// violated, x += w·im·λ·n, which keeps linear momentum for any masses; then it takes back sliding along the contact,
/// as far as Coulomb's law allows for all that the normal part has pushed since `begin`.
///
/// Sweeps before `recover` keep the distance that there was at the start of the step, and velocities are taken from
/// them. Sweeps after it also restore a part of the missing distance; that is no velocity.
///
/// Short levers: where the vertices of small weight alone can move, one of weight w has to go by d / w to part both
/// elements by d. A contact moves such a vertex no farther than PackedNodes::reach.
class ContactConstraints {
 public:
  /// Forgets everything.
  void begin();
  /// The constraints that are added from here on are those of the next sweeps.
  void beginRange();

  /// Vertices that `nodes` lacks are added to it. `impulse` says where `report` adds the contact's impulse.
  void add(const SolveContext& context, const SurfaceContact& contact, Index impulse, PackedNodes& nodes);
  /// The push at that place, points first, then groups.
  void add(const SolveContext& context, const SeparationConstraints& pushes, std::size_t place, PackedNodes& nodes);

  /// Over the present range; `nodes` are those given to `add`.
  void sweep(PackedNodes& nodes, int count = 1);

  /// The next sweeps of the present range restore missing distance, too. Whether there is any.
  bool recover(const PackedNodes& nodes);

  /// Calls visit(PushedContact) for the contacts of the present range that have pushed.
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
    Lane fixed{Real(0), Real(0), Real(0), Real(0)};  ///< the part of Σ w x that no vertex below is in
    Lane slip_t0;                                    ///< Σ w x at the start of the step
    Lane slid{Real(0), Real(0), Real(0), Real(0)};   ///< impulse of friction so far
    std::array<Real, N> weight, move;                ///< w and w·im
    std::array<Index, N> particle;                   ///< in the packed nodes
    std::array<Index, N> vertex;                     ///< flat
    Real target = 0;
    Real recovered = 0;  ///< distance that `recover` adds to the target
    Real inverse = 0;    ///< 1 / Σ w²·im; less where the lever is short
    Real friction = 0;
    Real pushed = 0;      ///< Σ λ so far
    Real pushedKeep = 0;  ///< the same before `recover`
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
