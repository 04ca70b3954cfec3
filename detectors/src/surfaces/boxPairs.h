#pragma once

#include "surfaces/ElementBoxes.h"

// Tests of boxes (walkers) against stored boxes; compiled once for each instruction set and chosen at run time.

namespace pliant::detail::surface {

/// Writes the indices in [begin, end) of boxes that meet `query` (min, max) to `out`, which has capacity for all.
/// Returns their number. Reads up to kPad places past the end.
std::size_t selectBoxes(const BoxArrays& boxes, std::size_t begin, std::size_t end, const float query[6],
                        std::uint32_t* out);

/// Adds all pairs of walkers [begin, end) and boxes [first, last) of `stored` that meet. `own`: both are the same
/// boxes, and each walker is tested only against later boxes. Reads up to kPad places past the ends.
void pairBoxes(const ElementBoxes& stored, std::size_t first, std::size_t last, const ElementBoxes& walkers,
               std::size_t begin, std::size_t end, bool own, Exclusion exclusion, KeyOrder order, PairBuffer& pairs,
               WalkCounters& counters);

/// Two runs of boxes: `stored` [first, last) and `walkers` [begin, end).
struct RunPair {
  std::uint32_t first, last, begin, end;
  float region[6];  ///< intersection of both runs' boxes: min, max
  bool own;         ///< same meaning as for pairBoxes()
};

/// Adds the pairs of each element of `runs`, as pairBoxes() does.
void pairRuns(const RunPair* runs, std::size_t count, const ElementBoxes& stored, const ElementBoxes& walkers,
              Exclusion exclusion, KeyOrder order, PairBuffer& pairs, WalkCounters& counters);

}  // namespace pliant::detail::surface
