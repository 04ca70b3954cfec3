#pragma once

#include <pliant/detectors/BodySet.h>

namespace pliant::detail {

/// What the faces of a body enclose, as a multiple of its box's longest side cubed times 6; negative where they are
/// oriented inward as a whole. In rounded arithmetic.
double surfaceVolume(const BodySet& bodies, Index slot);

}  // namespace pliant::detail
