// Sixteen bytes are served by SSE4; one target less to compile.
#define HWY_DISABLED_TARGETS (HWY_SSSE3)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "surfaces/boxPairs.cpp"
#include <hwy/foreach_target.h>
// After foreach_target.
#include <hwy/highway.h>

#include "surfaces/BoxScanner-inl.h"
#include "surfaces/boxPairs.h"

HWY_BEFORE_NAMESPACE();
namespace pliant::detail::surface {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

std::size_t SelectBoxes(const BoxArrays& boxes, std::size_t begin, std::size_t end, const float* query,
                        std::uint32_t* out) {
  const F d;
  const std::size_t lanes = hn::Lanes(d);
  const Query q = MakeQuery(query);
  std::size_t count = 0;
  for (std::size_t i = begin; i < end; i += lanes) {
    const auto mask = hn::And(Meets(boxes, i, q), hn::FirstN(d, end - i));
    if (hn::AllFalse(d, mask)) continue;
    for (std::uint64_t bits = Bits(mask); bits; bits &= bits - 1)
      out[count++] = static_cast<std::uint32_t>(i + static_cast<std::size_t>(__builtin_ctzll(bits)));
  }
  return count;
}

/// Runs of fewer boxes are compared as they are; and so many are kept at once.
constexpr std::size_t kFewBoxes = 12, kMostKept = 256;

/// The box around a run of boxes.
HWY_INLINE Query Around(const BoxArrays& boxes, std::size_t begin, std::size_t end) {
  const F d;
  const auto inf = hn::Inf(d);
  hn::Vec<F> low[3] = {inf, inf, inf}, high[3] = {hn::Neg(inf), hn::Neg(inf), hn::Neg(inf)};
  for (std::size_t i = begin; i < end; i += hn::Lanes(d)) {
    const auto mask = hn::FirstN(d, end - i);
    for (int k = 0; k < 3; ++k) {
      low[k] = hn::Min(low[k], hn::IfThenElse(mask, hn::LoadU(d, boxes.bound[k] + i), inf));
      high[k] = hn::Max(high[k], hn::IfThenElse(mask, hn::LoadU(d, boxes.bound[3 + k] + i), hn::Neg(inf)));
    }
  }
  Query around;
  for (int k = 0; k < 3; ++k) {
    around.bound[k] = hn::MinOfLanes(d, low[k]);
    around.bound[3 + k] = hn::MaxOfLanes(d, high[k]);
  }
  return around;
}

HWY_INLINE Query Common(const Query& a, const Query& b) {
  Query common;
  for (int k = 0; k < 3; ++k) {
    common.bound[k] = hn::Max(a.bound[k], b.bound[k]);
    common.bound[3 + k] = hn::Min(a.bound[3 + k], b.bound[3 + k]);
  }
  return common;
}

/// Only those boxes that a region meets, which holds all places where two of them meet.
template <int kWalker, int kStored>
void PairNear(const ElementBoxes& stored, std::size_t first, std::size_t last, const ElementBoxes& walkers,
              std::size_t begin, std::size_t end, const Query& region, KeyOrder order, PairBuffer& pairs,
              WalkCounters& counters) {
  const F d;
  const U u;
  HWY_ALIGN float bound[6][kMostKept + kPad];
  HWY_ALIGN std::uint32_t id[kMostKept + kPad], corner[3][kMostKept + kPad];
  ElementBoxes kept;
  for (int k = 0; k < 6; ++k) kept.boxes.bound[k] = bound[k];
  for (int c = 0; c < kStored; ++c) kept.corner[c] = corner[c];
  kept.id = id;
  Scanner<kWalker, kStored> scanner{kept, walkers, order, pairs, counters};
  counters.boxTests += last - first;
  for (std::size_t from = first; from < last; from += kMostKept) {
    const std::size_t to = last - from > kMostKept ? from + kMostKept : last;
    std::size_t count = 0;
    for (std::size_t i = from; i < to; i += hn::Lanes(d)) {
      const auto mask = hn::And(Meets(stored.boxes, i, region), hn::FirstN(d, to - i));
      if (hn::AllFalse(d, mask)) continue;
      for (int k = 0; k < 6; ++k) hn::CompressStore(hn::LoadU(d, stored.boxes.bound[k] + i), mask, d, bound[k] + count);
      const auto ids = hn::RebindMask(u, mask);
      for (int c = 0; c < kStored; ++c)
        hn::CompressStore(hn::LoadU(u, stored.corner[c] + i), ids, u, corner[c] + count);
      count += hn::CompressStore(hn::LoadU(u, stored.id + i), ids, u, id + count);
    }
    if (count == 0) continue;
    counters.boxTests += end - begin;
    for (std::size_t w = begin; w < end; w += hn::Lanes(d)) {
      const auto mask = hn::And(Meets(walkers.boxes, w, region), hn::FirstN(d, end - w));
      for (std::uint64_t bits = Bits(mask); bits; bits &= bits - 1) {
        scanner.Take(w + static_cast<std::size_t>(__builtin_ctzll(bits)));
        scanner.Scan(0, count);
      }
    }
  }
}

template <int kWalker, int kStored>
void PairWith(const ElementBoxes& stored, std::size_t first, std::size_t last, const ElementBoxes& walkers,
              std::size_t begin, std::size_t end, const float* region, bool own, KeyOrder order, PairBuffer& pairs,
              WalkCounters& counters) {
  if (!own && last - first >= kFewBoxes && end - begin >= kFewBoxes) {
    const Query where =
        region ? MakeQuery(region) : Common(Around(walkers.boxes, begin, end), Around(stored.boxes, first, last));
    return PairNear<kWalker, kStored>(stored, first, last, walkers, begin, end, where, order, pairs, counters);
  }
  Scanner<kWalker, kStored> scanner{stored, walkers, order, pairs, counters};
  for (std::size_t w = begin; w < end; ++w) {
    scanner.Take(w);
    const std::size_t from = own && w + 1 > first ? w + 1 : first;
    if (from < last) scanner.Scan(from, last);
  }
}

void PairBoxes(const ElementBoxes& stored, std::size_t first, std::size_t last, const ElementBoxes& walkers,
               std::size_t begin, std::size_t end, const float* region, bool own, Exclusion exclusion, KeyOrder order,
               PairBuffer& pairs, WalkCounters& counters) {
  switch (exclusion) {
    case Exclusion::None:
      return PairWith<0, 0>(stored, first, last, walkers, begin, end, region, own, order, pairs, counters);
    case Exclusion::EdgeEdge:
      return PairWith<2, 2>(stored, first, last, walkers, begin, end, region, own, order, pairs, counters);
    case Exclusion::FaceFace:
      return PairWith<3, 3>(stored, first, last, walkers, begin, end, region, own, order, pairs, counters);
    case Exclusion::VertexFace:
      // The one with a single corner is the vertex.
      if (walkers.corner[1])
        PairWith<3, 1>(stored, first, last, walkers, begin, end, region, own, order, pairs, counters);
      else
        PairWith<1, 3>(stored, first, last, walkers, begin, end, region, own, order, pairs, counters);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace pliant::detail::surface
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace pliant::detail::surface {

HWY_EXPORT(SelectBoxes);
HWY_EXPORT(PairBoxes);

std::size_t selectBoxes(const BoxArrays& boxes, std::size_t begin, std::size_t end, const float query[6],
                        std::uint32_t* out) {
  return HWY_DYNAMIC_DISPATCH(SelectBoxes)(boxes, begin, end, query, out);
}

void pairBoxes(const ElementBoxes& stored, std::size_t first, std::size_t last, const ElementBoxes& walkers,
               std::size_t begin, std::size_t end, bool own, Exclusion exclusion, KeyOrder order, PairBuffer& pairs,
               WalkCounters& counters) {
  HWY_DYNAMIC_DISPATCH(PairBoxes)
  (stored, first, last, walkers, begin, end, nullptr, own, exclusion, order, pairs, counters);
}

void pairBoxesIn(const float region[6], const ElementBoxes& stored, std::size_t first, std::size_t last,
                 const ElementBoxes& walkers, std::size_t begin, std::size_t end, Exclusion exclusion, KeyOrder order,
                 PairBuffer& pairs, WalkCounters& counters) {
  HWY_DYNAMIC_DISPATCH(PairBoxes)
  (stored, first, last, walkers, begin, end, region, false, exclusion, order, pairs, counters);
}

}  // namespace pliant::detail::surface
#endif
