#pragma once

#include <pliant/detectors/BodySet.h>

#include <span>

namespace pliant::detail {

/// What the faces of a body enclose, in sixths of its box's longest side cubed; negative where they are oriented inward
/// as a whole. In rounded arithmetic. `positions` are the set's, present ones or those at rest.
double surfaceVolume(const BodySet& bodies, Index slot, std::span<const PackedPosition> positions);

}  // namespace pliant::detail
