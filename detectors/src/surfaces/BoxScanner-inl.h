// Tests one box (the walker) against runs of stored boxes; compiled once for each instruction set.
#if defined(PLIANT_BOX_SCANNER_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef PLIANT_BOX_SCANNER_INL_H
#undef PLIANT_BOX_SCANNER_INL_H
#else
#define PLIANT_BOX_SCANNER_INL_H
#endif

#include <hwy/highway.h>

#include "core/compress-inl.h"
#include "surfaces/ElementBoxes.h"

HWY_BEFORE_NAMESPACE();
namespace pliant::detail::surface {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using detail::HWY_NAMESPACE::compress;
using detail::HWY_NAMESPACE::compressStore;

using F = hn::CappedTag<float, 16>;
using U = hn::RebindToUnsigned<F>;

struct Query {
  hn::Vec<F> bound[6];
  HWY_INLINE Query() {}
};

HWY_INLINE Query MakeQuery(const float* q) {
  const F d;
  Query query;
  for (int k = 0; k < 6; ++k) query.bound[k] = hn::Set(d, q[k]);
  return query;
}

HWY_INLINE hn::Mask<F> Meets(const BoxArrays& b, std::size_t i, const Query& q) {
  const F d;
  const auto x =
      hn::And(hn::Le(hn::LoadU(d, b.bound[0] + i), q.bound[3]), hn::Ge(hn::LoadU(d, b.bound[3] + i), q.bound[0]));
  const auto y =
      hn::And(hn::Le(hn::LoadU(d, b.bound[1] + i), q.bound[4]), hn::Ge(hn::LoadU(d, b.bound[4] + i), q.bound[1]));
  const auto z =
      hn::And(hn::Le(hn::LoadU(d, b.bound[2] + i), q.bound[5]), hn::Ge(hn::LoadU(d, b.bound[5] + i), q.bound[2]));
  return hn::And(hn::And(x, y), z);
}

HWY_INLINE std::uint64_t Bits(hn::Mask<F> mask) {
  std::uint64_t bits = 0;
  hn::StoreMaskBits(F(), mask, reinterpret_cast<std::uint8_t*>(&bits));
  return bits;
}

/// Writes the pairs of one walker and the stored boxes that it meets, except pairs with a common corner.
template <int kWalker, int kStored>
struct Scanner {
  const ElementBoxes stored;
  const ElementBoxes walkers;
  const KeyOrder order;
  PairBuffer& pairs;
  WalkCounters& counters;

  Query query = {};
  hn::Vec<U> corner[3] = {};
  std::uint32_t id = 0;

  HWY_INLINE void Take(std::size_t w) {
    const F d;
    const U u;
    for (int k = 0; k < 6; ++k) query.bound[k] = hn::Set(d, walkers.boxes.bound[k][w]);
    for (int c = 0; c < kWalker; ++c) corner[c] = hn::Set(u, walkers.corner[c][w]);
    id = walkers.id[w];
  }

  HWY_INLINE void Emit(std::size_t i, std::uint64_t bits) {
    pairs.reserve(64);
    for (; bits; bits &= bits - 1) {
      const std::uint64_t a = stored.id[i + static_cast<std::size_t>(__builtin_ctzll(bits))], b = id;
      const bool storedFirst = order == KeyOrder::StoredFirst || (order == KeyOrder::SmallerFirst && a < b);
      pairs.data[pairs.size++] = storedFirst ? (a << 32) | b : (b << 32) | a;
    }
  }

  HWY_INLINE hn::Mask<F> Without(hn::Mask<F> mask, std::size_t i) const {
    const F d;
    const U u;
    for (int s = 0; s < kStored; ++s) {
      const auto theirs = hn::LoadU(u, stored.corner[s] + i);
      for (int c = 0; c < kWalker; ++c) mask = hn::AndNot(hn::RebindMask(d, hn::Eq(theirs, corner[c])), mask);
    }
    return mask;
  }

  HWY_INLINE void Scan(std::size_t begin, std::size_t end) {
    const F d;
    const std::size_t lanes = hn::Lanes(d);
    counters.boxTests += end - begin;
    for (std::size_t i = begin; i < end; i += lanes) {
      auto mask = hn::And(Meets(stored.boxes, i, query), hn::FirstN(d, end - i));
      if (hn::AllFalse(d, mask)) continue;
      mask = Without(mask, i);
      const std::uint64_t bits = Bits(mask);
      if (bits) Emit(i, bits);
    }
  }
};

}  // namespace HWY_NAMESPACE
}  // namespace pliant::detail::surface
HWY_AFTER_NAMESPACE();

#endif
