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

template <int kWalker, int kStored>
void PairWith(const ElementBoxes& stored, std::size_t first, std::size_t last, const ElementBoxes& walkers,
              std::size_t begin, std::size_t end, bool own, KeyOrder order, PairBuffer& pairs, WalkCounters& counters) {
  Scanner<kWalker, kStored> scanner{stored, walkers, order, pairs, counters};
  for (std::size_t w = begin; w < end; ++w) {
    scanner.Take(w);
    const std::size_t from = own && w + 1 > first ? w + 1 : first;
    if (from < last) scanner.Scan(from, last);
  }
}

void PairBoxes(const ElementBoxes& stored, std::size_t first, std::size_t last, const ElementBoxes& walkers,
               std::size_t begin, std::size_t end, bool own, Exclusion exclusion, KeyOrder order, PairBuffer& pairs,
               WalkCounters& counters) {
  switch (exclusion) {
    case Exclusion::None:
      return PairWith<0, 0>(stored, first, last, walkers, begin, end, own, order, pairs, counters);
    case Exclusion::EdgeEdge:
      return PairWith<2, 2>(stored, first, last, walkers, begin, end, own, order, pairs, counters);
    case Exclusion::FaceFace:
      return PairWith<3, 3>(stored, first, last, walkers, begin, end, own, order, pairs, counters);
    case Exclusion::VertexFace:
      // The one with a single corner is the vertex.
      if (walkers.corner[1])
        PairWith<3, 1>(stored, first, last, walkers, begin, end, own, order, pairs, counters);
      else
        PairWith<1, 3>(stored, first, last, walkers, begin, end, own, order, pairs, counters);
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
  (stored, first, last, walkers, begin, end, own, exclusion, order, pairs, counters);
}

}  // namespace pliant::detail::surface
#endif
