#pragma once

#include <cstddef>
#include <cstdint>

// Tests of boxes at both ends of a step, several at a time in floats; compiled once for each instruction set. Uses
// plain arrays only: these files include no Eigen, whose inline functions must not be compiled twice with different
// flags.

namespace pliant::detail {

/// Number of floats that must follow the last box of each array.
inline constexpr std::size_t kPatchPadding = 16;
/// Most elements of one kind in a patch: three corners or edges of each face.
inline constexpr std::size_t kMostOfPatch = 96;

/// Boxes at t0 and t1: low0, high0, low1, high1, three axes each.
enum BothEnds : std::uint8_t { kLow0 = 0, kHigh0 = 3, kLow1 = 6, kHigh1 = 9, kBothEnds = 12 };

/// Boxes in arrays, one per bound. Those of points have the same array for both bounds of an end.
struct EndBoxes {
  const float* bound[kBothEnds];
};

/// Computes the boxes of the elements [begin, end) from their corners: 2 or 3 arrays of `corners`, which hold indices
/// in the arrays `vertices` (x, y, z at t0, and at t1).
void boundElements(const float* const (&vertices)[6], const std::uint32_t* const* corners, std::size_t cornerCount,
                   std::size_t begin, std::size_t end, float* const (&out)[kBothEnds]);

/// Gaps of two elements that do not count: beyond `start` at t0 and beyond `end` at t1, along one axis and on one side.
struct Gaps {
  float start, end;
};

struct PatchBoxes {
  EndBoxes boxes;
  const float* least[3];  ///< bounds of the motion of all vertices, per axis
  const float* most[3];
  const float* margin;  ///< contributes to the distance within which a pair counts at t1
};

/// Factors for the gaps of two patches: see gapsOf.
struct GapRule {
  float marginScale = 0, distance = 0;
  float room = 0;        ///< of the margins, see CandidateQuery::room
  float motionPart = 0;  ///< of a bound of the relative motion
  float rounding = 0;
};

/// Returns the gaps of patches a and b.
Gaps gapsOf(const PatchBoxes& patches, const GapRule& rule, std::size_t a, std::size_t b);
/// Writes the numbers of the patches in [begin, end) that may have an element near one of patch a. Returns their
/// number.
std::size_t nearPatches(const PatchBoxes& patches, const GapRule& rule, std::size_t a, std::size_t begin,
                        std::size_t end, std::uint32_t* out);

/// A range of elements of a patch.
struct PatchElements {
  const EndBoxes& boxes;
  std::size_t begin, end;
  const EndBoxes& patches;
  std::size_t patch;
};
/// Writes pairs of places (one of `a`, one of `b`) that are near each other, at most kMostOfPatch² of them. `own`: both
/// are the same range, and a pair is written once. Returns the number of pairs.
std::size_t pairPatches(const PatchElements& a, const PatchElements& b, const Gaps& gaps, bool own, std::uint32_t* out);

}  // namespace pliant::detail
