#pragma once

#include <pliant/detectors/Workers.h>
#include <pliant/detectors/ldi/LdiRenderer.h>

#include <cstdint>
#include <span>
#include <vector>

#include "LdiFragments.h"

namespace pliant::detail {

/// A rectangle of an image that is drawn at once [pixels].
struct LdiBlock {
  Index column, row, width, height;

  std::size_t pixels() const { return std::size_t{width} * height; }
};

/// Width and height of the viewport, and distance of the block's first pixel from its left and lower side [pixels].
inline constexpr int kViewport = 8192, kViewportBefore = 2048;

/// A surface prepared for OpenGL. Its corners are rounded to whole subpixels, as in SoftwareLdi. All values that OpenGL
/// computes from them up to the window coordinates are multiples of a power of two that a float represents exactly. So
/// OpenGL does not round again and covers the same pixels.
/// This holds for faces that lie wholly within the viewport; OpenGL does not clip them. The CPU rasterises the few
/// other faces that meet the block.
class SnappedSurface {
 public:
  struct Corner {
    float x, y;  ///< relative to the centre of the image's first pixel [subpixel]
  };

  enum class Depths : std::uint8_t {
    No,
    Yes,     ///< floats
    Heights  ///< heights as doubles, as in SoftwareLdi
  };
  void snap(const LdiSurface& surface, const LdiView& view, Depths depths, Workers& workers);

  /// Selects the faces that OpenGL draws of the block, in order. The CPU rasterises the other faces of the block into
  /// `fragments`.
  void select(const LdiBlock& block, LdiFragments& fragments);

  /// Returns one corner per vertex, from surface.firstVertex.
  std::span<const Corner> corners() const { return {m_corners.data(), m_surface.vertices}; }
  /// Returns one depth per vertex: 0 at the near end of the volume, 1 at the far end, clamped to about ±1e12.
  std::span<const float> depths() const { return {m_depths.data(), m_surface.vertices}; }
  /// Returns one height per vertex: 0 at the volume's minimum, 1 at its maximum, not clamped.
  std::span<const double> heights() const { return {m_heights.data(), m_surface.vertices}; }
  /// Returns the selected faces, with the vertex indices of the surface.
  std::span<const Triangle> faces() const { return m_all ? m_surface.faces : m_faces; }
  int firstVertex() const { return static_cast<int>(m_surface.firstVertex); }
  /// Returns true if all faces of the surface are selected.
  bool all() const { return m_all; }
  std::size_t memory() const;
  /// Returns the index in the surface of a selected face.
  Index face(std::size_t selected) const { return m_all ? static_cast<Index>(selected) : m_ids[selected]; }
  /// Returns the indices in the surface of all selected faces. Undefined if all() is true.
  std::span<const Index> ids() const { return m_ids; }
  const LdiSurface& surface() const { return m_surface; }

 private:
  LdiSurface m_surface;
  std::vector<Corner> m_corners;
  std::vector<float> m_depths;
  std::vector<double> m_heights;
  Corner m_low{}, m_high{};
  bool m_all = true;
  std::vector<Triangle> m_faces;
  std::vector<Index> m_ids;
};

}  // namespace pliant::detail
