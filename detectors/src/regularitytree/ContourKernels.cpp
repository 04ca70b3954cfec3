#include "core/vectorTargets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "regularitytree/ContourKernels.cpp"
#include <hwy/foreach_target.h>
// Include only after foreach_target.
#include <hwy/highway.h>

#include "core/compress-inl.h"
#include "regularitytree/ContourKernels.h"

HWY_BEFORE_NAMESPACE();
namespace pliant::detail::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
using F = hn::CappedTag<float, kSketchPadding>;

/// Number of points that are copied at once: a load of memory that was stored in parts stalls until the stores are
/// complete.
constexpr std::size_t kFetched = 64;

/// Writes a vertex relative to `origin`, in float.
HWY_INLINE void FetchPoint(const Real* p, const Real* origin, float* to) {
#if PLIANT_DOUBLE_PRECISION || HWY_TARGET == HWY_SCALAR
  for (std::size_t k = 0; k < 3; ++k) to[k] = static_cast<float>(p[k] - origin[k]);
#else
  const hn::FixedTag<float, 4> d;
  hn::Store(hn::Sub(hn::LoadU(d, p), hn::LoadU(d, origin)), d, to);
#endif
}

float DrawSketch(const SketchView& view, const Real* positions, const std::uint32_t* vertices, std::size_t count,
                 float* u, float* w) {
  const F d;
  const auto byU = hn::Set(d, view.ratioU), byW = hn::Set(d, view.ratioW), sign = hn::Set(d, view.turned);
  const Real* origin = positions + 4 * std::size_t{vertices[0]};
  HWY_ALIGN float fetched[4 * kFetched] = {};
  auto magnitude = hn::Zero(d);
  for (std::size_t begin = 0; begin < count; begin += kFetched) {
    const std::size_t end = count - begin < kFetched ? count - begin : kFetched;
    for (std::size_t i = 0; i < end; ++i)
      FetchPoint(positions + 4 * std::size_t{vertices[begin + i]}, origin, fetched + 4 * i);
    for (std::size_t i = 0; i < end; i += hn::Lanes(d)) {
      hn::Vec<F> x, y, z, pad;
      hn::LoadInterleaved4(d, fetched + 4 * i, x, y, z, pad);
      const auto a = view.depth == 0 ? y : view.depth == 1 ? z : x;
      const auto b = view.depth == 0 ? z : view.depth == 1 ? x : y;
      const auto c = view.depth == 0 ? x : view.depth == 1 ? y : z;
      const auto used = hn::FirstN(d, end - i);
      const auto largest = hn::Max(hn::Abs(a), hn::Max(hn::Abs(b), hn::Abs(c)));
      magnitude = hn::Max(magnitude, hn::IfThenElseZero(used, largest));
      hn::StoreU(hn::IfThenElseZero(used, hn::Sub(a, hn::Mul(byU, c))), d, u + begin + i);
      hn::StoreU(hn::IfThenElseZero(used, hn::Mul(sign, hn::Sub(b, hn::Mul(byW, c)))), d, w + begin + i);
    }
  }
  return hn::GetLane(hn::MaxOfLanes(d, magnitude));
}

void EdgeDirections(const float* u, const float* w, std::size_t edges, float least, std::uint32_t* forward) {
  const F d;
  const hn::RebindToUnsigned<F> bits;
  const auto plus = hn::Set(d, least), minus = hn::Set(d, -least);
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

void SummarizeBlocks(const float* u, const float* w, const std::uint32_t* forward, std::size_t blocks, float gap,
                     const EdgeBlocks& out) {
  const Block d;
  const hn::RebindToUnsigned<Block> bits;
  const auto wider = hn::Set(d, gap);
  for (std::size_t block = 0; block < blocks; ++block) {
    const std::size_t first = block * kBlockEdges;
    const auto range = [&](const float* from, std::size_t side, float& low, float& high) HWY_ATTR {
      auto least = hn::Inf(d), largest = hn::Neg(least);
      for (std::size_t i = 0; i < kBlockEdges; i += hn::Lanes(d)) {
        const auto x = hn::LoadU(d, from + first + i), y = hn::LoadU(d, from + first + i + 1);
        const auto smaller = hn::Min(x, y), larger = hn::Max(x, y);
        hn::StoreU(smaller, d, out.edge[side] + first + i);
        hn::StoreU(larger, d, out.edge[2 + side] + first + i);
        hn::StoreU(hn::Sub(smaller, wider), d, out.wider[side] + first + i);
        hn::StoreU(hn::Add(larger, wider), d, out.wider[2 + side] + first + i);
        least = hn::Min(least, smaller);
        largest = hn::Max(largest, larger);
      }
      low = hn::GetLane(hn::MinOfLanes(d, least));
      high = hn::GetLane(hn::MaxOfLanes(d, largest));
    };
    range(u, 0, out.lowU[block], out.highU[block]);
    range(w, 1, out.lowW[block], out.highW[block]);
    std::uint64_t ahead = 0;
    std::uint32_t all = ~0u;
    for (std::size_t i = 0; i < kBlockEdges; i += hn::Lanes(bits)) {
      const std::uint32_t* from = forward + first + i;
      const auto one = hn::LoadU(bits, from);
      const auto three = hn::And(hn::And(one, hn::LoadU(bits, from + 1)), hn::LoadU(bits, from + 2));
      std::uint8_t found[8] = {};
      hn::StoreMaskBits(bits, hn::Ne(three, hn::Zero(bits)), found);
      ahead |= std::uint64_t{found[0]} << i;
    }
    for (std::size_t i = 0; i < kBlockEdges; ++i) all &= forward[first + i];
    out.forward[block] = all;
    out.chains[block] = static_cast<std::uint8_t>(ahead);
  }
}

/// Boxes of consecutive edges, one per lane.
struct EdgeBoxes {
  hn::Vec<Block> lowU, lowW, highU, highW;
};

HWY_INLINE EdgeBoxes LoadEdges(const EdgeBlocks& blocks, std::size_t first) {
  const Block d;
  return {hn::LoadU(d, blocks.edge[0] + first), hn::LoadU(d, blocks.edge[1] + first),
          hn::LoadU(d, blocks.edge[2] + first), hn::LoadU(d, blocks.edge[3] + first)};
}

/// Returns one bit per edge; set if its box overlaps the given box.
HWY_INLINE std::uint64_t EdgesMeeting(const EdgeBoxes& edges, float lowU, float lowW, float highU, float highW) {
  const Block d;
  const auto overU = hn::And(hn::Le(edges.lowU, hn::Set(d, highU)), hn::Ge(edges.highU, hn::Set(d, lowU)));
  const auto overW = hn::And(hn::Le(edges.lowW, hn::Set(d, highW)), hn::Ge(edges.highW, hn::Set(d, lowW)));
  return maskBits(d, hn::And(overU, overW));
}

/// Returns the pairs that need no test: consecutive edges, and two edges with one in between if all three have a
/// direction in common.
HWY_INLINE std::uint64_t Following(const EdgeBlocks& blocks, std::size_t a, std::size_t b) {
  const std::uint64_t chains = blocks.chains[a];
  std::uint64_t pairs = 0;
  if (a == b) {
    pairs = 0x0080402010080402;
    for (std::size_t i = 0; i + 2 < kBlockEdges; ++i) pairs |= (chains >> i & 1) << (9 * i + 2);
  } else if (b == a + 1) {
    pairs = std::uint64_t{1} << 56 | (chains >> 6 & 1) << 48 | (chains >> 7 & 1) << 57;
  }
  return pairs;
}

HWY_INLINE std::uint64_t PairEdges(const EdgeBlocks& blocks, std::size_t a, std::size_t b, float gap) {
  const Block d;
  const std::size_t firstA = a * kBlockEdges, firstB = b * kBlockEdges;
  std::uint64_t near = (1u << kBlockEdges) - 1;
  if (a != b) {
    near = 0;
    for (std::size_t i = 0; i < kBlockEdges; i += hn::Lanes(d))
      near |= EdgesMeeting(LoadEdges(blocks, firstA + i), blocks.lowU[b] - gap, blocks.lowW[b] - gap,
                           blocks.highU[b] + gap, blocks.highW[b] + gap)
              << i;
  }
  std::uint64_t found = 0;
  for (std::size_t k = 0; k < kBlockEdges; k += hn::Lanes(d)) {
    const EdgeBoxes edges = LoadEdges(blocks, firstB + k);
    for (std::uint64_t left = near; left != 0; left &= left - 1) {
      const auto i = static_cast<std::size_t>(__builtin_ctzll(left)), from = firstA + i;
      found |= EdgesMeeting(edges, blocks.wider[0][from], blocks.wider[1][from], blocks.wider[2][from],
                            blocks.wider[3][from])
               << (8 * i + k);
    }
  }
  // In a block, each edge is paired with later edges only.
  constexpr std::uint64_t behind = 0x0080c0e0f0f8fcfe;
  if (a == b) found &= behind;
  return found & ~Following(blocks, a, b);
}

/// Calls visit(block, other) for each pair of blocks, from starts(block) on, whose boxes are within the gap. Stops and
/// returns true if visit() returns true.
template <typename Starts, typename Visit>
HWY_INLINE bool MeetingBlocks(const EdgeBlocks& blocks, std::size_t count, const Starts& starts, float gap,
                              const Visit& visit) {
  const F d;
  const float *const lowsU = blocks.lowU, *const lowsW = blocks.lowW;
  const float *const highsU = blocks.highU, *const highsW = blocks.highW;
  for (std::size_t block = 0; block < count; ++block) {
    const auto lowU = hn::Set(d, lowsU[block] - gap), highU = hn::Set(d, highsU[block] + gap);
    const auto lowW = hn::Set(d, lowsW[block] - gap), highW = hn::Set(d, highsW[block] + gap);
    for (std::size_t other = starts(block); other < count; other += hn::Lanes(d)) {
      const auto overU =
          hn::And(hn::Le(hn::LoadU(d, lowsU + other), highU), hn::Ge(hn::LoadU(d, highsU + other), lowU));
      const auto overW =
          hn::And(hn::Le(hn::LoadU(d, lowsW + other), highW), hn::Ge(hn::LoadU(d, highsW + other), lowW));
      for (std::uint64_t left = maskBits(d, hn::And(overU, overW)); left != 0; left &= left - 1) {
        if (visit(block, other + static_cast<std::size_t>(__builtin_ctzll(left)))) return true;
      }
    }
  }
  return false;
}

std::size_t PairBlocks(const EdgeBlocks& blocks, std::size_t count, const std::uint32_t* starts, float gap,
                       BlockPair* pairs, std::size_t most) {
  std::size_t found = 0;
  const auto pair = [&](std::size_t first, std::size_t second) HWY_ATTR {
    if (found == most) return true;
    const std::uint64_t edges = PairEdges(blocks, first, second, gap);
    if (edges != 0) pairs[found++] = {static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(second), edges};
    return false;
  };
  MeetingBlocks(
      blocks, count, [&](std::size_t block) HWY_ATTR { return starts[block]; }, gap, pair);
  return found;
}

void Shear(float* x, float* y, std::size_t count, float a, float b, float c) {
  const F d;
  for (std::size_t i = 0; i < count; i += hn::Lanes(d)) {
    const auto u = hn::LoadU(d, x + i), w = hn::LoadU(d, y + i);
    hn::StoreU(hn::Add(hn::Mul(hn::Set(d, a), u), hn::Mul(hn::Set(d, b), w)), d, x + i);
    hn::StoreU(hn::Mul(hn::Set(d, c), w), d, y + i);
  }
}

/// Returns true if a point of block a is near an edge of block b.
HWY_INLINE bool BlockNear(const float* x, const float* y, const std::uint32_t* vertices, const EdgeBlocks& blocks,
                          const std::uint32_t* edges, std::size_t a, std::size_t b, float gap, float near2) {
  const float lowX = blocks.lowU[b] - gap, highX = blocks.highU[b] + gap;
  const float lowY = blocks.lowW[b] - gap, highY = blocks.highW[b] + gap;
  const Block d;
  const hn::RebindToUnsigned<Block> ids;
  const std::size_t first = a * kBlockEdges;
  for (std::size_t k = 0; k < edges[b]; k += hn::Lanes(d)) {
    const std::size_t j = b * kBlockEdges + k;
    const auto x1 = hn::LoadU(d, x + j), y1 = hn::LoadU(d, y + j);
    const auto dx = hn::Sub(hn::LoadU(d, x + j + 1), x1), dy = hn::Sub(hn::LoadU(d, y + j + 1), y1);
    const auto from = hn::LoadU(ids, vertices + j), to = hn::LoadU(ids, vertices + j + 1);
    const auto used = hn::FirstN(d, edges[b] - k);
    const auto length2 = hn::Add(hn::Add(hn::Mul(dx, dx), hn::Mul(dy, dy)), hn::Set(d, 0x1p-126f));
    const auto perLength2 = hn::Div(hn::Set(d, 1.0f), length2);
    for (std::size_t i = first; i < first + edges[a]; ++i) {
      if (x[i] < lowX || x[i] > highX || y[i] < lowY || y[i] > highY) continue;
      const auto px = hn::Sub(hn::Set(d, x[i]), x1), py = hn::Sub(hn::Set(d, y[i]), y1);
      const auto along = hn::Mul(hn::Add(hn::Mul(px, dx), hn::Mul(py, dy)), perLength2);
      const auto t = hn::Min(hn::Max(along, hn::Zero(d)), hn::Set(d, 1.0f));
      const auto qx = hn::Sub(px, hn::Mul(t, dx)), qy = hn::Sub(py, hn::Mul(t, dy));
      const auto far = hn::Gt(hn::Add(hn::Mul(qx, qx), hn::Mul(qy, qy)), hn::Set(d, near2));
      const auto id = hn::Set(ids, vertices[i]);
      const auto isEnd = hn::RebindMask(d, hn::Or(hn::Eq(from, id), hn::Eq(to, id)));
      if (!hn::AllTrue(d, hn::Or(hn::Or(far, isEnd), hn::Not(used)))) return true;
    }
  }
  return false;
}

bool ComeNear(const float* x, const float* y, const std::uint32_t* vertices, const EdgeBlocks& blocks,
              const std::uint32_t* edges, std::size_t count, float gap, float near2) {
  const auto isNear = [&](std::size_t a, std::size_t b) HWY_ATTR {
    return BlockNear(x, y, vertices, blocks, edges, a, b, gap, near2) ||
           (a != b && BlockNear(x, y, vertices, blocks, edges, b, a, gap, near2));
  };
  return MeetingBlocks(
      blocks, count, [](std::size_t block) HWY_ATTR { return block; }, gap, isNear);
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
HWY_EXPORT(Shear);
HWY_EXPORT(ComeNear);

float drawSketch(const SketchView& view, const Real* positions, const std::uint32_t* vertices, std::size_t count,
                 float* u, float* w) {
  return HWY_DYNAMIC_DISPATCH(DrawSketch)(view, positions, vertices, count, u, w);
}

void edgeDirections(const float* u, const float* w, std::size_t edges, float least, std::uint32_t* forward) {
  HWY_DYNAMIC_DISPATCH(EdgeDirections)(u, w, edges, least, forward);
}

double loopArea(const float* u, const float* w, std::size_t edges) {
  return HWY_DYNAMIC_DISPATCH(LoopArea)(u, w, edges);
}

bool goesRound(const float* u, const float* w, std::size_t edges, float cu, float cw, float perLength, float least) {
  return HWY_DYNAMIC_DISPATCH(GoesRound)(u, w, edges, cu, cw, perLength, least);
}

void summarizeBlocks(const float* u, const float* w, const std::uint32_t* forward, std::size_t blocks, float gap,
                     const EdgeBlocks& out) {
  HWY_DYNAMIC_DISPATCH(SummarizeBlocks)(u, w, forward, blocks, gap, out);
}

std::size_t pairBlocks(const EdgeBlocks& blocks, std::size_t count, const std::uint32_t* starts, float gap,
                       BlockPair* pairs, std::size_t most) {
  return HWY_DYNAMIC_DISPATCH(PairBlocks)(blocks, count, starts, gap, pairs, most);
}

void shear(float* x, float* y, std::size_t count, float a, float b, float c) {
  HWY_DYNAMIC_DISPATCH(Shear)(x, y, count, a, b, c);
}

bool comeNear(const float* x, const float* y, const std::uint32_t* vertices, const EdgeBlocks& blocks,
              const std::uint32_t* edges, std::size_t count, float gap, float near2) {
  return HWY_DYNAMIC_DISPATCH(ComeNear)(x, y, vertices, blocks, edges, count, gap, near2);
}

}  // namespace pliant::detail
#endif
