#pragma once

#include <pliant/glrender/GlLdi.h>

namespace pliant {

/// Renderer by OpenGL 4.3 with a fragment list (A-buffer).
///
/// - Each face is drawn once, in one pass for both sides, and appends one fragment per covered pixel to a list.
/// - Compute shaders count the fragments per pixel, scan the counts, scatter the list, and sort each pixel by (depth,
///   face).
/// - If the list is too short for an image, it is enlarged and the image is drawn again. No fragment is lost.
/// - Two or three views of a surface are drawn together in one pass.
/// - Queries on images are evaluated on the graphics card (backend()).
///
/// Sides and depths are computed in doubles, rounded like those of SoftwareLdi. They are bitwise equal if the card's
/// double division is rounded correctly. Otherwise about one entry in 10⁹ is estimated (not measured) to differ by one
/// depth step.
class PLIANT_GLRENDER_EXPORT AbufferLdi final : public GlLdi {
 public:
  /// Required OpenGL version, 10 · major + minor.
  static constexpr int kLeastVersion = 43;

  /// Makes no OpenGL call; the first image creates the OpenGL objects.
  /// `context`: context to draw in, not null; may be shared with other renderers.
  /// `settings`: `frame` is clamped to its range.
  explicit AbufferLdi(std::shared_ptr<GlContext> context, const LdiDrawingSettings& settings = {});
};

}  // namespace pliant
