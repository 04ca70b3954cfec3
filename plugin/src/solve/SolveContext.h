#pragma once

#include <BulletSoftBody/btSoftBody.h>
#include <pliant/detectors/BodySet.h>

#include <Eigen/Core>
#include <span>

#include "rigid/RigidMember.h"
#include "solve/SeamGroups.h"
#include "solve/SolveSettings.h"

namespace pliant::detail {

/// Vector in one SIMD register, with the layout of btVector3; the last component is 0.
using Lane = Eigen::Array<Real, 4, 1>;

inline Lane toLane(const btVector3& v) {
  return {v.x(), v.y(), v.z(), Real(0)};
}
inline Lane toLane(const Vector3& v) {
  return {v.x(), v.y(), v.z(), Real(0)};
}
inline btVector3 toBullet(const Lane& v) {
  return {v[0], v[1], v[2]};
}
/// Returns the dot product of two vectors whose last components are 0. The order of summation is fixed.
inline Real dot(const Lane& a, const Lane& b) {
  return (a[0] * b[0] + a[1] * b[1]) + a[2] * b[2];
}

/// Data shared by all parts of one solve. A body index (slot) is the dense index of a body in the BodySet.
struct SolveContext {
  std::span<btSoftBody* const> bodies;              ///< indexed by body
  std::span<btSoftBody::Node* const> nodeOfVertex;  ///< one per vertex of the set; null for vertices of rigid meshes
  const BodySet& set;
  const SolveSettings& settings;
  std::span<const RigidMember* const> rigid{};  ///< indexed by body; null for a soft body. Empty if all bodies are soft
  const SeamGroups& seams = kNoSeams;

  /// Returns true if the solver moves the body. Other bodies are obstacles.
  bool moves(Index slot) const { return slot < bodies.size() && bodies[slot] != nullptr && bodies[slot]->isActive(); }
  Index slotOf(Index vertex) const { return set.slotOfVertex()[vertex]; }
  /// Returns 0 for pinned nodes and for nodes of bodies that stand still. The first vertex of a seam has the mass of
  /// the whole seam; its other vertices get 0 and must not be moved.
  Real inverseMass(Index vertex) const {
    if (!moves(slotOf(vertex)) || seams.isFollower(vertex)) return 0;
    return inverseMassOfSeam(vertex);
  }
  /// Returns the inverse mass of a vertex of a soft body, or of its whole seam.
  Real inverseMassOfSeam(Index vertex) const {
    if (!seams.isGrouped(vertex)) return nodeOfVertex[vertex]->m_im;
    Real mass = 0;
    bool held = false;
    seams.forEach(vertex, [&](Index v) {
      const Real own = nodeOfVertex[v]->m_im;
      held = held || !(own > 0);
      if (!held) mass += 1 / own;
    });
    return held ? Real(0) : 1 / mass;
  }
  bool hasSeams(Index slot) const {
    const auto [begin, end] = set.vertices(slot);
    for (Index v = begin; v < end && seams.any(); ++v)
      if (seams.isFollower(v)) return true;
    return false;
  }
  bool isRigid(Index slot) const { return slot < rigid.size() && rigid[slot] != nullptr; }
  /// Returns the motion of the dynamic rigid body that the vertex belongs to, or null.
  RigidMotion* motionOf(Index vertex) const {
    if (nodeOfVertex[vertex] != nullptr || rigid.empty()) return nullptr;
    return rigid[slotOf(vertex)]->motion;
  }
  /// Returns the vertex's position at t0 according to the set's last update.
  btVector3 start(Index vertex) const { return at(set.positions_t0()[vertex]); }
  /// Returns the vertex's current position.
  btVector3 end(Index vertex) const {
    return nodeOfVertex[vertex] == nullptr ? at(set.positions()[vertex]) : nodeOfVertex[vertex]->m_x;
  }
  /// Returns the Coulomb coefficient of two bodies, combined as in Bullet: the larger one of two soft bodies, the
  /// product of a soft and a rigid one.
  Real friction(Index slotA, Index slotB) const {
    if (isRigid(slotA) && isRigid(slotB)) return rigid[slotA]->friction * rigid[slotB]->friction;
    if (isRigid(slotA)) return rigid[slotA]->friction * friction(slotB, slotB);
    if (isRigid(slotB)) return rigid[slotB]->friction * friction(slotA, slotA);
    const Real a = bodies[slotA] != nullptr ? bodies[slotA]->m_cfg.kDF : Real(0);
    const Real b = bodies[slotB] != nullptr ? bodies[slotB]->m_cfg.kDF : Real(0);
    return a > b ? a : b;
  }

 private:
  static inline const SeamGroups kNoSeams;
  static btVector3 at(const PackedPosition& p) { return {p.x, p.y, p.z}; }
};

}  // namespace pliant::detail
