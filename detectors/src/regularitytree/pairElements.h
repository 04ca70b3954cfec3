#pragma once

#include <span>

#include "regularitytree/DualTraversal.h"
#include "regularitytree/PatchElements.h"
#include "surfaces/FoundPairs.h"

namespace pliant::detail {

/// A body's hierarchy and the boxes of its elements.
struct PairedBody {
  const SurfacePatches& patches;
  const PatchElements& elements;
};

/// Adds the pairs of elements whose boxes overlap, for leaf pairs of the same two bodies.
void pairElements(std::span<const PatchPair> leafPatches, const PairedBody& a, const PairedBody& b,
                  const CandidateQuery& query, surface::FoundPairs::TaskPairs& found);

}  // namespace pliant::detail
