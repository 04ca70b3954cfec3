#pragma once

#include <cstddef>
#include <cstdint>

namespace pliant::detail {

/// Floats that arrays of the kernels have beyond their count: kernels read and write whole vectors.
inline constexpr std::size_t kSketchPadding = 16;

/// What lies where and how far: see ContourSketch. `u`, `w` hold the two other components of points, `depth` the one
/// along the longest axis; u ← u − ratioU · depth, w ← turned · (w − ratioW · depth). Returns the largest magnitude of
/// all components.
float drawSketch(float* u, float* w, const float* depth, std::size_t count, float ratioU, float ratioW, float turned);

/// Bits of the directions along which edge i, from point i to the next, goes forward by more than `sure`, for the sums
/// of up to three coordinates that the products with them are.
void edgeDirections(const float* u, const float* w, std::size_t edges, float sure, std::uint32_t* forward);

/// Twice the area on the left of edges from each point to the next.
double loopArea(const float* u, const float* w, std::size_t edges);

/// Whether every edge goes round (cu, cw) counter-clockwise, by a product of more than `perLength` times the sum of its
/// ends' coordinates relative to it, and `least`; and all of them once.
bool goesRound(const float* u, const float* w, std::size_t edges, float cu, float cw, float perLength, float least);

}  // namespace pliant::detail
