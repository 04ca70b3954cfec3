#pragma once

#include <pliant/detectors/Types.h>

#include <cstdint>

namespace pliant::detail {

/// How two sides of a cut stand to each other that are held together at a corner.
enum class SideOrder : std::uint8_t {
  InFront,  ///< none has gone behind the other
  Passed,   ///< some point of one is straight behind a point of the other
  Turned,   ///< a quarter turn or more from where they were when the cut was closed: behind tells nothing
};

/// Of triangles h p1 p2, which looks to where it is seen counter-clockwise, and h q1 q2, which looks to the other side;
/// closed, they lie on each other corner by corner. Each counts as going on without end from h, straight is along the
/// sum of the normals (p1 − h) × (p2 − h) and (q1 − h) × (q2 − h), and the turn is that between these.
SideOrder sideOrder(const Real* h, const Real* p1, const Real* p2, const Real* q1, const Real* q2);

}  // namespace pliant::detail
