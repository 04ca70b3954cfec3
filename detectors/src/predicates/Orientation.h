#pragma once

#include <pliant/detectors/Types.h>

namespace pliant::detail {

/// Returns exact::orientation, computed without the filter.
int exactOrientation(const Real* a, const Real* b, const Real* c, const Real* d);

}  // namespace pliant::detail
