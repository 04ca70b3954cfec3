#pragma once

#include <pliant/detectors/Statistics.h>
#include <pliant/plugin/Export.h>

namespace pliant {

/// Returns the CPU time of the calling thread [ms], to measure whole steps: other programs do not count.
/// One read may take a microsecond.
/// On a system without such a clock it returns the time of a steady clock [ms].
PLIANT_PLUGIN_EXPORT double threadCpuMs();

/// Wall time of the last step, by stage [ms]. No time belongs to two stages. Rigid bodies and bookkeeping have none.
struct StageTimes {
  double predict = 0;     ///< forces, prediction, bounds
  double broadphase = 0;  ///< Bullet's broad phase and dispatch, soft against rigid included; 0 in a stock world
  double detect = 0;      ///< contact detection and final check
  /// Solving and reporting contacts. In a deformable world: elastic solves with contacts and the listener, too.
  double response = 0;
  /// Bullet's own constraints. In a deformable world: Bullet's elastic solve, and the constraints of rigid bodies.
  double solve = 0;
  double update = 0;  ///< normals; in a deformable world: motion and sleep

  double total() const { return predict + broadphase + detect + response + solve + update; }
  StageTimes& operator+=(const StageTimes& other) {
    predict += other.predict;
    broadphase += other.broadphase;
    detect += other.detect;
    response += other.response;
    solve += other.solve;
    update += other.update;
    return *this;
  }
};

/// Counts of the last step.
struct StepCounters {
  int bodies = 0;          ///< soft bodies in the world
  int bodiesSkipped = 0;   ///< soft bodies without detection (SoftBodyStatus: NotFinite, BadTopology)
  int pairs = 0;           ///< pairs of soft bodies, or soft body and rigid mesh, to test; no sensor pairs
  int pairsBegun = 0;      ///< pairs of soft bodies whose boxes began to overlap; 0 in a stock world
  int pairsEnded = 0;      ///< pairs of soft bodies whose boxes ceased to overlap; 0 in a stock world
  int contacts = 0;        ///< contacts in SoftCollision::getContacts
  int volumes = 0;         ///< contacts of SoftContact::Kind::Volume
  int lockstepBodies = 0;  ///< bodies in islands, solved together because they are in contact
  int iterations = 0;      ///< largest number of solver iterations of an island
  int checkHits = 0;       ///< hits of the final check
  int zones = 0;           ///< impact zones
  Counters detection;      ///< effort of the detector
};

}  // namespace pliant
