#pragma once

#include <pliant/detectors/BodySet.h>

#include <span>

namespace pliant::detail {

/// Returns the volume enclosed by the faces of a body, in units of (longest side of its box)³ / 6. The result is
/// negative if the faces are oriented inward, and rounded. `positions`: positions or rest positions of the set.
double surfaceVolume(const BodySet& bodies, Index body, std::span<const PackedPosition> positions);

}  // namespace pliant::detail
