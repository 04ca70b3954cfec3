#pragma once

#include <BulletCollision/CollisionDispatch/btCollisionObject.h>
#include <BulletCollision/CollisionShapes/btConcaveShape.h>
#include <pliant/detectors/BodySet.h>

#include <array>
#include <compare>
#include <string>
#include <vector>

#include "rigid/RigidMember.h"

class btStridingMeshInterface;
struct btCollisionObjectWrapper;

namespace pliant::detail {

/// The shape as one that is made of triangles and not convex, of which Bullet makes a thin hull each; else null.
const btConcaveShape* triangleMeshOf(const btCollisionShape& shape);

/// What tells a triangle mesh from another one at the same place in memory, and shows that someone has changed it.
struct MeshSignature {
  explicit MeshSignature(const btConcaveShape& of);
  bool operator==(const MeshSignature&) const = default;

  const btConcaveShape* shape;
  const btStridingMeshInterface* mesh;
  const void *vertices = nullptr, *indices = nullptr;  // of the first part
  int parts = 0, vertexCount = 0, triangleCount = 0;   // of all parts
  std::array<btScalar, 3> scaling;
};

/// A box in the mesh's own frame.
struct LocalBox {
  btVector3 low, high;

  bool holds(const LocalBox& other) const;
  void include(const LocalBox& other);
  void grow(btScalar by);
};

/// A triangle mesh of a collision object, of which the set has as much as soft bodies are near.
class RigidMesh {
 public:
  RigidMesh(const btCollisionObjectWrapper& place, const btConcaveShape& shape);

  btCollisionObject& object() const { return *m_object; }
  const btConcaveShape& shape() const { return *m_signature.shape; }
  /// Whether it is this shape at this place: of this object, by the same children of compounds.
  bool isAt(const btCollisionObjectWrapper& place, const btConcaveShape& shape) const;
  /// Whether it is still what it was when it was made; its object is alive.
  bool isStill(const btConcaveShape& shape) const;
  /// Reads the triangles again: its corners are elsewhere in its frame, by its scaling or because someone has moved
  /// them. False: it is another mesh now, or was put elsewhere, and this one is good for nothing.
  bool reshape(const btConcaveShape& shape);
  /// Before the next step.
  void endReshape();
  /// An order that does not depend on which mesh was met first.
  bool before(const RigidMesh& other) const;
  /// Why it can't be taken; empty: it can.
  const std::string& refusal() const { return m_refusal; }

  // Where it is. At dispatch, then when all rigid bodies have gone their way.
  /// `lately`: the last step was told as well.
  void placeStart(const btTransform& object, const btTransform& shape, btScalar driveTime, bool lately);
  void placeEnd();
  /// The rigid body ends the step elsewhere.
  void placeEnd(const btTransform& object);
  /// A box of the world over the step's motion, in the mesh's frame.
  LocalBox localBox(const btVector3& low, const btVector3& high) const;

  /// Whether the triangles that meet the boxes are there; where volumes are looked at, all of a closed mesh.
  bool covers(const std::vector<LocalBox>& boxes, bool volumes) const;
  /// Takes these triangles. The set's member, if there is one, is not valid any more.
  void take(std::vector<LocalBox> boxes, bool volumes);
  /// Positions at both ends of the step.
  void move();

  /// Which triangle of the shape a face is.
  struct Name {
    int part, index;
    auto operator<=>(const Name&) const = default;
  };
  Name nameOf(Index face) const { return m_names[face]; }
  bool empty() const { return m_triangles.empty(); }
  /// The set has all triangles, not only those near soft bodies.
  bool isWhole() const { return m_whole; }
  BodyView view() const;
  PositionsView startView() const { return viewOf(m_start); }
  PositionsView endView() const { return viewOf(m_end); }

  RigidMesh* next = nullptr;  // of the same object
  Index id = kNoIndex;        // among the meshes that are taken; none in the step in which it is met first, until solve
  RigidMember member;         // for the solver
  Index setId = kNoIndex;     // in the set
  Index slot = kNoIndex;      // in the set, after the reader's beginSolve
  int unseen = 0;             // steps since a soft body was near; 0: in this step
  bool placed = false;        // in this step
  bool stale = false;         // another one has taken its place
  bool fresh = true;          // not where the last step has left it
  bool told = false;          // about its refusal
  bool changed = false;       // someone has said so: it must be read again

 private:
  static PositionsView viewOf(const std::vector<PackedPosition>& positions);
  void readAll();
  void readNear();
  bool mayBeWhole(bool volumes) const;
  btScalar shortestExtent() const;
  bool mayCarry(const btTransform& from, const btTransform& to) const;

  btCollisionObject* m_object;
  MeshSignature m_signature;
  int m_proxy;
  std::vector<int> m_path;  // children of compounds, the innermost first
  std::string m_refusal;
  btTransform m_local;       // the shape's in the object's frame
  btTransform m_from, m_to;  // the shape's in the world
  bool m_known = false;      // m_to is where the last step has left it
  btTransform m_movedStart, m_movedEnd;
  bool m_moved = false;
  std::vector<LocalBox> m_covered;
  bool m_whole = false;                        // all triangles are there
  bool m_open = false;                         // known to be no closed surface
  bool m_reshaped = false;                     // in this step
  std::vector<btVector3> m_corners, m_before;  // before: where they were at the start of a step in which it is reshaped
  std::vector<Triangle> m_triangles;
  std::vector<Name> m_names;
  std::vector<PackedPosition> m_start, m_end;
};

}  // namespace pliant::detail
