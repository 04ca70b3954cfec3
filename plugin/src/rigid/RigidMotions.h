#pragma once

#include <BulletDynamics/Dynamics/btRigidBody.h>

#include <memory>
#include <vector>

#include "rigid/RigidMotion.h"

class btDispatcher;
class btPersistentManifold;

namespace pliant::detail {

/// Dynamic rigid bodies of a step whose meshes are near soft bodies, or which Bullet's contacts of deformable bodies
/// name: motion, supports, and the solve's result.
class RigidMotions {
 public:
  void clear();
  /// Records the body's pose at t0. Call before Bullet moves the body. The result is valid until clear().
  RigidMotion* begin(btRigidBody& body);
  /// Reads the motions from the bodies, after Bullet has moved them.
  /// `dispatcher`: source of the contacts that support them; may be null. `timeStep` [s].
  void take(btDispatcher* dispatcher, btScalar timeStep);
  /// Returns the motion of a body that begin() has recorded, or null.
  RigidMotion* motionOf(const btCollisionObject* body) {
    Dynamic* const dynamic = find(body);
    return dynamic ? &dynamic->motion : nullptr;
  }
  template <typename Visit>
  void forEach(Visit&& visit) {
    for (std::size_t i = 0; i < m_count; ++i) visit(m_dynamic[i]->motion);
  }
  /// Returns the centre-of-mass transform at the end of the motion.
  static btTransform endOf(const RigidMotion& motion);
  /// Writes the solve's motion and velocity changes to the bodies, and activates them.
  void give();
  void forget(const btCollisionObject* object);

 private:
  struct Dynamic {
    btRigidBody* body;  ///< null if removed from the world meanwhile
    btTransform start;
    Eigen::Vector3d velocity, spin;  ///< before the solve
    RigidMotion motion;
  };
  struct Known {
    const btCollisionObject* body;
    Dynamic* dynamic;
  };
  struct Held {
    Dynamic* dynamic;
    int by;  ///< proxy id of the supporting object
    RigidSupport support;
  };
  std::vector<Known>::iterator placeOf(const btCollisionObject* body);
  Dynamic* find(const btCollisionObject* body);
  void findSupports(btDispatcher& dispatcher, btScalar timeStep);
  void addSupports(Dynamic& dynamic, const btPersistentManifold& manifold, bool first, btScalar timeStep);

  std::vector<std::unique_ptr<Dynamic>> m_dynamic;  // only the first m_count are in use
  std::size_t m_count = 0;
  std::vector<Known> m_known;  // sorted by address
  std::vector<Held> m_held;
  std::vector<RigidSupport> m_supports;  // grouped by body
};

}  // namespace pliant::detail
