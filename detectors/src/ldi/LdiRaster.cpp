#include "ldi/LdiRaster.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numeric>
#include <utility>

#include "core/vectorTargets.h"
#include "ldi/SnappedTriangle.h"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ldi/LdiRaster.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#ifndef PLIANT_LDI_RASTER_ONCE
#define PLIANT_LDI_RASTER_ONCE
namespace pliant::detail {

/// A counterclockwise face. Doubles represent the integers of its edge functions exactly.
struct LargeTriangle {
  double x[3], y[3], height[3];
  std::uint32_t faceAndSide;

  /// Returns twice the signed area; negative for a clockwise face.
  double area() const { return (x[1] - x[0]) * (y[2] - y[0]) - (x[2] - x[0]) * (y[1] - y[0]); }
  void turn() {
    for (double* of : {x, y, height}) std::swap(of[1], of[2]);
  }
};

/// Rasterises a face whose edge functions do not fit doubles.
inline void rasteriseExactly(const LdiDrawing& drawing, const ViewTransform& transform, Index face,
                             const PixelRange& range, FragmentList& fragments) {
  const LdiSurface& surface = drawing.surface;
  const LdiView& view = drawing.view;
  const Triangle& t = surface.faces[face];
  const SnappedTriangle triangle(transform, &surface.positions[t[0]].x, &surface.positions[t[1]].x,
                                 &surface.positions[t[2]].x);
  if (triangle.empty()) return;
  const bool entering = (triangle.clockwise() != surface.inward) == view.ascending;
  triangle.rasterise(transform, range, [&](Index column, Index row, double height) {
    fragments.add(row * view.width + column, transform.depthSteps(height) << 32 | face << 1 | std::uint64_t{entering});
  });
}

}  // namespace pliant::detail
#endif

HWY_BEFORE_NAMESPACE();
namespace pliant::detail::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using D = hn::ScalableTag<double>;
using DU = hn::RebindToUnsigned<D>;
using V = hn::VFromD<D>;
using VU = hn::VFromD<DU>;

constexpr std::int32_t kMostExact = 1 << 25;  // limit of |subpixels|: differences of products stay below 2^53

/// Returns an integer below 2^52 in the low bits of each lane. The higher bits are not cleared.
HWY_INLINE VU integerBits(V value) {
  return hn::BitCast(DU(), hn::Add(value, hn::Set(D(), 4503599627370496.0)));  // 2^52
}

HWY_INLINE V depthSteps(bool ascending, V height) {
  const D d;
  const auto clamped = hn::Min(hn::Max(height, hn::Zero(d)), hn::Set(d, 1.0));
  const auto steps = hn::Round(hn::Mul(clamped, hn::Set(d, kDepthSteps)));
  return ascending ? steps : hn::Sub(hn::Set(d, kDepthSteps), steps);
}

HWY_INLINE void rasteriseRows(const LdiView& view, const LargeTriangle& triangle, const PixelRange& range,
                              FragmentList& fragments) {
  const D d;
  const DU du;
  const std::size_t lanes = hn::Lanes(d);
  const double *x = triangle.x, *y = triangle.y;
  struct Scalar {
    double value, perColumn, perRow, least;
    double at(double column, double row) const { return value + perColumn * column + perRow * row; }
  } edges[3];
  for (int i = 0; i < 3; ++i) {
    const int j = i == 2 ? 0 : i + 1;
    const double dx = x[j] - x[i], dy = y[j] - y[i];
    edges[i] = {dy * x[i] - dx * y[i], -dy * kSubpixels, dx * kSubpixels, dy < 0 || (dy == 0 && dx > 0) ? 0.0 : 1.0};
  }
  const V perArea = hn::Set(d, 1 / triangle.area());
  const VU faceAndSide = hn::Set(du, triangle.faceAndSide);
  for (Index r = range.firstRow; r <= range.lastRow; ++r) {
    const double row = r;
    double first = range.firstColumn, last = range.lastColumn;
    for (const Scalar& e : edges) {
      const double start = e.at(0, row);
      if (e.perColumn > 0) {
        double c = std::max(first, std::ceil((e.least - start) / e.perColumn));
        while (c > first && e.at(c - 1, row) >= e.least) --c;
        while (c <= last && e.at(c, row) < e.least) ++c;
        first = c;
      } else if (e.perColumn < 0) {
        double c = std::min(last, std::floor((start - e.least) / -e.perColumn));
        while (c < last && e.at(c + 1, row) >= e.least) ++c;
        while (c >= first && e.at(c, row) < e.least) --c;
        last = c;
      } else if (start < e.least) {
        last = first - 1;
      }
    }
    if (first > last) continue;
    const auto count = static_cast<std::size_t>(last - first) + 1;
    fragments.reserve(count);
    std::uint32_t* const pixels = fragments.pixelsEnd();
    std::iota(pixels, pixels + count, r * view.width + static_cast<Index>(first));
    std::uint64_t* const keys = fragments.keysEnd();
    for (std::size_t i = 0; i < count; i += lanes) {
      const V column = hn::Add(hn::Set(d, first + static_cast<double>(i)), hn::Iota(d, 0));
      V height = hn::Zero(d);
      for (int corner = 0; corner < 3; ++corner) {
        const Scalar& e = edges[corner == 2 ? 0 : corner + 1];
        const V weight = hn::Add(hn::Set(d, e.at(0, row)), hn::Mul(hn::Set(d, e.perColumn), column));
        height = hn::Add(height, hn::Mul(weight, hn::Set(d, triangle.height[corner])));
      }
      const V steps = depthSteps(view.ascending, hn::Mul(height, perArea));
      hn::StoreU(hn::Or(hn::ShiftLeft<32>(integerBits(steps)), faceAndSide), du, keys + i);
    }
    fragments.grow(count);
  }
}

template <typename Word>
HWY_INLINE void rasterise(const LdiDrawing& drawing, const Index* survivors, const Word* corners, std::size_t count,
                          FragmentList& fragments) {
  const LdiSurface& surface = drawing.surface;
  const LdiView& view = drawing.view;
  const ViewTransform transform(view);
  for (std::size_t s = 0; s < count; ++s) {
    const PixelRange range = rangeInBand(corners[s], drawing.band);
    if (range.firstRow > range.lastRow) continue;
    const Triangle& t = surface.faces[survivors[s]];
    LargeTriangle triangle;
    std::int32_t largest = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      const SnappedVertex& at = drawing.snapped[t[i]];
      largest = std::max({largest, std::abs(at.x), std::abs(at.y)});
      triangle.x[i] = at.x;
      triangle.y[i] = at.y;
      triangle.height[i] = transform.height(&surface.positions[t[i]].x);
    }
    if (largest > kMostExact) {
      rasteriseExactly(drawing, transform, survivors[s], range, fragments);
      continue;
    }
    const double area = triangle.area();
    if (area == 0) continue;
    if (area < 0) triangle.turn();
    const bool entering = ((area < 0) != surface.inward) == view.ascending;
    triangle.faceAndSide = survivors[s] << 1 | std::uint32_t{entering};
    rasteriseRows(view, triangle, range, fragments);
  }
}

void rowsOfSmallWords(const LdiDrawing& drawing, const Index* survivors, const std::uint32_t* corners,
                      std::size_t count, FragmentList& fragments) {
  rasterise(drawing, survivors, corners, count, fragments);
}
void rowsOfLargeWords(const LdiDrawing& drawing, const Index* survivors, const std::uint64_t* corners,
                      std::size_t count, FragmentList& fragments) {
  rasterise(drawing, survivors, corners, count, fragments);
}

}  // namespace pliant::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace pliant::detail {

HWY_EXPORT(rowsOfSmallWords);
HWY_EXPORT(rowsOfLargeWords);

template <>
void rasteriseLargeFaces(const LdiDrawing& drawing, const Index* survivors, const SmallPixelWord* corners,
                         std::size_t count, FragmentList& fragments) {
  HWY_DYNAMIC_DISPATCH(rowsOfSmallWords)(drawing, survivors, corners, count, fragments);
}

template <>
void rasteriseLargeFaces(const LdiDrawing& drawing, const Index* survivors, const LargePixelWord* corners,
                         std::size_t count, FragmentList& fragments) {
  HWY_DYNAMIC_DISPATCH(rowsOfLargeWords)(drawing, survivors, corners, count, fragments);
}

}  // namespace pliant::detail
#endif
