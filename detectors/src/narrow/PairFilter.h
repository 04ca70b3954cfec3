#pragma once

#include <pliant/detectors/Scalar.h>

#include <cstddef>
#include <cstdint>

// The quick look at candidate pairs before the narrow test, several at a time in floats, compiled once for each
// instruction set. Plain arrays only: these files see no Eigen, whose inline functions must not be compiled twice with
// different flags.

namespace pliant::detail {

/// What is certain of a pair, whatever rounding did.
enum class Verdict : std::uint8_t {
  Open,    ///< nothing
  Apart,   ///< the motion does not make it meet, and it does not end within reach
  NoMeet,  ///< the motion does not make it meet
};

struct FilterInput {
  const Real* from = nullptr;                ///< positions at t0, four scalars a vertex
  const Real* to = nullptr;                  ///< at t1
  const std::uint32_t* pairs = nullptr;      ///< two indices a pair
  const std::uint32_t* elementsA = nullptr;  ///< edges; null: the first index of a pair is a vertex
  const std::uint32_t* elementsB = nullptr;  ///< faces, or edges
  const float* reach = nullptr;  ///< distance at t1 within which each pair counts, rounded up; null: none counts
  /// Shape at rest; null: none. With it a pair counts only within the larger one of its `least` and
  /// restReach · its distance at rest.
  const Real* rest = nullptr;
  const float* least = nullptr;
  float restReach = 0;
};

/// Looks at `count` pairs. A pair is apart when the slab across the nearest points of one instant stays open over the
/// whole motion, at least as wide as the narrow test asks for: a bound that holds wherever those points are, so that
/// only the rounding of the slab itself must be allowed for.
void filterVertexFace(const FilterInput& input, std::size_t count, Verdict* verdicts);
void filterEdgeEdge(const FilterInput& input, std::size_t count, Verdict* verdicts);

}  // namespace pliant::detail
