// Sixteen bytes are served by SSE4; one target less to compile.
#define HWY_DISABLED_TARGETS (HWY_SSSE3)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "regularitytree/ContourKernels.cpp"
#include <hwy/foreach_target.h>
// After foreach_target.
#include <hwy/highway.h>

#include "regularitytree/ContourKernels.h"

HWY_BEFORE_NAMESPACE();
namespace pliant::detail::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
using F = hn::CappedTag<float, kSketchPadding>;

float DrawSketch(float* u, float* w, const float* depth, std::size_t count, float ratioU, float ratioW, float turned) {
  const F d;
  const auto byU = hn::Set(d, ratioU), byW = hn::Set(d, ratioW), sign = hn::Set(d, turned);
  auto magnitude = hn::Zero(d);
  for (std::size_t i = 0; i < count; i += hn::Lanes(d)) {
    const auto a = hn::LoadU(d, u + i), b = hn::LoadU(d, w + i), c = hn::LoadU(d, depth + i);
    magnitude = hn::Max(hn::Max(magnitude, hn::Abs(a)), hn::Max(hn::Abs(b), hn::Abs(c)));
    hn::StoreU(hn::Sub(a, hn::Mul(byU, c)), d, u + i);
    hn::StoreU(hn::Mul(sign, hn::Sub(b, hn::Mul(byW, c))), d, w + i);
  }
  return hn::GetLane(hn::MaxOfLanes(d, magnitude));
}

void EdgeDirections(const float* u, const float* w, std::size_t edges, float sure, std::uint32_t* forward) {
  const F d;
  const hn::RebindToUnsigned<F> bits;
  const auto plus = hn::Set(d, sure), minus = hn::Set(d, -sure);
  for (std::size_t i = 0; i < edges; i += hn::Lanes(d)) {
    const auto x = hn::Sub(hn::LoadU(d, u + i + 1), hn::LoadU(d, u + i));
    const auto y = hn::Sub(hn::LoadU(d, w + i + 1), hn::LoadU(d, w + i));
    const auto sum = hn::Add(x, y), difference = hn::Sub(x, y);
    auto found = hn::Zero(bits);
    const auto add = [&](auto along, std::uint32_t bit) HWY_ATTR {
      const auto ahead = hn::IfThenElseZero(hn::Gt(along, plus), hn::BitCast(d, hn::Set(bits, bit)));
      const auto back = hn::IfThenElseZero(hn::Lt(along, minus), hn::BitCast(d, hn::Set(bits, bit << 8)));
      found = hn::Or(found, hn::BitCast(bits, hn::Or(ahead, back)));
    };
    add(x, 1);
    add(y, 2);
    add(sum, 4);
    add(difference, 8);
    add(hn::Add(sum, x), 16);
    add(hn::Add(sum, y), 32);
    add(hn::Add(difference, x), 64);
    add(hn::Sub(difference, y), 128);
    hn::StoreU(found, bits, forward + i);
  }
}

double LoopArea(const float* u, const float* w, std::size_t edges) {
  const hn::CappedTag<double, kSketchPadding / 2> d;
  const hn::Rebind<float, decltype(d)> half;
  const auto load = [&](const float* from) HWY_ATTR { return hn::PromoteTo(d, hn::LoadU(half, from)); };
  const auto cross = [&](std::size_t i) HWY_ATTR {
    return hn::Sub(hn::Mul(load(u + i), load(w + i + 1)), hn::Mul(load(u + i + 1), load(w + i)));
  };
  auto sum = hn::Zero(d);
  std::size_t i = 0;
  for (; i + hn::Lanes(d) <= edges; i += hn::Lanes(d)) sum = hn::Add(sum, cross(i));
  if (i < edges) sum = hn::Add(sum, hn::IfThenElseZero(hn::FirstN(d, edges - i), cross(i)));
  return hn::GetLane(hn::SumOfLanes(d, sum));
}

bool GoesRound(const float* u, const float* w, std::size_t edges, float cu, float cw, float perLength, float least) {
  const F d;
  const auto centreU = hn::Set(d, cu), centreW = hn::Set(d, cw);
  const auto factor = hn::Set(d, perLength), floor = hn::Set(d, least);
  std::size_t rounds = 0;
  for (std::size_t i = 0; i < edges; i += hn::Lanes(d)) {
    const auto x1 = hn::Sub(hn::LoadU(d, u + i), centreU), y1 = hn::Sub(hn::LoadU(d, w + i), centreW);
    const auto x2 = hn::Sub(hn::LoadU(d, u + i + 1), centreU), y2 = hn::Sub(hn::LoadU(d, w + i + 1), centreW);
    const auto turn = hn::Sub(hn::Mul(x1, y2), hn::Mul(y1, x2));
    const auto length = hn::Add(hn::Add(hn::Abs(x1), hn::Abs(y1)), hn::Add(hn::Abs(x2), hn::Abs(y2)));
    const auto used = hn::FirstN(d, edges - i);
    const auto ahead = hn::Gt(turn, hn::Add(hn::Mul(factor, length), floor));
    if (!hn::AllTrue(d, hn::Or(ahead, hn::Not(used)))) return false;
    const auto up = hn::And(hn::Lt(y1, hn::Zero(d)), hn::Ge(y2, hn::Zero(d)));
    rounds += hn::CountTrue(d, hn::And(up, used));
  }
  return rounds == 1;
}

using Block = hn::CappedTag<float, kBlockEdges>;

/// Least and largest of nine values: the points of a block's edges.
HWY_INLINE void BlockRange(const float* from, float& low, float& high) {
  const Block d;
  auto least = hn::Min(hn::LoadU(d, from), hn::LoadU(d, from + 1));
  auto largest = hn::Max(hn::LoadU(d, from), hn::LoadU(d, from + 1));
  for (std::size_t i = hn::Lanes(d); i < kBlockEdges; i += hn::Lanes(d)) {
    least = hn::Min(least, hn::LoadU(d, from + i + 1));
    largest = hn::Max(largest, hn::LoadU(d, from + i + 1));
  }
  low = hn::GetLane(hn::MinOfLanes(d, least));
  high = hn::GetLane(hn::MaxOfLanes(d, largest));
}

void SummarizeBlocks(const float* u, const float* w, const std::uint32_t* forward, std::size_t blocks,
                     const EdgeBlocks& out) {
  for (std::size_t block = 0; block < blocks; ++block) {
    const std::size_t first = block * kBlockEdges;
    BlockRange(u + first, out.lowU[block], out.highU[block]);
    BlockRange(w + first, out.lowW[block], out.highW[block]);
    std::uint32_t all = ~0u;
    for (std::size_t i = 0; i < kBlockEdges; ++i) all &= forward[first + i];
    out.forward[block] = all;
  }
}

/// Bit per edge of a block whose box meets a box.
HWY_INLINE std::uint64_t EdgesMeeting(const float* u, const float* w, float lowU, float lowW, float highU,
                                      float highW) {
  const Block d;
  std::uint64_t found = 0;
  for (std::size_t i = 0; i < kBlockEdges; i += hn::Lanes(d)) {
    const auto u1 = hn::LoadU(d, u + i), u2 = hn::LoadU(d, u + i + 1);
    const auto w1 = hn::LoadU(d, w + i), w2 = hn::LoadU(d, w + i + 1);
    const auto overU = hn::And(hn::Le(hn::Min(u1, u2), hn::Set(d, highU)), hn::Ge(hn::Max(u1, u2), hn::Set(d, lowU)));
    const auto overW = hn::And(hn::Le(hn::Min(w1, w2), hn::Set(d, highW)), hn::Ge(hn::Max(w1, w2), hn::Set(d, lowW)));
    std::uint8_t bits[8] = {};
    hn::StoreMaskBits(d, hn::And(overU, overW), bits);
    found |= std::uint64_t{bits[0]} << i;
  }
  return found;
}

HWY_INLINE std::uint64_t PairEdges(const float* u, const float* w, std::size_t a, std::size_t b, float gap) {
  const float *ua = u + a * kBlockEdges, *wa = w + a * kBlockEdges;
  const float *ub = u + b * kBlockEdges, *wb = w + b * kBlockEdges;
  std::uint64_t found = 0;
  for (std::size_t i = 0; i < kBlockEdges; ++i) {
    const float lowU = HWY_MIN(ua[i], ua[i + 1]) - gap, highU = HWY_MAX(ua[i], ua[i + 1]) + gap;
    const float lowW = HWY_MIN(wa[i], wa[i + 1]) - gap, highW = HWY_MAX(wa[i], wa[i + 1]) + gap;
    std::uint64_t bits = EdgesMeeting(ub, wb, lowU, lowW, highU, highW);
    if (a == b) bits &= ~std::uint64_t{1} << i;
    found |= bits << (8 * i);
  }
  return found;
}

std::size_t PairBlocks(const float* u, const float* w, const EdgeBlocks& blocks, std::size_t count,
                       const std::uint32_t* starts, float gap, BlockPair* pairs, std::size_t most) {
  const F d;
  std::size_t found = 0;
  for (std::size_t block = 0; block < count; ++block) {
    const auto lowU = hn::Set(d, blocks.lowU[block] - gap), highU = hn::Set(d, blocks.highU[block] + gap);
    const auto lowW = hn::Set(d, blocks.lowW[block] - gap), highW = hn::Set(d, blocks.highW[block] + gap);
    for (std::size_t other = starts[block]; other < count; other += hn::Lanes(d)) {
      const auto overU =
          hn::And(hn::Le(hn::LoadU(d, blocks.lowU + other), highU), hn::Ge(hn::LoadU(d, blocks.highU + other), lowU));
      const auto overW =
          hn::And(hn::Le(hn::LoadU(d, blocks.lowW + other), highW), hn::Ge(hn::LoadU(d, blocks.highW + other), lowW));
      const auto meets = hn::And(hn::And(overU, overW), hn::FirstN(d, count - other));
      if (hn::AllFalse(d, meets)) continue;
      std::uint8_t bits[8] = {};
      hn::StoreMaskBits(d, meets, bits);
      for (unsigned left = bits[0] | unsigned{bits[1]} << 8; left != 0; left &= left - 1) {
        const std::size_t second = other + static_cast<std::size_t>(__builtin_ctz(left));
        if (found == most) return found;
        const std::uint64_t edges = PairEdges(u, w, block, second, gap);
        if (edges == 0) continue;
        pairs[found++] = {static_cast<std::uint32_t>(block), static_cast<std::uint32_t>(second), edges};
      }
    }
  }
  return found;
}

}  // namespace pliant::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace pliant::detail {

HWY_EXPORT(DrawSketch);
HWY_EXPORT(EdgeDirections);
HWY_EXPORT(LoopArea);
HWY_EXPORT(GoesRound);
HWY_EXPORT(SummarizeBlocks);
HWY_EXPORT(PairBlocks);

float drawSketch(float* u, float* w, const float* depth, std::size_t count, float ratioU, float ratioW, float turned) {
  return HWY_DYNAMIC_DISPATCH(DrawSketch)(u, w, depth, count, ratioU, ratioW, turned);
}

void edgeDirections(const float* u, const float* w, std::size_t edges, float sure, std::uint32_t* forward) {
  HWY_DYNAMIC_DISPATCH(EdgeDirections)(u, w, edges, sure, forward);
}

double loopArea(const float* u, const float* w, std::size_t edges) {
  return HWY_DYNAMIC_DISPATCH(LoopArea)(u, w, edges);
}

bool goesRound(const float* u, const float* w, std::size_t edges, float cu, float cw, float perLength, float least) {
  return HWY_DYNAMIC_DISPATCH(GoesRound)(u, w, edges, cu, cw, perLength, least);
}

void summarizeBlocks(const float* u, const float* w, const std::uint32_t* forward, std::size_t blocks,
                     const EdgeBlocks& out) {
  HWY_DYNAMIC_DISPATCH(SummarizeBlocks)(u, w, forward, blocks, out);
}

std::size_t pairBlocks(const float* u, const float* w, const EdgeBlocks& blocks, std::size_t count,
                       const std::uint32_t* starts, float gap, BlockPair* pairs, std::size_t most) {
  return HWY_DYNAMIC_DISPATCH(PairBlocks)(u, w, blocks, count, starts, gap, pairs, most);
}

}  // namespace pliant::detail
#endif
