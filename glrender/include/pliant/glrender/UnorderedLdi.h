#pragma once

#include <pliant/glrender/GlLdi.h>

namespace pliant {

/// Renderer by OpenGL 3.3 in unordered layers (Heidelberger 2003, 4, and 2004, 3.3).
///
/// - The stencil buffer counts the faces at a pixel. Pass n keeps the n-th face in drawing order.
/// - Front faces and back faces are drawn in separate passes.
/// - The first pass of each side is read back; it gives the number of passes.
/// - The other passes are tiles of one framebuffer. It is read back once if all tiles fit, otherwise several times.
/// - If more than 254 faces of one side cover a pixel, the faces are drawn in parts.
///
/// The depth buffer stores the face index instead of the depth. Depth and side are computed from the face, bitwise
/// equal to those of SoftwareLdi. The depths of a graphics card leave steep faces by up to a quarter of the range.
class PLIANT_GLRENDER_EXPORT UnorderedLdi final : public GlLdi {
 public:
  /// Makes no OpenGL call; the first image creates the OpenGL objects.
  /// `context`: context to draw in, not null; may be shared with other renderers.
  /// `settings`: only `frame` is used; clamped to its range.
  explicit UnorderedLdi(std::shared_ptr<GlContext> context, const LdiDrawingSettings& settings = {});
};

}  // namespace pliant
