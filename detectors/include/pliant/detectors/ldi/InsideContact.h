#pragma once

#include <pliant/detectors/InsideVertex.h>
#include <pliant/detectors/Types.h>

#include <array>

namespace pliant {

/// The shortest way out of a closed surface for a vertex that an LDI sees in it.
struct InsideContact {
  InsideVertex inside;
  Index face = kNoIndex;            ///< of the volume's body: the one nearest to the vertex, the first of several
  std::array<Real, 3> barycentric;  ///< of the nearest point in the face, sum 1
  Vector3 point;                    ///< that point, world space
  Vector3 normal;                   ///< of the face, unit, outward; zero for a face without area
  Real depth = 0;                   ///< distance of the point from the vertex, world units, ≥ 0
};

}  // namespace pliant
