#pragma once

#include <span>
#include <vector>

#include "core/GroupedIndices.h"
#include "core/StepConstraints.h"
#include "core/timers.h"
#include "solve/ContactConstraints.h"
#include "solve/ImpactZones.h"
#include "solve/IslandSolver.h"
#include "solve/Islands.h"
#include "solve/PackedNodes.h"

namespace pliant::detail {

/// Solves soft bodies that touch each other, or themselves, in lockstep.
/// - Each iteration runs every body's own sequence of Bullet's constraints, the inversion guard for tetrahedra, then
///   the contacts.
/// - After the last iteration the caller checks the whole motion, and the hits that are found are repaired.
/// - A body that touches nothing is solved as by btSoftBody::solveConstraints.
///
/// If no two elements meet at t0, none meet at t1, nor in between on straight paths.
///
/// Call the functions in their order here, between the bodies' predictMotion and their update, with the same context.
/// - A body that is null or not active stands still, whatever touches it.
/// - The set must hold the present topology. Positions are read from the nodes.
/// - The nodes of a seam are at one place before and after, and only its first vertex has contacts.
/// - m_scontacts are not changed, and only used by Bullet's solver for a body that touches nothing.
/// - The result does not depend on time or threads.
class LockstepSolver {
 public:
  /// Runs the parts of Bullet's solver that move nodes before contacts are detected. Clears the report.
  void begin(const SolveContext& context, SolveReport& report);

  /// Solves all bodies with the constraints of the predicted motion.
  void solve(const SolveContext& context, const StepConstraints& constraints, SolveReport& report);

  /// Repairs the hits of a final check: elements that meet during the whole motion m_q → m_x, pairs of bodies that
  /// intersect at t0 excluded. Returns true if vertices were moved; then the motion must be checked again. Otherwise
  /// `hits` keeps those that were not repaired.
  bool repair(const SolveContext& context, std::vector<SurfaceContact>& hits, SolveReport& report);

  /// Computes the velocities of repaired vertices and of rigid bodies, and the impulses.
  void finish(const SolveContext& context, SolveReport& report);

  /// Returns one impulse per contact; divided by the squared time step it is a force. The contacts of `solve` come
  /// first, then all hits of the checks whose hits were repaired as contacts; hits without lever have the impulse 0.
  std::span<const ContactImpulse> impulses() const { return m_impulses; }
  /// Returns one impulse per volume region.
  std::span<const ContactImpulse> volumeImpulses() const { return m_volumeImpulses; }

 private:
  /// Method by which a body is solved.
  enum class Mode : std::uint8_t {
    Still,     ///< not solved
    Stock,     ///< alone, as by btSoftBody::solveConstraints
    Sequence,  ///< alone, part by part: some parts run before detection or after the islands
    Lockstep,
  };
  struct Body {
    Mode mode = Mode::Still;
    bool begun = false;  ///< true if beginSolve has run
  };
  struct Moved {
    Index vertex;
    btVector3 from;
  };

  void findIslands(const SolveContext& context, const StepConstraints& constraints, SolveReport& report);
  void sortByIsland(const SolveContext& context, const StepConstraints& constraints);
  void solveLone(const SolveContext& context, SolveReport& report);
  void solveIslands(const SolveContext& context, const StepConstraints& constraints, SolveReport& report, Lap& lap);
  void endBodies(const SolveContext& context);
  void beginRepairs(const SolveContext& context, const StepConstraints& constraints);
  void dropWithoutLever(const SolveContext& context, std::vector<SurfaceContact>& hits);
  void recordHits(const SolveContext& context, std::span<const SurfaceContact> hits);
  void recordZones(const SolveContext& context);
  bool pushApart(const SolveContext& context, std::span<const SurfaceContact> hits, std::size_t checked);
  bool growZones(const SolveContext& context, std::vector<SurfaceContact>& hits, SolveReport& report);

  std::vector<ContactImpulse> m_impulses, m_volumeImpulses;
  std::vector<Body> m_bodies;
  GroupedIndices m_byIsland;  ///< contacts, then separations, then volume regions
  std::vector<Index> m_seam;
  std::vector<Index> m_lone;  ///< body indices
  Islands m_islands;
  IslandSolver m_islandSolver;

  // Repairs.
  std::size_t m_contactCount = 0, m_volumeCount = 0;  ///< contacts, with the hits so far; volume regions
  int m_repairRounds = 0, m_zoneRounds = 0;
  bool m_anyZones = false;
  std::vector<Index> m_places;  ///< one per hit with a lever: its place among all hits of the check
  std::vector<Moved> m_moved;   ///< vertices that repairs move, with their positions before
  std::vector<char> m_isMoved;  ///< one per vertex of the set
  ContactConstraints m_repairs;
  PackedNodes m_nodes;  ///< nodes of the repairs
  ImpactZones m_zones;
};

}  // namespace pliant::detail
