#pragma once

#include <pliant/detectors/Export.h>
#include <pliant/detectors/Scalar.h>

#include <cstddef>
#include <cstdint>

// Compiled once for each instruction set and chosen at run time. Plain arrays only: such files see no Eigen, whose
// inline functions must not be compiled twice with different flags.

namespace pliant::detail {

/// What is sure of two triangles whatever rounding does.
enum class Meeting : std::uint8_t { No, Yes, Unknown };

/// Triangles by their corners: three indices each, of vertices of four scalars each.
struct TriangleCorners {
  const Real* positions = nullptr;
  const std::uint32_t* corners = nullptr;
};

/// Whether the two triangles of each pair (first << 32) | second, which share no corner, have a point in common: by
/// the signs of determinants as far as they are larger than their rounding may be (PlaneFilter has the bound).
PLIANT_DETECTORS_EXPORT void filterTriangles(const TriangleCorners& triangles, const std::uint64_t* pairs,
                                             std::size_t count, Meeting* out);

}  // namespace pliant::detail
