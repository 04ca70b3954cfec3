// Vectors of one lane a tetrahedron, for the kernel over clusters; compiled once for each instruction set.
#if defined(PLIANT_CLUSTER_LANES_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef PLIANT_CLUSTER_LANES_INL_H
#undef PLIANT_CLUSTER_LANES_INL_H
#else
#define PLIANT_CLUSTER_LANES_INL_H
#endif

#include <hwy/highway.h>

#include "spatialhash/ClusterKernel.h"

HWY_BEFORE_NAMESPACE();
namespace pliant::detail::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using D = hn::CappedTag<Real, kGroupLanes>;
using DU = hn::RebindToUnsigned<D>;
using DI = hn::RebindToSigned<D>;
using V = hn::VFromD<D>;
using VU = hn::VFromD<DU>;

/// One corner of as many tetrahedra as there are lanes.
struct Corner {
  V x, y, z;
  VU vertex;
};

#if PLIANT_DOUBLE_PRECISION || HWY_TARGET == HWY_SCALAR
/// Four scalars from where at(lane) tells, the last one an index by bits.
template <class At>
HWY_INLINE Corner loadLanes(const At& at) {
  const D d;
  const DU du;
  HWY_ALIGN Real x[kGroupLanes], y[kGroupLanes], z[kGroupLanes];
  HWY_ALIGN LaneId vertex[kGroupLanes];
  for (std::size_t lane = 0; lane < hn::Lanes(d); ++lane) {
    const Real* p = at(lane);
    x[lane] = p[0];
    y[lane] = p[1];
    z[lane] = p[2];
    vertex[lane] = std::bit_cast<LaneId>(p[3]);
  }
  return {hn::Load(d, x), hn::Load(d, y), hn::Load(d, z), hn::Load(du, vertex)};
}
#else
/// Four scalars from where at(lane) tells, the last one an index by bits. Row j gets the vertices of lanes j, j + 4,
/// ... in its blocks of four; then each four blocks are transposed.
template <class At>
HWY_INLINE Corner loadLanes(const At& at) {
  const D d;
  const DU du;
  const hn::RepartitionToWide<DU> d64;
  V row[4];
  for (std::size_t j = 0; j < 4; ++j) {
    row[j] = hn::LoadDup128(d, at(j));
    for (std::size_t lane = 4; lane < hn::Lanes(d); lane += 4) {
      row[j] = hn::IfThenElse(hn::FirstN(d, lane), row[j], hn::LoadDup128(d, at(lane + j)));
    }
  }
  const auto xy01 = hn::BitCast(d64, hn::InterleaveLower(d, row[0], row[1]));
  const auto xy23 = hn::BitCast(d64, hn::InterleaveLower(d, row[2], row[3]));
  const auto zw01 = hn::BitCast(d64, hn::InterleaveUpper(d, row[0], row[1]));
  const auto zw23 = hn::BitCast(d64, hn::InterleaveUpper(d, row[2], row[3]));
  return {hn::BitCast(d, hn::InterleaveLower(d64, xy01, xy23)), hn::BitCast(d, hn::InterleaveUpper(d64, xy01, xy23)),
          hn::BitCast(d, hn::InterleaveLower(d64, zw01, zw23)), hn::BitCast(du, hn::InterleaveUpper(d64, zw01, zw23))};
}
#endif

/// Corners by their ranks times four.
HWY_INLINE Corner loadCorner(const Real* packed, const std::uint16_t* ranks) {
  return loadLanes([=](std::size_t lane) HWY_ATTR { return packed + ranks[lane]; });
}

/// Vertices by their indices.
HWY_INLINE Corner loadVertices(const Real* positions, const LaneId* indices) {
  return loadLanes([=](std::size_t lane) HWY_ATTR { return positions + 4 * static_cast<std::size_t>(indices[lane]); });
}

/// Least or greatest over the lanes of x, y and z.
template <bool kLeast, class W>
HWY_INLINE W better(W a, W b) {
  return kLeast ? hn::Min(a, b) : hn::Max(a, b);
}
#if PLIANT_DOUBLE_PRECISION || HWY_TARGET == HWY_SCALAR
template <bool kLeast>
HWY_INLINE void reduce(V x, V y, V z, Real* out) {
  const D d;
  out[0] = hn::GetLane(kLeast ? hn::MinOfLanes(d, x) : hn::MaxOfLanes(d, x));
  out[1] = hn::GetLane(kLeast ? hn::MinOfLanes(d, y) : hn::MaxOfLanes(d, y));
  out[2] = hn::GetLane(kLeast ? hn::MinOfLanes(d, z) : hn::MaxOfLanes(d, z));
}
#else
template <bool kLeast>
HWY_INLINE void reduce(V x, V y, V z, Real* out) {
  const D d;
  const hn::RepartitionToWide<D> d64;
  const hn::CappedTag<Real, 4> d4;
  const auto xy = better<kLeast>(hn::InterleaveLower(d, x, y), hn::InterleaveUpper(d, x, y));  // x y x y in each block
  const auto zz = better<kLeast>(hn::InterleaveLower(d, z, z), hn::InterleaveUpper(d, z, z));
  const auto lower = hn::BitCast(d, hn::InterleaveLower(d64, hn::BitCast(d64, xy), hn::BitCast(d64, zz)));
  const auto upper = hn::BitCast(d, hn::InterleaveUpper(d64, hn::BitCast(d64, xy), hn::BitCast(d64, zz)));
  HWY_ALIGN Real blocks[kGroupLanes];
  hn::Store(better<kLeast>(lower, upper), d, blocks);
  auto best = hn::Load(d4, blocks);
  for (std::size_t lane = 4; lane < hn::Lanes(d); lane += 4) best = better<kLeast>(best, hn::Load(d4, blocks + lane));
  hn::Store(best, d4, out);
}
#endif

#if PLIANT_DOUBLE_PRECISION
template <class D32, class W>
HWY_INLINE hn::VFromD<D32> toInteger(D32 d32, W whole) {
  return hn::DemoteTo(d32, whole);
}
#else
template <class D32, class W>
HWY_INLINE hn::VFromD<D32> toInteger(D32 d32, W whole) {
  return hn::ConvertTo(d32, whole);
}
#endif

/// Lanes where smallest ≥ least and sum ≤ most, but for the vertex's own tetrahedra.
HWY_INLINE hn::Mask<D> nearNotOwn(V smallest, V least, V sum, V most, VU id, VU c0, VU c1, VU c2, VU c3) {
#if HWY_TARGET <= HWY_AVX3 && !PLIANT_DOUBLE_PRECISION
  // Compares under a mask need no instructions that combine masks; the compiler does not find them by itself.
  __mmask16 mask = _mm512_cmp_ps_mask(smallest.raw, least.raw, _CMP_GE_OQ);
  mask = _mm512_mask_cmp_ps_mask(mask, sum.raw, most.raw, _CMP_LE_OQ);
  mask = _mm512_mask_cmpneq_epi32_mask(mask, id.raw, c0.raw);
  mask = _mm512_mask_cmpneq_epi32_mask(mask, id.raw, c1.raw);
  mask = _mm512_mask_cmpneq_epi32_mask(mask, id.raw, c2.raw);
  mask = _mm512_mask_cmpneq_epi32_mask(mask, id.raw, c3.raw);
  return hn::Mask<D>{mask};
#else
  const D d;
  const auto own = hn::Or(hn::Or(hn::Eq(id, c0), hn::Eq(id, c1)), hn::Or(hn::Eq(id, c2), hn::Eq(id, c3)));
  return hn::AndNot(hn::RebindMask(d, own), hn::And(hn::Ge(smallest, least), hn::Le(sum, most)));
#endif
}

/// The first `count` lanes where a point lies in the closed box.
struct BoxLanes {
  V lowX, lowY, lowZ, highX, highY, highZ;

  HWY_INLINE BoxLanes(const Real* low, const Real* high) {
    const D d;
    lowX = hn::Set(d, low[0]);
    lowY = hn::Set(d, low[1]);
    lowZ = hn::Set(d, low[2]);
    highX = hn::Set(d, high[0]);
    highY = hn::Set(d, high[1]);
    highZ = hn::Set(d, high[2]);
  }
  HWY_INLINE hn::Mask<D> inside(V x, V y, V z, std::size_t count) const {
    const D d;
#if HWY_TARGET <= HWY_AVX3 && !PLIANT_DOUBLE_PRECISION
    __mmask16 mask = _mm512_mask_cmp_ps_mask(hn::FirstN(d, count).raw, x.raw, lowX.raw, _CMP_GE_OQ);
    mask = _mm512_mask_cmp_ps_mask(mask, x.raw, highX.raw, _CMP_LE_OQ);
    mask = _mm512_mask_cmp_ps_mask(mask, y.raw, lowY.raw, _CMP_GE_OQ);
    mask = _mm512_mask_cmp_ps_mask(mask, y.raw, highY.raw, _CMP_LE_OQ);
    mask = _mm512_mask_cmp_ps_mask(mask, z.raw, lowZ.raw, _CMP_GE_OQ);
    mask = _mm512_mask_cmp_ps_mask(mask, z.raw, highZ.raw, _CMP_LE_OQ);
    return hn::Mask<D>{mask};
#else
    const auto insideX = hn::And(hn::Ge(x, lowX), hn::Le(x, highX));
    const auto insideY = hn::And(hn::Ge(y, lowY), hn::Le(y, highY));
    const auto insideZ = hn::And(hn::Ge(z, lowZ), hn::Le(z, highZ));
    return hn::And(hn::And(insideX, insideY), hn::And(insideZ, hn::FirstN(d, count)));
#endif
  }
};

/// A mask as bits, lane 0 first.
template <class DX>
HWY_INLINE std::uint64_t bitsOf(DX d, hn::Mask<DX> mask) {
#if HWY_TARGET <= HWY_AVX3
  static_cast<void>(d);
  return mask.raw;
#else
  std::uint8_t bytes[8] = {};
  hn::StoreMaskBits(d, mask, bytes);
  return static_cast<std::uint64_t>(bytes[0]) | (static_cast<std::uint64_t>(bytes[1]) << 8);
#endif
}

}  // namespace pliant::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
