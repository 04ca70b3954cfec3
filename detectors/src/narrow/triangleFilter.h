#pragma once

#include <pliant/detectors/Scalar.h>

#include <cstddef>
#include <cstdint>

// Compiled once for each instruction set; selected at run time. Uses plain arrays only: such files include no Eigen,
// whose inline functions must not be compiled twice with different flags.

namespace pliant::detail {

/// Certified result for two triangles, valid for any rounding error.
enum class Meeting : std::uint8_t { No, Yes, Unknown };

/// Triangles given by three vertex indices each; a vertex has four scalars.
struct TriangleCorners {
  const Real* positions = nullptr;
  const std::uint32_t* corners = nullptr;
};

/// Decides for each pair (first << 32) | second whether the two triangles, which must share no corner, have a common
/// point. Uses the signs of determinants that exceed their possible rounding error (bound: see PlaneFilter).
void filterTriangles(const TriangleCorners& triangles, const std::uint64_t* pairs, std::size_t count, Meeting* out);

}  // namespace pliant::detail
