#pragma once

#include <BulletSoftBody/btSoftBody.h>
#include <pliant/detectors/BodySet.h>

#include <Eigen/Core>
#include <span>

#include "rigid/RigidMember.h"
#include "solve/SeamGroups.h"
#include "solve/SolveSettings.h"

namespace pliant::detail {

/// A vector in one SIMD register, as btVector3 keeps it; the last component is 0.
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
/// Dot product of two vectors whose last components are 0, always summed in the same order.
inline Real dot(const Lane& a, const Lane& b) {
  return (a[0] * b[0] + a[1] * b[1]) + a[2] * b[2];
}

/// What all parts of one solve look at.
struct SolveContext {
  std::span<btSoftBody* const> bodies;              ///< by slot
  std::span<btSoftBody::Node* const> nodeOfVertex;  ///< by flat vertex; null for those of rigid meshes
  const BodySet& set;
  const SolveSettings& settings;
  std::span<const RigidMember* const> rigid{};  ///< by slot; null: a soft body. None at all: only soft bodies
  const SeamGroups& seams = kNoSeams;

  /// The body takes part in the motion; others are obstacles.
  bool moves(Index slot) const { return slot < bodies.size() && bodies[slot] != nullptr && bodies[slot]->isActive(); }
  Index slotOf(Index vertex) const { return set.slotOfVertex()[vertex]; }
  /// 0 for pinned nodes and for nodes of bodies that stand still. Of a seam the first vertex has the mass of all, and
  /// the others are not to be moved.
  Real inverseMass(Index vertex) const {
    if (!moves(slotOf(vertex)) || seams.isFollower(vertex)) return 0;
    return inverseMassOfSeam(vertex);
  }
  /// Inverse mass of a vertex of a soft body, or of all vertices of its seam together.
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
  /// Of a vertex of a rigid body that gives way; else null.
  RigidMotion* motionOf(Index vertex) const {
    if (nodeOfVertex[vertex] != nullptr || rigid.empty()) return nullptr;
    return rigid[slotOf(vertex)]->motion;
  }
  /// The vertex's place at the start of the step, as the set's last update has it.
  btVector3 start(Index vertex) const { return at(set.positions_t0()[vertex]); }
  /// Where the vertex is now.
  btVector3 end(Index vertex) const {
    return nodeOfVertex[vertex] == nullptr ? at(set.positions()[vertex]) : nodeOfVertex[vertex]->m_x;
  }
  /// Coulomb coefficient of two bodies as Bullet combines them: the larger one of two soft bodies, the product of a
  /// soft and a rigid one.
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
