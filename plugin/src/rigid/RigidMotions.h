#pragma once

#include <BulletDynamics/Dynamics/btRigidBody.h>

#include <memory>
#include <vector>

#include "rigid/RigidMember.h"
#include "rigid/RigidSupport.h"

class btDispatcher;
class btPersistentManifold;

namespace pliant::detail {

/// The dynamic rigid bodies of a step whose meshes soft bodies are near: how they go, what holds them up, and what the
/// solve gives them.
class RigidMotions {
 public:
  void clear();
  /// Dispatch has named the body: here it starts. What is returned stays where it is until `clear`.
  RigidMotion* begin(btRigidBody& body);
  /// As Bullet has moved them. `dispatcher` knows what they touch; may be null.
  void take(btDispatcher* dispatcher, btScalar timeStep);
  /// Where the motion ends.
  static btTransform endOf(const RigidMotion& motion);
  /// Hands the bodies what the solve has given them.
  void give();
  void forget(const btCollisionObject* object);

 private:
  struct Dynamic {
    btRigidBody* body;  ///< null: has left the world since
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
    int by;  ///< the other's proxy
    RigidSupport support;
  };
  std::vector<Known>::iterator placeOf(const btCollisionObject* body);
  Dynamic* find(const btCollisionObject* body);
  void findSupports(btDispatcher& dispatcher, btScalar timeStep);
  void addSupports(Dynamic& dynamic, const btPersistentManifold& manifold, bool first, btScalar timeStep);

  std::vector<std::unique_ptr<Dynamic>> m_dynamic;  // the first m_count
  std::size_t m_count = 0;
  std::vector<Known> m_known;  // sorted by address
  std::vector<Held> m_held;
  std::vector<RigidSupport> m_supports;  // by body
};

}  // namespace pliant::detail
