#pragma once

#include <pliant/detectors/ldi/LayeredDepthImage.h>
#include <pliant/glrender/LdiDrawing.h>

#include <cstdint>
#include <span>

#include "CardList.h"
#include "FaceDrawing.h"
#include "GlObjects.h"
#include "SnappedSurface.h"

namespace pliant::detail {

/// One image, or several consecutive images, in buffers on the graphics card.
struct CardImage {
  CardBuffer offsets, entries;
  std::size_t pixels = 0, count = 0;  ///< count: number of entries
  std::uint32_t layers = 0;

  std::size_t bytes() const { return offsets.bytes() + entries.bytes(); }
  /// Replaces the image by one from main memory.
  void put(const LayeredDepthImage& image);
};

/// A view and the block of it that is drawn.
struct CardView {
  const SnappedSurface* surface;  ///< snapped in this view
  LdiBlock block;
  bool ascending;
};

/// Draws images by a list of fragments that is sorted per pixel. Holds OpenGL objects of one context.
class Abuffer {
 public:
  static constexpr std::size_t kMostViews = 3;

  Abuffer();
  std::size_t bytes() const;

  /// Returns the maximum number of pixels of an image, summed over its views.
  std::size_t mostPixels() const { return m_mostPixels; }

  /// Returns the maximum size of a buffer that shaders can read [bytes].
  std::size_t mostBytes() const { return m_mostBytes; }

  /// Returns true if the image is small enough for shaders to read.
  bool holds(const LayeredDepthImage& image) const {
    return image.view.pixels() <= m_mostPixels && image.entries.size() <= m_mostFragments;
  }

  /// Writes the exclusive prefix sums of the pixels' counts to `offsets`, then the total. Returns the total.
  double scan(const CardBuffer& counts, std::size_t pixels, const CardBuffer& offsets);

  /// Uploads a surface that is snapped in one or more views.
  void upload(std::span<const SnappedSurface> surfaces);
  /// Draws the selected faces of the last uploaded surface in all views at once.
  /// All views must select the same faces, and their blocks must begin at the same pixel.
  /// Returns false if there are more than `most` fragments; `image` is undefined then.
  bool draw(std::span<const CardView> views, std::size_t most, CardImage& image, LdiDrawingStatistics& statistics);

 private:
  void uploadFaces(const SnappedSurface& surface);
  void append(std::span<const CardView> views, std::size_t faces) const;
  void runScan(std::size_t pixels, const CardBuffer& offsets) const;
  void arrange(std::span<const CardView> views, const CardImage& image) const;
  void setRegions(GLint location, std::span<const CardView> views) const;

  GlProgram m_append, m_sum, m_scan, m_scatter, m_sort;
  GlVertexArray m_vertexArray;
  GlFramebuffer m_framebuffer;
  CardBuffer m_corners, m_heights, m_faces, m_ids, m_sums, m_counts;
  CardList m_list;             ///< fragments
  bool m_allUploaded = false;  ///< true if m_faces holds all faces of the surface
  std::size_t m_mostBytes, m_mostPixels, m_mostFragments;
};

/// Runs at least `groups` work groups of the program in use. Uses two dimensions if one is too short; then a few more
/// groups may run.
void dispatch(std::size_t groups);

}  // namespace pliant::detail
