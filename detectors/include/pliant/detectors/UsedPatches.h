#pragma once

#include <pliant/detectors/Types.h>

#include <cstdint>

namespace pliant {

/// One call of the regularity tree's procedure (Volino 1994, 2.3.2) for one patch or for two patches.
/// For one patch both halves are equal.
/// Patch indices are those of RegularityTree::patchesOf().
struct UsedPatches {
  /// Outcome of the call.
  enum class End : std::uint8_t {
    Divided,    ///< the children were visited
    Separated,  ///< the boxes of the two patches do not overlap
    Skipped,    ///< the patch, or the pair, is regular (optimisation I, II)
    Tested,     ///< the elements were tested
  };
  Index bodyA, patchA, bodyB, patchB;  ///< body ids, patch indices
  End end;

  /// Returns true for a call with one patch.
  bool single() const { return bodyA == bodyB && patchA == patchB; }
  friend auto operator<=>(const UsedPatches&, const UsedPatches&) = default;
};

}  // namespace pliant
