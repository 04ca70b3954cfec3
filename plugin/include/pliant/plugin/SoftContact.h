#pragma once

#include <BulletSoftBody/btSoftBody.h>
#include <pliant/plugin/Precision.h>

#include <array>
#include <cstddef>
#include <cstdint>

namespace pliant {

/// A contact of the last step:
/// - between two soft bodies,
/// - between two regions of one soft body, or
/// - between a soft body (bodyA) and a triangle mesh of a rigid body.
///
/// t0 and t1 are start and end of the step; positions at t1 are the predicted ones, before the solve.
/// Bodies that intersect at t0 are separated without contacts at the intersection; SoftCollision::query reports it.
struct SoftContact {
  /// VertexFace: a vertex of A and a face of B.
  /// EdgeEdge: an edge of A and an edge of B.
  /// FaceVertex: a face of A and a vertex of a rigid mesh.
  /// Volume: overlapping regions of two surfaces, several edges wide; no single elements.
  enum class Kind : std::uint8_t { VertexFace, EdgeEdge, FaceVertex, Volume };
  Kind kind = Kind::VertexFace;
  bool swept = false;           ///< true if the predicted motion makes the elements meet; false: they only come near
  btSoftBody* bodyA = nullptr;  ///< body of the vertex (FaceVertex: of the face) or of the first edge; never null
  btSoftBody* bodyB = nullptr;  ///< body of the face or of the second edge; may be bodyA; null: see `rigid`
  /// Indices into m_nodes.
  /// VertexFace: vertex, then face corners. FaceVertex: face corners, then vertex. EdgeEdge: ends of A, then of B.
  /// −1 for vertices of a rigid mesh and for Volume.
  std::array<int, 4> nodes;
  /// Returns how many of `nodes` and `weights` are A's; the others are B's. Not for Volume.
  std::size_t nodesOfA() const { return kind == Kind::VertexFace ? 1 : kind == Kind::FaceVertex ? 3 : 2; }
  /// Index of the soft body's face in m_faces; in its boundary if the body has no faces.
  /// −1 if no soft face is part of the contact, or if it is a cap (SoftCollisionSettings::capHoles).
  int face = -1;
  /// Weights of `nodes`: Σ weights·x = point on A − point on B.
  /// VertexFace: (1, −a, −b, −c). FaceVertex: (a, b, c, −1). EdgeEdge: (1−s, s, −(1−t), −t). Volume: 0.
  std::array<btScalar, 4> weights;
  btVector3 pointOnA, pointOnB;  ///< contact points at t1, world space; Volume: on both sides of the centroid
  btVector3 normal;              ///< unit vector from B to A, on the side where A is at t0
  btScalar depth = 0;            ///< penetration along the normal at t1 [length]; > 0: penetrating; Volume: the mean
  btScalar volume = 0;           ///< Volume: shared volume at t1 [length³]; else 0
  btScalar contactDistance = 0;  ///< distance that the solver keeps between A and B [length]; Volume: 0
  btScalar impulse = 0;  ///< on A along the normal, on B opposite, over the step [N s]; as Bullet's m_appliedImpulse
  btVector3 friction{0, 0, 0};               ///< tangential impulse on A; B gets the opposite [N s]
  const btCollisionObject* rigid = nullptr;  ///< object whose triangle mesh bodyA touches; null between soft bodies
  /// VertexFace on a rigid mesh: part and index that the shape's processAllTriangles reports; else −1.
  int rigidPart = -1, rigidTriangle = -1;
};

}  // namespace pliant
