#pragma once

#include <BulletSoftBody/btSoftBody.h>
#include <pliant/detectors/BodySet.h>
#include <pliant/detectors/Workers.h>

#include <cmath>
#include <span>

#include "core/SeamGroups.h"
#include "core/vectors.h"
#include "rigid/RigidMember.h"
#include "rigid/RigidMotions.h"
#include "solve/SolveSettings.h"

namespace pliant::detail {

/// Shortens a friction impulse to its limit by Coulomb's law.
inline void clampFriction(Lane& impulse, Real limit) {
  const Real squared = dot(impulse, impulse);
  if (squared > limit * limit) impulse *= limit / std::sqrt(squared);
}

/// Data shared by all parts of one solve. A body index is the dense index of a body in the BodySet.
struct SolveContext {
  std::span<btSoftBody* const> bodies;              ///< indexed by body
  std::span<btSoftBody::Node* const> nodeOfVertex;  ///< one per vertex of the set; null for vertices of rigid meshes
  const BodySet& set;
  const SolveSettings& settings;
  std::span<const RigidMember* const> rigid{};  ///< indexed by body; null for a soft body. Empty if all bodies are soft
  const SeamGroups& seams = kNoSeams;
  Workers* workers = nullptr;       ///< null: the calling thread alone
  RigidMotions* motions = nullptr;  ///< all dynamic rigid bodies that the solve may push; null: those of `rigid` alone

  /// Returns true if the solver moves the body. Other bodies stand still.
  bool moves(Index body) const { return body < bodies.size() && bodies[body] != nullptr && bodies[body]->isActive(); }
  Index bodyOf(Index vertex) const { return set.bodyOfVertex()[vertex]; }
  /// Returns 0 for pinned nodes and for nodes of bodies that stand still. The first vertex of a seam has the mass of
  /// the whole seam; its other vertices get 0 and must not be moved.
  Real inverseMass(Index vertex) const {
    if (!moves(bodyOf(vertex)) || seams.isFollower(vertex)) return 0;
    return inverseMassOfSeam(vertex);
  }
  /// Returns the inverse mass of a vertex of a soft body, or of its whole seam.
  Real inverseMassOfSeam(Index vertex) const {
    if (!seams.isGrouped(vertex)) return nodeOfVertex[vertex]->m_im;
    Real mass = 0;
    bool pinned = false;
    seams.forEach(vertex, [&](Index v) {
      const Real own = nodeOfVertex[v]->m_im;
      pinned = pinned || !(own > 0);
      if (!pinned) mass += 1 / own;
    });
    return pinned ? Real(0) : 1 / mass;
  }
  bool hasSeams(Index body) const {
    const auto [begin, end] = set.vertices(body);
    for (Index v = begin; v < end && seams.any(); ++v)
      if (seams.isFollower(v)) return true;
    return false;
  }
  bool isRigid(Index body) const { return body < rigid.size() && rigid[body] != nullptr; }
  /// Returns the motion of the dynamic rigid body that the vertex belongs to, or null.
  RigidMotion* motionOf(Index vertex) const {
    if (nodeOfVertex[vertex] != nullptr || rigid.empty()) return nullptr;
    return rigid[bodyOf(vertex)]->motion;
  }
  /// Calls visit(motion) for each dynamic rigid body that the solve may push, for some of them more than once.
  template <typename Visit>
  void forEachMotion(Visit&& visit) const {
    for (const RigidMember* member : rigid)
      if (member != nullptr && member->motion != nullptr) visit(*member->motion);
    if (motions) motions->forEach(visit);
  }
  /// Returns the vertex's position at t0 according to the set's last update.
  btVector3 start(Index vertex) const { return toBullet(set.positions_t0()[vertex]); }
  /// Returns the vertex's current position.
  btVector3 end(Index vertex) const {
    return nodeOfVertex[vertex] == nullptr ? toBullet(set.positions()[vertex]) : nodeOfVertex[vertex]->m_x;
  }
  /// Returns the Coulomb coefficient of two bodies, combined as in Bullet: the larger one of two soft bodies (the
  /// product in a deformable world), the product of a soft and a rigid one.
  Real friction(Index bodyA, Index bodyB) const {
    const Real a = frictionOf(bodyA), b = frictionOf(bodyB);
    if (isRigid(bodyA) || isRigid(bodyB) || settings.frictionIsProduct) return a * b;
    return a > b ? a : b;
  }

 private:
  Real frictionOf(Index body) const {
    if (isRigid(body)) return rigid[body]->friction;
    return bodies[body] != nullptr ? bodies[body]->m_cfg.kDF : Real(0);
  }
  static inline const SeamGroups kNoSeams;
};

}  // namespace pliant::detail
