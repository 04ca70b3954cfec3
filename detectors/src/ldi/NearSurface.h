#pragma once

#include <pliant/detectors/BodySet.h>
#include <pliant/detectors/ldi/LayeredDepthImage.h>

#include <vector>

#include "response/SurfaceTree.h"

namespace pliant::detail {

/// Returns true if a point lies in the view's box.
bool isInView(const LdiView& view, const PackedPosition& point);

/// Replaces `inside` by the vertices of a body that lie in the view's box and in or on a surface, ascending. `seen`
/// holds the vertices that are inside according to an image of the surface in this view. A vertex is decided exactly if
/// a face's box is so near that the image may err; otherwise `seen` decides. `outward` has the meaning of holdsPoint().
void decideNearSurface(const BodySet& bodies, const BodySet::Range& vertices, const SurfaceTree& tree, double outward,
                       const LdiView& view, const std::vector<Index>& seen, std::vector<Index>& inside);

}  // namespace pliant::detail
