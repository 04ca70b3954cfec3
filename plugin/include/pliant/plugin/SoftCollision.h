#pragma once

#include <pliant/detectors/AutoDetector.h>
#include <pliant/detectors/Detector.h>
#include <pliant/detectors/Error.h>
#include <pliant/plugin/Export.h>
#include <pliant/plugin/SoftCollisionListener.h>
#include <pliant/plugin/SoftCollisionSettings.h>
#include <pliant/plugin/SoftContact.h>
#include <pliant/plugin/StepStatistics.h>

#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <type_traits>
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
/// - A body without tetrahedra also collides with itself. In a deformable world only a body does for which
///   btSoftBody::setSelfCollision(true) or setSelfEnabled(body, true) was called.
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
/// - A body that is passed to a function must not be deleted. A null body: the function throws Error that names the
///   function and the argument.
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
  using Method = SoftCollisionMethod;

  SoftCollision();
  ~SoftCollision();
  SoftCollision(const SoftCollision&) = delete;
  SoftCollision& operator=(const SoftCollision&) = delete;

  /// Returns the settings of the world.
  const SoftCollisionSettings& settings() const;
  /// Sets all settings of the world. Another method creates its detector.
  /// Throws Error that names the field, and changes nothing, if a value is out of range.
  void setSettings(const SoftCollisionSettings& settings);
  /// Returns the settings of a body; the defaults if none were set.
  SoftBodySettings bodySettings(const btSoftBody* body) const;
  /// Sets all settings of a body. Throws as setSettings does.
  void setBodySettings(const btSoftBody* body, const SoftBodySettings& settings);

  /// Sets a detector of the user; not owned. Null (default): the detector of setMethod.
  /// An LdiDetector, with any renderer, works as Method::LdiSoftware does.
  void setDetector(Detector* detector);
  /// Returns the detector in use; null with Method::Off and no detector of the user.
  Detector* getDetector() const;

  /// A choice of Method::Auto, or of an AutoDetector of the user.
  struct Choice {
    int bodyA = -1, bodyB = -1;   ///< body ids, equal for self-collision; −1: a rigid triangle mesh
    AutoDetector::WorkItem item;  ///< method and reason; its body ids are internal
  };
  /// Returns the choices for the pairs and bodies that were tested in the last steps (AutoDetector::workItems()).
  /// Empty if the detector in use is no AutoDetector.
  std::vector<Choice> getChoices() const;

  // One setting of the world each, with the same checks.

  /// Sets settings().threads.
  void setThreads(unsigned threads);
  /// Returns the number of threads in use, ≥ 1.
  unsigned getThreads() const;
  /// Sets settings().method and creates its detector.
  void setMethod(Method method);
  /// The same by the method's name in detectionMethods(). Throws Error that lists the names if there is no such method.
  void setMethod(std::string_view name);
  /// Sets settings().volumeResolution.
  void setVolumeResolution(int pixels) { set(&SoftCollisionSettings::volumeResolution, pixels); }
  int getVolumeResolution() const { return settings().volumeResolution; }
  /// Sets settings().capHoles.
  void setCapHoles(int mostEdges) { set(&SoftCollisionSettings::capHoles, mostEdges); }
  int getCapHoles() const { return settings().capHoles; }
  /// Sets settings().contacts.
  void setContactSettings(const SurfaceContactSettings& contacts) { set(&SoftCollisionSettings::contacts, contacts); }
  const SurfaceContactSettings& getContactSettings() const { return settings().contacts; }
  /// Sets settings().marginFraction.
  void setMarginFraction(btScalar fraction) { set(&SoftCollisionSettings::marginFraction, fraction); }
  btScalar getMarginFraction() const { return settings().marginFraction; }
  /// Sets settings().rigidMeshesAndPlanes.
  void setRigidMeshesEnabled(bool enabled) { set(&SoftCollisionSettings::rigidMeshesAndPlanes, enabled); }
  bool areRigidMeshesEnabled() const { return settings().rigidMeshesAndPlanes; }
  /// Sets settings().sleepSpeed [length/s] and settings().sleepTime [s].
  void setSleeping(btScalar speed, btScalar time = 2);
  btScalar getSleepSpeed() const { return settings().sleepSpeed; }
  btScalar getSleepTime() const { return settings().sleepTime; }
  /// Sets settings().keepBulletTrees.
  void setKeepBulletTrees(bool keep) { set(&SoftCollisionSettings::keepBulletTrees, keep); }
  bool isKeepingBulletTrees() const { return settings().keepBulletTrees; }
  /// Sets settings().writeSContacts.
  void setWriteSContacts(bool write) { set(&SoftCollisionSettings::writeSContacts, write); }
  bool isWritingSContacts() const { return settings().writeSContacts; }
  /// Sets settings().drawNearContacts.
  void setNearContactsDrawn(bool drawn) { set(&SoftCollisionSettings::drawNearContacts, drawn); }
  bool areNearContactsDrawn() const { return settings().drawNearContacts; }

  // One setting of a body each, with the same checks.

  /// Sets bodySettings(body).enabled.
  void setBodyEnabled(const btSoftBody* body, bool enabled) {
    set(__func__, body, &SoftBodySettings::enabled, enabled);
  }
  bool isBodyEnabled(const btSoftBody* body) const { return get(body, __func__).enabled; }
  /// Sets bodySettings(body).self.
  void setSelfEnabled(const btSoftBody* body, bool enabled) { set(__func__, body, &SoftBodySettings::self, enabled); }
  /// Returns bodySettings(body).self, or its default for this body.
  bool isSelfEnabled(const btSoftBody* body) const;
  /// Sets bodySettings(body).excludedRings.
  void setExcludedRings(const btSoftBody* body, int rings) {
    set(__func__, body, &SoftBodySettings::excludedRings, rings);
  }
  int getExcludedRings(const btSoftBody* body) const { return get(body, __func__).excludedRings; }
  /// Sets bodySettings(body).margin [length].
  void setMargin(const btSoftBody* body, btScalar margin) { set(__func__, body, &SoftBodySettings::margin, margin); }
  /// Restores the default.
  void clearMargin(const btSoftBody* body) { set(__func__, body, &SoftBodySettings::margin, std::nullopt); }
  /// Returns the margin between soft bodies that the last step used [length].
  /// For a body that no step has used yet: the margin that was set, or 0.
  btScalar getMargin(const btSoftBody* body) const;
  /// Sets bodySettings(body).seamsJoined.
  void setSeamsJoined(const btSoftBody* body, bool joined) {
    set(__func__, body, &SoftBodySettings::seamsJoined, joined);
  }
  bool areSeamsJoined(const btSoftBody* body) const { return get(body, __func__).seamsJoined; }
  /// Sets bodySettings(body).method.
  void setMethod(const btSoftBody* body, Method method) { set(__func__, body, &SoftBodySettings::method, method); }
  /// The same by the method's name. Throws Error that lists the names if the method can't be set for one body.
  void setMethod(const btSoftBody* body, std::string_view name);
  Method getMethod(const btSoftBody* body) const { return get(body, __func__).method; }

  /// Sets whether two bodies collide with each other. Default true. a = b: as setSelfEnabled.
  void setPairEnabled(const btSoftBody* a, const btSoftBody* b, bool enabled);
  bool isPairEnabled(const btSoftBody* a, const btSoftBody* b) const;

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

  /// Vertices that a change of topology has put at one place: each belongs to one side of a cut.
  struct CutGroup {
    std::vector<int> nodes;  ///< node indices of the body, ascending; at least two
    /// Largest value so far of the smallest distance between two of them, less half of the gap that the step itself
    /// makes [length].
    btScalar opening = 0;
  };
  /// Returns the cuts of a body, as of the last step. Beside a cut, the contact distance of the body with itself is at
  /// most 0.7 of the opening.
  std::vector<CutGroup> getCuts(const btSoftBody* body) const;

  /// Returns the contacts of the last step, in a deterministic order.
  /// Valid until the next step begins or a body is removed.
  /// The first call after a step makes the list, which takes time and memory.
  /// Thread-safe between steps.
  std::span<const SoftContact> getContacts() const;
  /// Returns the number of contacts of the last step; makes no list.
  int getNumContacts() const;
  /// Returns one contact. `index` must be in [0, getNumContacts()); it is not checked.
  const SoftContact& getContact(int index) const;

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
  template <typename Value>
  void set(Value SoftCollisionSettings::*field, std::type_identity_t<Value> value) {
    SoftCollisionSettings changed = settings();
    changed.*field = value;
    setSettings(changed);
  }
  /// `function`: the caller's name, for the message.
  SoftBodySettings get(const btSoftBody* body, const char* function) const;
  template <typename Value>
  void set(const char* function, const btSoftBody* body, Value SoftBodySettings::*field,
           std::type_identity_t<Value> value) {
    SoftBodySettings changed = get(body, function);
    changed.*field = value;
    setBodySettings(body, changed);
  }

  std::unique_ptr<Impl> m_impl;
};

}  // namespace pliant
