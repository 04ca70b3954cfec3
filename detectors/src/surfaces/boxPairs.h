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

/// The same of two runs of different boxes, those of each within a box of the run's: `region` (min, max) is what both
/// boxes have in common.
PLIANT_DETECTORS_EXPORT void pairBoxesIn(const float region[6], const ElementBoxes& stored, std::size_t first,
                                         std::size_t last, const ElementBoxes& walkers, std::size_t begin,
                                         std::size_t end, Exclusion exclusion, KeyOrder order, PairBuffer& pairs,
                                         WalkCounters& counters);

}  // namespace pliant::detail::surface
