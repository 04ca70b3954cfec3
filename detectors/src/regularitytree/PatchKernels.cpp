#include "core/vectorTargets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "regularitytree/PatchKernels.cpp"
#include <hwy/foreach_target.h>
// Include only after foreach_target.
#include <hwy/highway.h>

#include "regularitytree/LeafVectors-inl.h"
#include "regularitytree/PatchKernels.h"

HWY_BEFORE_NAMESPACE();
namespace pliant::detail {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

std::size_t MaskLeaves(const MaskInput& in, const MaskAxes& axes, std::size_t begin, std::size_t end,
                       std::uint64_t* masks, std::uint32_t* degenerate) {
  const F d;
  const U u;
  const std::size_t lanes = hn::Lanes(d);
  HWY_ALIGN float s[4 * kBlock], t[4 * kBlock];
  HWY_ALIGN std::uint32_t above[16], below[16], doubtful[16];
  std::size_t degenerateCount = 0;
  for (std::size_t run = begin; run < end; run += lanes) {
    // Compute edge vectors well ahead of their use: a load of memory that was stored in parts stalls until the stores
    // are complete.
    const std::size_t inBlock = (run - begin) % kBlock;
    for (std::size_t i = 0; inBlock == 0 && i < kBlock; ++i) {
      const std::size_t leaf = run + i < end ? run + i : end - 1;
      EdgeVectors(in, in.positions, leaf, s + 4 * i, t + 4 * i);
    }
    const Edges edges = LoadEdges(s + 4 * inBlock, t + 4 * inBlock);
    const Product n = Cross(edges.s, edges.t);
    const auto doubt = Doubt(n.size);
    const auto longest = hn::Max(hn::Abs(n.x), hn::Max(hn::Abs(n.y), hn::Abs(n.z)));
    const auto clear = hn::Gt(hn::Mul(longest, hn::Set(d, kDoubt * kLongestAxis)), doubt);
    auto positive = hn::Zero(u), negative = hn::Zero(u);
    for (unsigned axis = 0; axis < axes.count; ++axis) {
      const auto along = Along(n, axes, axis);
      const auto bit = hn::Set(u, std::uint32_t{1} << axis);
      positive = hn::Or(positive, hn::IfThenElseZero(hn::RebindMask(u, hn::Gt(along, doubt)), bit));
      negative = hn::Or(negative, hn::IfThenElseZero(hn::RebindMask(u, hn::Lt(along, hn::Neg(doubt))), bit));
    }
    const auto known = hn::RebindMask(u, clear);
    hn::Store(hn::IfThenElseZero(known, positive), u, above);
    hn::Store(hn::IfThenElseZero(known, negative), u, below);
    const std::size_t count = end - run < lanes ? end - run : lanes;
    for (std::size_t i = 0; i < count; ++i) masks[run + i] = std::uint64_t{above[i]} | std::uint64_t{below[i]} << 32;
    if (hn::AllTrue(d, clear)) continue;
    hn::Store(hn::IfThenZeroElse(known, hn::Set(u, 1)), u, doubtful);
    for (std::size_t i = 0; i < count; ++i)
      if (doubtful[i]) degenerate[degenerateCount++] = static_cast<std::uint32_t>(run + i);
  }
  return degenerateCount;
}

#if HWY_TARGET == HWY_SCALAR

void BoundLists(const surface::VertexBoxes& vertices, const std::uint32_t* list, const std::uint32_t* first,
                const std::uint32_t* node, std::size_t begin, std::size_t end, float* all) {
  for (std::size_t i = begin; i < end; ++i) {
    const std::size_t from = first[i], to = first[i + 1];
    float* box = all + 8 * std::size_t{node[i]};
    for (std::size_t k = 0; k < 4; ++k) {
      float low = vertices.low(list[from])[k], high = vertices.low(list[from])[vertices.high + k];
      for (std::size_t c = from + 1; c < to; ++c) {
        const float l = vertices.low(list[c])[k], h = vertices.low(list[c])[vertices.high + k];
        low = l < low ? l : low;
        high = h > high ? h : high;
      }
      box[k] = low;
      box[4 + k] = high;
    }
  }
}

HWY_INLINE void Grow(float* box, const float* other) {
  for (int k = 0; k < 3; ++k) {
    box[k] = other[k] < box[k] ? other[k] : box[k];
    box[4 + k] = other[4 + k] > box[4 + k] ? other[4 + k] : box[4 + k];
  }
}

void MergeBoxes(const ChildLists& children, std::size_t begin, std::size_t end, float* boxes) {
  for (std::size_t i = begin; i < end; ++i) {
    float* box = boxes + 8 * std::size_t{children.node[i]};
    for (std::size_t k = 0; k < 8; ++k) box[k] = boxes[8 * std::size_t{children.first[i]} + k];
    for (std::size_t c = children.first[i] + 1; c < children.end[i]; ++c) Grow(box, boxes + 8 * c);
  }
}

#else

void BoundLists(const surface::VertexBoxes& vertices, const std::uint32_t* list, const std::uint32_t* first,
                const std::uint32_t* node, std::size_t begin, std::size_t end, float* boxes) {
  const hn::FixedTag<float, 4> d;
  for (std::size_t i = begin; i < end; ++i) {
    float* out = boxes + 8 * std::size_t{node[i]};
    const std::size_t from = first[i], to = first[i + 1];
    const float* box = vertices.low(list[from]);
    auto low = hn::LoadU(d, box), high = hn::LoadU(d, box + vertices.high);
    for (std::size_t c = from + 1; c < to; ++c) {
      box = vertices.low(list[c]);
      low = hn::Min(low, hn::LoadU(d, box));
      high = hn::Max(high, hn::LoadU(d, box + vertices.high));
    }
    hn::StoreU(low, d, out);
    hn::StoreU(high, d, out + 4);
  }
}

void MergeBoxes(const ChildLists& children, std::size_t begin, std::size_t end, float* boxes) {
  const hn::FixedTag<float, 4> d;
  for (std::size_t i = begin; i < end; ++i) {
    const float* box = boxes + 8 * std::size_t{children.first[i]};
    auto low = hn::LoadU(d, box), high = hn::LoadU(d, box + 4);
    for (std::size_t c = children.first[i] + 1; c < children.end[i]; ++c) {
      box = boxes + 8 * c;
      low = hn::Min(low, hn::LoadU(d, box));
      high = hn::Max(high, hn::LoadU(d, box + 4));
    }
    float* out = boxes + 8 * std::size_t{children.node[i]};
    hn::StoreU(low, d, out);
    hn::StoreU(high, d, out + 4);
  }
}

#endif

}  // namespace HWY_NAMESPACE
}  // namespace pliant::detail
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace pliant::detail {

HWY_EXPORT(MaskLeaves);
HWY_EXPORT(BoundLists);
HWY_EXPORT(MergeBoxes);

std::size_t maskLeaves(const MaskInput& input, const MaskAxes& axes, std::size_t begin, std::size_t end,
                       std::uint64_t* masks, std::uint32_t* degenerate) {
  return HWY_DYNAMIC_DISPATCH(MaskLeaves)(input, axes, begin, end, masks, degenerate);
}

void boundLists(const surface::VertexBoxes& vertices, const std::uint32_t* list, const std::uint32_t* first,
                const std::uint32_t* node, std::size_t begin, std::size_t end, float* boxes) {
  HWY_DYNAMIC_DISPATCH(BoundLists)(vertices, list, first, node, begin, end, boxes);
}

void mergeBoxes(const ChildLists& children, std::size_t begin, std::size_t end, float* boxes) {
  HWY_DYNAMIC_DISPATCH(MergeBoxes)(children, begin, end, boxes);
}

}  // namespace pliant::detail
#endif
