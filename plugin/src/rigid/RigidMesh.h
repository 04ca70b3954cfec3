#pragma once

#include <BulletCollision/CollisionDispatch/btCollisionObject.h>
#include <BulletCollision/CollisionShapes/btConcaveShape.h>
#include <pliant/detectors/BodySet.h>

#include <array>
#include <compare>
#include <string>
#include <vector>

#include "core/Bounds.h"
#include "rigid/RigidMember.h"

class btStridingMeshInterface;
struct btCollisionObjectWrapper;

namespace pliant::detail {

/// Returns the shape if it is a triangle mesh (bvh, scaled, multi-material or GImpact); else null.
/// Bullet treats each triangle of such a mesh as a thin hull.
const btConcaveShape* triangleMeshOf(const btCollisionShape& shape);

/// Identifies a triangle mesh: differs for another mesh at the same address, and for a changed mesh.
struct MeshSignature {
  explicit MeshSignature(const btConcaveShape& of);
  bool operator==(const MeshSignature&) const = default;

  const btConcaveShape* shape;
  const btStridingMeshInterface* mesh;
  const void *vertices = nullptr, *indices = nullptr;  // arrays of the first part
  int parts = 0, vertexCount = 0, triangleCount = 0;   // counts over all parts
  std::array<btScalar, 3> scaling;
};

/// Triangle mesh of a collision object. The BodySet holds the part near soft bodies.
class RigidMesh {
 public:
  RigidMesh(const btCollisionObjectWrapper& place, const btConcaveShape& shape);

  btCollisionObject& object() const { return *m_object; }
  const btConcaveShape& shape() const { return *m_signature.shape; }
  /// Returns true if it is this shape of this object, at the same path of compound children.
  bool isAt(const btCollisionObjectWrapper& place, const btConcaveShape& shape) const;
  /// Returns true if mesh and broad phase proxy are unchanged since they were read. The object must be alive.
  bool isUnchanged(const btConcaveShape& shape) const;
  /// Reads the triangles again after the scaling was changed or the program moved corners in the local frame.
  /// Returns false if this object must be replaced, that is if
  /// - it is another mesh, or its broad phase proxy has changed,
  /// - only a part of the mesh is held,
  /// - no soft body was near in the last step, or
  /// - a corner has moved farther than the shortest extent.
  bool reshape(const btConcaveShape& shape);
  /// Call before the next step.
  void endReshape();
  /// Order by proxy id and path; does not depend on the order of dispatch.
  bool before(const RigidMesh& other) const;
  /// Returns why the mesh is invalid; empty if it is valid.
  const std::string& refusal() const { return m_refusal; }

  // Pose: placeStart at dispatch, placeEnd after the motion of all rigid bodies.
  /// `driveTime`: see RigidMeshes::beginStep. `lately`: true if a soft body was near in the last step, too.
  void placeStart(const btTransform& object, const btTransform& shape, btScalar driveTime, bool lately);
  void placeEnd();
  /// Sets the pose at t1 from a corrected pose of the object.
  void placeEnd(const btTransform& object);
  /// Returns a box in the local frame that contains the world-space box at t0 and t1.
  Bounds localBox(const Bounds& box) const;

  /// Returns true if all triangles that overlap the boxes are held, and the mesh is held whole exactly if it may be.
  /// `volumes`: volumes are tested, so larger closed meshes may be held whole.
  bool covers(const std::vector<Bounds>& boxes, bool volumes) const;
  /// Reads the triangles that overlap the boxes, or all. Invalidates the mesh's member of the BodySet.
  void take(std::vector<Bounds> boxes, bool volumes);
  /// Computes the vertex positions at t0 and t1.
  void move();
  /// Returns true for a static mesh that was where it is at the end of the last step.
  bool isStill() const { return isStatic && !fresh && m_moved && m_movedStart == m_movedEnd && !m_reshaped; }

  /// Identifies a triangle of the shape: part and index that processAllTriangles reports.
  struct Name {
    int part, index;
    auto operator<=>(const Name&) const = default;
  };
  Name nameOf(Index face) const { return m_names[face]; }
  bool empty() const { return m_triangles.empty(); }
  /// Returns true if all triangles are held, not only those near soft bodies.
  bool isWhole() const { return m_whole; }
  BodyView view() const;
  PositionsView startView() const { return {&m_start.data()->x, static_cast<Index>(m_start.size()), 4}; }
  PositionsView endView() const { return {&m_end.data()->x, static_cast<Index>(m_end.size()), 4}; }

  RigidMesh* next = nullptr;   // next mesh of the same object
  Index id = kNoIndex;         // id in RigidMeshes; set by beginSolve of its first step
  RigidMember member;          // data for the solver
  Index setId = kNoIndex;      // body id in the BodySet; kNoIndex: not in the set
  Index bodyIndex = kNoIndex;  // body index in the BodySet, set by SoftBodyReader::beginSolve
  int unseen = 0;              // number of steps since a soft body was near; 0: in this step
  bool placed = false;         // true if in this step a soft body is near
  bool stale = false;          // true if another RigidMesh has replaced it
  bool fresh = true;           // true if its pose at t0 is not that at the end of the last step
  bool reported = false;       // true after its refusal was reported
  bool isStatic = false;       // true if the object was static when a soft body was near last
  bool changed = false;        // true if the program reported a change: it must be read again

 private:
  void readAll();
  void readNear();
  bool mayBeWhole(bool volumes) const;
  btScalar shortestExtent() const;
  bool mayCarry(const btTransform& from, const btTransform& to) const;

  btCollisionObject* m_object;
  MeshSignature m_signature;
  int m_proxy;
  std::vector<int> m_path;  // indices of compound children, innermost first
  std::string m_refusal;
  btTransform m_local;       // pose of the shape in the object's frame
  btTransform m_from, m_to;  // pose of the shape in the world at t0 and t1
  bool m_known = false;      // true if m_to is the pose at the end of an earlier step
  btTransform m_movedStart, m_movedEnd;
  bool m_moved = false;
  std::vector<Bounds> m_covered;
  bool m_whole = false;                        // true if all triangles are held
  bool m_open = false;                         // true if known not to be a closed surface
  bool m_reshaped = false;                     // true if reshape() was called in this step
  std::vector<btVector3> m_corners, m_before;  // local corners; m_before: at t0 of a step with reshape()
  std::vector<Triangle> m_triangles;
  std::vector<Name> m_names;
  std::vector<PackedPosition> m_start, m_end;
};

}  // namespace pliant::detail
