#pragma once

#include <pliant/plugin/Export.h>

#include <span>
#include <vector>

#include "rigid/RigidPatch.h"
#include "solve/ContactSource.h"
#include "solve/PackedNodes.h"

namespace pliant::detail {

/// Position constraints of volumes: the mean depth of a region, which is linear in the positions of its vertices with
/// the gradients of the predicted motion, may not exceed what it was at the start of the step; after `recover`, less a
/// part that is taken back, which is no velocity. It only pushes. Each vertex moves along its own gradient, which keeps
/// linear and angular momentum; friction takes back the mean sliding of both patches, as far as Coulomb's law allows.
class PLIANT_PLUGIN_EXPORT VolumeConstraints {
 public:
  void begin();
  /// What is added from here on makes up the constraints of the next sweeps.
  void beginRange();

  /// Before anything of the island moves. Vertices that `nodes` lacks are added to it.
  void add(const SolveContext& context, const VolumeRegions& volumes, Index place, PackedNodes& nodes);
  /// Over the present range; `x` of the nodes given to `add`.
  void sweep(Lane* x);

  /// The next sweeps of the present range take depth back, too. Whether there is any.
  bool recover(const PackedNodes& nodes);
  /// Calls visit(place) for the regions of the present range that have pushed.
  template <typename Visit>
  void forEachPushed(Visit&& visit) const {
    for (std::size_t i = m_first; i < m_constraints.size(); ++i)
      if (m_constraints[i].pushed > 0) visit(m_constraints[i].place);
  }

  /// By region.
  void report(std::span<ContactImpulse> impulses) const;

 private:
  struct Part {
    Lane gradient;  ///< of the depth
    Lane start;     ///< position at the start of the step
    Real weight;    ///< part in the patch's motion; A's sum to 1, B's to -1
    Real inverseMass;
    Index particle;  ///< in the packed nodes
    Index vertex;    ///< flat
  };
  struct Constraint {
    Lane normal;
    Lane slid{Real(0), Real(0), Real(0), Real(0)};  ///< impulse of friction so far
    std::size_t begin, end;                         ///< in m_parts
    Real start = 0;                                 ///< depth at the start of the step
    Real allowed = 0;                               ///< depth that may be left
    Real recovered = 0;                             ///< depth that `recover` takes back
    Real inverse = 0, inverseAlong = 0;             ///< 1 / effective inverse mass, of pushing and of friction
    Real friction = 0;
    Real pushed = 0;      ///< sum of multipliers so far
    Real pushedKeep = 0;  ///< the same before `recover`
    Index place = 0;
    Index rigid = kNoIndex;  ///< in m_rigid
    int passes = 1;          ///< of each sweep
  };

  /// Whether it pushes.
  bool solve(Constraint& constraint, Lane* x);
  struct Patches {
    Real depth;
    Lane moved;  ///< A's patch beyond B's, since the start of the step
  };
  Patches measure(const Constraint& constraint, const Lane* x) const;

  std::size_t m_first = 0, m_firstStanding = 0;
  std::vector<Constraint> m_constraints;
  std::vector<Part> m_parts;  ///< of soft bodies
  std::vector<RigidPatch> m_rigid;
  std::vector<RigidMotion*> m_standing;  ///< of bodies that give way and stand on something
};

}  // namespace pliant::detail
