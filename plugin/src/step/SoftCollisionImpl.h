#pragma once

#include <pliant/detectors/BruteForce.h>
#include <pliant/detectors/SpatialHash.h>
#include <pliant/detectors/ldi/LdiDetector.h>
#include <pliant/plugin/SoftCollision.h>

#include <atomic>
#include <mutex>

#include "BodySettings.h"
#include "ContactList.h"
#include "ContactWriter.h"
#include "PairRecorder.h"
#include "Sleepers.h"
#include "SoftBodyReader.h"
#include "StepContacts.h"
#include "bullet/RayTrees.h"
#include "rigid/RigidContacts.h"
#include "solve/LockstepSolver.h"

namespace pliant {

/// The parts of a step, and what joins them. SoftBodySolver calls the steps, Pliant's worlds and algorithms the rest.
struct SoftCollision::Impl {
  // Settings.
  unsigned threads = 1;
  Method method = Method::Auto;
  int volumeResolution = 0;
  Detector* givenDetector = nullptr;
  // A quarter of the contact distance ahead is enough, since the final check finds what comes from farther.
  SurfaceContactSettings contactSettings{.reach = Real(0.25)};
  detail::SettingsTable table;
  detail::SolveSettings solveSettings;
  bool keepTrees = false;
  bool writeSContacts = true;
  bool rigidMeshes = true;  // and planes; else they are Bullet's
  bool drawNear = false;
  SoftCollisionListener* listener = nullptr;

  // Parts.
  Workers workers{1};
  std::unique_ptr<Detector> ownDetector;
  std::unique_ptr<Detector> besideVolumes;  // of elements, for what a detector of volumes can't serve
  detail::SoftBodyReader reader;
  detail::PairRecorder pairs;
  detail::StepContacts contacts{reader, workers};
  detail::LockstepSolver solver;
  detail::ContactWriter writer;
  detail::RayTrees rays;
  detail::RigidContacts rigidContacts;
  detail::Sleepers sleepers;
  std::mutex dispatch;  // one soft body against rigid bodies at a time

  // Results.
  detail::ContactList list;
  StageTimes times;
  StepCounters counters;
  detail::SolveReport report;
  bool toldFailure = false, toldVolumeFailure = false, toldNotServed = false;
  static constexpr const char* kForeign =
      "the body's soft body solver is not Pliant's: its pairs with other bodies may be left to that solver";
  std::string notServed;         // why no soft body of the world is; empty: they are
  bool pairsSwitchedOn = false;  // since the last step
  bool hasOwnMethods = false;    // of single bodies, once there was one

  // The step under way.
  btAlignedObjectArray<btSoftBody*>* world = nullptr;
  btSoftBodySolver* bodySolver = nullptr;  // who calls the steps
  std::atomic<bool> dispatching = false;   // between prediction and solve
  btScalar stepTime = 0;                   // s
  struct TightBounds {
    btSoftBody* body;
    detail::BodyLife life;
    btVector3 bounds[2];
  };
  /// Kinematic bodies go the way of all substeps of a call in the first one. Negative: not told, as in a stock world.
  btScalar driveTime = -1;
  std::vector<TightBounds> tightBounds;  // of bodies whose m_bounds cover the whole motion for the broad phase
  struct MaskedFlags {
    btSoftBody* body;
    detail::BodyLife life;
    int collisions;
  };
  std::vector<MaskedFlags> masked;
  std::vector<const btSoftBody*> gone;

  Detector* detector() const;
  Detector* elements() const;    // the one that gathers pairs of elements; null: none
  LdiDetector* volumes() const;  // the one in use, if it knows volumes
  void makeDetector();
  /// Which bodies go by which engine, where bodies may.
  void setEngines();
  btScalar reachOf(const btSoftBody* body) const;

  void optimize(btAlignedObjectArray<btSoftBody*>& bodies, btSoftBodySolver& by);
  void predict(btScalar timeStep);
  /// After the broad phase: m_bounds as Bullet has them, which its algorithms read.
  void restoreBounds();
  void collide(btSoftBody& body, const btCollisionObjectWrapper& rigid);
  /// False: the mesh is left to Bullet.
  bool collideMesh(btSoftBody& body, const btCollisionObjectWrapper& mesh);
  /// Where the object is a plane that holds bodies, of which Bullet hands on triangles. False: they are left to Bullet.
  bool collidePlane(btSoftBody& body, const btCollisionObjectWrapper& triangle);
  /// All meshes among the compound's children. Bullet's algorithm for compounds asks for those only that the body's box
  /// meets at the end of the step.
  void meetChildren(btSoftBody& body, const btCollisionObjectWrapper& compound);
  bool mayMeet(btSoftBody& body, const detail::RigidMesh& mesh) const;
  void collide(btSoftBody& a, btSoftBody& b);
  void solve();
  void update();

  /// The parts in step with the world's bodies.
  void synchronise();
  /// Bullet's own solver, as a body's, gives way to the world's.
  void takeBodies();
  bool isServed(const btSoftBody& body) const { return body.getSoftBodySolver() == bodySolver; }
  void tellNotServed();
  // Settings of a body that may have left, or be another one at its address, since the last step.
  detail::BodySettings& settingsOf(const btSoftBody* body);
  detail::BodySettings settings(const btSoftBody* body);
  void setPair(const btSoftBody* a, const btSoftBody* b, bool enabled);
  bool pair(const btSoftBody* a, const btSoftBody* b);
  /// The body's entry; null: the body is not known yet.
  const detail::SoftBodyReader::Entry* find(const btSoftBody* body);

  /// The body is about to leave.
  void leave(const btSoftBody& body);
  /// The body leaves or has left, and may be deleted.
  void forget(const btSoftBody* body);
  void forget(const btCollisionObject* rigid);
  void writeContacts();
  void tellStatus();
  bool hasNoVolume(const detail::SoftBodyReader::Entry& entry) const;
  std::string whyNoVolume(const detail::SoftBodyReader::Entry& entry) const;
  static std::string whyLeaks(const detail::SoftBodyReader::Entry& entry);
  static std::string whichSeams(const detail::SoftBodyReader::Entry& entry);
  void tellSurface(detail::SoftBodyReader::Entry& entry);
  void maskFlags();
  void unmaskFlags();
};

}  // namespace pliant
