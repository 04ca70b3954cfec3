#pragma once

#include <pliant/detectors/Config.h>

#include <cstdint>

namespace pliant {

/// Scalar type of this build, the same as Bullet's btScalar.
#if PLIANT_DOUBLE_PRECISION
using Real = double;
#else
using Real = float;
#endif

/// Index or id of a body, vertex, edge, face or tetrahedron.
using Index = std::uint32_t;
inline constexpr Index kNoIndex = ~Index{0};

}  // namespace pliant
