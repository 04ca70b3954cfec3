#pragma once

#include <pliant/glrender/GlLdi.h>

namespace pliant {

/// Layered depth images by OpenGL 3.3 in ordered layers: depth peeling (Heidelberger 2004, 3.2). Each pass keeps of
/// what lies behind the last layer the nearest, by two depth tests, until an occlusion query finds nothing any more.
/// Faces at equal depth are layers of their own, in the order of the faces. Faces towards the eye and away from it are
/// drawn apart.
///
/// A layer carries faces, so depths and sides are those of SoftwareLdi, to the same bits. The card's own depths, which
/// are coarser, make the order in which faces are found, and no more.
class PLIANT_GLRENDER_EXPORT OrderedLdi final : public GlLdi {
 public:
  explicit OrderedLdi(std::shared_ptr<GlContext> context, const LdiDrawingSettings& settings = {});
};

}  // namespace pliant
