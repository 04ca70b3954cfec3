#pragma once

#include <LinearMath/btVector3.h>

#include <Eigen/Core>

namespace pliant::detail {

/// Returns the vector in double precision.
inline Eigen::Vector3d toEigen(const btVector3& v) {
  return {static_cast<double>(v.x()), static_cast<double>(v.y()), static_cast<double>(v.z())};
}

}  // namespace pliant::detail
