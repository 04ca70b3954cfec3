#include "SnappedSurface.h"

#include <algorithm>
#include <cmath>

namespace pliant::detail {
namespace {

using Corner = SnappedSurface::Corner;

constexpr std::size_t kVerticesPerChunk = 1 << 15;
constexpr auto kSub = static_cast<float>(kSubpixels);
/// Maximum depth [range of the volume]. Sums and differences of such floats do not overflow when a card interpolates.
constexpr double kFarthest = 1e12;

/// Closed rectangle, relative to the centre of the image's first pixel [subpixel].
struct Rectangle {
  Corner low, high;
  bool holds(const Corner& from, const Corner& to) const {
    return from.x >= low.x && from.y >= low.y && to.x <= high.x && to.y <= high.y;
  }
  bool meets(const Corner& from, const Corner& to) const {
    return from.x <= high.x && from.y <= high.y && to.x >= low.x && to.y >= low.y;
  }
};

Corner smaller(const Corner& a, const Corner& b) {
  return {std::min(a.x, b.x), std::min(a.y, b.y)};
}
Corner larger(const Corner& a, const Corner& b) {
  return {std::max(a.x, b.x), std::max(a.y, b.y)};
}

/// Returns the block's pixels whose centres lie between the corners.
PixelRange rangeOf(const LdiBlock& block, const Corner& low, const Corner& high) {
  const auto within = [](float pixel, Index from, Index count) {
    return static_cast<Index>(std::clamp(pixel, static_cast<float>(from), static_cast<float>(from + count - 1)));
  };
  return {within(std::ceil(low.x / kSub), block.column, block.width),
          within(std::floor(high.x / kSub), block.column, block.width),
          within(std::ceil(low.y / kSub), block.row, block.height),
          within(std::floor(high.y / kSub), block.row, block.height)};
}

}  // namespace

void SnappedSurface::snap(const LdiSurface& surface, const LdiView& view, Depths depths, Workers& workers) {
  m_surface = surface;
  if (m_corners.size() < surface.vertices) m_corners.resize(surface.vertices);
  if (depths == Depths::Yes && m_depths.size() < surface.vertices) m_depths.resize(surface.vertices);
  if (depths == Depths::Heights && m_heights.size() < surface.vertices) m_heights.resize(surface.vertices);
  const ViewTransform transform(view);
  const PackedPosition* const own = surface.positions.data() + surface.firstVertex;
  workers.forChunks(surface.vertices, kVerticesPerChunk, [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      m_corners[i] = {static_cast<float>(transform.column(&own[i].x)), static_cast<float>(transform.row(&own[i].x))};
      if (depths == Depths::Heights) m_heights[i] = transform.height(&own[i].x);
      if (depths != Depths::Yes) continue;
      const double height = std::clamp(transform.height(&own[i].x), -kFarthest, kFarthest);
      m_depths[i] = static_cast<float>(view.ascending ? height : 1 - height);
    }
  });
  m_low = m_high = surface.vertices == 0 ? Corner{} : m_corners[0];
  for (const Corner& corner : corners()) {
    m_low = smaller(m_low, corner);
    m_high = larger(m_high, corner);
  }
}

std::size_t SnappedSurface::memory() const {
  return m_corners.capacity() * sizeof(Corner) + m_depths.capacity() * sizeof(float) +
         m_heights.capacity() * sizeof(double) + m_faces.capacity() * sizeof(Triangle) +
         m_ids.capacity() * sizeof(Index);
}

void SnappedSurface::select(const LdiBlock& block, LdiFragments& fragments) {
  constexpr float before = kSub * kViewportBefore + kSub / 2, behind = kSub * (kViewport - kViewportBefore) - kSub / 2;
  const Corner first{kSub * static_cast<float>(block.column), kSub * static_cast<float>(block.row)};
  const Rectangle within{{first.x - before, first.y - before}, {first.x + behind, first.y + behind}};
  const Rectangle centres{
      first,
      {first.x + kSub * static_cast<float>(block.width - 1), first.y + kSub * static_cast<float>(block.height - 1)}};
  m_all = within.holds(m_low, m_high);
  if (m_all) return;
  m_faces.clear();
  m_ids.clear();
  const Corner* const corners = m_corners.data() - m_surface.firstVertex;
  for (std::size_t f = 0; f < m_surface.faces.size(); ++f) {
    const Triangle& t = m_surface.faces[f];
    const Corner low = smaller(smaller(corners[t[0]], corners[t[1]]), corners[t[2]]);
    const Corner high = larger(larger(corners[t[0]], corners[t[1]]), corners[t[2]]);
    if (!centres.meets(low, high)) continue;
    if (within.holds(low, high)) {
      m_faces.push_back(t);
      m_ids.push_back(static_cast<Index>(f));
    } else {
      fragments.rasterise(static_cast<Index>(f), rangeOf(block, low, high));
    }
  }
}

}  // namespace pliant::detail
