#include "ldi/LdiCull.h"

#include <algorithm>
#include <cmath>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ldi/LdiCull.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "compress-inl.h"

HWY_BEFORE_NAMESPACE();
namespace pliant::detail::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

template <typename Word, class DF, class VF = hn::VFromD<DF>>
HWY_INLINE hn::VFromD<hn::RebindToUnsigned<DF>> part(DF d, VF at, const PixelDirection& direction) {
  const hn::RebindToSigned<DF> di;
  const hn::RebindToUnsigned<DF> du;
  const auto zero = hn::Zero(d), one = hn::Set(d, 1.0f), pixels = hn::Set(d, direction.pixels);
  const auto slack = hn::Set(d, direction.slack);
  // 1 + the index of the centre, in [0, n] and [1, n + 1].
  const auto last = hn::Min(hn::Max(hn::Floor(hn::Add(at, hn::Add(slack, one))), zero), pixels);
  const auto first = hn::Min(hn::Max(hn::Ceil(hn::Add(hn::Sub(at, slack), one)), one), hn::Add(pixels, one));
  const auto mask = hn::Set(du, static_cast<std::uint32_t>((Word{1} << PixelWord<Word>::kPart) - 1));
  const auto lastBits = hn::BitCast(du, hn::ConvertTo(di, last)), firstBits = hn::BitCast(du, hn::ConvertTo(di, first));
  return hn::Or(lastBits, hn::ShiftLeft<PixelWord<Word>::kPart>(hn::AndNot(firstBits, mask)));
}

#if HWY_TARGET != HWY_SCALAR && !PLIANT_DOUBLE_PRECISION
constexpr bool kVectors = true;
#else
constexpr bool kVectors = false;
#endif

template <typename Word>
HWY_INLINE void locate(const PixelDirection& column, const PixelDirection& row, int columnAxis, int rowAxis,
                       const PackedPosition* positions, std::size_t begin, std::size_t end, Word* words) {
  const hn::ScalableTag<float> d;
  const hn::RebindToUnsigned<decltype(d)> du;
  const std::size_t lanes = hn::Lanes(d);
  HWY_ALIGN float x[hn::MaxLanes(d)], y[hn::MaxLanes(d)];
  HWY_ALIGN std::uint32_t low[hn::MaxLanes(d)], high[hn::MaxLanes(d)];
  for (std::size_t v = begin; v < end; v += lanes) {
    auto cx = hn::Zero(d), cy = hn::Zero(d);
    if (kVectors && v + lanes <= end) {
#if !PLIANT_DOUBLE_PRECISION
      hn::VFromD<decltype(d)> p[3], pad;
      hn::LoadInterleaved4(d, &positions[v].x, p[0], p[1], p[2], pad);
      cx = hn::Mul(hn::Sub(p[columnAxis], hn::Set(d, column.origin)), hn::Set(d, column.perPixel));
      cy = hn::Mul(hn::Sub(p[rowAxis], hn::Set(d, row.origin)), hn::Set(d, row.perPixel));
#endif
    } else {
      const std::size_t count = std::min(lanes, end - v);
      for (std::size_t i = 0; i < lanes; ++i) {
        const Real* const p = &positions[v + std::min(i, count - 1)].x;
        x[i] = static_cast<float>((p[columnAxis] - column.origin) * column.perPixel);
        y[i] = static_cast<float>((p[rowAxis] - row.origin) * row.perPixel);
      }
      cx = hn::Load(d, x);
      cy = hn::Load(d, y);
    }
    const auto half = hn::Set(d, 0.5f);
    const auto columns = part<Word>(d, hn::Sub(cx, half), column), rows = part<Word>(d, hn::Sub(cy, half), row);
    if constexpr (sizeof(Word) == 4) {
      hn::StoreU(hn::Or(columns, hn::ShiftLeft<16>(rows)), du, words + v);
    } else {
      hn::Store(columns, du, low);
      hn::Store(rows, du, high);
      for (std::size_t i = 0; i < lanes; ++i) words[v + i] = low[i] | Word{high[i]} << 32;
    }
  }
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
    // Unsigned: an empty range is one that ends before it begins, counted from 1.
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

void locateSmall(const LdiView& view, const PixelDirection& column, const PixelDirection& row,
                 const PackedPosition* positions, std::size_t begin, std::size_t end, std::uint32_t* words) {
  locate(column, row, view.columnAxis(), view.rowAxis(), positions, begin, end, words);
}
void locateLarge(const LdiView& view, const PixelDirection& column, const PixelDirection& row,
                 const PackedPosition* positions, std::size_t begin, std::size_t end, std::uint64_t* words) {
  locate(column, row, view.columnAxis(), view.rowAxis(), positions, begin, end, words);
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

/// Whether the direction's scalars can be trusted to be on the safe side.
bool direct(const LdiView& view, int axis, std::size_t side, Index pixels, PixelDirection& direction) {
  const double perPixel = 1 / view.pixel[side];
  const double min = view.min[static_cast<std::size_t>(axis)];
  if (!(perPixel >= std::numeric_limits<float>::min() && perPixel <= std::numeric_limits<float>::max())) return false;
  if (!(std::abs(min) <= double{std::numeric_limits<Real>::max()})) return false;
  const auto origin = static_cast<Real>(min);
  const double moved = std::abs(double{origin} - min) * perPixel;  // of a corner that no coordinate can have
  if (!(moved < pixels)) return false;
  direction = {origin, static_cast<Real>(perPixel),
               1.0f / 256 + static_cast<float>(pixels) / (1 << 21) + static_cast<float>(moved) * 1.0001f,
               static_cast<float>(pixels)};
  return true;
}

/// Of what may cover any pixel.
template <typename Word>
Word wholeImage(const LdiView& view) {
  constexpr unsigned part = PixelWord<Word>::kPart;
  const Word mask = (Word{1} << part) - 1;
  const Word columns = view.width | (mask - 1) << part, rows = view.height | (mask - 1) << part;
  return columns | rows << (2 * part);
}

template <typename Word, typename Kernel>
void locateWith(Kernel&& kernel, const LdiView& view, const PackedPosition* positions, std::size_t begin,
                std::size_t end, Word* words) {
  PixelDirection column, row;
  if (direct(view, view.columnAxis(), 0, view.width, column) && direct(view, view.rowAxis(), 1, view.height, row)) {
    kernel(view, column, row, positions, begin, end, words);
  } else {
    std::fill(words + begin, words + end, wholeImage<Word>(view));
  }
}

}  // namespace

template <>
void locateVertices(const LdiView& view, const PackedPosition* positions, std::size_t begin, std::size_t end,
                    SmallPixelWord* words) {
  locateWith(HWY_DYNAMIC_DISPATCH(locateSmall), view, positions, begin, end, words);
}

template <>
void locateVertices(const LdiView& view, const PackedPosition* positions, std::size_t begin, std::size_t end,
                    LargePixelWord* words) {
  locateWith(HWY_DYNAMIC_DISPATCH(locateLarge), view, positions, begin, end, words);
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
