#pragma once

#include <pliant/detectors/SpatialHash.h>
#include <pliant/detectors/ldi/LdiDetector.h>
#include <pliant/detectors/methods.h>
#include <pliant/plugin/SoftCollision.h>

#include <atomic>
#include <exception>
#include <mutex>
#include <optional>

#include "ContactReport.h"
#include "ContactWriter.h"
#include "RayTrees.h"
#include "SettingsTable.h"
#include "Sleepers.h"
#include "SoftBodyReader.h"
#include "StepContacts.h"
#include "rigid/RigidContacts.h"
#include "solve/LockstepSolver.h"

class btOverlappingPairCache;

namespace pliant {

/// Parts of a step, and the code that connects them. SoftBodySolver calls the stages; Pliant's worlds and algorithms
/// call the rest.
struct SoftCollision::Impl {
  // Settings.
  Detector* givenDetector = nullptr;
  detail::SettingsTable table;
  detail::SolveSettings solveSettings;
  SoftCollisionListener* listener = nullptr;

  // Parts.
  Workers workers{1};
  std::unique_ptr<Detector> ownDetector;
  std::unique_ptr<Detector> besideVolumes;  // element detector for bodies that a volume detector cannot handle
  detail::SoftBodyReader reader;
  detail::StepContacts detection{reader, workers};
  detail::LockstepSolver solver;
  detail::ContactWriter writer;
  detail::RayTrees rays;
  detail::RigidContacts rigidContacts;
  detail::Sleepers sleepers;
  std::mutex dispatch;  // serialises the handlers that change state or flags of bodies, or record pairs

  // Results.
  detail::ContactReport reportedContacts;
  StageTimes times;
  StepCounters counters;
  detail::SolveReport solveReport;
  bool reportedFailure = false, reportedVolumeFailure = false, reportedNotServed = false;
  static constexpr const char* kForeign =
      "the body's soft body solver is not Pliant's: that solver may handle its pairs with other bodies";
  std::string notServed;         // why the world handles no soft body; empty otherwise
  bool pairsSwitchedOn = false;  // true if a body or pair was enabled since the last step
  bool hasOwnMethods = false;    // true once a single body was given a method

  // Current step.
  btAlignedObjectArray<btSoftBody*>* world = nullptr;
  btSoftBodySolver* bodySolver = nullptr;     // the solver that calls the stages
  std::atomic<bool> dispatching = false;      // true between prediction and solve
  std::exception_ptr callbackFailure;         // exception of a near callback that the solve called; thrown after it
  btScalar stepTime = 0;                      // [s]
  detail::StepContacts::ReportedPairs pairs;  // soft bodies; in no particular order, possibly repeated
  std::vector<detail::PairKey> asked;  ///< of these pairs, dispatch has recorded all that the near callback accepts
  std::vector<SurfaceContact> hits;
  detail::SeparationConstraints separations;
  std::vector<detail::GivenImpulse> given;  ///< sorted; reported together with those of the solve
  std::vector<detail::ContactImpulse> allImpulses;
  struct TightBounds {
    btSoftBody* body;
    detail::BodyLife life;
    btVector3 bounds[2];
  };
  /// Time in which kinematic bodies have moved to their present poses [s]: that of all substeps in the first substep of
  /// a call, 0 in the others. Empty in a stock world; they then move for each step.
  std::optional<btScalar> driveTime;
  struct Predicted {
    detail::Bounds tight, motion;  // the box that Bullet computes, and that of the whole motion
  };
  std::vector<Predicted> predicted;  // indexed as the world's bodies
  std::vector<int> activeBodies;     // indices in the world; scratch of forEachActive
  std::vector<const btSoftBody*> sortedBodies;
  std::vector<TightBounds> tightBounds;  // original m_bounds; the current ones cover the whole motion
  struct MaskedFlags {
    btSoftBody* body;
    detail::BodyLife life;
    int collisions;
  };
  std::vector<MaskedFlags> masked;
  std::vector<const btSoftBody*> gone;

  Detector* detector() const;                        // detector in use: the program's, else that of the method
  Detector* elementDetector() const;                 // besideVolumes if the one in use is for volumes; null if none
  LdiDetector* volumeDetector() const;               // detector in use if it supports volumes; else null
  void makeDetector(const DetectionMethod* method);  // null: none
  void setResolution();                              // of Pliant's own volume detector
  /// Passes the methods of single bodies to the detector if it supports them.
  void setAutoMethods();
  btScalar boxMargin(const btSoftBody* body) const;

  void beginStep(btAlignedObjectArray<btSoftBody*>& bodies, btSoftBodySolver& by);
  void predict(btScalar timeStep);
  template <typename Work>
  void forEachActive(const Work& work);
  /// Call after the broad phase: restores m_bounds as Bullet computes them, because its algorithms read them.
  void restoreBounds();
  void collide(btSoftBody& body, const btCollisionObjectWrapper& rigid);
  /// Returns false if the mesh is left to Bullet.
  bool collideMesh(btSoftBody& body, const btCollisionObjectWrapper& mesh);
  /// Handles a static plane, which Bullet passes as triangles. Returns false if the object is left to Bullet.
  bool collidePlane(btSoftBody& body, const btCollisionObjectWrapper& triangle);
  /// Handles all meshes among the compound's children. Bullet's algorithm for compounds only handles the children that
  /// the body's box overlaps at t1.
  void meetChildren(btSoftBody& body, const btCollisionObjectWrapper& compound);
  bool mayCollide(Index bodyA, Index bodyB);
  bool wasAsked(const btSoftBody& a, const btSoftBody& b) const;
  bool mayMeet(btSoftBody& body, const detail::RigidMesh& mesh) const;
  void collide(btSoftBody& a, btSoftBody& b);
  // A deformable world calls these instead of predict, collide and endStep.
  void beginDeformable(btScalar timeStep);
  /// Makes the bodies' boxes cover their predicted motion. Dispatch restores them.
  void sweepBounds();
  /// States that the body has moved in this step, from m_q to m_x. Returns its t0 positions as takeUserMoves does.
  std::span<const Real> markMoved(const btSoftBody& body);
  /// Records a pair that a near callback of the program has accepted in dispatch.
  void record(btSoftBody& a, btSoftBody& b, btDispatcher& by);
  /// Records the pair if dispatch would accept it.
  void recordPair(btSoftBody& a, btSoftBody& b, btOverlappingPairCache& cache, btDispatcher& dispatcher);
  /// Reports once that a body of a deformable world lacks something that its step needs.
  /// `kind`: a bit for this lack.
  void reportIncomplete(btSoftBody& body, unsigned kind, const char* what);
  void detectAndSolve();
  /// Runs stage 4 alone. Returns the contacts of the motion. A whole detection in the same step may follow.
  std::span<const SurfaceContact> detectAlone();
  void notify();
  void beginDetection();
  void solveBodiesOutsideSet();
  void fillStatistics();
  std::span<const detail::ContactImpulse> impulses();
  void writeContactsAndWake();
  void endStep();

  /// Synchronises the parts with the bodies of the world.
  void synchronise();
  /// Replaces Bullet's default solver, or another Pliant solver, of a body by the world's solver.
  void takeBodies();
  bool isServed(const btSoftBody& body) const { return body.getSoftBodySolver() == bodySolver; }
  void reportNotServed();
  // These functions allow for a body that has left, or is another one at its address, since the last step.
  void setPair(const btSoftBody* a, const btSoftBody* b, bool enabled);
  bool pair(const btSoftBody* a, const btSoftBody* b);
  /// Returns the entry of the body; null if the body is not known yet.
  const detail::SoftBodyReader::Entry* find(const btSoftBody* body);

  /// Call when the body is about to leave.
  void leave(const btSoftBody& body);
  /// Call when the body leaves or has left; it may be deleted.
  void forget(const btSoftBody* body);
  void forget(const btCollisionObject* rigid);
  void reportStatus(btSoftBody* body, const SoftBodyStatus& status);
  void reportStatuses();
  bool hasNoVolume(const detail::SoftBodyReader::Entry& entry) const;
  std::string whyNoVolume(const detail::SoftBodyReader::Entry& entry) const;
  static std::string whyNotFinite(const BodyStatus& status);
  static std::string whyLeaks(const detail::SoftBodyReader::Entry& entry);
  static std::string whichSeams(const detail::SoftBodyReader::Entry& entry);
  /// Clears flags of m_cfg.collisions until endStep(). Meanwhile Bullet tests each body against itself: VF_SS and VF_DD
  /// would make it collide once more, and so would CL_SELF if Pliant serves its self-collision.
  void maskFlags();
  void unmaskFlags();
};

}  // namespace pliant
