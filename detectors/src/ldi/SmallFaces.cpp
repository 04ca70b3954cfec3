// Rasterises faces that cover few pixels, one face per 32-bit lane. Integer edge functions find the covered pixels
// first. Then the depths of the fragments are computed by the same sums of doubles as for single faces.

#include <algorithm>
#include <bit>

#include "core/vectorTargets.h"
#include "ldi/LdiRaster.h"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ldi/SmallFaces.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "core/compress-inl.h"

HWY_BEFORE_NAMESPACE();
namespace pliant::detail::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using DI = hn::ScalableTag<std::int32_t>;
using DU = hn::RebindToUnsigned<DI>;
using VI = hn::VFromD<DI>;
using VU = hn::VFromD<DU>;
constexpr std::size_t kLanes = hn::MaxLanes(DI());

/// Maximum number of pixels in the range of a small face.
constexpr std::int32_t kMostPixels = 24;
/// Limit of the corners' distance from the range's first centre [subpixel]: edge functions stay below 2^31.
constexpr std::int32_t kFarthest = 1 << 14;

/// Pixels of a band that faces may cover, see PixelRange.
struct Ranges {
  VI firstColumn, lastColumn, firstRow, lastRow;

  HWY_INLINE Ranges(const SmallPixelWord* corners, const RowBand& band) {
    const VU words = hn::LoadU(DU(), corners);
    set<8>(words, hn::ShiftRight<16>(words), band);
  }
  HWY_INLINE Ranges(const LargePixelWord* corners, const RowBand& band) {
    HWY_ALIGN std::uint32_t columns[kLanes], rows[kLanes];
    for (std::size_t i = 0; i < hn::Lanes(DU()); ++i) {
      columns[i] = static_cast<std::uint32_t>(corners[i]);
      rows[i] = static_cast<std::uint32_t>(corners[i] >> 32);
    }
    set<16>(hn::Load(DU(), columns), hn::Load(DU(), rows), band);
  }

 private:
  template <int part>
  HWY_INLINE void set(VU columns, VU rows, const RowBand& band) {
    const DI d;
    const VU mask = hn::Set(DU(), (1u << part) - 1);
    const VI one = hn::Set(d, 1);
    const auto last = [&](VU word) HWY_ATTR { return hn::Sub(hn::BitCast(d, hn::And(word, mask)), one); };
    const auto first = [&](VU word) HWY_ATTR {
      return hn::Sub(hn::BitCast(d, hn::AndNot(hn::ShiftRight<part>(word), mask)), one);
    };
    firstColumn = first(columns);
    lastColumn = last(columns);
    firstRow = hn::Max(first(rows), hn::Set(d, static_cast<std::int32_t>(band.first)));
    lastRow = hn::Min(last(rows), hn::Set(d, static_cast<std::int32_t>(band.last)));
  }
};

#if HWY_TARGET != HWY_SCALAR
/// Loads vertices of[0] to of[lanes - 1], one 64-bit word each.
template <std::size_t lanes>
HWY_INLINE hn::Vec<hn::FixedTag<std::uint64_t, lanes>> vertices(const SnappedVertex* snapped, const Index* of) {
  const hn::FixedTag<std::uint64_t, lanes> d;
  if constexpr (lanes == 1) {
    return hn::BitCast(d, hn::LoadU(hn::FixedTag<std::int32_t, 2>(), &snapped[*of].x));
  } else {
    return hn::Combine(d, vertices<lanes / 2>(snapped, of + lanes / 2), vertices<lanes / 2>(snapped, of));
  }
}
#endif

HWY_INLINE void corner(const SnappedVertex* snapped, const Index* of, VI& x, VI& y) {
  const DI d;
#if HWY_TARGET == HWY_SCALAR
  x = hn::Set(d, snapped[*of].x);
  y = hn::Set(d, snapped[*of].y);
#else
  const auto low = hn::BitCast(d, vertices<kLanes / 2>(snapped, of));
  const auto high = hn::BitCast(d, vertices<kLanes / 2>(snapped, of + kLanes / 2));
  x = hn::ConcatEven(d, high, low);
  y = hn::ConcatOdd(d, high, low);
#endif
}

/// Edge function, less 1 for an edge whose points do not belong to the face. At a centre that belongs to the face it is
/// at least 0.
struct PixelEdges {
  VI value, perColumn, perRow, lower;

  HWY_INLINE PixelEdges(VI x, VI y, VI nextX, VI nextY) {
    const DI d;
    const VI dx = hn::Sub(nextX, x), dy = hn::Sub(nextY, y), zero = hn::Zero(d);
    const auto inclusive = hn::Or(hn::Lt(dy, zero), hn::And(hn::Eq(dy, zero), hn::Gt(dx, zero)));
    lower = hn::IfThenZeroElse(inclusive, hn::Set(d, 1));
    value = hn::Sub(hn::Sub(hn::Mul(dy, x), hn::Mul(dx, y)), lower);
    perColumn = hn::Neg(hn::ShiftLeft<8>(dy));
    perRow = hn::ShiftLeft<8>(dx);
  }
  HWY_INLINE VI at(VI column, VI row) const {
    return hn::Add(hn::Add(value, hn::Mul(perColumn, column)), hn::Mul(perRow, row));
  }
};

/// Fragments whose depths are not computed yet.
struct Covered {
  static constexpr std::size_t kMost = 512, kRoom = kMost + kLanes * kMostPixels + kLanes;

  std::size_t count = 0;
  std::uint32_t face[kRoom];      ///< 2 · face, plus 1 if it is clockwise
  std::int32_t weight[3][kRoom];  ///< one row per corner, in counterclockwise order
};

/// Appends the keys of the fragments. Their pixels are already stored.
HWY_INLINE void addDepths(const LdiDrawing& drawing, Covered& covered, FragmentList& fragments) {
  const hn::ScalableTag<double> d;
  const hn::RebindToUnsigned<decltype(d)> du;
  const hn::Rebind<std::int32_t, decltype(d)> di;
  using V = hn::VFromD<decltype(d)>;
  constexpr std::size_t lanes = hn::MaxLanes(d);
  const LdiView& view = drawing.view;
  const auto axis = static_cast<std::size_t>(view.axis);
  const V origin = hn::Set(d, view.min[axis]), scale = hn::Set(d, 1 / view.range()), one = hn::Set(d, 1.0);
  const V two52 = hn::Set(d, 4503599627370496.0), steps = hn::Set(d, kDepthSteps);
  // A clockwise face points against the axis; it faces the eye if depth grows along the axis.
  const std::uint32_t other = drawing.surface.inward != view.ascending ? 0 : 1;
  const Real* const coordinates = &drawing.surface.positions.data()->x + axis;
  std::uint64_t* const keys = fragments.keysEnd();
  // Padding for the last vector, which reads beyond the end: prevents division by zero.
  for (auto& weight : covered.weight) std::fill_n(weight + covered.count, lanes, 1);
  for (std::size_t f = 0; f < covered.count; f += lanes) {
    HWY_ALIGN double coordinate[3][lanes];
    HWY_ALIGN std::uint64_t side[lanes];
    for (std::size_t i = 0; i < lanes; ++i) {
      const std::uint32_t face = covered.face[std::min(f + i, covered.count - 1)];
      const Triangle& t = drawing.surface.faces[face >> 1];
      const std::size_t turn = face & 1;
      coordinate[0][i] = coordinates[std::size_t{t[0]} * 4];
      coordinate[1][i] = coordinates[std::size_t{t[1 + turn]} * 4];
      coordinate[2][i] = coordinates[std::size_t{t[2 - turn]} * 4];
      side[i] = face ^ other;
    }
    V weight[3], height[3];
    for (std::size_t k = 0; k < 3; ++k) {
      weight[k] =
          hn::ConvertTo(d, hn::PromoteTo(hn::RebindToSigned<decltype(d)>(), hn::LoadU(di, covered.weight[k] + f)));
      height[k] = hn::Mul(hn::Sub(hn::Load(d, coordinate[k]), origin), scale);
    }
    const V perArea = hn::Div(one, hn::Add(hn::Add(weight[0], weight[1]), weight[2]));
    const V sum =
        hn::Add(hn::Add(hn::Mul(weight[0], height[0]), hn::Mul(weight[1], height[1])), hn::Mul(weight[2], height[2]));
    const V clamped = hn::Min(hn::Max(hn::Mul(sum, perArea), hn::Zero(d)), one);
    const V rounded = hn::Round(hn::Mul(clamped, steps));
    const V depth = view.ascending ? rounded : hn::Sub(steps, rounded);
    const auto bits = hn::BitCast(du, hn::Add(depth, two52));  // the integer is in the low bits
    hn::StoreU(hn::Or(hn::ShiftLeft<32>(bits), hn::Load(du, side)), du, keys + f);
  }
  fragments.grow(covered.count);
}

/// Appends the fragments of the pending faces without their depths, one pixel of each face at a time. `faces`:
/// 2 · face, plus 1 if it is clockwise. The edges are opposite to the corners, in counterclockwise order.
HWY_INLINE void addPixels(hn::Mask<DI> pending, const Ranges& range, VI columns, VI rows, VI width, VU faces,
                          const PixelEdges& e0, const PixelEdges& e1, const PixelEdges& e2, std::uint32_t* pixelsEnd,
                          Covered& covered) {
  const DI d;
  const DU du;
  const VI zero = hn::Zero(d), one = hn::Set(d, 1);
  const VI firstPixel = hn::Add(hn::Mul(range.firstRow, width), range.firstColumn);
  VI column = zero, row = zero, w0 = e0.value, w1 = e1.value, w2 = e2.value, pixel = firstPixel;
  for (;;) {
    const auto covers = hn::And(pending, hn::Gt(hn::Or(hn::Or(w0, w1), w2), hn::Set(d, -1)));
    if (!hn::AllFalse(d, covers)) {
      const std::size_t to = covered.count;
      compressStore(hn::BitCast(du, pixel), hn::RebindMask(du, covers), du, pixelsEnd + to);
      compressStore(hn::Add(w0, e0.lower), covers, d, covered.weight[0] + to);
      compressStore(hn::Add(w1, e1.lower), covers, d, covered.weight[1] + to);
      compressStore(hn::Add(w2, e2.lower), covers, d, covered.weight[2] + to);
      covered.count += compressStore(faces, hn::RebindMask(du, covers), du, covered.face + to);
    }
    column = hn::Add(column, one);
    const auto wrapped = hn::Eq(column, columns);
    column = hn::IfThenZeroElse(wrapped, column);
    row = hn::IfThenElse(wrapped, hn::Add(row, one), row);
    pending = hn::And(pending, hn::Lt(row, rows));
    if (hn::AllFalse(d, pending)) return;
    w0 = e0.at(column, row);
    w1 = e1.at(column, row);
    w2 = e2.at(column, row);
    pixel = hn::Add(hn::Add(firstPixel, hn::Mul(row, width)), column);
  }
}

template <typename Word>
HWY_INLINE std::size_t rasterise(const LdiDrawing& drawing, Index* survivors, Word* corners, std::size_t count,
                                 FragmentList& fragments) {
  const DI d;
  const DU du;
  const std::size_t lanes = hn::Lanes(d);
  const VI zero = hn::Zero(d), one = hn::Set(d, 1), most = hn::Set(d, kMostPixels + 1);
  const VI width = hn::Set(d, static_cast<std::int32_t>(drawing.view.width));
  Covered covered;
  fragments.reserve(Covered::kRoom);
  std::size_t left = 0;
  for (std::size_t s = 0; s < count; s += lanes) {
    const std::size_t used = std::min(lanes, count - s);
    HWY_ALIGN Index at[3][kLanes];
    for (std::size_t i = 0; i < lanes; ++i) {
      const Triangle& t = drawing.surface.faces[survivors[s + std::min(i, used - 1)]];
      for (std::size_t k = 0; k < 3; ++k) at[k][i] = t[k];
    }
    const Ranges range(corners + s, drawing.band);
    const VI columns = hn::Min(hn::Add(hn::Sub(range.lastColumn, range.firstColumn), one), most);
    const VI rows = hn::Min(hn::Add(hn::Sub(range.lastRow, range.firstRow), one), most);
    auto pending = hn::And(hn::FirstN(d, used), hn::Gt(rows, zero));
    const VI originX = hn::ShiftLeft<8>(range.firstColumn), originY = hn::ShiftLeft<8>(range.firstRow);
    VI x[3], y[3], largest = zero;
    for (int k = 0; k < 3; ++k) {
      corner(drawing.snapped, at[k], x[k], y[k]);
      x[k] = hn::Sub(x[k], originX);
      y[k] = hn::Sub(y[k], originY);
      largest = hn::Max(largest, hn::Max(hn::Abs(x[k]), hn::Abs(y[k])));
    }
    const auto small = hn::And(hn::Lt(hn::Mul(columns, rows), most), hn::Lt(largest, hn::Set(d, kFarthest)));
    const VU faces = hn::LoadU(du, survivors + s);
    if (!hn::AllTrue(d, hn::Or(small, hn::Not(pending)))) {
      std::uint64_t large = maskBits(d, hn::AndNot(small, pending));
      for (; large != 0; large &= large - 1) {
        const std::size_t from = s + static_cast<std::size_t>(std::countr_zero(large));
        survivors[left] = survivors[from];
        corners[left++] = corners[from];
      }
      pending = hn::And(pending, small);
    }
    const VI area =
        hn::Sub(hn::Mul(hn::Sub(x[1], x[0]), hn::Sub(y[2], y[0])), hn::Mul(hn::Sub(x[2], x[0]), hn::Sub(y[1], y[0])));
    pending = hn::And(pending, hn::Ne(area, zero));
    if (hn::AllFalse(d, pending)) continue;
    const auto clockwise = hn::Lt(area, zero);
    const auto turn = [&](VI& p, VI& q) HWY_ATTR {
      const VI first = hn::IfThenElse(clockwise, q, p);
      q = hn::IfThenElse(clockwise, p, q);
      p = first;
    };
    turn(x[1], x[2]);
    turn(y[1], y[2]);
    const VU faceAndTurn =
        hn::Or(hn::ShiftLeft<1>(faces), hn::And(hn::BitCast(du, hn::VecFromMask(d, clockwise)), hn::Set(du, 1)));
    const PixelEdges e0(x[1], y[1], x[2], y[2]), e1(x[2], y[2], x[0], y[0]), e2(x[0], y[0], x[1], y[1]);
    addPixels(pending, range, columns, rows, width, faceAndTurn, e0, e1, e2, fragments.pixelsEnd(), covered);
    if (covered.count >= Covered::kMost) {
      addDepths(drawing, covered, fragments);
      covered.count = 0;
      fragments.reserve(Covered::kRoom);
    }
  }
  if (covered.count > 0) addDepths(drawing, covered, fragments);
  return left;
}

std::size_t smallFacesOfSmallWords(const LdiDrawing& drawing, Index* survivors, std::uint32_t* corners,
                                   std::size_t count, FragmentList& fragments) {
  return rasterise(drawing, survivors, corners, count, fragments);
}
std::size_t smallFacesOfLargeWords(const LdiDrawing& drawing, Index* survivors, std::uint64_t* corners,
                                   std::size_t count, FragmentList& fragments) {
  return rasterise(drawing, survivors, corners, count, fragments);
}

}  // namespace pliant::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace pliant::detail {

HWY_EXPORT(smallFacesOfSmallWords);
HWY_EXPORT(smallFacesOfLargeWords);

template <>
std::size_t rasteriseSmallFaces(const LdiDrawing& drawing, Index* survivors, SmallPixelWord* corners, std::size_t count,
                                FragmentList& fragments) {
  return HWY_DYNAMIC_DISPATCH(smallFacesOfSmallWords)(drawing, survivors, corners, count, fragments);
}

template <>
std::size_t rasteriseSmallFaces(const LdiDrawing& drawing, Index* survivors, LargePixelWord* corners, std::size_t count,
                                FragmentList& fragments) {
  return HWY_DYNAMIC_DISPATCH(smallFacesOfLargeWords)(drawing, survivors, corners, count, fragments);
}

}  // namespace pliant::detail
#endif
