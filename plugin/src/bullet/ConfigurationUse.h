#pragma once

#include <atomic>
#include <memory>

namespace pliant {

class SoftCollision;

namespace detail {

/// The SoftCollision that serves the soft bodies that come to a CollisionConfiguration.
struct ConfigurationUse {
  SoftCollision* collision = nullptr;    ///< of bodies whose solver is not Pliant's; may be null
  std::weak_ptr<const void> world;       ///< Pliant's, as long as it lives
  std::atomic<bool> byDispatch = false;  ///< a body has come whose solver is Pliant's
};

}  // namespace detail
}  // namespace pliant
