#pragma once

#include "OverlapJudge.h"

/// Triangle meshes of rigid bodies, and their intersections with soft bodies, found by testing all pairs.
namespace rigid {

/// Returns every triangle of the body's meshes in world space, including those of the children of compounds.
inline std::vector<std::array<btVector3, 3>> trianglesOf(const btCollisionObject& object) {
  struct Collector : btTriangleCallback {
    void processTriangle(btVector3* corners, int, int) override {
      triangles.push_back({at * corners[0], at * corners[1], at * corners[2]});
    }
    void collect(const btCollisionShape& shape, const btTransform& frame) {
      if (shape.isCompound()) {
        const auto& compound = static_cast<const btCompoundShape&>(shape);
        for (int i = 0; i < compound.getNumChildShapes(); ++i)
          collect(*compound.getChildShape(i), frame * compound.getChildTransform(i));
        return;
      }
      if (!shape.isConcave()) return;
      at = frame;
      const btVector3 endless = vector(1e15, 1e15, 1e15);
      static_cast<const btConcaveShape&>(shape).processAllTriangles(this, -endless, endless);
    }
    btTransform at;
    std::vector<std::array<btVector3, 3>> triangles;
  } collector;
  collector.collect(*object.getCollisionShape(), object.getWorldTransform());
  return collector.triangles;
}

/// Returns the number of pairs of a soft face and a rigid triangle that intersect.
inline int facePairs(const btSoftBody& body, const btCollisionObject& object) {
  const auto triangles = trianglesOf(object);
  int count = 0;
  for (int i = 0; i < body.m_faces.size(); ++i)
    for (const auto& [a, b, c] : triangles)
      count += overlap::trianglesMeet(overlap::cornersOf(body.m_faces[i]), {a.m_floats, b.m_floats, c.m_floats});
  return count;
}

/// Returns the sum for a soft body and a rigid body whose inertia is the same about all axes.
inline BodyMotion sumOf(const btSoftBody& soft, const btRigidBody& rigid) {
  BodyMotion sum = motionOf(soft);
  const double mass = 1 / double(rigid.getInvMass()), inertia = 1 / double(rigid.getInvInertiaDiagLocal().x());
  const Eigen::Vector3d v = wide(rigid.getLinearVelocity()), w = wide(rigid.getAngularVelocity());
  sum.momentum += mass * v;
  sum.angular += mass * wide(rigid.getWorldTransform().getOrigin()).cross(v) + inertia * w;
  sum.kinetic += 0.5 * mass * v.squaredNorm() + 0.5 * inertia * w.squaredNorm();
  return sum;
}

}  // namespace rigid
