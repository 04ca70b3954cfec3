#include "core/vectorTargets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "surfaces/quantizedBoxes.cpp"
#include <hwy/foreach_target.h>
// Must follow foreach_target.
#include <hwy/highway.h>

#include "surfaces/quantizedBoxes.h"

HWY_BEFORE_NAMESPACE();
namespace pliant::detail::surface {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

constexpr QuantizedBox kMaxima = 0x00ffffff00000000u;  // bytes that are stored as 255 − maximum

/// Complements the maxima of boxes.
HWY_INLINE void TurnMaxima(std::size_t count, QuantizedBox* out) {
  for (std::size_t i = 0; i < count; ++i) out[i] ^= kMaxima;
}

/// Converts floats to steps, one byte each. Each vertex, or end of a box, has four floats.
#if HWY_TARGET == HWY_SCALAR

HWY_INLINE void QuantizeFloats(const float* x, std::size_t count, const QuantizedRegion& region, std::uint8_t* out) {
  for (std::size_t i = 0; i < count; ++i) {
    out[i] = 0;
    if (i % 4 == 3) continue;
    const float step = (x[i] - region.origin[i % 4]) * region.perUnit[i % 4] + 1;
    out[i] = static_cast<std::uint8_t>(step > 0 ? (step < 255 ? step : 255) : 0);
  }
}

#else

/// Converts as many floats at a time as D has lanes; returns the index of the first float left.
template <class D>
HWY_INLINE std::size_t QuantizeVectors(D d, const float* x, std::size_t begin, std::size_t end,
                                       const QuantizedRegion& region, std::uint8_t* out) {
  const hn::Rebind<std::int32_t, D> s;
  const hn::Rebind<std::uint8_t, D> b;
  HWY_ALIGN float origin[16] = {}, perUnit[16] = {}, one[16] = {};
  for (std::size_t k = 0; k < 16; ++k) {
    if (k % 4 == 3) continue;
    origin[k] = region.origin[k % 4];
    perUnit[k] = region.perUnit[k % 4];
    one[k] = 1;
  }
  const auto from = hn::Load(d, origin), scale = hn::Load(d, perUnit), first = hn::Load(d, one);
  const auto most = hn::Set(d, 255.f), zero = hn::Zero(d);
  const std::size_t lanes = hn::Lanes(d);
  for (; begin + lanes <= end; begin += lanes) {
    const auto step = hn::Add(hn::Mul(hn::Sub(hn::LoadU(d, x + begin), from), scale), first);
    hn::StoreU(hn::DemoteTo(b, hn::ConvertTo(s, hn::Min(hn::Max(step, zero), most))), b, out + begin);
  }
  return begin;
}

HWY_INLINE void QuantizeFloats(const float* x, std::size_t count, const QuantizedRegion& region, std::uint8_t* out) {
  const std::size_t left = QuantizeVectors(hn::CappedTag<float, 16>(), x, 0, count, region, out);
  QuantizeVectors(hn::FixedTag<float, 4>(), x, left, count, region, out);
}

#endif

void QuantizeBoxes(const VertexBoxes& vertices, std::size_t first, std::size_t count, const QuantizedRegion& region,
                   QuantizedBox* out) {
  const float* x = vertices.low(first);
  if (vertices.high != 0) {
    QuantizeFloats(x, 8 * count, region, reinterpret_cast<std::uint8_t*>(out));
    TurnMaxima(count, out);
    return;
  }
  constexpr std::size_t kPoints = 512;
  std::uint32_t steps[kPoints];
  for (std::size_t i = 0; i < count; i += kPoints) {
    const std::size_t points = count - i < kPoints ? count - i : kPoints;
    QuantizeFloats(x + 4 * i, 4 * points, region, reinterpret_cast<std::uint8_t*>(steps));
    for (std::size_t k = 0; k < points; ++k) out[i + k] = steps[k] | QuantizedBox{steps[k]} << 32;
    TurnMaxima(points, out + i);
  }
}

template <int kCorners>
std::size_t CullToRegionOf(const std::uint32_t* corners, std::size_t begin, std::size_t end, std::size_t first,
                           const QuantizedBox* vertices, std::uint32_t* list, QuantizedBox* boxes) {
  const std::uint32_t* corner = corners + kCorners * begin;
  std::size_t found = 0;
#if HWY_TARGET == HWY_SCALAR
  const auto smallest = [](QuantizedBox a, QuantizedBox b) {
    QuantizedBox box = 0;
    for (int k = 0; k < 64; k += 8) {
      const QuantizedBox x = (a >> k) & 255, y = (b >> k) & 255;
      box |= (x < y ? x : y) << k;
    }
    return box;
  };
  for (std::size_t i = begin; i < end; ++i, corner += kCorners) {
    QuantizedBox box = vertices[corner[0] - first];
    for (int c = 1; c < kCorners; ++c) box = smallest(box, vertices[corner[c] - first]);
    bool beside = false;
    for (int k = 0; k < 64; k += 8) beside |= ((box >> k) & 255) == 255;
    list[found] = static_cast<std::uint32_t>(i);
    boxes[found] = box;
    found += !beside;
  }
#else
  const hn::FixedTag<std::uint8_t, 8> b;
  const auto at = [&](std::uint32_t v)
                      HWY_ATTR { return hn::LoadU(b, reinterpret_cast<const std::uint8_t*>(vertices + (v - first))); };
  const auto beside = hn::Set(b, 255);
  for (std::size_t i = begin; i < end; ++i, corner += kCorners) {
    auto box = at(corner[0]);
    for (int c = 1; c < kCorners; ++c) box = hn::Min(box, at(corner[c]));
    list[found] = static_cast<std::uint32_t>(i);
    hn::StoreU(box, b, reinterpret_cast<std::uint8_t*>(boxes + found));
    found += hn::AllFalse(b, hn::Eq(box, beside));
  }
#endif
  return found;
}

std::size_t CullToRegion(const ElementCorners& c, std::size_t begin, std::size_t end, std::size_t first,
                         const QuantizedBox* vertices, std::uint32_t* list, QuantizedBox* boxes) {
  switch (c.rows) {
    case 1:
      return CullToRegionOf<1>(c.corner, begin, end, first, vertices, list, boxes);
    case 2:
      return CullToRegionOf<2>(c.corner, begin, end, first, vertices, list, boxes);
    default:
      return CullToRegionOf<3>(c.corner, begin, end, first, vertices, list, boxes);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace pliant::detail::surface
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include <cmath>
#include <limits>

namespace pliant::detail::surface {

HWY_EXPORT(QuantizeBoxes);
HWY_EXPORT(CullToRegion);

bool QuantizedRegion::fit(const float region[6]) {
  constexpr float kSteps = 253.9f;
  for (std::size_t k = 0; k < 3; ++k) {
    const float size = region[3 + k] - region[k];
    // Neither the differences nor the steps may overflow or underflow within the region.
    if (!(size <= std::numeric_limits<float>::max() / 4)) return false;
    origin[k] = region[k];
    perUnit[k] = kSteps / std::fmax(size, 1e-30f);
  }
  return true;
}

void quantizeBoxes(const VertexBoxes& vertices, std::size_t first, std::size_t count, const QuantizedRegion& region,
                   QuantizedBox* out) {
  HWY_DYNAMIC_DISPATCH(QuantizeBoxes)(vertices, first, count, region, out);
}

std::size_t cullToRegion(const ElementCorners& corners, std::size_t begin, std::size_t end, std::size_t first,
                         const QuantizedBox* vertices, std::uint32_t* list, QuantizedBox* boxes) {
  return HWY_DYNAMIC_DISPATCH(CullToRegion)(corners, begin, end, first, vertices, list, boxes);
}

}  // namespace pliant::detail::surface
#endif
