#pragma once

#include <atomic>
#include <memory>

namespace pliant {

class SoftCollision;

namespace detail {

/// Connects a CollisionConfiguration to the SoftCollision and the world that use it.
struct ConfigurationUse {
  SoftCollision* collision = nullptr;    ///< handles bodies whose solver is not Pliant's; not owned; may be null
  std::weak_ptr<const void> world;       ///< expires with Pliant's world
  std::atomic<bool> byDispatch = false;  ///< true after a pair with a body of Pliant's solver was dispatched
};

}  // namespace detail
}  // namespace pliant
