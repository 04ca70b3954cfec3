// Vertices of a group, stored for the lookup by its faces; compiled once for each instruction set.
#if defined(PLIANT_GROUP_VERTICES_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef PLIANT_GROUP_VERTICES_INL_H
#undef PLIANT_GROUP_VERTICES_INL_H
#else
#define PLIANT_GROUP_VERTICES_INL_H
#endif

#include <hwy/highway.h>

#include "regularitytree/GroupKernels.h"
#include "regularitytree/LeafVectors-inl.h"

HWY_BEFORE_NAMESPACE();
namespace pliant::detail {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

constexpr std::size_t kMostVertices = 3 * kMostOfGroup;

/// Corner positions of the faces from `leaf` on.
struct Corners {
  const std::uint8_t* at[3];
  HWY_INLINE Corners(const LeafPatchGroups& groups, std::size_t leaf) {
    for (std::size_t k = 0; k < 3; ++k) at[k] = groups.corner[k] + leaf;
  }
};

#if HWY_TARGET != HWY_SCALAR
using Point4 = hn::Vec<hn::FixedTag<float, 4>>;

/// Transposes four vectors whose blocks are points (x, y, z, 0) to x, y and z of all points. The points are ordered by
/// block first, then by vector.
HWY_INLINE Points Turned(hn::Vec<F> a, hn::Vec<F> b, hn::Vec<F> c, hn::Vec<F> e) {
  const F d;
  const hn::Repartition<std::uint64_t, F> twos;
  const auto xyAB = hn::BitCast(twos, hn::InterleaveLower(d, a, b)),
             xyCE = hn::BitCast(twos, hn::InterleaveLower(d, c, e));
  const auto zAB = hn::BitCast(twos, hn::InterleaveUpper(d, a, b)),
             zCE = hn::BitCast(twos, hn::InterleaveUpper(d, c, e));
  return {hn::BitCast(d, hn::InterleaveLower(twos, xyAB, xyCE)), hn::BitCast(d, hn::InterleaveUpper(twos, xyAB, xyCE)),
          hn::BitCast(d, hn::InterleaveLower(twos, zAB, zCE))};
}
#endif

#if HWY_TARGET == HWY_AVX3 || HWY_TARGET == HWY_AVX3_DL
// Two vectors hold one coordinate of up to 32 vertices. Corners are looked up by a permutation of both, in larger
// groups by a gather.

class Vertices {
 public:
  HWY_INLINE Vertices() {}
  /// Stores vertices run + i to run + i + 3 of a run of 16; i is a multiple of 4.
  HWY_INLINE void Put(std::size_t run, std::size_t i, Point4 p, Point4 q, Point4 r, Point4 s, Point4 scale) {
    const hn::FixedTag<float, 4> four;
    float* to = m_points + 4 * (run + i);
    hn::Store(hn::Mul(p, scale), four, to);
    hn::Store(hn::Mul(q, scale), four, to + 4);
    hn::Store(hn::Mul(r, scale), four, to + 8);
    hn::Store(hn::Mul(s, scale), four, to + 12);
  }
  /// Transposes the vertices. Call after all Put() calls, and some time later: a load of memory that was stored in
  /// parts stalls until the stores are complete.
  HWY_INLINE void Turn(std::size_t count) {
    m_short = count <= 32;
    if (m_short) {
      m_low = Run(0);
      m_high = Run(16);
      return;
    }
    const F d;
    for (std::size_t run = 0; run < count; run += 16) {
      const Points p = Run(run);
      hn::Store(p.x, d, m_x + run);
      hn::Store(p.y, d, m_y + run);
      hn::Store(p.z, d, m_z + run);
    }
  }

  HWY_INLINE Edges EdgesOf(const Corners& corners) const {
    const Points a = At(corners.at[0]), b = At(corners.at[1]), c = At(corners.at[2]);
    return {Sub(b, a), Sub(c, a)};
  }

 private:
  /// Vertices [first, first + 16), transposed: vertex i of a run is at groupPlace(i).
  HWY_INLINE Points Run(std::size_t first) const {
    const F d;
    const auto at = [&](std::size_t i) HWY_ATTR { return hn::Load(d, m_points + 4 * (first + i)); };
    return Turned(at(0), at(4), at(8), at(12));
  }
  HWY_INLINE Points At(const std::uint8_t* corner) const {
    const F d;
    const U u;
    const hn::Rebind<std::uint8_t, U> bytes;
    const auto index = hn::ShiftRight<1>(hn::PromoteTo(u, hn::LoadU(bytes, corner)));
    if (m_short)
      return {hn::Vec<F>{_mm512_permutex2var_ps(m_low.x.raw, index.raw, m_high.x.raw)},
              hn::Vec<F>{_mm512_permutex2var_ps(m_low.y.raw, index.raw, m_high.y.raw)},
              hn::Vec<F>{_mm512_permutex2var_ps(m_low.z.raw, index.raw, m_high.z.raw)}};
    const auto at = hn::BitCast(hn::RebindToSigned<F>(), index);
    return {hn::GatherIndex(d, m_x, at), hn::GatherIndex(d, m_y, at), hn::GatherIndex(d, m_z, at)};
  }

  HWY_ALIGN float m_points[4 * (kMostVertices + 32)] = {};
  HWY_ALIGN float m_x[128] = {}, m_y[128] = {}, m_z[128] = {};  // indexed by a byte / 2
  Points m_low, m_high;
  bool m_short = false;
};

#else
// Corners are read one by one as points of four floats, and the edge vectors are transposed: this takes a third of the
// time of a gather.

class Vertices {
 public:
#if HWY_TARGET == HWY_SCALAR
  HWY_INLINE void Put(std::size_t i, const float* point, float scale) {
    for (std::size_t k = 0; k < 4; ++k) m_points[4 * groupPlace(i) + k] = point[k] * scale;
  }
#else
  /// Stores vertices run + i to run + i + 3 of a run of 16; i is a multiple of 4.
  HWY_INLINE void Put(std::size_t run, std::size_t i, Point4 p, Point4 q, Point4 r, Point4 s, Point4 scale) {
    const hn::FixedTag<float, 4> four;
    float* to = m_points + 4 * run + i;
    hn::Store(hn::Mul(p, scale), four, to);
    hn::Store(hn::Mul(q, scale), four, to + 16);
    hn::Store(hn::Mul(r, scale), four, to + 32);
    hn::Store(hn::Mul(s, scale), four, to + 48);
  }
#endif
  HWY_INLINE void Turn(std::size_t) {}

  HWY_INLINE Edges EdgesOf(const Corners& corners) const {
#if HWY_MAX_BYTES == 16 || HWY_MAX_BYTES == 32
    hn::Vec<F> s[4], t[4];
    for (std::size_t k = 0; k < 4; ++k) {
      const auto from = Row(corners.at[0] + k);
      s[k] = hn::Sub(Row(corners.at[1] + k), from);
      t[k] = hn::Sub(Row(corners.at[2] + k), from);
    }
    return {Turned(s[0], s[1], s[2], s[3]), Turned(t[0], t[1], t[2], t[3])};
#else
    const F d;
    HWY_ALIGN float s[4 * hn::MaxLanes(F())], t[4 * hn::MaxLanes(F())];
    for (std::size_t i = 0; i < hn::Lanes(d); ++i)
      for (std::size_t k = 0; k < 4; ++k) {
        const float from = Point(corners.at[0][i])[k];
        s[4 * i + k] = Point(corners.at[1][i])[k] - from;
        t[4 * i + k] = Point(corners.at[2][i])[k] - from;
      }
    return LoadEdges(s, t);
#endif
  }

 private:
  HWY_INLINE const float* Point(std::uint8_t place) const {
    return m_points + 2 * std::size_t{place};
  }
#if HWY_MAX_BYTES == 16
  HWY_INLINE hn::Vec<F> Row(const std::uint8_t* corner) const {
    return hn::Load(F(), Point(corner[0]));
  }
#elif HWY_MAX_BYTES == 32
  /// Points of a face and of the fourth face after it.
  HWY_INLINE hn::Vec<F> Row(const std::uint8_t* corner) const {
    const hn::FixedTag<float, 4> four;
    return hn::Combine(F(), hn::Load(four, Point(corner[4])), hn::Load(four, Point(corner[0])));
  }
#endif

  HWY_ALIGN float m_points[2 * 256] = {};  // indexed by 2 · a byte
};

#endif

}  // namespace HWY_NAMESPACE
}  // namespace pliant::detail
HWY_AFTER_NAMESPACE();

#endif
