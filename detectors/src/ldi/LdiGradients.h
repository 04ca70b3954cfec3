#pragma once

#include <pliant/detectors/ldi/LdiBackend.h>

#include <array>

namespace pliant::detail {

/// Combines the gradients of the three axes. Writes the overlap of bodies with these ids, those of A before those of B.
/// `views` are the views of the axes.
void combineAxes(const LdiAxisGradients& axes, Index idA, Index idB, const std::array<LdiView, 3>& views,
                 LdiOverlap& overlap);

}  // namespace pliant::detail
