#include "core/vectorTargets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "patches/PatchKernels.cpp"
#include <hwy/foreach_target.h>
// Highway requires this include after foreach_target.h.
#include <hwy/highway.h>

#include "core/compress-inl.h"
#include "patches/PatchKernels.h"

HWY_BEFORE_NAMESPACE();
namespace pliant::detail::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using F = hn::CappedTag<float, 16>;
using U = hn::RebindToUnsigned<F>;
using V = hn::Vec<F>;
using M = hn::Mask<F>;

/// Bounds of the boxes that one box is not apart from.
struct Reaches {
  V above0[3], below0[3], above1[3], below1[3];
  HWY_INLINE Reaches() {}
};

/// `bounds`: low0, high0, low1, high1 of three axes each.
HWY_INLINE Reaches ReachesOf(const float* bounds, V start, V end) {
  const F d;
  Reaches r;
  for (int k = 0; k < 3; ++k) {
    r.below0[k] = hn::Sub(hn::Set(d, bounds[kLow0 + k]), start);
    r.above0[k] = hn::Add(hn::Set(d, bounds[kHigh0 + k]), start);
    r.below1[k] = hn::Sub(hn::Set(d, bounds[kLow1 + k]), end);
    r.above1[k] = hn::Add(hn::Set(d, bounds[kHigh1 + k]), end);
  }
  return r;
}

HWY_INLINE M Apart(const Reaches& r, const EndBoxes& boxes, std::size_t i) {
  const F d;
  M apart = hn::FirstN(d, 0);
  for (int k = 0; k < 3; ++k) {
    const M above = hn::And(hn::Gt(hn::LoadU(d, boxes.bound[kLow0 + k] + i), r.above0[k]),
                            hn::Gt(hn::LoadU(d, boxes.bound[kLow1 + k] + i), r.above1[k]));
    const M below = hn::And(hn::Lt(hn::LoadU(d, boxes.bound[kHigh0 + k] + i), r.below0[k]),
                            hn::Lt(hn::LoadU(d, boxes.bound[kHigh1 + k] + i), r.below1[k]));
    apart = hn::Or(apart, hn::Or(above, below));
  }
  return apart;
}

std::size_t Near(const PatchBoxes& patches, const GapRule& rule, std::size_t a, std::size_t begin, std::size_t end,
                 std::uint32_t* out) {
  const F d;
  float own[kBothEnds];
  for (int k = 0; k < kBothEnds; ++k) own[k] = patches.boxes.bound[k][a];
  std::size_t count = 0;
  for (std::size_t i = begin; i < end; i += hn::Lanes(d)) {
    // A bound of the relative motion, see lengthBound.
    V sum = hn::Zero(d), longest = hn::Zero(d);
    for (int k = 0; k < 3; ++k) {
      const V further = hn::Sub(hn::LoadU(d, patches.most[k] + i), hn::Set(d, patches.least[k][a]));
      const V back = hn::Sub(hn::Set(d, patches.most[k][a]), hn::LoadU(d, patches.least[k] + i));
      const V way = hn::Max(further, back);
      sum = hn::Add(sum, way);
      longest = hn::Max(longest, way);
    }
    const V motion = hn::Mul(hn::Set(d, 0.5f * rule.motionPart), hn::Add(sum, longest));
    const V margins = hn::Add(hn::LoadU(d, patches.margin + i), hn::Set(d, patches.margin[a]));
    const V room = hn::Mul(hn::Set(d, rule.room), margins);
    const V reach = hn::Add(hn::Mul(hn::Set(d, rule.marginScale), margins), hn::Set(d, rule.distance + rule.rounding));
    const V start = hn::Add(hn::Add(motion, hn::Mul(hn::Set(d, rule.motionPart), room)), hn::Set(d, rule.rounding));
    const Reaches reaches = ReachesOf(own, start, hn::Max(hn::Add(start, room), reach));
    const M near = hn::AndNot(Apart(reaches, patches.boxes, i), hn::FirstN(d, end - i));
    for (std::uint64_t bits = maskBits(d, near); bits; bits &= bits - 1)
      out[count++] = static_cast<std::uint32_t>(i + static_cast<std::size_t>(__builtin_ctzll(bits)));
  }
  return count;
}

using Ends = const float* const (&)[6];
using Bounds = float* const (&)[kBothEnds];

/// Bounds as many elements as `d` has lanes, from place `i` on.
template <std::size_t kCorners, class D>
HWY_INLINE void BoundSome(D d, Ends vertices, const std::uint32_t* const* corners, std::size_t i, Bounds out) {
  const hn::RebindToSigned<D> indices;
  for (std::size_t k = 0; k < 6; ++k) {
    auto low = hn::Zero(d), high = low;
    for (std::size_t c = 0; c < kCorners; ++c) {
      const auto at = hn::BitCast(indices, hn::LoadU(hn::RebindToUnsigned<D>(), corners[c] + i));
      const auto x = hn::GatherIndex(d, vertices[k], at);
      low = c == 0 ? x : hn::Min(low, x);
      high = c == 0 ? x : hn::Max(high, x);
    }
    const std::size_t bound = k < 3 ? kLow0 + k : kLow1 + k - 3;
    hn::StoreU(low, d, out[bound] + i);
    hn::StoreU(high, d, out[bound + 3] + i);
  }
}

template <std::size_t kCorners>
HWY_INLINE void BoundAll(Ends vertices, const std::uint32_t* const* corners, std::size_t begin, std::size_t end,
                         Bounds out) {
  const F d;
  std::size_t i = begin;
  for (; i + hn::Lanes(d) <= end; i += hn::Lanes(d)) BoundSome<kCorners>(d, vertices, corners, i, out);
  // One by one: the boxes that follow may be those of another thread.
  for (; i < end; ++i) BoundSome<kCorners>(hn::CappedTag<float, 1>(), vertices, corners, i, out);
}

void BoundElements(Ends vertices, const std::uint32_t* const* corners, std::size_t cornerCount, std::size_t begin,
                   std::size_t end, Bounds out) {
  if (cornerCount == 2)
    BoundAll<2>(vertices, corners, begin, end, out);
  else
    BoundAll<3>(vertices, corners, begin, end, out);
}

/// Copies of the elements of a patch that are near another patch.
struct Kept {
  HWY_ALIGN float bound[kBothEnds][kMostOfPatch + kPatchPadding];
  HWY_ALIGN std::uint32_t place[kMostOfPatch + kPatchPadding];
  std::size_t count = 0;

  HWY_INLINE void Take(const PatchElements& of, const PatchElements& other, V start, V end) {
    const F d;
    const U u;
    float around[kBothEnds];
    for (int k = 0; k < kBothEnds; ++k) around[k] = other.patches.bound[k][other.patch];
    const Reaches reaches = ReachesOf(around, start, end);
    for (std::size_t i = of.begin; i < of.end; i += hn::Lanes(d)) {
      const M near = hn::AndNot(Apart(reaches, of.boxes, i), hn::FirstN(d, of.end - i));
      if (hn::AllFalse(d, near)) continue;
      for (int k = 0; k < kBothEnds; ++k) compressStore(hn::LoadU(d, of.boxes.bound[k] + i), near, d, bound[k] + count);
      count += compressStore(hn::Iota(u, static_cast<std::uint32_t>(i)), hn::RebindMask(u, near), u, place + count);
    }
  }
};

std::size_t Pair(const PatchElements& a, const PatchElements& b, const Gaps& gaps, bool own, std::uint32_t* out) {
  const F d;
  const V start = hn::Set(d, gaps.start), end = hn::Set(d, gaps.end);
  Kept left, right;
  left.Take(a, b, start, end);
  if (left.count == 0) return 0;
  if (!own) right.Take(b, a, start, end);
  const Kept& others = own ? left : right;
  EndBoxes boxes;
  for (int k = 0; k < kBothEnds; ++k) boxes.bound[k] = others.bound[k];
  std::size_t count = 0;
  for (std::size_t i = 0; i < left.count; ++i) {
    float bounds[kBothEnds];
    for (int k = 0; k < kBothEnds; ++k) bounds[k] = left.bound[k][i];
    const Reaches reaches = ReachesOf(bounds, start, end);
    for (std::size_t j = own ? i + 1 : 0; j < others.count; j += hn::Lanes(d)) {
      const M near = hn::AndNot(Apart(reaches, boxes, j), hn::FirstN(d, others.count - j));
      for (std::uint64_t bits = maskBits(d, near); bits; bits &= bits - 1) {
        out[2 * count] = left.place[i];
        out[2 * count + 1] = others.place[j + static_cast<std::size_t>(__builtin_ctzll(bits))];
        ++count;
      }
    }
  }
  return count;
}

}  // namespace pliant::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace pliant::detail {

HWY_EXPORT(Near);
HWY_EXPORT(Pair);
HWY_EXPORT(BoundElements);

void boundElements(const float* const (&vertices)[6], const std::uint32_t* const* corners, std::size_t cornerCount,
                   std::size_t begin, std::size_t end, float* const (&out)[kBothEnds]) {
  HWY_DYNAMIC_DISPATCH(BoundElements)(vertices, corners, cornerCount, begin, end, out);
}
std::size_t nearPatches(const PatchBoxes& patches, const GapRule& rule, std::size_t a, std::size_t begin,
                        std::size_t end, std::uint32_t* out) {
  return HWY_DYNAMIC_DISPATCH(Near)(patches, rule, a, begin, end, out);
}
std::size_t pairPatches(const PatchElements& a, const PatchElements& b, const Gaps& gaps, bool own,
                        std::uint32_t* out) {
  return HWY_DYNAMIC_DISPATCH(Pair)(a, b, gaps, own, out);
}

Gaps gapsOf(const PatchBoxes& patches, const GapRule& rule, std::size_t a, std::size_t b) {
  float sum = 0, longest = 0;
  for (int k = 0; k < 3; ++k) {
    const float further = patches.most[k][b] - patches.least[k][a], back = patches.most[k][a] - patches.least[k][b];
    const float way = further > back ? further : back;
    sum += way;
    longest = way > longest ? way : longest;
  }
  const float margins = patches.margin[a] + patches.margin[b], room = rule.room * margins;
  const float start = rule.motionPart * (0.5f * (sum + longest) + room) + rule.rounding;
  const float reach = rule.marginScale * margins + rule.distance + rule.rounding;
  return {start, reach > start + room ? reach : start + room};
}

}  // namespace pliant::detail
#endif
