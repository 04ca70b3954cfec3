#pragma once

#include <pliant/detectors/Config.h>

#include <cstdint>

namespace pliant {

/// Scalar of this build; the same as Bullet's btScalar.
#if PLIANT_DOUBLE_PRECISION
using Real = double;
#else
using Real = float;
#endif

/// Everything stored or returned refers to bodies and elements by such an index.
using Index = std::uint32_t;
inline constexpr Index kNoIndex = ~Index{0};

}  // namespace pliant
