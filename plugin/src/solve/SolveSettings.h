#pragma once

#include <pliant/detectors/Types.h>

namespace pliant::detail {

/// How bodies in contact are solved. Lengths are fractions of the contact distance, so that a scene behaves the same at
/// any size.
struct SolveSettings {
  /// Iterations of pressed bodies, per largest m_cfg.piterations among those that press each other; ≥ 1. For small
  /// groups of such bodies.
  Real iterationFactor = Real(1.25);
  /// The same for large groups; ≥ iterationFactor. An iteration carries a load only a few links farther, so few of them
  /// leave the links of a pile or a heap of folds stretched by what lies on them. In between it grows with the nodes.
  Real largestIterationFactor = Real(3);
  int smallGroup = 1750;  ///< nodes up to which iterationFactor holds
  /// The same per body that a load passes on its way to something that bears it, up to a largest factor: what lies on
  /// a body presses it by the more the fewer iterations there are, in proportion.
  Real iterationFactorPerBody = Real(0.25);
  Real largestPathFactor = Real(8);
  /// The same per mass that hangs in held bodies (a net, a hammock) per their own, up to a largest factor: an iteration
  /// moves a light net far and what it bears little.
  Real iterationFactorPerLoad = Real(0.8);
  Real largestLoadFactor = Real(16);
  /// What the weight of a solid that something bears may press its lowest links together by, as a part of their length:
  /// one that is taller, of finer links or under more gravity gets more iterations, up to largestPathFactor.
  Real largestCompression = Real(0.01);
  int lastSweeps = 2;               ///< sweeps over the contacts alone, after the last iteration
  Real recovery = Real(0.05);       ///< part of a missing contact distance that is restored in one step, 0 to 1
  Real volumeRecovery = Real(0.2);  ///< the same of an overlapping volume's depth
  Real inversionFloor = Real(0.1);  ///< tetrahedra are kept above this part of their volume at rest; 0: not at all
  int checkRounds = 4;              ///< rounds of final check and repair before zones are formed
  int repairSweeps = 3;             ///< sweeps over the hits in each such round
  int zoneRounds = 64;              ///< rounds in which zones may grow
  int partRounds = 8;               ///< of these, rounds before zones take whole bodies
  /// Hits of a check, per vertex of the set, above which they are not repaired one by one: zones are formed at once.
  int mostHitsPerVertex = 16;
  int recoverSweeps = 2;  ///< sweeps over the contacts alone that restore missing distance
};

/// What one solve did. Times are CPU time of the calling thread, milliseconds.
struct SolveReport {
  int islands = 0;         ///< groups of bodies solved in lockstep
  int lockstepBodies = 0;  ///< bodies in them
  int pressedBodies = 0;   ///< of these, bodies that a contact or a volume has an impulse on
  int loneBodies = 0;      ///< solved as Bullet does
  int iterations = 0;      ///< largest number of iterations of an island
  int contacts = 0;        ///< from detection
  int separations = 0;
  int volumes = 0;        ///< regions of volumes
  int hits = 0;           ///< found by the final checks
  int checkRounds = 0;    ///< final checks that found any
  int zones = 0;          ///< groups of vertices that had to move as one
  int zoneVertices = 0;   ///< vertices in them
  int unresolved = 0;     ///< hits left, of driven or pinned vertices against each other
  double detectMs = 0;    ///< in ContactSource
  double solveMs = 0;     ///< in Bullet's own constraints
  double responseMs = 0;  ///< contacts, inversion guard, zones
};

}  // namespace pliant::detail
