#pragma once

#include <pliant/detectors/Config.h>

#include <Eigen/Core>
#include <array>
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

using Vector3 = Eigen::Matrix<Real, 3, 1>;

using Edge = std::array<Index, 2>;
using Triangle = std::array<Index, 3>;
using Tetrahedron = std::array<Index, 4>;

}  // namespace pliant
