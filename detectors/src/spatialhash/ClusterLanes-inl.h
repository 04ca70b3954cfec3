// SIMD vectors for the cluster kernel, one tetrahedron per lane; compiled once per instruction set.
#if defined(PLIANT_CLUSTER_LANES_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef PLIANT_CLUSTER_LANES_INL_H
#undef PLIANT_CLUSTER_LANES_INL_H
#else
#define PLIANT_CLUSTER_LANES_INL_H
#endif

#include <hwy/highway.h>

#include <array>
#include <bit>
#include <limits>

#include "core/LaneVectors-inl.h"
#include "core/compress-inl.h"
#include "spatialhash/ClusterKernel.h"

HWY_BEFORE_NAMESPACE();
namespace pliant::detail::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using D = hn::CappedTag<Real, kGroupLanes>;
using DU = hn::RebindToUnsigned<D>;
using DI = hn::RebindToSigned<D>;
using V = hn::VFromD<D>;
using VU = hn::VFromD<DU>;

/// One point per lane.
using Points = LaneVector<V>;

/// Returns the scalar product, by fused multiply-adds if the processor has them.
HWY_INLINE V fusedDot(const Points& a, const Points& b) {
  return hn::MulAdd(a.x, b.x, hn::MulAdd(a.y, b.y, hn::Mul(a.z, b.z)));
}

/// Returns one point in all lanes.
HWY_INLINE Points sameInAll(const Real* p) {
  const D d;
  return {hn::Set(d, p[0]), hn::Set(d, p[1]), hn::Set(d, p[2])};
}

/// Bounding boxes of points, one per lane; `low` is above `high` while a box is empty.
struct LaneBox {
  Points low, high;

  HWY_INLINE LaneBox() {
    const auto huge = hn::Set(D(), std::numeric_limits<Real>::max()), less = hn::Neg(huge);
    low = {huge, huge, huge};
    high = {less, less, less};
  }
  HWY_INLINE void add(const Points& p) {
    low = Min(low, p);
    high = Max(high, p);
  }
};

/// Loads points of four scalars; at(lane) returns their address.
#if PLIANT_DOUBLE_PRECISION || HWY_TARGET == HWY_SCALAR
template <class At>
HWY_INLINE Points loadLanes(const At& at) {
  const D d;
  HWY_ALIGN Real x[kGroupLanes], y[kGroupLanes], z[kGroupLanes];
  for (std::size_t lane = 0; lane < hn::Lanes(d); ++lane) {
    const Real* p = at(lane);
    x[lane] = p[0];
    y[lane] = p[1];
    z[lane] = p[2];
  }
  return {hn::Load(d, x), hn::Load(d, y), hn::Load(d, z)};
}
#else
/// Row j holds the points of lanes j, j + 4, ... in its blocks of four; then each four blocks are transposed.
template <class At>
HWY_INLINE Points loadLanes(const At& at) {
  const D d;
  const hn::RepartitionToWide<DU> d64;
  V row[4];
  for (std::size_t j = 0; j < 4; ++j) {
    row[j] = hn::LoadDup128(d, at(j));
    for (std::size_t lane = 4; lane < hn::Lanes(d); lane += 4)
      row[j] = hn::IfThenElse(hn::FirstN(d, lane), row[j], hn::LoadDup128(d, at(lane + j)));
  }
  const auto xy01 = hn::BitCast(d64, hn::InterleaveLower(d, row[0], row[1]));
  const auto xy23 = hn::BitCast(d64, hn::InterleaveLower(d, row[2], row[3]));
  const auto zw01 = hn::BitCast(d64, hn::InterleaveUpper(d, row[0], row[1]));
  const auto zw23 = hn::BitCast(d64, hn::InterleaveUpper(d, row[2], row[3]));
  return {hn::BitCast(d, hn::InterleaveLower(d64, xy01, xy23)), hn::BitCast(d, hn::InterleaveUpper(d64, xy01, xy23)),
          hn::BitCast(d, hn::InterleaveLower(d64, zw01, zw23))};
}
#endif

/// Loads vertices by their indices.
template <typename I>
HWY_INLINE Points loadVertices(const Real* positions, const I* indices) {
  return loadLanes([=](std::size_t lane) HWY_ATTR { return positions + 4 * static_cast<std::size_t>(indices[lane]); });
}

#if HWY_TARGET <= HWY_AVX3_DL && !PLIANT_DOUBLE_PRECISION
/// Returns table[ranks[lane]] for a table of 64 numbers, of which the first `used` are valid.
class Ranks {
 public:
  HWY_INLINE explicit Ranks(__m128i ranks)
      : m_ranks(_mm512_cvtepu8_epi32(ranks)), m_upper(_mm512_test_epi32_mask(m_ranks, _mm512_set1_epi32(32))) {}
  HWY_INLINE V operator()(const Real* table, std::size_t used) const {
    const __m512 lower = _mm512_permutex2var_ps(_mm512_load_ps(table), m_ranks, _mm512_load_ps(table + 16));
    if (used <= 32) return V{lower};
    const __m512 upper = _mm512_permutex2var_ps(_mm512_load_ps(table + 32), m_ranks, _mm512_load_ps(table + 48));
    return V{_mm512_mask_mov_ps(lower, m_upper, upper)};
  }

 private:
  __m512i m_ranks;
  __mmask16 m_upper;
};
#endif

/// Table of bytes for up to kClusterVertices vertices, indexed by rank.
using D8 = hn::CappedTag<std::uint8_t, kClusterLanes>;
class RankBytes {
 public:
#if HWY_TARGET <= HWY_AVX3_DL
  struct Ranks {
    HWY_INLINE explicit Ranks(const std::uint8_t* from) : all(hn::LoadU(D8(), from)) {}
    hn::VFromD<D8> all;
  };
  HWY_INLINE explicit RankBytes(const std::uint8_t* table) : m_table(hn::Load(D8(), table)) {}
  HWY_INLINE hn::VFromD<D8> of(const Ranks& ranks) const {
    return hn::VFromD<D8>{_mm512_permutexvar_epi8(ranks.all.raw, m_table.raw)};
  }

 private:
  hn::VFromD<D8> m_table;
#elif HWY_TARGET == HWY_SCALAR
  struct Ranks {
    HWY_INLINE explicit Ranks(const std::uint8_t* from) : rank(*from) {}
    std::uint8_t rank;
  };
  HWY_INLINE explicit RankBytes(const std::uint8_t* table) : m_table(table) {}
  HWY_INLINE hn::VFromD<D8> of(const Ranks& ranks) const {
    return hn::Set(D8(), m_table[ranks.rank]);
  }

 private:
  const std::uint8_t* m_table;
#else
  static constexpr std::size_t kQuarters = kClusterVertices / 16;
  /// For each 16 entries of the table: the index within them, or a byte whose highest bit is set.
  struct Ranks {
    HWY_INLINE explicit Ranks(const std::uint8_t* from) {
      const D8 d8;
      const auto all = hn::LoadU(d8, from);
      for (std::size_t q = 0; q < kQuarters; ++q) {
        const auto from0 = hn::Xor(all, hn::Set(d8, static_cast<std::uint8_t>(16 * q)));
        quarter[q] = hn::And(hn::SaturatedAdd(from0, hn::Set(d8, std::uint8_t{0x70})), hn::Set(d8, std::uint8_t{0x8f}));
      }
    }
    hn::VFromD<D8> quarter[kQuarters];
  };
  HWY_INLINE explicit RankBytes(const std::uint8_t* table) {
    for (std::size_t q = 0; q < kQuarters; ++q) m_quarter[q] = hn::LoadDup128(D8(), table + 16 * q);
  }
  HWY_INLINE hn::VFromD<D8> of(const Ranks& ranks) const {
    auto all = hn::TableLookupBytesOr0(m_quarter[0], ranks.quarter[0]);
    for (std::size_t q = 1; q < kQuarters; ++q)
      all = hn::Or(all, hn::TableLookupBytesOr0(m_quarter[q], ranks.quarter[q]));
    return all;
  }

 private:
  hn::VFromD<D8> m_quarter[kQuarters];
#endif
};

/// better() returns the lane-wise minimum or maximum; reduce() returns that over the lanes of x, y and z each.
template <bool kLeast, class W>
HWY_INLINE W better(W a, W b) {
  return kLeast ? hn::Min(a, b) : hn::Max(a, b);
}
#if PLIANT_DOUBLE_PRECISION || HWY_TARGET == HWY_SCALAR
template <bool kLeast>
HWY_INLINE void reduce(const Points& p, Real* out) {
  const D d;
  const V axes[3] = {p.x, p.y, p.z};
  for (int a = 0; a < 3; ++a) out[a] = hn::GetLane(kLeast ? hn::MinOfLanes(d, axes[a]) : hn::MaxOfLanes(d, axes[a]));
}
#else
template <bool kLeast>
HWY_INLINE void reduce(const Points& p, Real* out) {
  const D d;
  const hn::RepartitionToWide<D> d64;
  const hn::CappedTag<Real, 4> d4;
  const auto xy =
      better<kLeast>(hn::InterleaveLower(d, p.x, p.y), hn::InterleaveUpper(d, p.x, p.y));  // each block: x y x y
  const auto zz = better<kLeast>(hn::InterleaveLower(d, p.z, p.z), hn::InterleaveUpper(d, p.z, p.z));
  const auto lower = hn::BitCast(d, hn::InterleaveLower(d64, hn::BitCast(d64, xy), hn::BitCast(d64, zz)));
  const auto upper = hn::BitCast(d, hn::InterleaveUpper(d64, hn::BitCast(d64, xy), hn::BitCast(d64, zz)));
  HWY_ALIGN Real blocks[kGroupLanes];
  hn::Store(better<kLeast>(lower, upper), d, blocks);
  auto best = hn::Load(d4, blocks);
  for (std::size_t lane = 4; lane < hn::Lanes(d); lane += 4) best = better<kLeast>(best, hn::Load(d4, blocks + lane));
  hn::Store(best, d4, out);
}
#endif

/// Converts toward 0; the numbers must be in the range of 32-bit integers.
template <class D32>
HWY_INLINE hn::VFromD<D32> toInteger(D32 d32, V number) {
#if PLIANT_DOUBLE_PRECISION
  return hn::DemoteTo(d32, number);
#elif HWY_TARGET <= HWY_AVX3
  // The portable conversion also handles numbers out of range, at the cost of four more instructions.
  static_cast<void>(d32);
  return hn::VFromD<D32>{_mm512_cvttps_epi32(number.raw)};
#else
  return hn::ConvertTo(d32, number);
#endif
}

/// Stores numbers from 0 to 255 as bytes, one per lane of D.
template <class W>
HWY_INLINE void storeBytes(W numbers, std::uint8_t* to) {
#if HWY_TARGET <= HWY_AVX3 && !PLIANT_DOUBLE_PRECISION
  _mm_storeu_si128(reinterpret_cast<__m128i*>(to), _mm512_cvtepi32_epi8(numbers.raw));
#else
  const hn::Rebind<std::uint8_t, D> d8;
  hn::StoreU(hn::DemoteTo(d8, numbers), d8, to);
#endif
}

/// Returns the lanes where smallest ≥ least and sum ≤ most.
HWY_INLINE hn::Mask<D> within(V smallest, V least, V sum, V most) {
#if HWY_TARGET <= HWY_AVX3 && !PLIANT_DOUBLE_PRECISION
  // Masked compares need no instructions that combine masks. Compilers do not generate them here.
  const __mmask16 mask = _mm512_cmp_ps_mask(smallest.raw, least.raw, _CMP_GE_OQ);
  return hn::Mask<D>{_mm512_mask_cmp_ps_mask(mask, sum.raw, most.raw, _CMP_LE_OQ)};
#else
  return hn::And(hn::Ge(smallest, least), hn::Le(sum, most));
#endif
}

HWY_INLINE hn::Mask<DU> andNotEqual(hn::Mask<DU> mask, VU a, VU b) {
#if HWY_TARGET <= HWY_AVX3 && !PLIANT_DOUBLE_PRECISION
  return hn::Mask<DU>{_mm512_mask_cmpneq_epi32_mask(mask.raw, a.raw, b.raw)};
#else
  return hn::AndNot(hn::Eq(a, b), mask);
#endif
}

/// Stores the lanes of a mask contiguously. store() writes up to a whole vector; the rest is arbitrary.
template <class DX>
class Compression {
 public:
  using M = hn::Mask<DX>;
#if HWY_TARGET <= HWY_AVX3
  HWY_INLINE explicit Compression(M mask) : m_mask(mask) {}
  HWY_INLINE std::size_t count() const {
    return hn::CountTrue(DX(), m_mask);
  }
  template <class W>
  HWY_INLINE void store(W lanes, hn::TFromV<W>* to) const {
    const hn::DFromV<W> d;
    hn::StoreU(hn::Compress(lanes, hn::RebindMask(d, m_mask)), d, to);
  }

 private:
  M m_mask;
#elif HWY_TARGET == HWY_AVX2 && !PLIANT_DOUBLE_PRECISION
  HWY_INLINE explicit Compression(M mask) : m_bits(maskBits(DX(), mask)), m_order(wordOrder(DX(), m_bits)) {}
  HWY_INLINE std::size_t count() const {
    return static_cast<std::size_t>(std::popcount(m_bits));
  }
  template <class W>
  HWY_INLINE void store(W lanes, hn::TFromV<W>* to) const {
    const hn::DFromV<W> d;
    hn::StoreU(inOrder(d, lanes, m_order), d, to);
  }

 private:
  std::uint64_t m_bits;
  __m256i m_order;
#else
  HWY_INLINE explicit Compression(M mask) : m_bits(maskBits(DX(), mask)) {}
  HWY_INLINE std::size_t count() const {
    return static_cast<std::size_t>(std::popcount(m_bits));
  }
  template <class W>
  HWY_INLINE void store(W lanes, hn::TFromV<W>* to) const {
    HWY_ALIGN hn::TFromV<W> all[kGroupLanes];
    hn::Store(lanes, hn::DFromV<W>(), all);
    for (std::uint64_t rest = m_bits; rest; rest &= rest - 1) *to++ = all[std::countr_zero(rest)];
  }

 private:
  std::uint64_t m_bits;
#endif
};

/// Closed box for tests of one point per lane. insideOther() returns those of the first `count` lanes whose point is in
/// the box and whose home is not `self`.
struct BoxLanes {
  Points low, high;

  HWY_INLINE BoxLanes(const Real* least, const Real* most) : low(sameInAll(least)), high(sameInAll(most)) {}
  HWY_INLINE hn::Mask<D> insideOther(const Points& p, std::size_t count, VU home, VU self) const {
    const D d;
#if HWY_TARGET <= HWY_AVX3 && !PLIANT_DOUBLE_PRECISION
    // A coordinate is in an interval if clamping does not change it: one compare instead of two.
    __mmask16 mask = _mm512_mask_cmpneq_epi32_mask(hn::FirstN(d, count).raw, home.raw, self.raw);
    mask = _mm512_mask_cmpeq_ps_mask(mask, _mm512_min_ps(_mm512_max_ps(p.x.raw, low.x.raw), high.x.raw), p.x.raw);
    mask = _mm512_mask_cmpeq_ps_mask(mask, _mm512_min_ps(_mm512_max_ps(p.y.raw, low.y.raw), high.y.raw), p.y.raw);
    mask = _mm512_mask_cmpeq_ps_mask(mask, _mm512_min_ps(_mm512_max_ps(p.z.raw, low.z.raw), high.z.raw), p.z.raw);
    return hn::Mask<D>{mask};
#else
    const auto insideX = hn::And(hn::Ge(p.x, low.x), hn::Le(p.x, high.x));
    const auto insideY = hn::And(hn::Ge(p.y, low.y), hn::Le(p.y, high.y));
    const auto insideZ = hn::And(hn::Ge(p.z, low.z), hn::Le(p.z, high.z));
    const auto inside = hn::And(hn::And(insideX, insideY), hn::And(insideZ, hn::FirstN(d, count)));
    return hn::AndNot(hn::RebindMask(d, hn::Eq(home, self)), inside);
#endif
  }
};

/// Returns a vector of equal bytes; `bytes` holds the byte four times.
template <class D8>
HWY_INLINE hn::VFromD<D8> sameBytes(D8 d8, std::uint32_t bytes) {
#if HWY_TARGET == HWY_SCALAR
  return hn::Set(d8, static_cast<std::uint8_t>(bytes));
#else
  return hn::BitCast(d8, hn::Set(hn::Repartition<std::uint32_t, D8>(), bytes));
#endif
}

}  // namespace pliant::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
