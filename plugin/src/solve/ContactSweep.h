#pragma once

#include <vector>

#include "solve/ContactSource.h"
#include "solve/SolveContext.h"

namespace pliant::detail {

/// Position constraints of contacts and pushes, over a compact copy of the vertices that they touch.
///
/// A contact asks n·Σ w x ≥ target. A sweep visits the contacts in their order and corrects each as far as it is
/// violated, x += w·im·λ·n, which keeps linear momentum for any masses; then it takes back sliding along the contact,
/// as far as Coulomb's law allows for all that the normal part has pushed since `begin`.
class ContactSweep {
 public:
  /// Parts of the arrays that belong to one island.
  struct Range {
    Index contacts[2] = {0, 0};
    Index pushes[2] = {0, 0};
    Index particles[2] = {0, 0};
  };

  /// Forgets everything.
  void begin(const SolveContext& context);
  /// What is added from here on belongs to a new range, until `endRange`.
  void beginRange();
  Range endRange() const;

  /// `impulse` receives Σ λ when `report` is called.
  void add(const SolveContext& context, const SurfaceContact& contact, Index impulse);
  void add(const SolveContext& context, const PushOut& push);

  void gather(const Range& range);
  void sweep(const Range& range, int count = 1);
  void scatter(const Range& range) const;

  /// Takes distance that was restored out of the separating velocity of the contacts that pushed; momentum stays.
  void removeRecoveryVelocity(const SolveContext& context) const;
  void report(std::span<Real> impulses) const;

  Range all() const;
  Index contactCount() const { return static_cast<Index>(m_contacts.size()); }
  std::span<const Index> vertices() const { return m_vertices; }

 private:
  template <std::size_t N>
  struct Constraint {
    Lane normal;
    Lane slip_t0;                                   ///< Σ w x at the start of the step
    Lane slid{Real(0), Real(0), Real(0), Real(0)};  ///< impulse of friction so far
    std::array<Real, N> weight, move;               ///< w and w·im
    std::array<Index, N> particle;
    Real target = 0;
    Real recovered = 0;  ///< part of the target that undoes an earlier violation
    Real inverse = 0;    ///< 1 / Σ w²·im
    Real friction = 0;
    Real pushed = 0;  ///< Σ λ so far
    Index impulse = kNoIndex;
  };

  Index particle(const SolveContext& context, Index vertex);
  template <std::size_t N>
  bool prepare(const SolveContext& context, const std::array<Index, N>& vertices, const std::array<Real, N>& weights,
               const Vector3& normal, Constraint<N>& constraint);
  template <std::size_t N>
  void solve(Constraint<N>& constraint);
  template <std::size_t N>
  void removeRecoveryVelocity(const SolveContext& context, const Constraint<N>& constraint) const;

  Index m_rangeContacts = 0, m_rangePushes = 0, m_rangeParticles = 0;
  std::vector<Constraint<4>> m_contacts;
  std::vector<Constraint<5>> m_pushes;
  std::vector<Lane> m_x;
  std::vector<btSoftBody::Node*> m_nodes;  ///< null for obstacles, whose copy stays
  std::vector<Index> m_vertices;           ///< flat vertex of each particle
  std::vector<Index> m_particleOf;         ///< by flat vertex; kNoIndex
};

}  // namespace pliant::detail
