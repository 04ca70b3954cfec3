#pragma once

#include <pliant/glrender/GlLdi.h>

namespace pliant {

/// Layered depth images by OpenGL 3.3 in unordered layers (Heidelberger 2003, 4, and 2004, 3.3). The stencil counts
/// what falls on a pixel; pass n keeps the n-th face there, in the order of drawing. Faces towards the eye and away
/// from it are drawn apart. The first pass of both is read back for the number of passes; the others are tiles of one
/// framebuffer that is read back once, as far as it is large enough. Pixels that more than 254 faces of a side cover
/// have their faces drawn in parts.
///
/// The depth buffer carries the face instead of its depth: depth and side follow from the face as SoftwareLdi has them,
/// to the same bits, and so do not suffer from a graphics card's own depths, which leave steep faces by up to a quarter
/// of the range.
class PLIANT_GLRENDER_EXPORT UnorderedLdi final : public GlLdi {
 public:
  explicit UnorderedLdi(std::shared_ptr<GlContext> context, const LdiDrawingSettings& settings = {});
};

}  // namespace pliant
