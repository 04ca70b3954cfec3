#pragma once

#include <pliant/glrender/GlLdi.h>

namespace pliant {

/// Renderer by OpenGL 3.3 in ordered layers: depth peeling (Heidelberger 2004, 3.2).
///
/// - Each pass keeps the nearest fragment behind the last layer, by two depth tests.
/// - The passes end when an occlusion query finds no fragment.
/// - Faces at equal depth are separate layers, in the order of their face indices.
/// - Front faces and back faces are drawn in separate passes.
///
/// A layer stores face indices. Depths and sides are computed from the faces, bitwise equal to those of SoftwareLdi.
/// The depths of the graphics card are coarser; they only determine the order in which faces are found.
class PLIANT_GLRENDER_EXPORT OrderedLdi final : public GlLdi {
 public:
  /// Makes no OpenGL call; the first image creates the OpenGL objects.
  /// `context`: context to draw in, not null; may be shared with other renderers.
  /// `settings`: only `frame` is used; clamped to its range.
  explicit OrderedLdi(std::shared_ptr<GlContext> context, const LdiDrawingSettings& settings = {});
};

}  // namespace pliant
