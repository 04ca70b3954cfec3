#pragma once

#include <span>
#include <vector>

#include "core/RangedList.h"
#include "core/StepConstraints.h"
#include "solve/PackedNodes.h"
#include "solve/RigidPatch.h"

namespace pliant::detail {

/// Position constraints of volume regions. The mean depth of a region is linear in the positions of its vertices, with
/// the gradients of the predicted motion.
/// - The depth may not exceed its value at t0; after `recover`, that value less a part that is removed, which is no
///   velocity.
/// - The constraint only pushes. Each vertex moves along its own gradient, which conserves linear and angular momentum.
/// - Friction takes back the mean sliding of both patches, up to the Coulomb limit.
class VolumeConstraints {
 public:
  void begin();
  /// Starts a new range. The next passes solve the constraints that are added from here on.
  void beginRange();

  /// Adds the region at index `place`, and adds its missing vertices to `nodes`. Call before any body of the island
  /// moves.
  void add(const SolveContext& context, const VolumeRegions& volumes, Index place, PackedNodes& nodes);
  /// Runs one pass over the current range. `x`: positions of the nodes given to `add`.
  void sweep(Lane* x);

  /// Makes the next passes over the current range remove depth, too. Returns true if there is any.
  bool recover(const PackedNodes& nodes);
  /// Calls visit(place) for the regions of the current range that have an impulse.
  template <typename Visit>
  void forEachPushed(Visit&& visit) const {
    for (const Constraint& constraint : m_constraints.range())
      if (constraint.pushed > 0) visit(constraint.place);
  }

  /// Writes one impulse per region.
  void report(std::span<ContactImpulse> impulses) const;

 private:
  struct Part {
    Lane gradient;  ///< gradient of the depth
    Lane start;     ///< position at t0
    Real weight;    ///< weight in the patch's motion; A's sum to 1, B's to -1
    Real inverseMass;
    Index particle;  ///< index in the packed nodes
  };
  struct Constraint {
    Lane normal;
    Lane slid{Real(0), Real(0), Real(0), Real(0)};  ///< friction impulse so far
    std::size_t begin, end;                         ///< indices into m_parts
    Real start = 0;                                 ///< depth at t0 [length]
    Real allowed = 0;                               ///< largest depth that is left [length]
    Real recovered = 0;                             ///< depth that `recover` removes [length]
    Real inverse = 0, inverseAlong = 0;             ///< 1 / effective inverse mass of the normal part and of friction
    Real friction = 0;
    Real pushed = 0;      ///< Σ λ so far
    Real pushedKeep = 0;  ///< Σ λ before `recover`
    Index place = 0;
    Index rigid = kNoIndex;  ///< index in m_rigid
    int passes = 1;          ///< number of solves per pass
  };

  /// Returns true if the constraint has pushed.
  bool solve(Constraint& constraint, Lane* x);
  struct Patches {
    Real depth;
    Lane moved;  ///< motion of A's patch relative to B's since t0
  };
  Patches measure(const Constraint& constraint, const Lane* x) const;

  RangedList<Constraint> m_constraints;
  std::vector<Part> m_parts;  ///< parts of soft bodies
  std::vector<RigidPatch> m_rigid;
  RangedList<RigidMotion*> m_standing;  ///< dynamic rigid bodies that stand on supports
};

}  // namespace pliant::detail
