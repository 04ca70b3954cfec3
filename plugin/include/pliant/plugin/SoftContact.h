#pragma once

#include <BulletSoftBody/btSoftBody.h>
#include <pliant/plugin/Precision.h>

#include <array>

namespace pliant {

/// A contact of the last step between two soft bodies, between two parts of one, or between a soft body and a rigid
/// body's triangle mesh. Of the latter bodyA is the soft body. Bodies that were in each other when the step began are
/// pushed apart without contacts where they are; SoftCollision::query tells what intersects.
struct SoftContact {
  /// FaceVertex: the vertex is a rigid mesh's. Volume: patches of two surfaces that have passed each other, some edges
  /// wide; no elements are named.
  enum class Kind : std::uint8_t { VertexFace, EdgeEdge, FaceVertex, Volume };
  Kind kind = Kind::VertexFace;
  bool swept = false;           ///< the motion of the step would have made both meet; else they only came near
  btSoftBody* bodyA = nullptr;  ///< body of the vertex, or of the first edge; never null
  btSoftBody* bodyB = nullptr;  ///< body of the face, or of the second edge; may be bodyA; null: `rigid` is the partner
  std::array<int, 4> nodes;  ///< indices into m_nodes: vertex and face corners, or ends of edge A and of edge B; −1
                             ///< for those of a rigid mesh, and all of Volume
  int face = -1;             ///< the soft body's: index into its m_faces; for a body that has none, into its boundary
  std::array<btScalar, 4> weights;  ///< (1, −a, −b, −c), (a, b, c, −1) or (1−s, s, −(1−t), −t):
                                    ///< Σ weights·x = point on A − point on B; Volume: 0
  btVector3 pointOnA, pointOnB;     ///< world space, at the predicted end of the step; Volume: about the centroid
  btVector3 normal;                 ///< unit, from B to A on the side where A was at the start of the step
  btScalar depth = 0;               ///< along the normal at the predicted end, world units; > 0 means penetrating
  btScalar volume = 0;              ///< Volume: shared then, world units cubed; depth is its mean
  btScalar contactDistance = 0;     ///< distance that the solver keeps between both, world units
  btScalar impulse = 0;             ///< of the step, on A along the normal, on B against it; N s, as m_appliedImpulse
  btVector3 friction{0, 0, 0};      ///< the same along the surface, on A; B got the opposite
  const btCollisionObject* rigid = nullptr;  ///< whose triangle mesh bodyA touches; null between soft bodies
  int rigidPart = -1, rigidTriangle = -1;    ///< VertexFace: as the shape's processAllTriangles names the triangle
};

}  // namespace pliant
