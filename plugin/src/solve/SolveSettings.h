#pragma once

#include <BulletSoftBody/btSoftBody.h>
#include <pliant/detectors/Types.h>

#include <functional>

namespace pliant::detail {

/// Settings of the solver for bodies in contact. Lengths are fractions of the contact distance, so a scene behaves the
/// same at any size.
struct SolveSettings {
  /// Iterations of pressed bodies, as a multiple of the largest m_cfg.piterations in their group (bodies that press
  /// each other); ≥ 1. For groups of at most smallGroup nodes.
  Real iterationFactor = Real(1.25);
  /// Same multiple for large groups; ≥ iterationFactor. Between the two it grows in proportion to the nodes. An
  /// iteration carries a load only a few links farther, so too few iterations leave the links of a pile or a heap of
  /// folds stretched by the load on them.
  Real largestIterationFactor = Real(3);
  int smallGroup = 1750;  ///< number of nodes up to which iterationFactor applies
  /// Multiple of iterations per body on a load's path to its support (LoadPaths), up to largestPathFactor. The
  /// compression of a body under a load is inversely proportional to the number of iterations.
  Real iterationFactorPerBody = Real(0.25);
  Real largestPathFactor = Real(8);
  /// Multiple of iterations per ratio of the mass that pinned or anchored bodies (a net, a hammock) carry to their own
  /// mass, up to largestLoadFactor. An iteration moves a light net far and its heavy load little.
  Real iterationFactorPerLoad = Real(0.8);
  Real largestLoadFactor = Real(16);
  /// Largest compression of the lowest links of a supported solid under its own weight, as a fraction of their length.
  /// A solid that is taller, has shorter links or is under more gravity gets more iterations, up to largestPathFactor.
  Real largestCompression = Real(0.01);
  int finalPasses = 2;              ///< final passes over the contacts alone, after the last iteration
  Real recovery = Real(0.05);       ///< fraction of a missing contact distance that is restored per step, 0 to 1
  Real volumeRecovery = Real(0.2);  ///< fraction of an overlapping volume's depth that is removed per step, 0 to 1
  Real inversionFloor = Real(0.1);  ///< minimum volume of tetrahedra, as a fraction of their rest volume; 0: no minimum
  int checkRounds = 4;              ///< rounds of final check and repair before impact zones are formed
  int repairPasses = 3;             ///< passes over the hits per such round
  int zoneRounds = 64;              ///< maximum number of rounds in which impact zones grow
  int partRounds = 8;               ///< number of these rounds before zones include whole bodies
  /// If a check finds more hits than this per vertex of the set, impact zones are formed at once, without repair
  /// rounds.
  int mostHitsPerVertex = 16;
  /// True: the bodies' own constraints have been solved before. Each body gets m_cfg.piterations passes over the
  /// contacts.
  bool contactsOnly = false;
  bool frictionIsProduct = false;  ///< true: of two soft bodies, too, friction is the product of their coefficients
  int recoveryPasses = 2;          ///< passes over the contacts alone that restore missing distance
  /// True: a tetrahedron that begins the step below the minimum only keeps the volume that it has. Nothing restores it
  /// here, and to restore it would add energy.
  bool inversionFromStart = false;
  bool contactsPushRigid = true;  ///< Bullet's contacts with rigid bodies that move are in the passes; see RigidPlanes
  /// Returns true for bodies whose tetrahedra have a minimum. Empty: all.
  std::function<bool(const btSoftBody&)> guarded;
};

/// Statistics of one solve. Times are wall times [ms].
struct SolveReport {
  int islands = 0;         ///< number of islands of bodies, each solved in lockstep
  int lockstepBodies = 0;  ///< number of bodies in islands
  int pressedBodies = 0;   ///< number of these bodies on which a contact or a volume has an impulse
  int loneBodies = 0;      ///< number of bodies solved as in Bullet
  int iterations = 0;      ///< largest number of iterations of an island
  int contacts = 0;        ///< number of contacts from detection
  int volumes = 0;         ///< number of volume regions
  int hits = 0;            ///< number of hits found by the final checks
  int checkRounds = 0;     ///< number of final checks that found hits
  int zones = 0;           ///< number of impact zones
  int unresolved = 0;      ///< number of hits left between pinned or driven vertices
  double solveMs = 0;      ///< time in Bullet's own constraints
  double responseMs = 0;   ///< time in contacts, inversion guard and impact zones
};

}  // namespace pliant::detail
