#pragma once

#include <pliant/detectors/BodySet.h>
#include <pliant/detectors/ldi/LayeredDepthImage.h>

#include <vector>

#include "response/SurfaceTree.h"

namespace pliant::detail {

/// Whether a point lies in the view's box.
bool isInView(const LdiView& view, const PackedPosition& point);

/// Replaces `inside` by those of a body's vertices in the view's box that are in or on a surface, ascending. `seen` are
/// those that an image of the surface in this view sees inside: its word counts where no face's box is so near that
/// it may err; elsewhere the decision is exact. `outward` as holdsPoint has it.
void decideNearSurface(const BodySet& bodies, const BodySet::Range& vertices, const SurfaceTree& tree, double outward,
                       const LdiView& view, const std::vector<Index>& seen, std::vector<Index>& inside);

}  // namespace pliant::detail
