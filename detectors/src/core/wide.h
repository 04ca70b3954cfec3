#pragma once

#include <pliant/detectors/BodySet.h>

#include <Eigen/Core>
#include <array>
#include <span>

namespace pliant::detail {

/// Returns a position in double precision.
inline Eigen::Vector3d wide(const PackedPosition& p) {
  return {p.x, p.y, p.z};
}

/// Returns the corners of a face in double precision.
inline std::array<Eigen::Vector3d, 3> wideCorners(std::span<const PackedPosition> positions, const Triangle& t) {
  return {wide(positions[t[0]]), wide(positions[t[1]]), wide(positions[t[2]])};
}

}  // namespace pliant::detail
