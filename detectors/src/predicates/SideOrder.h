#pragma once

#include <pliant/detectors/Types.h>

#include <cstdint>

namespace pliant::detail {

/// Relative position of two sides of a cut that are joined at a corner.
enum class SideOrder : std::uint8_t {
  InFront,  ///< no point of either side is behind the other side
  Passed,   ///< a point of one side is straight behind a point of the other
  Turned,   ///< turned by a quarter turn or more since the cut was closed: "behind" is undefined
};

/// Returns the relative position of triangles h p1 p2 and h q1 q2, which coincide corner by corner when the cut is
/// closed. The front of h p1 p2 is the side from which its corners appear counter-clockwise; the front of h q1 q2 is
/// the opposite side. Each triangle is extended without end from h. The straight direction is the sum of the normals
/// (p1 − h) × (p2 − h) and (q1 − h) × (q2 − h); the turn is the angle between these normals.
SideOrder sideOrder(const Real* h, const Real* p1, const Real* p2, const Real* q1, const Real* q2);

}  // namespace pliant::detail
