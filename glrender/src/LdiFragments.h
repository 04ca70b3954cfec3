#pragma once

#include <pliant/detectors/ldi/LdiRenderer.h>

#include <cstdint>
#include <vector>

#include "ldi/SnappedTriangle.h"

namespace pliant::detail {

/// What the rays through pixels meet, in any order, until an image is made of it. Depths and sides are worked out as
/// SoftwareLdi does, from the face that a pixel shows, to the same bits.
class LdiFragments {
 public:
  LdiFragments(const LdiSurface& surface, const LdiView& view, std::vector<std::uint32_t>& pixels,
               std::vector<std::uint64_t>& keys);

  /// A pixel that OpenGL found to show a face. A face without area, which can't be, is left out.
  void add(Index column, Index row, Index face);
  /// All that a face covers within the range, by the CPU.
  void rasterise(Index face, const PixelRange& range);

  std::size_t size() const { return m_keys.size(); }
  /// Forgets those added since there were as many.
  void truncate(std::size_t size);

  /// Replaces what the image held. Throws Error where there are more than kMostLdiEntries.
  void assemble(LayeredDepthImage& image, std::vector<std::uint64_t>& sorted) const;

 private:
  SnappedTriangle triangle(Index face) const;
  void push(Index column, Index row, const SnappedTriangle& of, Index face, double height);

  const LdiSurface& m_surface;
  const LdiView& m_view;
  const ViewTransform m_transform;
  std::vector<std::uint32_t>& m_pixels;
  std::vector<std::uint64_t>& m_keys;
};

}  // namespace pliant::detail
