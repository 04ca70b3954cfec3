#pragma once

#include <span>

#include "regularitytree/DualTraversal.h"
#include "regularitytree/PartElements.h"
#include "surfaces/FoundPairs.h"

namespace pliant::detail {

/// A body's hierarchy and the boxes of its elements.
struct PairedBody {
  const SurfaceParts& parts;
  const PartElements& elements;
};

/// Adds the pairs of elements whose boxes overlap, for leaf pairs of the same two bodies.
void pairElements(std::span<const PartPair> bottoms, const PairedBody& a, const PairedBody& b,
                  const CandidateQuery& query, surface::FoundPairs::Part& found);

}  // namespace pliant::detail
