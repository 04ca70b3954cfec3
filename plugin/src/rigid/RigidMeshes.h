#pragma once

#include <pliant/detectors/BodySet.h>

#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

#include "RigidMesh.h"
#include "RigidMotions.h"

class btSoftBody;
struct btCollisionObjectWrapper;

namespace pliant::detail {

/// Adds the triangle meshes of rigid bodies near soft bodies to the BodySet: they use the same candidates, narrow test
/// and contacts as soft bodies.
/// - Only the part of a large mesh around the soft bodies is in the set, widened so that it is seldom read again.
/// - Rigid meshes are not tested against each other.
/// - A rigid body is not accessed in a step before dispatch has reported it: until then it may be deleted.
class RigidMeshes {
 public:
  explicit RigidMeshes(BodySet& set) : m_set(set) {}

  /// `driveTime`: time in which kinematic bodies have moved by their velocities to their present poses [s].
  void beginStep(btScalar timeStep, btScalar driveTime);
  /// Records a pair that dispatch has reported. Returns false if Pliant does not handle the mesh.
  /// The present pose of the rigid body is that at t0; that of a kinematic body is already at t1.
  /// `wider`: see Pair.
  bool meet(btSoftBody& body, const btCollisionObjectWrapper& rigid, Real wider);
  /// Adds, removes and moves members of the set. Call after the rigid bodies' motion.
  /// Changes the set's revision if members change or the near part of a mesh is read again.
  /// `dispatcher`: source of the contacts that support dynamic bodies; may be null.
  /// `volumes`: volumes are tested, so larger closed meshes are held whole.
  void beginSolve(btDispatcher* dispatcher, bool volumes);
  /// Sets the positions at t1 of dynamic bodies that the solve has moved so far. The set must be updated afterwards.
  void follow();
  /// Writes the solve's motion and velocities to the rigid bodies. Call after the solve.
  void endSolve();
  /// Returns the motions of dynamic bodies: those of meshes, and others that the caller begins before Bullet moves
  /// them.
  RigidMotions& motions() { return m_motions; }
  /// Sets the positions of all meshes in the set.
  void setPositions();

  /// Marks the object's meshes to be read again.
  void markChanged(const btCollisionObject* object);
  void forget(const btCollisionObject* object);
  void forget(const btSoftBody* body);

  struct Pair {
    btSoftBody* body;
    RigidMesh* mesh;
    Bounds box;  ///< of the soft body's motion
    Real wider;  ///< margin against meshes − margin against soft bodies, ≥ 0 [length]
  };
  /// Returns the pairs of this step, each once after beginSolve, sorted by mesh.
  std::span<const Pair> pairs() const { return m_pairs; }
  /// Returns the meshes, indexed by id; null: free id.
  const std::vector<std::unique_ptr<RigidMesh>>& all() const { return m_meshes; }
  /// Returns the meshes in the set, sorted by setId.
  std::span<RigidMesh* const> members() const { return m_members; }

 private:
  RigidMesh& find(const btCollisionObjectWrapper& place, const btConcaveShape& shape);
  void takeNew();
  void sortPairs();
  void drop(RigidMesh& mesh);
  void unlink(RigidMesh& mesh);
  void cover(std::span<const Pair> pairs, bool volumes);

  BodySet& m_set;
  std::vector<std::unique_ptr<RigidMesh>> m_meshes;                     // indexed by id; null: free id
  std::vector<std::unique_ptr<RigidMesh>> m_new;                        // first reported in this step
  std::unordered_map<const btCollisionObject*, RigidMesh*> m_ofObject;  // first mesh; the others follow by `next`
  std::vector<RigidMesh*> m_members;
  std::vector<Pair> m_pairs;
  RigidMotions m_motions;
  std::vector<Bounds> m_boxes;
  btScalar m_timeStep = 0, m_driveTime = 0;
};

}  // namespace pliant::detail
