#pragma once

#include <pliant/detectors/InsideVertex.h>
#include <pliant/detectors/Types.h>

#include <array>

namespace pliant {

/// The shortest separation of a vertex from a closed surface in which a layered depth image finds it.
struct InsideContact {
  InsideVertex inside;
  Index face = kNoIndex;            ///< face nearest to the vertex [volumeBody], the smallest index of several
  std::array<Real, 3> barycentric;  ///< barycentric coordinates of the nearest point in the face, sum 1
  Vector3 point;                    ///< nearest point, world space [length]
  Vector3 normal;                   ///< outward unit normal of the face; zero for a face without area
  Real depth = 0;                   ///< distance of vertex and nearest point [length], ≥ 0
};

}  // namespace pliant
