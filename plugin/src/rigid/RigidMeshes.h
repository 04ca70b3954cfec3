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

/// The triangle meshes of rigid bodies that soft bodies are near, as members of the set beside the soft bodies: same
/// candidates, same narrow test, same contacts. Of a large mesh the set has only the part around the soft bodies, with
/// room, so that it is seldom read again. Rigid meshes don't meet each other here.
///
/// Nothing of a rigid body is looked at in a step before dispatch has named it: until then it may be gone.
class RigidMeshes {
 public:
  explicit RigidMeshes(BodySet& set) : m_set(set) {}

  /// `driveTime`: in which kinematic bodies have gone with their velocities to where they are.
  void beginStep(btScalar timeStep, btScalar driveTime);
  /// Dispatch has let the pair through. False: the mesh is not one that we take. Where its rigid body stands now is
  /// where it starts, but for kinematic ones, which are at their end already. `wider`: see Pair.
  bool meet(btSoftBody& body, const btCollisionObjectWrapper& rigid, Real wider);
  /// After the rigid bodies' motion: adds and takes out members, moves them. Changes the set's revision where the near
  /// part of a mesh has to be read again. `dispatcher` knows what dynamic bodies stand on; may be null. `volumes`:
  /// closed meshes are taken whole.
  void beginSolve(btDispatcher* dispatcher, bool volumes);
  /// What the solve has pushed so far is where it is now: positions, to be read again by the set's update.
  void follow();
  /// After the solve: hands the rigid bodies what it has given them.
  void endSolve();
  /// The set shows the start of the step only, or start and end again.
  void showStart();
  void showMotion();

  /// Its triangles must be read again.
  void markChanged(const btCollisionObject* object);
  void forget(const btCollisionObject* object);
  void forget(const btSoftBody* body);

  struct Pair {
    btSoftBody* body;
    RigidMesh* mesh;
    btVector3 low, high;  ///< of the soft body's motion
    Real wider;           ///< by how much its margin against meshes is larger than its other one, ≥ 0
  };
  /// Of this step, each once, by mesh.
  std::span<const Pair> pairs() const { return m_pairs; }
  /// By id; null: none.
  const std::vector<std::unique_ptr<RigidMesh>>& all() const { return m_meshes; }
  /// Members in the order of their ids in the set.
  std::span<RigidMesh* const> members() const { return m_members; }

 private:
  RigidMesh& find(const btCollisionObjectWrapper& place, const btConcaveShape& shape);
  void takeNew();
  void sortPairs();
  void drop(RigidMesh& mesh);
  void unlink(RigidMesh& mesh);
  void cover(std::span<const Pair> pairs, bool volumes);

  BodySet& m_set;
  std::vector<std::unique_ptr<RigidMesh>> m_meshes;                     // by id; null: free
  std::vector<std::unique_ptr<RigidMesh>> m_new;                        // met for the first time in this step
  std::unordered_map<const btCollisionObject*, RigidMesh*> m_ofObject;  // the first one; the others by `next`
  std::vector<RigidMesh*> m_members;
  std::vector<Pair> m_pairs;
  RigidMotions m_motions;
  std::vector<LocalBox> m_boxes;
  btScalar m_timeStep = 0, m_driveTime = 0;
};

}  // namespace pliant::detail
