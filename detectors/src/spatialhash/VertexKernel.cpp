#include "spatialhash/VertexKernel.h"

#include <bit>

#include "core/vectorTargets.h"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "spatialhash/VertexKernel.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "spatialhash/ClusterLanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace pliant::detail::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// Blocks and mixed hashes of a chunk.
struct Located {
  static constexpr std::size_t kRoom = kLocateChunk + kEntryPadding;
  // Entry kEntryPadding − 1 is compared with the block of the first vertex; entries before it are unused.
  HWY_ALIGN std::int32_t i[kEntryPadding + kRoom], j[kEntryPadding + kRoom], k[kEntryPadding + kRoom];
  HWY_ALIGN std::uint32_t mixed[kRoom];
};

HWY_INLINE void locate(const CellGrid& grid, const CellHash& hash, const Real* positions, const LaneId* order,
                       std::size_t count, Real* x, Real* y, Real* z, Located& out) {
  const D d;
  const hn::Rebind<std::int32_t, D> d32;
  const hn::RebindToUnsigned<decltype(d32)> du32;
  const auto perLength = hn::Set(d, grid.perLength);
  const auto limit = hn::Set(d, Real(CellGrid::kLimit));
  const auto block = [&](V coordinate) HWY_ATTR {
    const auto scaled = hn::Max(hn::Min(hn::Mul(coordinate, perLength), limit), hn::Neg(limit));
    return hn::ShiftRightSame(toInteger(d32, hn::Floor(scaled)), static_cast<int>(grid.shift));
  };
  for (std::size_t p = 0; p < count; p += hn::Lanes(d)) {
    const Points point = loadVertices(positions, order + p);
    hn::StoreU(point.x, d, x + p);
    hn::StoreU(point.y, d, y + p);
    hn::StoreU(point.z, d, z + p);
    const auto a = block(point.x), b = block(point.y), c = block(point.z);
    hn::StoreU(a, d32, out.i + kEntryPadding + p);
    hn::StoreU(b, d32, out.j + kEntryPadding + p);
    hn::StoreU(c, d32, out.k + kEntryPadding + p);
    const auto ua = hn::BitCast(du32, a), ub = hn::BitCast(du32, b), uc = hn::BitCast(du32, c);
    auto h = ua;
    if (hash.kind == CellHash::Kind::Rotating) {
      h = hn::Xor(hn::Xor(hn::RotateRight<22>(ua), hn::RotateRight<27>(ub)), uc);
    } else {
      const auto ta = hn::Mul(ua, hn::Set(du32, CellHash::kPrimes[0]));
      const auto tb = hn::Mul(ub, hn::Set(du32, CellHash::kPrimes[1]));
      const auto tc = hn::Mul(uc, hn::Set(du32, CellHash::kPrimes[2]));
      h = hash.kind == CellHash::Kind::Xor ? hn::Xor(hn::Xor(ta, tb), tc) : hn::Add(hn::Add(ta, tb), tc);
    }
    hn::StoreU(h, du32, out.mixed + p);
  }
}

std::size_t locateRuns(const CellGrid& grid, const CellHash& hash, const Real* positions, const LaneId* order,
                       std::size_t count, Real* x, Real* y, Real* z, VertexRun* runs) {
  const hn::Rebind<std::int32_t, D> d32;
  const std::size_t lanes = hn::Lanes(d32);
  Located located;
  locate(grid, hash, positions, order, count, x, y, z, located);
  const std::int32_t *i = located.i + kEntryPadding, *j = located.j + kEntryPadding, *k = located.k + kEntryPadding;
  located.i[kEntryPadding - 1] = ~i[0];
  located.j[kEntryPadding - 1] = located.k[kEntryPadding - 1] = 0;
  std::size_t found = 0;
  for (std::size_t p = 0; p < count; p += lanes) {
    const auto changeI = hn::Xor(hn::LoadU(d32, i + p), hn::LoadU(d32, i + p - 1));
    const auto changeJ = hn::Xor(hn::LoadU(d32, j + p), hn::LoadU(d32, j + p - 1));
    const auto changeK = hn::Xor(hn::LoadU(d32, k + p), hn::LoadU(d32, k + p - 1));
    const auto change = hn::Or(hn::Or(changeI, changeJ), changeK);
    for (std::uint64_t starts = maskBits(d32, hn::Ne(change, hn::Zero(d32))); starts; starts &= starts - 1) {
      const std::size_t at = p + static_cast<std::size_t>(std::countr_zero(starts));
      if (at >= count) break;
      runs[found++] = {hash.bucketOf(located.mixed[at]), i[at], j[at], k[at], static_cast<Index>(at), 0, 0, 0};
    }
  }
  for (std::size_t r = 0; r + 1 < found; ++r) runs[r].count = runs[r + 1].begin - runs[r].begin;
  runs[found - 1].count = static_cast<Index>(count) - runs[found - 1].begin;
  return found;
}

/// Writes no lane beyond the span, because the next entries may belong to another thread.
template <class DX, typename T>
HWY_INLINE void copySpan(DX d, const T* from, T* to, std::size_t count) {
  const std::size_t lanes = hn::Lanes(d);
  for (; count >= lanes; from += lanes, to += lanes, count -= lanes) hn::StoreU(hn::LoadU(d, from), d, to);
#if HWY_TARGET <= HWY_AVX2
  hn::BlendedStore(hn::LoadU(d, from), hn::FirstN(d, count), d, to);
#else
  for (; count > 0; --count) *to++ = *from++;
#endif
}

void copyRuns(const VertexRun* runs, std::size_t count, const Entries& from, const EntryArrays& to) {
  const D d;
  const DU du;
  for (const VertexRun* run = runs; run != runs + count; ++run) {
    copySpan(d, from.x + run->begin, to.x + run->to, run->count);
    copySpan(d, from.y + run->begin, to.y + run->to, run->count);
    copySpan(d, from.z + run->begin, to.z + run->to, run->count);
    copySpan(du, from.vertex + run->begin, to.vertex + run->to, run->count);
    copySpan(du, from.home + run->begin, to.home + run->to, run->count);
  }
}

}  // namespace pliant::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace pliant::detail {

HWY_EXPORT(locateRuns);
HWY_EXPORT(copyRuns);

std::size_t locateRuns(const CellGrid& grid, const CellHash& hash, const Real* positions, const LaneId* order,
                       std::size_t count, Real* x, Real* y, Real* z, VertexRun* runs) {
  return HWY_DYNAMIC_DISPATCH(locateRuns)(grid, hash, positions, order, count, x, y, z, runs);
}

void copyRuns(const VertexRun* runs, std::size_t count, const Entries& from, const EntryArrays& to) {
  HWY_DYNAMIC_DISPATCH(copyRuns)(runs, count, from, to);
}

}  // namespace pliant::detail
#endif
