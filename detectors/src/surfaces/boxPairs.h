#pragma once

#include <pliant/detectors/Export.h>

#include "surfaces/ElementBoxes.h"

// Boxes against boxes, one by one, compiled once for each instruction set and chosen at run time.

namespace pliant::detail::surface {

/// Writes the indices in [begin, end) of boxes that meet `query` (min, max) to `out`, which has room for all; returns
/// how many. Reads up to kPad places past the end.
std::size_t selectBoxes(const BoxArrays& boxes, std::size_t begin, std::size_t end, const float query[6],
                        std::uint32_t* out);

/// All pairs of walkers [begin, end) with boxes [first, last) of `stored` that meet. `own`: both are the same boxes,
/// and each walker looks only behind itself. Reads up to kPad places past the ends.
PLIANT_DETECTORS_EXPORT void pairBoxes(const ElementBoxes& stored, std::size_t first, std::size_t last,
                                       const ElementBoxes& walkers, std::size_t begin, std::size_t end, bool own,
                                       Exclusion exclusion, KeyOrder order, PairBuffer& pairs, WalkCounters& counters);

/// Two runs of boxes, those of each within a box of the run's: `stored` [first, last) and `walkers` [begin, end).
struct RunPair {
  std::uint32_t first, last, begin, end;
  float region[6];  ///< (min, max) what both boxes have in common
  bool own;         ///< as above
};

/// pairBoxes() of each.
PLIANT_DETECTORS_EXPORT void pairRuns(const RunPair* runs, std::size_t count, const ElementBoxes& stored,
                                      const ElementBoxes& walkers, Exclusion exclusion, KeyOrder order,
                                      PairBuffer& pairs, WalkCounters& counters);

}  // namespace pliant::detail::surface
