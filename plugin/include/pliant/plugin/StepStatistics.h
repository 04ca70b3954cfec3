#pragma once

#include <pliant/detectors/Statistics.h>
#include <pliant/plugin/Export.h>

namespace pliant {

/// Milliseconds of CPU time that the calling thread has had, from which StageTimes are taken: on a machine shared with
/// others, wall time would charge their work. Where the system can't tell, milliseconds of a steady clock.
PLIANT_PLUGIN_EXPORT double threadCpuMs();

/// Milliseconds of the stepping thread's CPU time in the last step, by stage. With one thread that is all there is;
/// with more, what the other threads did is not in it. Bodies that touch take turns between `solve` and `response`:
/// these share the CPU time of that in the proportion of their wall times.
struct StageTimes {
  double predict = 0;     ///< forces, prediction, bounds
  double broadphase = 0;  ///< Bullet's broad phase and dispatch, soft against rigid included; 0 in a stock world
  double detect = 0;      ///< contacts between soft bodies, the final check included
  double response = 0;    ///< solving these contacts, reporting them
  double solve = 0;       ///< Bullet's own constraints
  double update = 0;      ///< normals
};

/// What the last step met.
struct StepCounters {
  int bodies = 0;        ///< soft bodies in the world
  int bodiesSatOut = 0;  ///< of these, without detection (see SoftBodyStatus)
  int pairs = 0;         ///< pairs of soft bodies that the broad phase brought, switched-off ones left out
  int pairsBegun = 0;    ///< pairs of soft bodies whose boxes have met; not told in a stock world
  int pairsEnded = 0;    ///< ... have parted
  int contacts = 0;
  int volumes = 0;         ///< of these, through volumes (SoftContact::Kind::Volume)
  int lockstepBodies = 0;  ///< bodies solved together because they touch
  int iterations = 0;      ///< largest number of solver iterations
  int checkHits = 0;       ///< found by the final check and repaired
  int zones = 0;           ///< groups of nodes that had to move as one
  Counters detection;
};

}  // namespace pliant
