#pragma once

#include <span>

#include "regularitytree/DualTraversal.h"
#include "regularitytree/PartElements.h"
#include "surfaces/FoundPairs.h"

namespace pliant::detail {

/// A body's hierarchy, and its elements with boxes.
struct PairedBody {
  const SurfaceParts& parts;
  const PartElements& elements;
};

/// Pairs of elements with boxes that meet, out of pairs of bottoms of the same two bodies.
void pairElements(std::span<const PartPair> bottoms, const PairedBody& a, const PairedBody& b,
                  const CandidateQuery& query, surface::FoundPairs::Part& found);

}  // namespace pliant::detail
