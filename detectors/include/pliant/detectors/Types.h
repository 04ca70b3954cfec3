#pragma once

#include <pliant/detectors/Scalar.h>

#include <Eigen/Core>
#include <array>

namespace pliant {

using Vector3 = Eigen::Matrix<Real, 3, 1>;

using Edge = std::array<Index, 2>;
using Triangle = std::array<Index, 3>;
using Tetrahedron = std::array<Index, 4>;

}  // namespace pliant
