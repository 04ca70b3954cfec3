#pragma once

#include <pliant/detectors/Types.h>

namespace pliant::detail {

/// Returns the squared distance of p from the closed triangle abc, in double precision.
double squaredDistance(const Real* p, const Real* a, const Real* b, const Real* c);

}  // namespace pliant::detail
