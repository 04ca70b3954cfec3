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
#include <string_view>
#include <vector>

namespace pliant {

/// Collision of the soft bodies of one world: settings, contacts, queries.
///
/// Each world of Pliant has one: softCollision().
/// For a stock world create one, and pass it to the CollisionConfiguration and the SoftBodySolver of that world.
///
/// Threads:
/// - A SoftCollision belongs to one world, and to the thread that steps it.
/// - Between steps, several threads may call rayTest at the same time; no other function.
///
/// Default behaviour:
/// - Each body collides with all soft bodies that groups and masks allow.
/// - A body without tetrahedra also collides with itself.
/// - VF_SS and VF_DD in m_cfg.collisions are ignored.
/// - Clusters are Bullet's: pairs of bodies that both have CL_SS, and a body that has clusters and CL_SELF with itself,
///   unless setSelfEnabled enables its self-collision. CL_RS concerns rigid bodies only.
///
/// CF_NO_CONTACT_RESPONSE of either body makes a sensor pair:
/// - Contacts of the predicted motion are reported with impulse 0; no constraint or separation moves the bodies.
/// - Contacts with rigid bodies other than triangle meshes are in m_rcontacts.
/// - A body still collides with itself.
///
/// A pair is neither detected nor reported if one of these rejects it: groups and masks, an overlap filter, a near
/// callback of the dispatcher, setIgnoreCollisionCheck, m_collisionDisabledObjects.
///
/// Settings of a body or a pair:
/// - They may be made before the body is in the world.
/// - They belong to the body, not to its address: a later body at that address has the defaults.
/// - They are kept when the body leaves the world, and apply again if it returns unchanged, for instance after a change
///   of its group or mask. Unchanged: the same arrays of nodes, links and faces, and all positions equal bit for bit.
/// - Otherwise they are discarded.
/// - A body is identified by btCollisionObject's extension pointer, which Pliant sets if it is null.
/// - A body that is passed to a function must not be deleted.
///
/// Links collide as edges where no face or tetrahedron is: ropes, nets, hair, fringes. A link is excluded if
/// - it is a bending link (m_bbending, as generateBendingConstraints creates), or
/// - both of its ends are corners of faces or tetrahedra.
/// Links of one body that cross each other at rest, such as the diagonals of a truss, do not collide with each other.
///
/// Lengths are in world units [length]. t0 and t1 are start and end of a step.
/// Settings take effect in the next step, unless stated otherwise.
class PLIANT_PLUGIN_EXPORT SoftCollision {
 public:
  /// Detection method.
  /// - Auto: for each pair of bodies, and each body with itself, SpatialHash or RegularityTree, by a rule
  ///   (AutoDetector).
  /// - RegularityTree: bodies with an edge of more than two faces are tested by boxes alone.
  /// - LdiSoftware: closed bodies collide with each other, with themselves and with closed rigid triangle meshes by
  ///   their volumes, in layered depth images that the CPU draws. A body that is not closed, is thin, or moves too fast
  ///   for this is handled as by SpatialHash.
  /// - Off: no contacts between soft bodies; rigid triangle meshes are left to Bullet.
  ///
  /// All but LdiSoftware and Off give the same contacts, bit for bit, in different times.
  enum class Method : std::uint8_t { Auto, SpatialHash, BucketTree, RegularityTree, BruteForce, LdiSoftware, Off };

  SoftCollision();
  ~SoftCollision();
  SoftCollision(const SoftCollision&) = delete;
  SoftCollision& operator=(const SoftCollision&) = delete;

  /// Sets the number of threads for detection. Default 1.
  /// 0: one per core of the machine.
  /// The maximum is the number of cores, or the limit of tbb::global_control; larger numbers are reduced to it.
  /// Results do not depend on the number of threads.
  void setThreads(unsigned threads);
  /// Returns the number of threads in use, ≥ 1.
  unsigned getThreads() const;

  /// Sets the detection method and creates its detector. Default Auto.
  /// A detector from setDetector takes precedence.
  void setMethod(Method method);
  /// The same by the method's name in detectionMethods(). Throws Error if there is no such method.
  void setMethod(std::string_view name);
  /// Sets the method of one body, for its self-collision and its pairs. Default Auto: the AutoDetector chooses.
  /// Used with Method::Auto or an AutoDetector of the user, otherwise ignored.
  /// In a pair of two bodies with such settings, that of the body with more faces applies.
  /// Contacts stay the same. It replaces settings of AutoDetector::setEngine.
  /// Throws Error unless `method` is Auto, SpatialHash, BucketTree or RegularityTree.
  void setMethod(const btSoftBody* body, Method method);
  /// The same by the method's name.
  void setMethod(const btSoftBody* body, std::string_view name);
  /// Returns the method of one body; Auto if none was set.
  Method getMethod(const btSoftBody* body) const;
  /// Sets a detector of the user; not owned. Null (default): the detector of setMethod.
  /// An LdiDetector, with any renderer, works as Method::LdiSoftware does.
  void setDetector(Detector* detector);
  /// Returns the detector in use; null with Method::Off and no detector of the user.
  Detector* getDetector() const;

  /// A choice of Method::Auto, or of an AutoDetector of the user.
  struct Choice {
    int bodyA = -1, bodyB = -1;  ///< body ids, equal for self-collision; −1: a rigid triangle mesh
    AutoDetector::Job job;       ///< method and reason; its body ids are internal
  };
  /// Returns the choices for the pairs and bodies that were tested in the last steps (AutoDetector::jobs()).
  /// Empty if the detector in use is no AutoDetector.
  std::vector<Choice> getChoices() const;

  /// Sets the image resolution of Method::LdiSoftware.
  /// `pixels`: number of pixels along the longest side of the intersection of two bodies' boxes, or of one body's box.
  /// Default 0: pixels of half the mean edge length at rest of the finer body, enlarged if it has expanded; the number
  /// of pixels is then 16 to 2,048.
  /// No effect on a detector of setDetector.
  /// An image of more than LdiDetector::kMostWholePixels, possible above 4,096, is refused: in that step bodies collide
  /// by their faces and edges (SoftBodyStatus::Kind::VolumesFailed).
  /// Throws Error unless 0 ≤ pixels ≤ kMostLdiResolution.
  void setVolumeResolution(int pixels);
  int getVolumeResolution() const;

  /// Sets the speculative distance of contacts, and which pairs count as near. Values are not checked.
  void setContactSettings(const SurfaceContactSettings& settings);
  const SurfaceContactSettings& getContactSettings() const;

  /// Sets whether Bullet's trees of nodes and faces (m_ndbvt, m_fdbvt) are updated in each step, as Bullet does.
  /// Required by code that reads them, such as btSoftBody::rayTest or the rayTest of a stock world.
  /// The face tree is built without Bullet's initializeFaceTree, which does not terminate on some meshes.
  /// Default false: m_ndbvt is not updated, and m_fdbvt is refitted only if other code has built it.
  void setKeepBulletTrees(bool keep);
  bool isKeepingBulletTrees() const;

  /// Sets whether contacts are also written to m_scontacts, for code that reads them after the step. Default true.
  /// They are already solved.
  void setWriteSContacts(bool write);
  bool isWritingSContacts() const;

  /// Sets whether Pliant, rather than Bullet, handles rigid triangle meshes and planes against soft bodies.
  /// Default true. Bullet treats each triangle as a thin hull.
  ///
  /// Meshes: btBvhTriangleMeshShape, its scaled form, btGImpactMeshShape; also as children of compounds.
  /// - Contact distance: that of the soft body (setMargin) + the margin of the mesh's shape (0 in Bullet by default).
  /// - Friction coefficient: kDF of the soft body times the friction of the rigid body.
  /// - Dynamic bodies receive the opposite impulses, and move by them in the same step.
  /// - Soft bodies without SDF_RS, or disabled by setBodyEnabled, are left to Bullet.
  /// - A near callback of the dispatcher may also be called on the stepping thread, for a pair that the solver brings
  ///   together.
  ///
  /// Planes: btStaticPlaneShape, but not as a child of a compound. Bullet loses a body that travels along one.
  /// - Also for disabled bodies, and with Method::Off.
  /// - The half-space below the plane is solid.
  /// - Contacts are Bullet's (m_rcontacts). Nodes keep the margin of the soft body's shape, as from a box.
  /// - setMargin has no effect.
  void setRigidMeshesEnabled(bool enabled);
  bool areRigidMeshesEnabled() const;

  /// Sets whether a body collides with soft bodies, with itself and, by Pliant, with rigid meshes. Default true.
  void setBodyEnabled(const btSoftBody* body, bool enabled);
  bool isBodyEnabled(const btSoftBody* body) const;
  /// Sets whether a body collides with itself.
  /// Default: true for bodies without tetrahedra, except those with clusters and CL_SELF.
  void setSelfEnabled(const btSoftBody* body, bool enabled);
  bool isSelfEnabled(const btSoftBody* body) const;
  /// Sets which neighbouring elements of a body's surface are not kept apart from each other.
  /// They are pairs whose shortest connection has fewer than `rings` edges.
  /// 1: elements that share a vertex; 2: also elements that one edge joins; and so on.
  /// Excluded neighbours still do not pass through each other.
  /// For any value, elements of one body are kept apart by at most 0.7 (restFraction of getContactSettings()) of their
  /// distance at rest.
  /// Default kDefaultExcludedRings. Throws Error unless 1 ≤ rings ≤ kMaxExcludedRings.
  void setExcludedRings(const btSoftBody* body, int rings);
  int getExcludedRings(const btSoftBody* body) const;
  /// Sets whether two bodies collide with each other. Default true. a = b: as setSelfEnabled.
  void setPairEnabled(const btSoftBody* a, const btSoftBody* b, bool enabled);
  bool isPairEnabled(const btSoftBody* a, const btSoftBody* b) const;

  /// Sets the contact distance (margin) of a body [length].
  /// Two soft bodies keep the sum of their margins; a soft body and a rigid triangle mesh the sum of this margin and
  /// that of the mesh's shape.
  /// Throws Error unless the margin is finite and ≥ 0.
  ///
  /// Default:
  /// - Between soft bodies: margin fraction · mean edge length at rest, at most 0.05 · thickness at rest.
  ///   The mean edge length of a body with links only is its mean link length.
  ///   The thickness is the shortest extent along the principal axes that is not 0.
  ///   The margin of the collision shape is ignored: programs set it for rigid contacts.
  /// - Against rigid meshes: the margin of the collision shape if it differs from Bullet's default of 0.25, otherwise
  ///   margin fraction · mean edge length.
  void setMargin(const btSoftBody* body, btScalar margin);
  /// Restores the default.
  void clearMargin(const btSoftBody* body);
  /// Returns the margin between soft bodies that the last step used [length].
  /// For a body that no step has used yet: the margin that was set, or 0.
  btScalar getMargin(const btSoftBody* body) const;
  /// Sets the margin fraction of all bodies (see setMargin). Default kDefaultMarginFraction.
  /// Throws Error unless it is finite and ≥ 0.
  void setMarginFraction(btScalar fraction);
  btScalar getMarginFraction() const;

  /// Enables sleeping of soft bodies, as of rigid bodies. In stock Bullet no soft body sleeps.
  /// A body requests sleep if for `time` [s] no node was farther than speed · time from its position at the start of
  /// that time, unless its activation state is DISABLE_DEACTIVATION.
  /// Bullet's islands then deactivate it as soon as all bodies whose boxes overlap its own request sleep, too.
  ///
  /// A sleeping body, also one that the program has deactivated, wakes when
  /// - an active body comes into contact with it,
  /// - the program moves its nodes, or
  /// - an object that its box overlapped when it fell asleep is removed, moved or awake.
  ///
  /// `speed` [length/s]; default 0: no body falls asleep. `time`: default 2 [s].
  /// Throws Error unless both are finite, speed ≥ 0 and time > 0.
  void setSleeping(btScalar speed, btScalar time = 2);
  btScalar getSleepSpeed() const;
  btScalar getSleepTime() const;

  /// Reports a change that the counts and addresses of m_nodes, m_links, m_faces and m_tetras do not show.
  /// Examples: other corners of the same faces, or another rest shape (btSoftBody::scale).
  /// The present positions become the rest shape.
  void bodyChanged(const btSoftBody* body);
  /// Reports that vertices or indices of a rigid body's triangle mesh were changed in place, between two steps.
  /// The next step reads them again. Another mesh, scaling or count is detected without this call.
  /// A mesh of at most 1,024 triangles (LdiSoftware: a closed mesh of at most 65,536) moves along the paths of its
  /// vertices and carries bodies that lie on it, unless a vertex moves farther than the mesh's shortest extent.
  void bodyChanged(const btCollisionObject* rigid);
  /// Reports that a body is about to leave the world, or has left it. The body may be deleted.
  /// The worlds of Pliant call it from removeSoftBody and removeCollisionObject.
  /// Bullet's removeSoftBody is not virtual. If it is called on the base class or in a stock world, the next step
  /// detects the removal; until then contacts and getBody still return the body.
  void bodyRemoved(const btSoftBody* body);
  /// Reports the same for a rigid body with triangle meshes.
  /// The worlds of Pliant call it from removeRigidBody and removeCollisionObject.
  /// In a stock world, call it before a body is deleted between collision detection and the end of the same step, for
  /// instance in an internal tick callback or an action. Otherwise contacts may name it until the next step.
  void bodyRemoved(const btCollisionObject* rigid);

  /// Returns the id of a body, which it keeps while it is in the world; −1 if no step has seen the body.
  int getBodyId(const btSoftBody* body) const;
  /// Returns the body of an id; null if there is none.
  btSoftBody* getBody(int id) const;
  /// Returns the present status; Active for a body that no step has seen.
  SoftBodyStatus getStatus(const btSoftBody* body) const;

  /// Returns the contacts of the last step, in a deterministic order.
  /// Valid until the next step begins or a body is removed.
  std::span<const SoftContact> getContacts() const;
  /// Returns the number of contacts of the last step.
  int getNumContacts() const;
  /// Returns one contact. `index` must be in [0, getNumContacts()); it is not checked.
  const SoftContact& getContact(int index) const;

  /// Sets whether coincident vertices of a body move as one vertex with their total mass. Default true.
  /// Coincident: at one place when a step first reads the body, and not joined by a link or edge.
  /// Examples: the two sides of a double-sided sheet, the seam of an exporter. The sides of a flat bag stay separate.
  /// SoftBodyStatus::Kind::Seams reports such vertices. Use false for a body that is meant to fall apart.
  void setSeamsJoined(const btSoftBody* body, bool joined);
  bool areSeamsJoined(const btSoftBody* body) const;

  /// Sets whether debugDraw also draws contacts with impulse 0: elements that only came near, and sensor pairs.
  /// Default false.
  void setNearContactsDrawn(bool drawn);
  bool areNearContactsDrawn() const;

  /// Sets the listener; not owned. Null (default): none.
  /// The listener's functions are called on the thread that steps the world, within the step.
  void setListener(SoftCollisionListener* listener);
  SoftCollisionListener* getListener() const;

  /// Returns times of the last step [ms].
  const StageTimes& getStageTimes() const;
  /// Returns counts of the last step.
  const StepCounters& getCounters() const;

  /// Finds the first face or tetrahedron that the segment from `from` to `to` hits, at the present positions.
  /// Returns the hit of btSoftBody::rayTest, without its trees; `hit.fraction` is in [0, 1].
  /// Returns false if there is no hit; then the fraction is 1 and the index −1.
  /// Thread-safe between steps.
  bool rayTest(const btSoftBody* body, const btVector3& from, const btVector3& to, btSoftBody::sRayCast& hit) const;

  /// Runs a query of the detector on the bodies of the world at their present positions.
  /// Results have body ids of getBodyId and element indices within the bodies. Rigid meshes are not included.
  /// Returns false, with empty results, if there is no detector (getDetector) or no step has begun yet.
  /// Throws Error if the margin is negative or not finite, or if the detector does not support a requested list.
  bool query(const Query& query, Results& results);

  struct Impl;
  /// Internal: for Pliant's own code.
  Impl& impl() { return *m_impl; }

 private:
  std::unique_ptr<Impl> m_impl;
};

}  // namespace pliant
