#pragma once

#include <pliant/glrender/GlLdi.h>

namespace pliant {

/// Layered depth images by OpenGL 4.3 in one pass: each face is drawn once, both sides together, and appends to a list
/// what pixels it covers. Shaders count and scan the pixels, scatter the list into them and sort each by (depth, face).
/// A list that is too short for an image is made longer, and the image drawn again; nothing is lost. Up to three views
/// of a surface are drawn together, in one pass.
///
/// Sides and depths are worked out in doubles, rounded as SoftwareLdi rounds. They are the same to the bit where the
/// card's double division is rounded correctly; where it is not, one entry in about a thousand million is estimated
/// (not measured) to differ by a step of depth.
class PLIANT_GLRENDER_EXPORT AbufferLdi final : public GlLdi {
 public:
  /// Of OpenGL, as 10 major + minor.
  static constexpr int kLeastVersion = 43;

  explicit AbufferLdi(std::shared_ptr<GlContext> context, const LdiDrawingSettings& settings = {});
};

}  // namespace pliant
