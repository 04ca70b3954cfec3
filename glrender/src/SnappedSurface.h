#pragma once

#include <pliant/detectors/Workers.h>
#include <pliant/detectors/ldi/LdiRenderer.h>

#include <cstdint>
#include <span>
#include <vector>

#include "LdiFragments.h"

namespace pliant::detail {

/// A part of an image that is drawn at once.
struct LdiBlock {
  Index column, row, width, height;
};

/// Pixels along the sides of the viewport, the block's first pixel as many from its left and lower side as given.
inline constexpr int kViewport = 8192, kViewportBefore = 2048;

/// A surface as OpenGL is given it. Its corners are rounded here, as SoftwareLdi does, to whole subpixels; all that
/// OpenGL computes from them on the way to the pixels is a multiple of a power of two that a float holds exactly, so it
/// rounds nothing more and covers the same pixels. That is so for faces that lie wholly within twice the viewport,
/// which OpenGL does not clip either. The few others that meet the block are for the CPU.
class SnappedSurface {
 public:
  struct Corner {
    float x, y;  ///< subpixels from the centre of the image's first pixel
  };

  enum class Depths : std::uint8_t {
    No,
    Yes,     ///< rounded
    Heights  ///< as SoftwareLdi has them
  };
  void snap(const LdiSurface& surface, const LdiView& view, Depths depths, Workers& workers);

  /// Divides the faces: what OpenGL draws of the block, in order; the rest of the block goes to `fragments`.
  void select(const LdiBlock& block, LdiFragments& fragments);

  /// By vertex, from surface.firstVertex.
  std::span<const Corner> corners() const { return {m_corners.data(), m_surface.vertices}; }
  /// 0 at the near, 1 at the far end of the volume, at most 1e12 of it beyond.
  std::span<const float> depths() const { return {m_depths.data(), m_surface.vertices}; }
  /// 0 at the volume's minimum, 1 at its maximum, unbounded.
  std::span<const double> heights() const { return {m_heights.data(), m_surface.vertices}; }
  /// Selected, their corners as in the surface.
  std::span<const Triangle> faces() const { return m_all ? m_surface.faces : m_faces; }
  int firstVertex() const { return static_cast<int>(m_surface.firstVertex); }
  /// Whether all of the surface's faces are selected.
  bool all() const { return m_all; }
  std::size_t memory() const;
  /// Of a selected face, in the surface.
  Index face(std::size_t selected) const { return m_all ? static_cast<Index>(selected) : m_ids[selected]; }
  /// The same for all selected faces, where not all are.
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
