#pragma once

#include <pliant/detectors/AutoDetector.h>
#include <pliant/detectors/Detector.h>
#include <pliant/detectors/SurfaceContacts.h>
#include <pliant/plugin/Export.h>
#include <pliant/plugin/SoftCollisionListener.h>
#include <pliant/plugin/SoftContact.h>
#include <pliant/plugin/StepStatistics.h>

#include <memory>
#include <span>
#include <vector>

namespace pliant {

/// Collision between the soft bodies of one world: settings, contacts, queries.
///
/// A world of Pliant's has one (softCollision()). For a stock world make one, and give it to the CollisionConfiguration
/// and to the SoftBodySolver of that world. One SoftCollision belongs to one world and to the thread that steps it;
/// only the ray tests may run on several threads at a time, between steps.
///
/// Without being told, each body collides with all soft bodies that groups and masks let through, and a body without
/// tetrahedra with itself as well. VF_SS and VF_DD in m_cfg.collisions are neither needed nor looked at. Clusters are
/// Bullet's: pairs of bodies that both have CL_SS, and a body that has clusters and CL_SELF with itself, unless
/// setSelfEnabled says otherwise. CL_RS is about rigid bodies alone.
///
/// CF_NO_CONTACT_RESPONSE, of either body, makes a sensor: contacts of the prediction are reported, with impulse 0, and
/// nothing is pushed, by overlap neither; those with rigid bodies other than triangle meshes stand in m_rcontacts. A
/// body still collides with itself. What groups and masks, an overlap filter, a near callback of the dispatcher,
/// setIgnoreCollisionCheck or m_collisionDisabledObjects refuse is neither met nor reported.
///
/// Settings of a body or pair may be made before it is in the world. They belong to that body, not to its address: one
/// that is made there later has none. They stay when the body leaves the world, whichever function removes it, and hold
/// again if it comes back as it was: the same arrays of nodes, links and faces, all positions to the bit, as after a
/// change of its group or mask. Otherwise they are forgotten. Bodies are told apart by btCollisionObject's extension
/// pointer, which Pliant sets where it is null. Whoever asks about a body must not have deleted it.
///
/// Links collide as edges where faces and tetrahedra leave them out: ropes, nets, hair, fringes. A link takes part
/// unless
/// - it bends (m_bbending, as generateBendingConstraints makes them), or
/// - both of its ends are corners of faces or tetrahedra.
/// Links of one body that cross each other at rest, as the diagonals of a truss, don't meet.
class PLIANT_PLUGIN_EXPORT SoftCollision {
 public:
  /// Auto, SpatialHash, BucketTree, RegularityTree, RegularityHash (the tree with Rest::Hash) and BruteForce find the
  /// same contacts, to the same bits, in different times. Auto takes, for each pair of bodies and each body with
  /// itself, whichever of the first four is the fastest there, by measured times (AutoDetector). Those by regularity
  /// take bodies with an edge of more than two faces by boxes alone. LdiSoftware: closed bodies collide with each
  /// other, with themselves and with closed triangle meshes of rigid bodies through their volumes, as layered depth
  /// images drawn by the CPU show them; what has no closed surface, is thin, or is too fast for it, as SpatialHash.
  enum class Method : std::uint8_t {
    Auto,
    SpatialHash,
    BucketTree,
    RegularityTree,
    RegularityHash,
    BruteForce,
    LdiSoftware,
    Off
  };

  SoftCollision();
  ~SoftCollision();
  SoftCollision(const SoftCollision&) = delete;
  SoftCollision& operator=(const SoftCollision&) = delete;

  /// Threads for detection; 0: as many as the machine has cores, which is also the most there can be (or what the host
  /// set by tbb::global_control): more count as that many, as getThreads tells. Default 1. Results don't depend on it.
  void setThreads(unsigned threads);
  unsigned getThreads() const;

  /// Off: no contacts between soft bodies. Default Auto.
  void setMethod(Method method);
  /// Of one body, with Method::Auto or an AutoDetector of the user's, else nothing: itself, and it and others, go by
  /// SpatialHash, BucketTree, RegularityTree or RegularityHash from the next step on, whatever would be chosen; Auto,
  /// the default: as is chosen. Of two bodies with different ones that of the body with more faces counts. Contacts
  /// stay the same. It takes the place of what AutoDetector::setEngine says. Throws Error for the other methods.
  void setMethod(const btSoftBody* body, Method method);
  Method getMethod(const btSoftBody* body) const;
  /// A detector of the user's, who keeps it alive; null: back to the method that was set. An LdiDetector, whatever its
  /// renderer, works as LdiSoftware does.
  void setDetector(Detector* detector);
  /// The one in use; null with Method::Off.
  Detector* getDetector() const;

  /// A choice of Method::Auto, or of an AutoDetector of the user's.
  struct Choice {
    /// Ids, the same for a body with itself; -1: a triangle mesh of a rigid body; both -1: job.isSmall().
    int bodyA = -1, bodyB = -1;
    AutoDetector::Job job;  ///< by ids of Pliant's own, which mean nothing here
  };
  /// What is chosen at present for which bodies, by what measured times and why. Small ones are chosen for together and
  /// listed as one, unless they have a method of their own; bodies that have met nothing yet are not listed. Empty with
  /// other methods.
  std::vector<Choice> getChoices() const;

  /// Of Method::LdiSoftware: pixels along the longest side of what two bodies' boxes share, or of a body's own; 0 (the
  /// default): pixels of half the mean edge length at rest of the finer body, more where one has blown up; at least 16.
  /// 0 to kMostLdiResolution, else Error. Where an image would have more than LdiDetector::kMostWholePixels, as it may
  /// above 4,096, bodies go by their faces and edges in that step (SoftBodyStatus::Kind::VolumesFailed).
  void setVolumeResolution(int pixels);
  int getVolumeResolution() const;

  /// How far ahead contacts are taken, and what counts as near.
  void setContactSettings(const SurfaceContactSettings& settings);
  const SurfaceContactSettings& getContactSettings() const;

  /// Code that reads m_ndbvt or m_fdbvt itself (btSoftBody::rayTest, a stock world's rayTest) needs them kept up to
  /// date in each step, as Bullet does; the face tree is built without Bullet's initializeFaceTree, so it never hangs.
  /// Default false: then m_ndbvt is left as it is, and m_fdbvt refitted only if other code has built it.
  void setKeepBulletTrees(bool keep);
  bool isKeepingBulletTrees() const;

  /// Whether contacts are also written to m_scontacts, for code that reads them after the step (default true). They are
  /// solved already.
  void setWriteSContacts(bool write);
  bool isWritingSContacts() const;

  /// Whether soft bodies meet the triangle meshes of rigid bodies here (btBvhTriangleMeshShape, its scaled form,
  /// btGImpactMeshShape; also as children of compounds), rather than in Bullet, which takes each triangle for a thin
  /// hull. They are kept the soft body's contact distance and the shape's margin (0 in Bullet unless set) apart, with
  /// the product of kDF and the rigid body's friction. Dynamic bodies get what the soft ones lose, and are moved by it
  /// in the same step. Default true. Bodies without SDF_RS, and those that are switched off by setBodyEnabled, are left
  /// to Bullet in any case. A near callback of the dispatcher may also be asked, on the stepping thread, for a pair
  /// that only the solve brings together.
  ///
  /// Planes (btStaticPlaneShape, not as children of compounds) are met here by the same switch, since Bullet loses a
  /// body that travels along one; also by bodies that are switched off, and with Method::Off. All below is solid. By
  /// Bullet's own contacts with rigid bodies (m_rcontacts) nodes are kept the margin of the soft body's shape off them,
  /// as off a box; setMargin does not count.
  void setRigidMeshesEnabled(bool enabled);
  bool areRigidMeshesEnabled() const;

  void setBodyEnabled(const btSoftBody* body, bool enabled);
  bool isBodyEnabled(const btSoftBody* body) const;
  /// Default: true for bodies without tetrahedra.
  void setSelfEnabled(const btSoftBody* body, bool enabled);
  bool isSelfEnabled(const btSoftBody* body) const;
  /// Which neighbours on its surface a body does not keep apart from each other: elements from one of which fewer than
  /// so many edges lead to the other. 1: those that share a vertex; 2: also those that one edge joins; and so on.
  /// Neighbours that would pass through each other are still held, and however many rings: within a body no two
  /// elements are kept farther apart than 0.7 (getContactSettings().restFraction) of their distance at rest.
  /// 1 to kMaxExcludedRings, else Error; default kDefaultExcludedRings.
  void setExcludedRings(const btSoftBody* body, int rings);
  int getExcludedRings(const btSoftBody* body) const;
  void setPairEnabled(const btSoftBody* a, const btSoftBody* b, bool enabled);
  bool isPairEnabled(const btSoftBody* a, const btSoftBody* b) const;

  /// Contact distance of the body, world units, finite and ≥ 0; two bodies are kept the sum of theirs apart, and a body
  /// that much from triangle meshes of rigid bodies, beside the mesh's own margin.
  ///
  /// Not set:
  /// - Between soft bodies: the margin fraction times the mean edge length at rest (of a body with links only, the mean
  ///   link length), but at most 0.05 times the body's thickness at rest. The thickness is the shortest extent that is
  ///   not 0. The margin of the collision shape does not count: programs set it for rigid contacts.
  /// - From meshes: the collision shape's margin where someone has changed it from Bullet's default of 0.25 units, else
  ///   the margin fraction times the mean edge length.
  void setMargin(const btSoftBody* body, btScalar margin);
  /// Back to the rule.
  void clearMargin(const btSoftBody* body);
  /// The margin between soft bodies, as of the last step; a body that no step has seen yet: what was set, else 0.
  btScalar getMargin(const btSoftBody* body) const;
  /// Default kDefaultMarginFraction.
  void setMarginFraction(btScalar fraction);
  btScalar getMarginFraction() const;

  /// Lets soft bodies sleep from the next step on, as rigid ones do; in stock Bullet none ever does. A body wants to
  /// sleep when for `time` seconds (> 0) no node was farther than speed · time from its place at the begin of that
  /// time, unless the activation state is DISABLE_DEACTIVATION. Bullet's islands lay the body down as soon as all
  /// bodies whose boxes meet its own want to sleep as well. Speed in m/s; 0, the default: none falls asleep.
  ///
  /// A body that sleeps, also one that the program has laid down, wakes when it is met by what is awake, when its nodes
  /// are moved by hand, and when something that its box met when it fell asleep is gone, was moved, or has woken.
  void setSleeping(btScalar speed, btScalar time = 2);
  btScalar getSleepSpeed() const;
  btScalar getSleepTime() const;

  /// Tells of a change that counts and addresses of m_nodes, m_faces and m_tetras don't show, such as other corners of
  /// the same faces, or another shape at rest (btSoftBody::scale). The present positions become the shape at rest.
  void bodyChanged(const btSoftBody* body);
  /// Tells of vertices or indices of a rigid body's triangle mesh that were changed in place, between two steps; the
  /// next step reads them again. Another mesh, another scale or other counts are seen without. A mesh of at most 1,024
  /// triangles (by volumes: a closed one of 65,536) carries what lies on it along the way of its vertices, unless one
  /// goes farther than its shortest extent.
  void bodyChanged(const btCollisionObject* rigid);
  /// A body is about to leave the world or has left it; it may be deleted. Pliant's worlds know of it by removeSoftBody
  /// and removeCollisionObject. Bullet's removeSoftBody is not virtual: called on the base class, or in a stock world,
  /// it is noticed at the next step, and contacts name the body until then.
  void bodyRemoved(const btSoftBody* body);
  /// The same of a rigid body with triangle meshes: removeRigidBody and removeCollisionObject of Pliant's worlds call
  /// it. With a stock world it must be called before a body is deleted between collision detection and the end of the
  /// same step, as in an internal tick callback or an action; else contacts may name it until the next step.
  void bodyRemoved(const btCollisionObject* rigid);

  /// The bodies of the last step have ids; a body keeps its id as long as it stays in the world. -1: not known.
  int getBodyId(const btSoftBody* body) const;
  /// Null when there is none of that id.
  btSoftBody* getBody(int id) const;
  SoftBodyStatus getStatus(const btSoftBody* body) const;

  /// Contacts of the last step in a fixed order; valid until the next step begins.
  std::span<const SoftContact> getContacts() const;
  int getNumContacts() const;
  const SoftContact& getContact(int index) const;

  /// Whether vertices that were at one place when the body was first seen go on together, as one with the mass of all,
  /// where no link or edge joins them: both sides of a double-sided sheet, a seam of an exporter's. Sides of a flat bag
  /// are left alone. Default true; a status tells (SoftBodyStatus::Kind::Seams). False: for what shall fall to pieces.
  void setSeamsJoined(const btSoftBody* body, bool joined);
  bool areSeamsJoined(const btSoftBody* body) const;

  /// Whether debugDraw also draws contacts without an impulse: elements that only came near, and what a sensor met.
  /// Default false.
  void setNearContactsDrawn(bool drawn);
  bool areNearContactsDrawn() const;

  /// The user keeps it alive; null: none.
  void setListener(SoftCollisionListener* listener);
  SoftCollisionListener* getListener() const;

  const StageTimes& getStageTimes() const;
  const StepCounters& getCounters() const;

  /// The first face or tetrahedron on the way from `from` to `to`, at the nodes' present positions: the same hit as
  /// btSoftBody::rayTest, without its trees. False: no hit.
  bool rayTest(const btSoftBody* body, const btVector3& from, const btVector3& to, btSoftBody::sRayCast& hit) const;

  /// Asks the detector about the bodies of the last step at their present positions, by body ids and the bodies' own
  /// indices. Clears the results and returns false with Method::Off, and before the
  /// first step, when no bodies are known yet. Throws Error when the margin is bad, or the detector has no such list.
  bool query(const Query& query, Results& results);

  struct Impl;
  /// For Pliant's own parts.
  Impl& impl() { return *m_impl; }

 private:
  std::unique_ptr<Impl> m_impl;
};

}  // namespace pliant
