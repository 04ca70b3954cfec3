#pragma once

#include <pliant/detectors/ldi/LdiRenderer.h>

#include <cstdint>
#include <string_view>
#include <vector>

#include "ldi/SnappedTriangle.h"

namespace pliant::detail {

/// Throws Error, in the renderer's name, for a view that can't be drawn.
void requireDrawable(const LdiView& view, std::string_view renderer);

/// What the rays through pixels meet, in any order, until an image is made of it. Depths and sides are worked out as
/// SoftwareLdi does, from the face that a pixel shows, to the same bits.
class LdiFragments {
 public:
  /// Kept from image to image.
  struct Scratch {
    std::vector<std::uint32_t> pixels;
    std::vector<std::uint64_t> keys, sorted;

    std::size_t memory() const {
      return pixels.capacity() * sizeof pixels[0] + (keys.capacity() + sorted.capacity()) * sizeof keys[0];
    }
  };

  LdiFragments(const LdiSurface& surface, const LdiView& view, Scratch& scratch);

  /// A pixel that OpenGL found to show a face. A face without area, which can't be, is left out.
  void add(Index column, Index row, Index face);
  /// As it is in an image.
  void add(Index column, Index row, const LdiEntry& entry);
  /// All that a face covers within the range, by the CPU.
  void rasterise(Index face, const PixelRange& range);

  std::size_t size() const { return m_scratch.keys.size(); }
  /// Forgets those added since there were as many.
  void truncate(std::size_t size);

  /// Replaces what the image held. Throws Error where there are more than kMostLdiEntries.
  void assemble(LayeredDepthImage& image) const;

 private:
  SnappedTriangle triangle(Index face) const;
  void push(Index column, Index row, const SnappedTriangle& of, Index face, double height);

  const LdiSurface& m_surface;
  const LdiView& m_view;
  const ViewTransform m_transform;
  Scratch& m_scratch;
};

}  // namespace pliant::detail
