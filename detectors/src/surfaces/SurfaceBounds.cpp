#include "core/vectorTargets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "surfaces/SurfaceBounds.cpp"
#include <hwy/foreach_target.h>
// Must follow foreach_target.
#include <hwy/highway.h>

#include "surfaces/SurfaceBounds.h"

HWY_BEFORE_NAMESPACE();
namespace pliant::detail::surface {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// 2^-22, four roundings of a float: the maximum error of the sums below.
constexpr float kSlack = 2.384185791015625e-7f;
constexpr float kInfinity = __builtin_inff();
// 2^-147. Below the range of normal numbers sums are exact, and each of the two products below has an error of at most
// half of 2^-149.
constexpr float kTiny = 4 * 1.401298464324817e-45f;

#if HWY_TARGET != HWY_SCALAR
using F4 = hn::FixedTag<float, 4>;

HWY_INLINE void StoreBox(hn::Vec<F4> low, hn::Vec<F4> high, float* box) {
  const F4 d;
  HWY_ALIGN float bounds[8];
  hn::Store(low, d, bounds);
  hn::Store(high, d, bounds + 4);
  for (std::size_t k = 0; k < 3; ++k) {
    box[k] = bounds[k];
    box[3 + k] = bounds[4 + k];
  }
}
#endif

void BoxOf(const float* interleaved, std::size_t begin, std::size_t end, float* box) {
#if HWY_TARGET == HWY_SCALAR
  for (std::size_t i = begin; i < end; ++i)
    for (std::size_t k = 0; k < 3; ++k) {
      const float l = interleaved[8 * i + k], h = interleaved[8 * i + 4 + k];
      box[k] = i == begin || l < box[k] ? l : box[k];
      box[3 + k] = i == begin || h > box[3 + k] ? h : box[3 + k];
    }
#else
  const F4 d;
  auto low = hn::LoadU(d, interleaved + 8 * begin), high = hn::LoadU(d, interleaved + 8 * begin + 4);
  for (std::size_t i = begin + 1; i < end; ++i) {
    low = hn::Min(low, hn::LoadU(d, interleaved + 8 * i));
    high = hn::Max(high, hn::LoadU(d, interleaved + 8 * i + 4));
  }
  StoreBox(low, high, box);
#endif
}

#if HWY_TARGET == HWY_SCALAR

void BoundVertices(const float* from, const float* to, const float* shift, float radius, float reach, std::size_t begin,
                   std::size_t end, float* interleaved, float* box) {
  for (std::size_t i = begin; i < end; ++i) {
    float sum = 0, longest = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      const float way = to[4 * i + k] - shift[k] - from[4 * i + k], length = way < 0 ? -way : way;
      sum += length;
      longest = length > longest ? length : longest;
    }
    const float grown = radius + reach * .5f * (sum + longest);
    const auto pad = [grown](float x) { return ((x < 0 ? -x : x) + grown) * kSlack + kTiny; };
    for (std::size_t k = 0; k < 3; ++k) {
      const float q = from[4 * i + k], x = to[4 * i + k] - shift[k];
      const float low = q < x ? q : x, high = q < x ? x : q;
      interleaved[8 * i + k] = low - grown - pad(low);
      interleaved[8 * i + 4 + k] = high + grown + pad(high);
    }
  }
  BoxOf(interleaved, begin, end, box);
}

void BoundElements(const VertexBoxes& vertices, const std::uint32_t* elements, int corners, const std::uint32_t* list,
                   std::size_t begin, std::size_t end, float* const* bound) {
  for (std::size_t i = begin; i < end; ++i) {
    const std::uint32_t* corner = elements + (list ? list[i] : i) * static_cast<std::size_t>(corners);
    for (std::size_t k = 0; k < 3; ++k) {
      float low = vertices.low(corner[0])[k], high = vertices.low(corner[0])[vertices.high + k];
      for (int c = 1; c < corners; ++c) {
        const float l = vertices.low(corner[c])[k], h = vertices.low(corner[c])[vertices.high + k];
        low = l < low ? l : low;
        high = h > high ? h : high;
      }
      bound[k][i] = low;
      bound[3 + k][i] = high;
    }
  }
}

#else

void StoreTransposed(F4 d, const float* rows, float* const* out, std::size_t at) {
  hn::Vec<F4> x, y, z, w;
  hn::LoadInterleaved4(d, rows, x, y, z, w);
  hn::StoreU(x, d, out[0] + at);
  hn::StoreU(y, d, out[1] + at);
  hn::StoreU(z, d, out[2] + at);
}

void BoundVertices(const float* from, const float* to, const float* shift, float radius, float reach, std::size_t begin,
                   std::size_t end, float* interleaved, float* box) {
  const F4 d;
  const auto u = hn::LoadU(d, shift);
  const auto margin = hn::Set(d, radius), halfReach = hn::Set(d, .5f * reach);
  const auto slack = hn::Set(d, kSlack);
  const auto tiny = hn::Set(d, kTiny);
  auto least = hn::Set(d, kInfinity), most = hn::Set(d, -kInfinity);
  const auto store = [&](std::size_t i, hn::Vec<F4> low, hn::Vec<F4> high, hn::Vec<F4> r) HWY_ATTR {
    const auto lowPad = hn::Add(hn::Mul(hn::Add(hn::Abs(low), r), slack), tiny);
    const auto highPad = hn::Add(hn::Mul(hn::Add(hn::Abs(high), r), slack), tiny);
    const auto min = hn::Sub(hn::Sub(low, r), lowPad), max = hn::Add(hn::Add(high, r), highPad);
    hn::StoreU(min, d, interleaved + 8 * i);
    hn::StoreU(max, d, interleaved + 8 * i + 4);
    least = hn::Min(least, min);
    most = hn::Max(most, max);
  };
  const bool still = from == to && hn::AllTrue(d, hn::Eq(u, hn::Zero(d)));
  for (std::size_t i = begin; i < end && still; ++i) {
    const auto x = hn::LoadU(d, to + 4 * i);
    store(i, x, x, margin);
  }
  for (std::size_t i = begin; i < end && !still; ++i) {
    const auto q = hn::LoadU(d, from + 4 * i);
    const auto x = hn::Sub(hn::LoadU(d, to + 4 * i), u);
    const auto low = hn::Min(q, x), high = hn::Max(q, x), way = hn::Sub(high, low);
    // The formula of lengthBound(); the fourth lane is 0.
    const auto length = hn::Add(hn::SumOfLanes(d, way), hn::MaxOfLanes(d, way));
    store(i, low, high, hn::Add(margin, hn::Mul(halfReach, length)));
  }
  StoreBox(least, most, box);
}

template <int kCorners, bool kListed>
void BoundElementsOf(const VertexBoxes& vertices, const std::uint32_t* elements, const std::uint32_t* list,
                     std::size_t begin, std::size_t end, float* const* bound) {
  const F4 d;
  HWY_ALIGN float low[16] = {}, high[16] = {};
  const auto boundOne = [&](std::size_t e, std::size_t row) HWY_ATTR {
    const std::uint32_t* corner = elements + (kListed ? list[e] : e) * std::size_t{kCorners};
    auto min = hn::LoadU(d, vertices.low(corner[0]));
    auto max = hn::LoadU(d, vertices.low(corner[0]) + vertices.high);
    for (int c = 1; c < kCorners; ++c) {
      min = hn::Min(min, hn::LoadU(d, vertices.low(corner[c])));
      max = hn::Max(max, hn::LoadU(d, vertices.low(corner[c]) + vertices.high));
    }
    hn::Store(min, d, low + 4 * row);
    hn::Store(max, d, high + 4 * row);
  };
  std::size_t i = begin;
  for (; i + 4 <= end; i += 4) {
    for (std::size_t row = 0; row < 4; ++row) boundOne(i + row, row);
    StoreTransposed(d, low, bound, i);
    StoreTransposed(d, high, bound + 3, i);
  }
  for (; i < end; ++i) {
    boundOne(i, 0);
    for (std::size_t k = 0; k < 3; ++k) {
      bound[k][i] = low[k];
      bound[3 + k][i] = high[k];
    }
  }
}

template <bool kListed>
void BoundElementsBy(const VertexBoxes& vertices, const std::uint32_t* elements, int corners, const std::uint32_t* list,
                     std::size_t begin, std::size_t end, float* const* bound) {
  switch (corners) {
    case 1:
      return BoundElementsOf<1, kListed>(vertices, elements, list, begin, end, bound);
    case 2:
      return BoundElementsOf<2, kListed>(vertices, elements, list, begin, end, bound);
    default:
      return BoundElementsOf<3, kListed>(vertices, elements, list, begin, end, bound);
  }
}

void BoundElements(const VertexBoxes& vertices, const std::uint32_t* elements, int corners, const std::uint32_t* list,
                   std::size_t begin, std::size_t end, float* const* bound) {
  if (list)
    BoundElementsBy<true>(vertices, elements, corners, list, begin, end, bound);
  else
    BoundElementsBy<false>(vertices, elements, corners, list, begin, end, bound);
}

#endif

void Shrink(float by, std::size_t begin, std::size_t end, float* const* bound) {
  const auto pad = [by](float x) { return ((x < 0 ? -x : x) + by) * kSlack + kTiny; };
  for (std::size_t k = 0; k < 3; ++k)
    for (std::size_t i = begin; i < end; ++i) {
      bound[k][i] = bound[k][i] + by - pad(bound[k][i]);
      bound[3 + k][i] = bound[3 + k][i] - by + pad(bound[3 + k][i]);
    }
}

}  // namespace HWY_NAMESPACE
}  // namespace pliant::detail::surface
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace pliant::detail::surface {

HWY_EXPORT(BoundVertices);
HWY_EXPORT(BoundElements);
HWY_EXPORT(Shrink);
HWY_EXPORT(BoxOf);

void boundVertices(const float* from, const float* to, const float* shift, float radius, float reach, std::size_t begin,
                   std::size_t end, float* interleaved, float box[6]) {
  HWY_DYNAMIC_DISPATCH(BoundVertices)(from, to, shift, radius, reach, begin, end, interleaved, box);
}

void boxOf(const float* interleaved, std::size_t begin, std::size_t end, float box[6]) {
  HWY_DYNAMIC_DISPATCH(BoxOf)(interleaved, begin, end, box);
}

void boundElements(const VertexBoxes& vertices, const std::uint32_t* elements, int corners, float shrink,
                   std::size_t begin, std::size_t end, float* const bound[6]) {
  HWY_DYNAMIC_DISPATCH(BoundElements)(vertices, elements, corners, nullptr, begin, end, bound);
  if (shrink > 0) HWY_DYNAMIC_DISPATCH(Shrink)(shrink, begin, end, bound);
}

void boundListed(const VertexBoxes& vertices, const std::uint32_t* elements, int corners, float shrink,
                 const std::uint32_t* list, std::size_t count, float* const bound[6]) {
  HWY_DYNAMIC_DISPATCH(BoundElements)(vertices, elements, corners, list, 0, count, bound);
  if (shrink > 0) HWY_DYNAMIC_DISPATCH(Shrink)(shrink, 0, count, bound);
}

}  // namespace pliant::detail::surface
#endif
