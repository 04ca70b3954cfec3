#pragma once

#include <pliant/detectors/Types.h>

namespace pliant::detail {

/// What a solve knows of a member of the set that is a rigid mesh. Its vertices are at the set's positions: they go the
/// way that the rigid body goes in the step.
struct RigidMember {
  Real friction = 0;  ///< of the rigid body
};

}  // namespace pliant::detail
