#pragma once

#include <pliant/detectors/ldi/LayeredDepthImage.h>
#include <pliant/glrender/LdiDrawing.h>

#include <array>
#include <cstdint>
#include <span>

#include "CardList.h"
#include "FaceDrawing.h"
#include "GlObjects.h"
#include "SnappedSurface.h"

namespace pliant::detail {

/// An image on the card, or several one behind the other.
struct CardImage {
  CardBuffer offsets, entries;
  std::size_t pixels = 0, count = 0;  ///< count: of entries
  std::uint32_t layers = 0;

  std::size_t bytes() const { return offsets.bytes() + entries.bytes(); }
  /// Takes an image over.
  void put(const LayeredDepthImage& image);
  void abandon() {
    offsets.abandon();
    entries.abandon();
  }
};

/// A view and the part of it that is drawn.
struct CardView {
  const SnappedSurface* surface;  ///< snapped in this view
  LdiBlock block;
  bool ascending;
};

/// Draws images by appending and sorting: objects of one context.
class Abuffer {
 public:
  static constexpr std::size_t kMostViews = 3;

  Abuffer();
  void abandon();

  std::size_t bytes() const;

  /// Pixels of all views together that fit into one image.
  std::size_t mostPixels() const { return m_mostPixels; }

  /// Bytes that shaders can read of one buffer.
  std::size_t mostBytes() const { return m_mostBytes; }

  /// Whether an image is small enough for shaders to read.
  bool holds(const LayeredDepthImage& image) const {
    return image.view.pixels() <= m_mostPixels && image.entries.size() <= m_mostFragments;
  }

  /// Puts where each pixel begins, if they lie one behind the other, into `offsets`, and behind them how many there are
  /// in all, which it returns.
  double scan(const CardBuffer& counts, std::size_t pixels, const CardBuffer& offsets);

  /// Hands over a surface, as it was snapped in one view or more.
  void upload(std::span<const SnappedSurface> surfaces);
  /// Draws what is selected in the surface that was handed over last, the same faces in all views, in all of them at
  /// once; their blocks begin at the same place. False where that would be more than `most` fragments; the image is
  /// undefined then.
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
  CardList m_list;             ///< of fragments
  bool m_allUploaded = false;  ///< all faces of the surface
  std::size_t m_mostBytes, m_mostPixels, m_mostFragments;
};

/// Runs as many groups of the program that is in use, in two dimensions where one does not hold them; some more may
/// run.
void dispatch(std::size_t groups);

}  // namespace pliant::detail
