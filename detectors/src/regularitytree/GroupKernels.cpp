// Sixteen bytes are served by SSE4; one target less to compile.
#define HWY_DISABLED_TARGETS (HWY_SSSE3)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "regularitytree/GroupKernels.cpp"
#include <hwy/foreach_target.h>
// After foreach_target.
#include <hwy/highway.h>

#include "regularitytree/GroupKernels.h"
#include "regularitytree/LeafVectors-inl.h"

HWY_BEFORE_NAMESPACE();
namespace pliant::detail {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// Groups whose vertices are fetched in one go: what was stored in parts can't be loaded as a whole at once.
constexpr std::size_t kAhead = 8;
constexpr std::size_t kMostVertices = 3 * kMostOfGroup;

/// Normals are made about 1 by their longest component (at most 1.01, times axes of kLongestAxis), of which rounding
/// leaves kDoubt in doubt; the rest is room for the rounding of sums.
constexpr float kSure = kDoubt * kLongestAxis * 1.05f;

// With enough lanes, two vectors hold a coordinate of all vertices of a group.
#if HWY_TARGET == HWY_AVX3 || HWY_TARGET == HWY_AVX3_DL
#define PLIANT_TABLES 1
#else
#define PLIANT_TABLES 0
#endif

struct Points {
  hn::Vec<F> x, y, z;
};

/// A group's vertices in rows, to be looked up by faces.
class Vertices {
 public:
  /// Turns runs of 16 vertices, by blocks of four floats, so that vertex i of a run is at groupPlace(i).
  HWY_INLINE void Load(const float* fetched, std::size_t count) {
#if HWY_TARGET == HWY_SCALAR
    for (std::size_t i = 0; i < count; ++i) {
      m_x[groupPlace(i)] = fetched[4 * i];
      m_y[groupPlace(i)] = fetched[4 * i + 1];
      m_z[groupPlace(i)] = fetched[4 * i + 2];
    }
#else
#if PLIANT_TABLES
    m_short = count <= 32;
    if (m_short) {
      m_low = Turned(fetched);
      m_high = Turned(fetched + 64);
      return;
    }
#endif
    const F d;
    const std::size_t lanes = hn::Lanes(d);
    for (std::size_t run = 0; run < count; run += 16) {
      for (std::size_t i = 0; i < 16; i += lanes) {
        const Points p = Turned(fetched + 4 * run + i);
        hn::Store(p.x, d, m_x + run + i);
        hn::Store(p.y, d, m_y + run + i);
        hn::Store(p.z, d, m_z + run + i);
      }
    }
#endif
  }

  HWY_INLINE Points At(const std::uint8_t* corner) const {
    const F d;
    const U u;
    const hn::Rebind<std::uint8_t, U> bytes;
    const auto index = hn::PromoteTo(u, hn::LoadU(bytes, corner));
#if PLIANT_TABLES
    if (m_short)
      return {hn::Vec<F>{_mm512_permutex2var_ps(m_low.x.raw, index.raw, m_high.x.raw)},
              hn::Vec<F>{_mm512_permutex2var_ps(m_low.y.raw, index.raw, m_high.y.raw)},
              hn::Vec<F>{_mm512_permutex2var_ps(m_low.z.raw, index.raw, m_high.z.raw)}};
#endif
    const auto at = hn::BitCast(hn::RebindToSigned<F>(), index);
    return {hn::GatherIndex(d, m_x, at), hn::GatherIndex(d, m_y, at), hn::GatherIndex(d, m_z, at)};
  }

 private:
#if HWY_TARGET != HWY_SCALAR
  /// Four floats each of vertices i, 4 + i, 8 + i, 12 + i, for as many i as have room.
  static HWY_INLINE Points Turned(const float* fetched) {
    const F d;
    const hn::Repartition<std::uint64_t, F> twos;
    const auto a = hn::LoadU(d, fetched), b = hn::LoadU(d, fetched + 16), c = hn::LoadU(d, fetched + 32),
               e = hn::LoadU(d, fetched + 48);
    const auto xyAB = hn::BitCast(twos, hn::InterleaveLower(d, a, b));
    const auto xyCE = hn::BitCast(twos, hn::InterleaveLower(d, c, e));
    const auto zAB = hn::BitCast(twos, hn::InterleaveUpper(d, a, b));
    const auto zCE = hn::BitCast(twos, hn::InterleaveUpper(d, c, e));
    return {hn::BitCast(d, hn::InterleaveLower(twos, xyAB, xyCE)),
            hn::BitCast(d, hn::InterleaveUpper(twos, xyAB, xyCE)), hn::BitCast(d, hn::InterleaveLower(twos, zAB, zCE))};
  }
#endif
#if PLIANT_TABLES
  Points m_low, m_high;
  bool m_short = false;
#endif
  HWY_ALIGN float m_x[256] = {}, m_y[256] = {}, m_z[256] = {};  // a byte says which
};

/// Copies a group's vertices, and makes their box.
HWY_INLINE void Fetch(const float* positions, const std::uint32_t* vertices, std::size_t count, float* fetched,
                      float* box) {
#if HWY_TARGET == HWY_SCALAR
  for (std::size_t k = 0; k < 8; ++k) box[k] = positions[4 * std::size_t{vertices[0]} + k % 4];
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t k = 0; k < 4; ++k) {
      const float x = positions[4 * std::size_t{vertices[i]} + k];
      fetched[4 * i + k] = x;
      box[k] = x < box[k] ? x : box[k];
      box[4 + k] = x > box[4 + k] ? x : box[4 + k];
    }
  }
#else
  const hn::FixedTag<float, 4> four;
  const auto at = [&](std::size_t i) HWY_ATTR { return hn::LoadU(four, positions + 4 * std::size_t{vertices[i]}); };
  // Two rows, so that one need not wait for the other.
  auto low = at(0), high = low, low2 = low, high2 = low;
  std::size_t i = 0;
  for (; i + 2 <= count; i += 2) {
    const auto p = at(i), q = at(i + 1);
    hn::StoreU(p, four, fetched + 4 * i);
    hn::StoreU(q, four, fetched + 4 * i + 4);
    low = hn::Min(low, p);
    high = hn::Max(high, p);
    low2 = hn::Min(low2, q);
    high2 = hn::Max(high2, q);
  }
  if (i < count) {
    const auto p = at(i);
    hn::StoreU(p, four, fetched + 4 * i);
    low = hn::Min(low, p);
    high = hn::Max(high, p);
  }
  hn::StoreU(hn::Min(low, low2), four, box);
  hn::StoreU(hn::Max(high, high2), four, box + 4);
#endif
}

/// One over a number that is not 0, nearly.
HWY_INLINE hn::Vec<F> Inverse(hn::Vec<F> x) {
  const F d;
  const U u;
  const auto guess = hn::BitCast(d, hn::Sub(hn::Set(u, 0x7ef311c7u), hn::BitCast(u, x)));
  return hn::Mul(guess, hn::Sub(hn::Set(d, 2.0f), hn::Mul(x, guess)));
}

/// The box around a group's normals once the longest component of each is about 1.
class Normals {
 public:
  HWY_INLINE void Begin() {
    const auto most = hn::Set(F(), 4.0f);
    m_low = {most, most, most};
    m_high = {hn::Neg(most), hn::Neg(most), hn::Neg(most)};
  }

  /// False if rounding leaves little of one.
  HWY_INLINE bool Add(const Points& a, const Points& b, const Points& c, std::size_t count, float scale) {
    const F d;
    const auto factor = hn::Set(d, scale);
    const auto edge = [&](hn::Vec<F> from, hn::Vec<F> to) HWY_ATTR { return hn::Mul(hn::Sub(to, from), factor); };
    const Product n =
        Cross(edge(a.x, b.x), edge(a.y, b.y), edge(a.z, b.z), edge(a.x, c.x), edge(a.y, c.y), edge(a.z, c.z));
    const auto longest = hn::Max(hn::Abs(n.x), hn::Max(hn::Abs(n.y), hn::Abs(n.z)));
    const auto doubt = Doubt(n.size);
    const auto used = hn::FirstN(d, count);
    const auto clear = hn::Gt(hn::Mul(longest, hn::Set(d, kDoubt * kLongestAxis)), doubt);
    if (!hn::AllTrue(d, hn::Or(clear, hn::Not(used)))) return false;
    const auto inverse = Inverse(longest);
    const auto add = [&](hn::Vec<F> x, hn::Vec<F>& low, hn::Vec<F>& high) HWY_ATTR {
      const auto part = hn::Mul(x, inverse);
      low = hn::Min(low, hn::IfThenElse(used, part, low));
      high = hn::Max(high, hn::IfThenElse(used, part, high));
    };
    add(n.x, m_low.x, m_high.x);
    add(n.y, m_low.y, m_high.y);
    add(n.z, m_low.z, m_high.z);
    return true;
  }

  /// Directions in which all that is in the box looks.
  HWY_INLINE std::uint64_t Directions(const MaskAxes& axes) const {
    const F d;
    const std::size_t lanes = hn::Lanes(d);
    const Points low{hn::MinOfLanes(d, m_low.x), hn::MinOfLanes(d, m_low.y), hn::MinOfLanes(d, m_low.z)};
    const Points high{hn::MaxOfLanes(d, m_high.x), hn::MaxOfLanes(d, m_high.y), hn::MaxOfLanes(d, m_high.z)};
    const auto zero = hn::Zero(d), sure = hn::Set(d, kSure);
    std::uint64_t mask = 0;
    for (std::size_t axis = 0; axis < axes.count; axis += lanes) {
      auto least = zero, most = zero;
      const auto add = [&](const float* part, hn::Vec<F> from, hn::Vec<F> to) HWY_ATTR {
        const auto x = hn::LoadU(d, part + axis), p = hn::Mul(x, from), q = hn::Mul(x, to);
        least = hn::Add(least, hn::Min(p, q));
        most = hn::Add(most, hn::Max(p, q));
      };
      add(axes.x, low.x, high.x);
      add(axes.y, low.y, high.y);
      add(axes.z, low.z, high.z);
      mask |= Bits(hn::Gt(least, sure)) << axis | Bits(hn::Lt(most, hn::Neg(sure))) << (axis + 32);
    }
    return mask;
  }

 private:
  static HWY_INLINE std::uint64_t Bits(hn::Mask<F> mask) {
    std::uint64_t bits = 0;
    hn::StoreMaskBits(F(), mask, reinterpret_cast<std::uint8_t*>(&bits));
    return bits;
  }

  Points m_low, m_high;
};

std::size_t BoundAndMask(const float* positions, float scale, const LeafGroups& groups, const MaskAxes& axes,
                         std::size_t begin, std::size_t end, float* boxes, std::uint64_t* masks,
                         std::uint32_t* doubtful) {
  const std::size_t lanes = hn::Lanes(F());
  HWY_ALIGN float fetched[kAhead][4 * (kMostVertices + 32)] = {};
  Vertices vertices;
  Normals normals;
  std::size_t doubts = 0;
  for (std::size_t block = begin; block < end; block += kAhead) {
    const std::size_t stop = end - block < kAhead ? end : block + kAhead;
    for (std::size_t g = block; g < stop; ++g) {
      const std::size_t first = groups.firstVertex[g];
      Fetch(positions, groups.vertices + first, groups.firstVertex[g + 1] - first, fetched[g - block],
            boxes + 8 * std::size_t{groups.node[g]});
    }
    for (std::size_t g = block; g < stop; ++g) {
      vertices.Load(fetched[g - block], groups.firstVertex[g + 1] - groups.firstVertex[g]);
      normals.Begin();
      bool clear = true;
      for (std::size_t leaf = groups.firstLeaf[g]; clear && leaf < groups.firstLeaf[g + 1]; leaf += lanes)
        clear = normals.Add(vertices.At(groups.corner[0] + leaf), vertices.At(groups.corner[1] + leaf),
                            vertices.At(groups.corner[2] + leaf), groups.firstLeaf[g + 1] - leaf, scale);
      masks[groups.node[g]] = clear ? normals.Directions(axes) : 0;
      if (!clear) doubtful[doubts++] = static_cast<std::uint32_t>(g);
    }
  }
  return doubts;
}

#undef PLIANT_TABLES

}  // namespace HWY_NAMESPACE
}  // namespace pliant::detail
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace pliant::detail {

HWY_EXPORT(BoundAndMask);

std::size_t boundAndMask(const float* positions, float scale, const LeafGroups& groups, const MaskAxes& axes,
                         std::size_t begin, std::size_t end, float* boxes, std::uint64_t* masks,
                         std::uint32_t* doubtful) {
  return HWY_DYNAMIC_DISPATCH(BoundAndMask)(positions, scale, groups, axes, begin, end, boxes, masks, doubtful);
}

}  // namespace pliant::detail
#endif
