#include "ldi/LdiCull.h"

#include <algorithm>

#include "core/vectorTargets.h"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ldi/LdiCull.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "core/compress-inl.h"

#ifndef PLIANT_LDI_CULL_ONCE
#define PLIANT_LDI_CULL_ONCE
namespace pliant::detail {

/// Maps coordinates to subpixels and pixels in one direction.
struct Direction {
  int axis;
  double origin, scale;
  std::int32_t pixels;  ///< size of the image [pixel]
};

}  // namespace pliant::detail
#endif

HWY_BEFORE_NAMESPACE();
namespace pliant::detail::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using D = hn::ScalableTag<double>;
using DI = hn::Rebind<std::int32_t, D>;
using DU = hn::RebindToUnsigned<DI>;
using V = hn::VFromD<D>;
using VI = hn::VFromD<DI>;
using VU = hn::VFromD<DU>;
constexpr std::size_t kLanes = hn::MaxLanes(D());

HWY_INLINE VI snap(const Direction& direction, V coordinate) {
  const D d;
  const V at = hn::Mul(hn::Sub(coordinate, hn::Set(d, direction.origin)), hn::Set(d, direction.scale));
  const V most = hn::Set(d, double{kMostSnapped});
  const V clamped = hn::Min(hn::Max(at, hn::Neg(most)), most);
  return hn::DemoteTo(DI(), hn::Sub(hn::Round(clamped), hn::Set(d, kSubpixels / 2)));
}

/// Returns the two fields of a word for one direction.
template <typename Word>
HWY_INLINE VU part(const Direction& direction, VI at) {
  const DI d;
  const DU du;
  constexpr int perPixel = 8;
  static_assert(1 << perPixel == static_cast<int>(kSubpixels));
  const VI zero = hn::Zero(d), one = hn::Set(d, 1), pixels = hn::Set(d, direction.pixels);
  // 1 + the index of the centre: in [0, n] for `last`, in [1, n + 1] for `first`.
  const VI last = hn::Min(hn::Max(hn::Add(hn::ShiftRight<perPixel>(at), one), zero), pixels);
  const VI after = hn::ShiftRight<perPixel>(hn::Add(at, hn::Set(d, (1 << perPixel) - 1)));
  const VI first = hn::Min(hn::Max(hn::Add(after, one), one), hn::Add(pixels, one));
  const auto mask = hn::Set(du, static_cast<std::uint32_t>((Word{1} << PixelWord<Word>::kPart) - 1));
  const VU firstBits = hn::AndNot(hn::BitCast(du, first), mask);
  return hn::Or(hn::BitCast(du, last), hn::ShiftLeft<PixelWord<Word>::kPart>(firstBits));
}

template <typename Word>
HWY_INLINE void locateLanes(const Direction& column, const Direction& row, const PackedPosition* positions,
                            SnappedVertex* snapped, Word* words) {
  const D d;
  V p[3];
#if PLIANT_DOUBLE_PRECISION
  V unused;
  hn::LoadInterleaved4(d, &positions->x, p[0], p[1], p[2], unused);
#else
  const hn::Rebind<float, D> df;
  hn::VFromD<decltype(df)> x, y, z, unused;
  hn::LoadInterleaved4(df, &positions->x, x, y, z, unused);
  p[0] = hn::PromoteTo(d, x);
  p[1] = hn::PromoteTo(d, y);
  p[2] = hn::PromoteTo(d, z);
#endif
  const DU du;
  const VI x0 = snap(column, p[column.axis]), y0 = snap(row, p[row.axis]);
  hn::StoreInterleaved2(x0, y0, DI(), &snapped->x);
  const VU columns = part<Word>(column, x0), rows = part<Word>(row, y0);
  if constexpr (sizeof(Word) == 4) {
    hn::StoreU(hn::Or(columns, hn::ShiftLeft<16>(rows)), du, words);
  } else {
    HWY_ALIGN std::uint32_t low[kLanes], high[kLanes];
    hn::Store(columns, du, low);
    hn::Store(rows, du, high);
    for (std::size_t i = 0; i < hn::Lanes(d); ++i) words[i] = low[i] | Word{high[i]} << 32;
  }
}

template <typename Word>
HWY_INLINE void locate(const Direction& column, const Direction& row, const PackedPosition* positions,
                       std::size_t begin, std::size_t end, SnappedVertex* snapped, Word* words) {
  const std::size_t lanes = hn::Lanes(D());
  std::size_t v = begin;
  for (; v + lanes <= end; v += lanes) locateLanes(column, row, positions + v, snapped + v, words + v);
  if (v == end) return;
  PackedPosition rest[kLanes];
  for (std::size_t i = 0; i < lanes; ++i) rest[i] = positions[std::min(v + i, end - 1)];
  locateLanes(column, row, rest, snapped + v, words + v);
}

template <typename Word>
HWY_INLINE std::size_t cull(const Triangle* faces, std::size_t begin, std::size_t end, const Word* words,
                            Index* survivors, Word* corners) {
  std::size_t found = 0;
  const auto scalar = [&](std::size_t f) {
    const Triangle& t = faces[f];
    constexpr unsigned part = PixelWord<Word>::kPart;
    Word most = 0;
    for (unsigned at = 0; at < 4; ++at) {
      const Word mask = ((Word{1} << part) - 1) << (at * part);
      most |= std::max({words[t[0]] & mask, words[t[1]] & mask, words[t[2]] & mask});
    }
    const PixelRange range = rangeOf(most);
    survivors[found] = static_cast<Index>(f);
    corners[found] = most;
    // A range is empty if it ends before it begins. Adding 1 undoes the wrap of an unsigned -1.
    found += range.firstColumn + 1 <= range.lastColumn + 1 && range.firstRow + 1 <= range.lastRow + 1;
  };
  std::size_t f = begin;
#if HWY_TARGET != HWY_SCALAR
  if constexpr (sizeof(Word) == 4) {
    const hn::ScalableTag<std::uint32_t> d;
    const hn::RebindToSigned<decltype(d)> di;
    const hn::Repartition<std::int16_t, decltype(d)> d16;
    const hn::Repartition<std::uint8_t, decltype(d)> d8;
    const std::size_t lanes = hn::Lanes(d);
    const auto lows = hn::Set(d, 0x00ff00ffu);
    const auto lane = hn::Iota(d, 0);
    for (; f + lanes <= end; f += lanes) {
      hn::VFromD<decltype(d)> a, b, c;
      hn::LoadInterleaved3(d, faces[f].data(), a, b, c);
      const auto word = [&](hn::VFromD<decltype(d)> corner)
                            HWY_ATTR { return hn::BitCast(d8, hn::GatherIndex(d, words, hn::BitCast(di, corner))); };
      const auto most = hn::BitCast(d, hn::Max(hn::Max(word(a), word(b)), word(c)));
      const auto last = hn::BitCast(d16, hn::And(most, lows));
      const auto first = hn::BitCast(d16, hn::And(hn::ShiftRight<8>(hn::Not(most)), lows));
      const auto missed = hn::VecFromMask(d16, hn::Gt(first, last));
      const auto covers = hn::Eq(hn::BitCast(d, missed), hn::Zero(d));
      if (hn::AllFalse(d, covers)) continue;
      compressStore(hn::Add(lane, hn::Set(d, static_cast<std::uint32_t>(f))), covers, d, survivors + found);
      found += compressStore(most, covers, d, corners + found);
    }
  }
#endif
  for (; f < end; ++f) scalar(f);
  return found;
}

void locateSmall(const Direction& column, const Direction& row, const PackedPosition* positions, std::size_t begin,
                 std::size_t end, SnappedVertex* snapped, std::uint32_t* words) {
  locate(column, row, positions, begin, end, snapped, words);
}
void locateLarge(const Direction& column, const Direction& row, const PackedPosition* positions, std::size_t begin,
                 std::size_t end, SnappedVertex* snapped, std::uint64_t* words) {
  locate(column, row, positions, begin, end, snapped, words);
}
std::size_t cullSmall(const Triangle* faces, std::size_t begin, std::size_t end, const std::uint32_t* words,
                      Index* survivors, std::uint32_t* corners) {
  return cull(faces, begin, end, words, survivors, corners);
}
std::size_t cullLarge(const Triangle* faces, std::size_t begin, std::size_t end, const std::uint64_t* words,
                      Index* survivors, std::uint64_t* corners) {
  return cull(faces, begin, end, words, survivors, corners);
}

}  // namespace pliant::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace pliant::detail {

HWY_EXPORT(locateSmall);
HWY_EXPORT(locateLarge);
HWY_EXPORT(cullSmall);
HWY_EXPORT(cullLarge);

namespace {

Direction direction(const LdiView& view, int axis, std::size_t side, Index pixels) {
  return {axis, view.min[static_cast<std::size_t>(axis)], kSubpixels / view.pixel[side],
          static_cast<std::int32_t>(pixels)};
}

}  // namespace

template <>
void locateVertices(const LdiView& view, const PackedPosition* positions, std::size_t begin, std::size_t end,
                    SnappedVertex* snapped, SmallPixelWord* words) {
  HWY_DYNAMIC_DISPATCH(locateSmall)
  (direction(view, view.columnAxis(), 0, view.width), direction(view, view.rowAxis(), 1, view.height), positions, begin,
   end, snapped, words);
}

template <>
void locateVertices(const LdiView& view, const PackedPosition* positions, std::size_t begin, std::size_t end,
                    SnappedVertex* snapped, LargePixelWord* words) {
  HWY_DYNAMIC_DISPATCH(locateLarge)
  (direction(view, view.columnAxis(), 0, view.width), direction(view, view.rowAxis(), 1, view.height), positions, begin,
   end, snapped, words);
}

template <>
std::size_t cullFaces(const Triangle* faces, std::size_t begin, std::size_t end, const SmallPixelWord* words,
                      Index* survivors, SmallPixelWord* corners) {
  return HWY_DYNAMIC_DISPATCH(cullSmall)(faces, begin, end, words, survivors, corners);
}

template <>
std::size_t cullFaces(const Triangle* faces, std::size_t begin, std::size_t end, const LargePixelWord* words,
                      Index* survivors, LargePixelWord* corners) {
  return HWY_DYNAMIC_DISPATCH(cullLarge)(faces, begin, end, words, survivors, corners);
}

}  // namespace pliant::detail
#endif
