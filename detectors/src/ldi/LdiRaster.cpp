#include "ldi/LdiRaster.h"

#include <algorithm>
#include <cmath>

#include "ldi/SnappedTriangle.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ldi/LdiRaster.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "compress-inl.h"

#ifndef PLIANT_LDI_RASTER_ONCE
#define PLIANT_LDI_RASTER_ONCE
namespace pliant::detail {

/// A face, turned counterclockwise, with integers that a double holds exactly.
struct LargeTriangle {
  double x[3], y[3], height[3];
  std::uint32_t faceAndSide;
};

/// What does not fit doubles.
inline void rasteriseExactly(const LdiSurface& surface, const LdiView& view, Index face, const PixelRange& range,
                             FragmentList& fragments) {
  const ViewTransform transform(view);
  const Triangle& t = surface.faces[face];
  const SnappedTriangle triangle(transform, &surface.positions[t[0]].x, &surface.positions[t[1]].x,
                                 &surface.positions[t[2]].x);
  if (triangle.empty() || range.firstRow > range.lastRow) return;
  const bool entering = (triangle.clockwise() != surface.inward) == view.ascending;
  triangle.rasterise(transform, range, [&](Index column, Index row, double height) {
    fragments.add(std::uint64_t{row} * view.width + column,
                  transform.depthSteps(height) << 32 | face << 1 | std::uint64_t{entering});
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
constexpr std::size_t kLanes = hn::MaxLanes(D());

/// Faces whose range has more pixels are drawn by themselves, row by row.
constexpr double kMostPixelsPerLane = 24;
constexpr double kMostExact = 1 << 25;  // of |subpixels|: differences of products stay below 2^53

struct Frame {
  int columnAxis, rowAxis, depthAxis;
  double origin[3], scale[3];
  double width;
  bool ascending, inward;
  RowBand band;
};

/// What a face may cover of a band; nothing where the first row is behind the last.
template <typename Word>
PixelRange rangeInBand(Word corners, const RowBand& band) {
  PixelRange range = rangeOf(corners);
  range.firstRow = std::max(range.firstRow, band.first);
  range.lastRow = std::min(range.lastRow, band.last);
  return range;
}

HWY_INLINE V coordinate(const PackedPosition* positions, const std::int32_t* at, int axis) {
  const D d;
  const Real* const base = &positions->x + axis;
  HWY_ALIGN double value[kLanes];
  for (std::size_t i = 0; i < hn::Lanes(d); ++i) value[i] = base[std::ptrdiff_t{at[i]} * 4];
  return hn::Load(d, value);
}

/// An integer of up to 52 bits in the low bits of its lane; what is above them is of no matter.
HWY_INLINE VU integerBits(V value) {
  return hn::BitCast(DU(), hn::Add(value, hn::Set(D(), 4503599627370496.0)));  // 2^52
}

HWY_INLINE V depthSteps(const Frame& frame, V height) {
  const D d;
  const auto clamped = hn::Min(hn::Max(height, hn::Zero(d)), hn::Set(d, 1.0));
  const auto steps = hn::Round(hn::Mul(clamped, hn::Set(d, kDepthSteps)));
  return frame.ascending ? steps : hn::Sub(hn::Set(d, kDepthSteps), steps);
}

/// Edge function of the edge between two corners, and what a centre that belongs to the face has at least.
struct EdgeLanes {
  V value, perColumn, perRow, least;

  HWY_INLINE EdgeLanes(V x, V y, V nextX, V nextY) {
    const D d;
    const V dx = hn::Sub(nextX, x), dy = hn::Sub(nextY, y), zero = hn::Zero(d), one = hn::Set(d, 1.0);
    const auto inclusive = hn::Or(hn::Lt(dy, zero), hn::And(hn::Eq(dy, zero), hn::Gt(dx, zero)));
    value = hn::Sub(hn::Mul(dy, x), hn::Mul(dx, y));
    perColumn = hn::Mul(dy, hn::Set(d, -kSubpixels));
    perRow = hn::Mul(dx, hn::Set(d, kSubpixels));
    least = hn::IfThenElse(inclusive, zero, one);
  }
  HWY_INLINE V at(V column, V row) const {
    return hn::Add(hn::Add(value, hn::Mul(perColumn, column)), hn::Mul(perRow, row));
  }
};

HWY_NOINLINE void rasteriseLarge(const Frame& frame, const LargeTriangle& triangle, const PixelRange& range,
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
  const double area = (x[1] - x[0]) * (y[2] - y[0]) - (x[2] - x[0]) * (y[1] - y[0]);
  const V perArea = hn::Set(d, 1 / area);
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
    std::uint64_t *pixels = fragments.pixelsEnd(), *keys = fragments.keysEnd();
    const V pixelOfRow = hn::Set(d, row * frame.width);
    for (std::size_t i = 0; i < count; i += lanes) {
      const V column = hn::Add(hn::Set(d, first + static_cast<double>(i)), hn::Iota(d, 0));
      V height = hn::Zero(d);
      for (int corner = 0; corner < 3; ++corner) {
        const Scalar& e = edges[corner == 2 ? 0 : corner + 1];
        const V weight = hn::Add(hn::Set(d, e.at(0, row)), hn::Mul(hn::Set(d, e.perColumn), column));
        height = hn::Add(height, hn::Mul(weight, hn::Set(d, triangle.height[corner])));
      }
      const V steps = depthSteps(frame, hn::Mul(height, perArea));
      hn::StoreU(hn::And(integerBits(hn::Add(pixelOfRow, column)), hn::Set(du, 0xffffffff)), du, pixels + i);
      hn::StoreU(hn::Or(hn::ShiftLeft<32>(integerBits(steps)), faceAndSide), du, keys + i);
    }
    fragments.grow(count);
  }
}

template <typename Word>
HWY_INLINE void rasterise(const Frame& frame, const LdiSurface& surface, const LdiView& view, const Index* survivors,
                          const Word* corners, std::size_t count, FragmentList& fragments) {
  const D d;
  const DU du;
  const std::size_t lanes = hn::Lanes(d);
  const V zero = hn::Zero(d), one = hn::Set(d, 1.0);
  const PackedPosition* const positions = surface.positions.data();
  for (std::size_t s = 0; s < count; s += lanes) {
    const std::size_t used = std::min(lanes, count - s);
    HWY_ALIGN std::int32_t at[3][kLanes];
    HWY_ALIGN double firstColumns[kLanes], lastColumns[kLanes], firstRows[kLanes], lastRows[kLanes];
    HWY_ALIGN std::uint64_t faceIds[kLanes];
    for (std::size_t i = 0; i < lanes; ++i) {
      const std::size_t from = s + std::min(i, used - 1);
      const Triangle& t = surface.faces[survivors[from]];
      for (std::size_t k = 0; k < 3; ++k) at[k][i] = static_cast<std::int32_t>(t[k]);
      const PixelRange range = rangeInBand(corners[from], frame.band);
      firstColumns[i] = range.firstColumn;
      lastColumns[i] = range.lastColumn;
      firstRows[i] = range.firstRow;
      lastRows[i] = range.lastRow;
      faceIds[i] = std::uint64_t{survivors[from]} << 1;
    }
    V x[3], y[3], height[3];
    V largest = zero;
    const V halfPixel = hn::Set(d, kSubpixels / 2);
    for (int k = 0; k < 3; ++k) {
      const auto along = [&](int axis, int i) HWY_ATTR {
        return hn::Mul(hn::Sub(coordinate(positions, at[k], axis), hn::Set(d, frame.origin[i])),
                       hn::Set(d, frame.scale[i]));
      };
      x[k] = hn::Sub(hn::Round(along(frame.columnAxis, 0)), halfPixel);
      y[k] = hn::Sub(hn::Round(along(frame.rowAxis, 1)), halfPixel);
      height[k] = along(frame.depthAxis, 2);
      largest = hn::Max(largest, hn::Max(hn::Abs(x[k]), hn::Abs(y[k])));
    }
    auto pending = hn::FirstN(d, used);
    const auto exact = hn::Le(largest, hn::Set(d, kMostExact));
    if (!hn::AllFalse(d, hn::AndNot(exact, pending))) {
      HWY_ALIGN double small[kLanes];
      hn::Store(hn::IfThenElseZero(exact, one), d, small);
      for (std::size_t i = 0; i < used; ++i) {
        if (small[i] == 0)
          rasteriseExactly(surface, view, survivors[s + i], rangeInBand(corners[s + i], frame.band), fragments);
      }
      pending = hn::And(pending, exact);
    }
    V area =
        hn::Sub(hn::Mul(hn::Sub(x[1], x[0]), hn::Sub(y[2], y[0])), hn::Mul(hn::Sub(x[2], x[0]), hn::Sub(y[1], y[0])));
    pending = hn::And(pending, hn::Ne(area, zero));
    const auto clockwise = hn::Lt(area, zero);
    area = hn::Abs(area);
    const auto swap = [&](V& p, V& q) HWY_ATTR {
      const V first = hn::IfThenElse(clockwise, q, p);
      q = hn::IfThenElse(clockwise, p, q);
      p = first;
    };
    swap(x[1], x[2]);
    swap(y[1], y[2]);
    swap(height[1], height[2]);
    // Counterclockwise, a face looks along the axis; it faces the eye if depth grows the other way.
    const bool clockwiseEnters = frame.inward != frame.ascending;
    const VU sideBit = hn::Set(du, 1);
    const VU turned = hn::BitCast(du, hn::VecFromMask(d, clockwise));
    const VU side = clockwiseEnters ? hn::And(turned, sideBit) : hn::AndNot(turned, sideBit);
    const VU faceAndSide = hn::Or(hn::Load(du, faceIds), side);

    const V firstColumn = hn::Load(d, firstColumns), lastColumn = hn::Load(d, lastColumns);
    const V firstRow = hn::Load(d, firstRows), lastRow = hn::Load(d, lastRows);
    pending = hn::And(pending, hn::Le(firstRow, lastRow));
    const V pixels = hn::Mul(hn::Add(hn::Sub(lastColumn, firstColumn), one), hn::Add(hn::Sub(lastRow, firstRow), one));
    const auto large = hn::And(pending, hn::Gt(pixels, hn::Set(d, kMostPixelsPerLane)));
    if (!hn::AllFalse(d, large)) {
      HWY_ALIGN double isLarge[kLanes], corner[9][kLanes];
      HWY_ALIGN std::uint64_t sides[kLanes];
      hn::Store(hn::IfThenElseZero(large, one), d, isLarge);
      hn::Store(faceAndSide, du, sides);
      for (int k = 0; k < 3; ++k) {
        hn::Store(x[k], d, corner[k]);
        hn::Store(y[k], d, corner[3 + k]);
        hn::Store(height[k], d, corner[6 + k]);
      }
      for (std::size_t i = 0; i < used; ++i) {
        if (isLarge[i] == 0) continue;
        const LargeTriangle triangle{{corner[0][i], corner[1][i], corner[2][i]},
                                     {corner[3][i], corner[4][i], corner[5][i]},
                                     {corner[6][i], corner[7][i], corner[8][i]},
                                     static_cast<std::uint32_t>(sides[i])};
        rasteriseLarge(frame, triangle, rangeInBand(corners[s + i], frame.band), fragments);
      }
      pending = hn::AndNot(large, pending);
    }
    if (hn::AllFalse(d, pending)) continue;

    const EdgeLanes e0(x[0], y[0], x[1], y[1]), e1(x[1], y[1], x[2], y[2]), e2(x[2], y[2], x[0], y[0]);
    const V perArea = hn::Div(one, area);
    V column = firstColumn, row = firstRow;
    fragments.reserve(lanes * static_cast<std::size_t>(kMostPixelsPerLane));
    std::uint64_t *pixelsEnd = fragments.pixelsEnd(), *keysEnd = fragments.keysEnd();
    std::size_t found = 0;
    while (!hn::AllFalse(d, pending)) {
      const V w0 = e1.at(column, row), w1 = e2.at(column, row), w2 = e0.at(column, row);  // opposite corners 0, 1, 2
      const auto covered =
          hn::And(hn::And(pending, hn::Ge(w0, e1.least)), hn::And(hn::Ge(w1, e2.least), hn::Ge(w2, e0.least)));
      if (!hn::AllFalse(d, covered)) {
        const V sum = hn::Add(hn::Add(hn::Mul(w0, height[0]), hn::Mul(w1, height[1])), hn::Mul(w2, height[2]));
        const V steps = depthSteps(frame, hn::Mul(sum, perArea));
        const V pixel = hn::Add(hn::Mul(row, hn::Set(d, frame.width)), column);
        const auto covers = hn::RebindMask(du, covered);
        compressStore(hn::And(integerBits(pixel), hn::Set(du, 0xffffffff)), covers, du, pixelsEnd + found);
        found += compressStore(hn::Or(hn::ShiftLeft<32>(integerBits(steps)), faceAndSide), covers, du, keysEnd + found);
      }
      column = hn::Add(column, one);
      const auto wrapped = hn::Gt(column, lastColumn);
      column = hn::IfThenElse(wrapped, firstColumn, column);
      row = hn::IfThenElse(wrapped, hn::Add(row, one), row);
      pending = hn::And(pending, hn::Le(row, lastRow));
    }
    fragments.grow(found);
  }
}

Frame frameOf(const LdiSurface& surface, const LdiView& view, const RowBand& band) {
  const int axes[3] = {view.columnAxis(), view.rowAxis(), view.axis};
  Frame frame{axes[0],
              axes[1],
              axes[2],
              {},
              {kSubpixels / view.pixel[0], kSubpixels / view.pixel[1], 1 / view.range()},
              static_cast<double>(view.width),
              view.ascending,
              surface.inward,
              band};
  for (int i = 0; i < 3; ++i) frame.origin[i] = view.min[static_cast<std::size_t>(axes[i])];
  return frame;
}

void rasteriseSmallWords(const LdiSurface& surface, const LdiView& view, const RowBand& band, const Index* survivors,
                         const std::uint32_t* corners, std::size_t count, FragmentList& fragments) {
  rasterise(frameOf(surface, view, band), surface, view, survivors, corners, count, fragments);
}
void rasteriseLargeWords(const LdiSurface& surface, const LdiView& view, const RowBand& band, const Index* survivors,
                         const std::uint64_t* corners, std::size_t count, FragmentList& fragments) {
  rasterise(frameOf(surface, view, band), surface, view, survivors, corners, count, fragments);
}

}  // namespace pliant::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace pliant::detail {

HWY_EXPORT(rasteriseSmallWords);
HWY_EXPORT(rasteriseLargeWords);

template <>
void rasteriseFaces(const LdiSurface& surface, const LdiView& view, const RowBand& band, const Index* survivors,
                    const SmallPixelWord* corners, std::size_t count, FragmentList& fragments) {
  HWY_DYNAMIC_DISPATCH(rasteriseSmallWords)(surface, view, band, survivors, corners, count, fragments);
}

template <>
void rasteriseFaces(const LdiSurface& surface, const LdiView& view, const RowBand& band, const Index* survivors,
                    const LargePixelWord* corners, std::size_t count, FragmentList& fragments) {
  HWY_DYNAMIC_DISPATCH(rasteriseLargeWords)(surface, view, band, survivors, corners, count, fragments);
}

}  // namespace pliant::detail
#endif
