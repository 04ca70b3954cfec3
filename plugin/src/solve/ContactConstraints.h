#pragma once

#include <cmath>
#include <type_traits>
#include <vector>

#include "core/RangedList.h"
#include "core/StepConstraints.h"
#include "core/forChunks.h"
#include "solve/CentreConstraint.h"
#include "solve/ContactColours.h"
#include "solve/PackedNodes.h"
#include "solve/RigidConstraint.h"

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
/// elements by d. A contact moves such a vertex no farther than PackedNodes::allowMotion allows.
class ContactConstraints {
 public:
  /// Clears all constraints.
  void begin();
  /// Starts a new range. The next passes solve the constraints that are added from here on.
  void beginRange();

  /// Adds contacts, on all threads, and adds their missing vertices to `nodes`. `numbers`: their indices in `contacts`,
  /// at which `report` adds their impulses. Sorts contacts of soft bodies by colours if they are many (see
  /// ContactColours). Call it once for a range, before the functions below.
  void add(const SolveContext& context, std::span<const SurfaceContact> contacts, std::span<const Index> numbers,
           PackedNodes& nodes);
  /// Adds one contact, without colours. `impulse`: index at which `report` adds its impulse.
  void add(const SolveContext& context, const SurfaceContact& contact, Index impulse, PackedNodes& nodes);
  /// Adds the separation constraint at index `place`: points first, then wholes.
  void add(const SolveContext& context, const SeparationConstraints& pushes, std::size_t place, PackedNodes& nodes);

  /// Runs `count` passes over the current range, over each colour on all threads. `nodes` must be those given to `add`.
  void sweep(PackedNodes& nodes, int count = 1, Workers* workers = nullptr);

  /// Makes the next passes over the current range restore missing distance, too. Returns true if there is any.
  bool recover(const PackedNodes& nodes, Workers* workers = nullptr);

  /// Calls visit(PushedContact) for the contacts of the current range that have an impulse.
  template <typename Visit>
  void forEachPushed(Visit&& visit) const {
    forEachContact(*this, [&](const auto& c) {
      if (c.pushed > 0) visit(pushedOf(c));
    });
    for (const RigidConstraint& rigid : m_rigid.range())
      if (rigid.hasPushed()) visit(rigid.pushed());
  }
  /// The same on all threads: the calls of visit must not share data that one of them writes.
  template <typename Visit>
  void forEachPushedAtOnce(Workers* workers, Visit&& visit) const {
    const auto visitAll = [&](const auto& contacts, std::span<const Index> places) {
      forChunks(workers, contacts.size(), kContactsPerChunk, [&](std::size_t i) {
        const auto& c = contacts[places.empty() ? i : places[i]];
        if (c.pushed > 0) visit(pushedOf(c));
      });
    };
    visitAll(m_contacts.range(), m_coloured ? m_colours.places() : std::span<const Index>());
    visitAll(m_onFace.range(), {});
    visitAll(m_onVertex.range(), {});
    visitAll(m_onEdge.range(), {});
    for (const RigidConstraint& rigid : m_rigid.range())
      if (rigid.hasPushed()) visit(rigid.pushed());
  }

  void report(std::span<ContactImpulse> impulses, Workers* workers = nullptr) const;

 private:
  /// Contacts that are one chunk of work for a thread, apart from the passes.
  static constexpr std::size_t kContactsPerChunk = 512;

  struct Nothing {};
  template <std::size_t N>
  struct Constraint {
    Lane normal;
    /// Part of Σ w x from vertices that are not listed below. A large scene has 100,000 constraints that list all.
    [[no_unique_address]] std::conditional_t<(N < 4), Lane, Nothing> fixed;
    Lane slip_t0;                                   ///< Σ w x at t0
    Lane slid{Real(0), Real(0), Real(0), Real(0)};  ///< friction impulse so far
    std::array<Real, N> weight, move;               ///< w and w·im
    std::array<Index, N> particle;                  ///< indices in the packed nodes
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
  static PushedContact pushedOf(const Constraint<N>& c) {
    return {c.impulse, std::sqrt(dot(c.slid, c.slid)), c.friction * c.pushed};
  }

  struct Lever;
  enum class Plan : std::uint8_t {
    Drop,         ///< moves nothing
    Solve,        ///< between soft bodies
    AllowMotion,  ///< the same, with a short lever
    AddNodes,     ///< between soft bodies; the nodes do not have all vertices yet
    WithRigid,    ///< with a rigid mesh
  };
  struct Planned {
    std::array<Index, 4> particle;
    Index number;  ///< index of the contact
    Plan plan;
  };

  static Planned plan(const SolveContext& context, const SurfaceContact& contact, Index number,
                      const PackedNodes& nodes);
  template <std::size_t N>
  static bool prepare(const SolveContext& context, const std::array<Index, N>& vertices,
                      const std::array<Real, N>& weights, const Vector3& normal, const PackedNodes& nodes,
                      Constraint<N>& constraint);
  template <std::size_t N>
  static bool prepare(const SolveContext& context, const SurfaceContact& contact, Index impulse,
                      const PackedNodes& nodes, Constraint<N>& constraint);
  template <std::size_t N>
  void addContact(const SolveContext& context, const SurfaceContact& contact, Index impulse, PackedNodes& nodes,
                  RangedList<Constraint<N>>& constraints);
  template <std::size_t N>
  static Lane separation(const Constraint<N>& constraint, const Lane* x);
  template <std::size_t N>
  static void solve(Constraint<N>& constraint, PackedNodes& nodes);
  void sweepOnce(PackedNodes& nodes, Workers* workers);
  void sweepContacts(PackedNodes& nodes, Workers* workers);
  template <typename Visit>
  void forEachList(Visit&& visit);
  /// Calls visit for the contacts of the current range that need no dynamic rigid body, in the order in which they were
  /// added: neighbours are near each other in memory.
  template <typename Self, typename Visit>
  static void forEachContact(Self& self, Visit&& visit) {
    const auto contacts = self.m_contacts.range();
    for (std::size_t i = 0; i < contacts.size(); ++i) visit(contacts[self.m_coloured ? self.m_colours.places()[i] : i]);
    forEachWithRigidMesh(self, visit);
  }
  /// Edge contacts come last: fine meshes have many of them, and only in this order do they keep what the contacts
  /// before them have settled.
  template <typename Self, typename Visit>
  static void forEachWithRigidMesh(Self& self, Visit&& visit) {
    for (auto& contact : self.m_onFace.range()) visit(contact);
    for (auto& contact : self.m_onVertex.range()) visit(contact);
    for (auto& contact : self.m_onEdge.range()) visit(contact);
  }

  std::vector<Planned> m_planned;  ///< contacts of soft bodies that are being added
  RangedList<Constraint<4>> m_contacts;
  ContactColours m_colours;  ///< valid for the current range if m_coloured
  bool m_coloured = false;
  // Contacts with rigid meshes that the solve cannot move: a pass neither reads nor writes the mesh's vertices.
  RangedList<Constraint<1>> m_onFace;
  RangedList<Constraint<3>> m_onVertex;
  RangedList<Constraint<2>> m_onEdge;
  RangedList<RigidConstraint> m_rigid;  ///< contacts with dynamic rigid bodies
  RangedList<RigidMotion*> m_standing;  ///< dynamic rigid bodies of these that stand on supports
  RangedList<Constraint<5>> m_pushes;
  RangedList<CentreConstraint> m_centres;
  std::vector<CentreConstraint::Member> m_members;  ///< members of the wholes
};

}  // namespace pliant::detail
