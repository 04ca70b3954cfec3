#pragma once

#include <pliant/detectors/Scalar.h>

#include <cstddef>
#include <cstdint>

// Fast conservative test of candidate pairs before the narrow test, several at a time in floats; compiled once for each
// instruction set. Uses plain arrays only: these files include no Eigen, whose inline functions must not be compiled
// twice with different flags.

namespace pliant::detail {

/// Certified result for a pair, valid for any rounding error.
enum class Verdict : std::uint8_t {
  Open,       ///< undecided
  Separated,  ///< the motion does not make the pair meet, and it does not count at t1
  NoMeet,     ///< the motion does not make the pair meet
};

struct FilterInput {
  const Real* from = nullptr;                ///< positions at t0, four scalars per vertex
  const Real* to = nullptr;                  ///< positions at t1, four scalars per vertex
  const std::uint32_t* pairs = nullptr;      ///< two indices per pair
  const std::uint32_t* elementsA = nullptr;  ///< edges; null if the first index of a pair is a vertex
  const std::uint32_t* elementsB = nullptr;  ///< faces or edges
  const float* within = nullptr;  ///< distance at t1 within which each pair counts, rounded up; null: no pair counts
  /// Distances by which the slab of each pair must be wider at t1, or null: the pair then does not meet for any
  /// positions at t1 that change the slab by no more. It counts by its distance at t1 itself.
  const float* room = nullptr;
  /// Positions at rest, or null. If set, a pair counts only within the larger of its `least` and restPart · its
  /// distance at rest.
  const Real* rest = nullptr;
  const float* least = nullptr;
  float restPart = 0;
};

/// Tests `count` pairs. A pair is separated if the slab across the nearest points of one instant stays open over the
/// whole motion, at least as wide as the narrow test requires. This bound holds for any position of these points, so
/// only the rounding error of the slab itself must be allowed for.
void filterVertexFace(const FilterInput& input, std::size_t count, Verdict* verdicts);
void filterEdgeEdge(const FilterInput& input, std::size_t count, Verdict* verdicts);

/// Computes the slack of `count` pairs [length]. A pair is separated while the largest changes of a position, at t0 or
/// t1, of its two elements sum to at most its slack. -1: the slack is not known. Does not read `room`.
void slackOfVertexFace(const FilterInput& input, std::size_t count, float* slacks);
void slackOfEdgeEdge(const FilterInput& input, std::size_t count, float* slacks);

}  // namespace pliant::detail
