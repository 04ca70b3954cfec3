#pragma once

#include <pliant/detectors/ldi/LdiRenderer.h>

#include <cstdint>
#include <string_view>
#include <vector>

#include "ldi/SnappedTriangle.h"

namespace pliant::detail {

/// Throws Error if the view is not drawable. The message begins with the renderer's name.
void requireDrawable(const LdiView& view, std::string_view renderer);

/// Fragments of an image, in any order until assemble(). Depth and side are computed from the face at a pixel, bitwise
/// equal to those of SoftwareLdi.
class LdiFragments {
 public:
  /// Memory that is reused from image to image.
  struct Scratch {
    std::vector<std::uint32_t> pixels;
    std::vector<std::uint64_t> keys, sorted;

    std::size_t memory() const {
      return pixels.capacity() * sizeof pixels[0] + (keys.capacity() + sorted.capacity()) * sizeof keys[0];
    }
  };

  LdiFragments(const LdiSurface& surface, const LdiView& view, Scratch& scratch);

  /// Adds a face that OpenGL found at a pixel. Skips a face without area, which OpenGL does not find.
  void add(Index column, Index row, Index face);
  /// Adds an entry of an image.
  void add(Index column, Index row, const LdiEntry& entry);
  /// Adds all pixels of the range that the face covers, computed by the CPU.
  void rasterise(Index face, const PixelRange& range);

  std::size_t size() const { return m_scratch.keys.size(); }
  /// Removes all fragments after the first `size`.
  void truncate(std::size_t size);

  /// Sorts the fragments into `image`, which is replaced. Throws Error for more than kMostLdiEntries.
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
