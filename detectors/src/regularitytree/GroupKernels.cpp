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
constexpr std::size_t kAhead = 4;
constexpr std::size_t kMostVertices = 3 * kMostOfGroup;

/// Normals are whole numbers of up to kUnit, axes 32768ths, so that products fit 16 bits. Of a normal's product with an
/// axis rounding leaves 4 in doubt (kDoubt, axes being about half a unit long), its whole components 0.5 each, products
/// 0.5 each: 5.9 at most.
constexpr float kUnit = 32700;
constexpr std::int16_t kSure = 8;
/// Added to a number of up to 2^22 it leaves a whole one in the last bits.
constexpr float kRounder = 0x1.8p23f;

// With enough lanes, two vectors hold a coordinate of all vertices of a group.
#if HWY_TARGET == HWY_AVX3 || HWY_TARGET == HWY_AVX3_DL
#define PLIANT_TABLES 1
#else
#define PLIANT_TABLES 0
#endif

struct Points {
  hn::Vec<F> x, y, z;
};

/// A group's vertices in rows, to be looked up by faces; scaled by a power of two, which rounds nothing but what is too
/// small to matter (kSmallest).
class Vertices {
 public:
  /// Turns runs of 16 vertices, by blocks of four floats, so that vertex i of a run is at groupPlace(i).
  HWY_INLINE void Load(const float* fetched, std::size_t count, float scale) {
#if HWY_TARGET == HWY_SCALAR
    for (std::size_t i = 0; i < count; ++i) {
      m_x[groupPlace(i)] = fetched[4 * i] * scale;
      m_y[groupPlace(i)] = fetched[4 * i + 1] * scale;
      m_z[groupPlace(i)] = fetched[4 * i + 2] * scale;
    }
#else
#if PLIANT_TABLES
    m_short = count <= 32;
    if (m_short) {
      m_low = Turned(fetched, scale);
      m_high = Turned(fetched + 64, scale);
      return;
    }
#endif
    const F d;
    const std::size_t lanes = hn::Lanes(d);
    for (std::size_t run = 0; run < count; run += 16) {
      for (std::size_t i = 0; i < 16; i += lanes) {
        const Points p = Turned(fetched + 4 * run + i, scale);
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
  static HWY_INLINE Points Turned(const float* fetched, float scale) {
    const F d;
    const auto factor = hn::Set(d, scale);
    const hn::Repartition<std::uint64_t, F> twos;
    const auto a = hn::LoadU(d, fetched), b = hn::LoadU(d, fetched + 16), c = hn::LoadU(d, fetched + 32),
               e = hn::LoadU(d, fetched + 48);
    const auto xyAB = hn::BitCast(twos, hn::InterleaveLower(d, a, b));
    const auto xyCE = hn::BitCast(twos, hn::InterleaveLower(d, c, e));
    const auto zAB = hn::BitCast(twos, hn::InterleaveUpper(d, a, b));
    const auto zCE = hn::BitCast(twos, hn::InterleaveUpper(d, c, e));
    return {hn::Mul(hn::BitCast(d, hn::InterleaveLower(twos, xyAB, xyCE)), factor),
            hn::Mul(hn::BitCast(d, hn::InterleaveUpper(twos, xyAB, xyCE)), factor),
            hn::Mul(hn::BitCast(d, hn::InterleaveLower(twos, zAB, zCE)), factor)};
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

using I = hn::CappedTag<std::int16_t, kMostOfGroup>;

/// Normals of a group's faces, the longest component of each about kUnit.
struct Normals {
  HWY_ALIGN std::int16_t x[kMostOfGroup] = {}, y[kMostOfGroup] = {}, z[kMostOfGroup] = {};
};

/// Axes in 32768ths, their coordinates divided by 1024, each repeated as often as a vector has lanes.
struct FixedAxes {
  HWY_ALIGN std::int16_t part[3 * 32 * kMostOfGroup];
  explicit FixedAxes(const MaskAxes& axes) {
    const I d;
    for (unsigned i = 0; i < axes.count; ++i) {
      const float coordinates[3] = {axes.x[i], axes.y[i], axes.z[i]};
      for (std::size_t k = 0; k < 3; ++k)
        hn::Store(hn::Set(d, static_cast<std::int16_t>(32 * coordinates[k])), d, part + (3 * i + k) * kMostOfGroup);
    }
  }
};

/// False if rounding leaves little of the normal of one of the first `count` faces.
HWY_INLINE bool AddNormals(const Points& a, const Points& b, const Points& c, std::size_t count, std::size_t place,
                           Normals& normals) {
  const F d;
  const hn::Rebind<std::int16_t, F> half;
  const hn::RebindToSigned<F> i;
  const Product n = Cross(hn::Sub(b.x, a.x), hn::Sub(b.y, a.y), hn::Sub(b.z, a.z), hn::Sub(c.x, a.x), hn::Sub(c.y, a.y),
                          hn::Sub(c.z, a.z));
  const auto longest = hn::Max(hn::Abs(n.x), hn::Max(hn::Abs(n.y), hn::Abs(n.z)));
  const auto clear = hn::Gt(hn::Mul(longest, hn::Set(d, kDoubt * kLongestAxis)), Doubt(n.size));
  if (!hn::AllTrue(d, hn::Or(clear, hn::Not(hn::FirstN(d, count))))) return false;
  const auto unit = hn::Mul(Inverse(longest), hn::Set(d, kUnit));
  const auto store = [&](hn::Vec<F> part, std::int16_t* to) HWY_ATTR {
    const auto rounded = hn::BitCast(i, hn::Add(hn::Mul(part, unit), hn::Set(d, kRounder)));
    hn::StoreU(hn::DemoteTo(half, hn::Sub(rounded, hn::BitCast(i, hn::Set(d, kRounder)))), half, to + place);
  };
  store(n.x, normals.x);
  store(n.y, normals.y);
  store(n.z, normals.z);
  return true;
}

/// Which faces of a group look along an axis and against it, a bit each, by axis.
struct Looks {
  HWY_ALIGN std::uint32_t up[32] = {}, down[32] = {};
};

HWY_INLINE void SetBits(hn::Mask<I> mask, std::size_t first, std::uint32_t& bits) {
  if (hn::Lanes(I()) < 8) {
    std::uint8_t few[8] = {};
    hn::StoreMaskBits(I(), mask, few);
    bits = (first == 0 ? 0 : bits) | static_cast<std::uint32_t>(few[0]) << first;
  } else {
    hn::StoreMaskBits(I(), mask, reinterpret_cast<std::uint8_t*>(&bits) + first / 8);
  }
}

/// Of the first `count` normals, and what comes behind them in a vector.
HWY_INLINE void FindLooks(const Normals& normals, std::size_t count, const FixedAxes& axes, unsigned axisCount,
                          Looks& looks) {
  const I d;
  const auto sure = hn::Set(d, kSure), sureDown = hn::Set(d, static_cast<std::int16_t>(-kSure));
  for (std::size_t i = 0; i < count; i += hn::Lanes(d)) {
    const auto x = hn::Load(d, normals.x + i), y = hn::Load(d, normals.y + i), z = hn::Load(d, normals.z + i);
    for (unsigned axis = 0; axis < axisCount; ++axis) {
      const std::int16_t* part = axes.part + 3 * kMostOfGroup * axis;
      const auto along = hn::Add(
          hn::Add(hn::MulFixedPoint15(x, hn::Load(d, part)), hn::MulFixedPoint15(y, hn::Load(d, part + kMostOfGroup))),
          hn::MulFixedPoint15(z, hn::Load(d, part + 2 * kMostOfGroup)));
      SetBits(hn::Gt(along, sure), i, looks.up[axis]);
      SetBits(hn::Lt(along, sureDown), i, looks.down[axis]);
    }
  }
}

/// Directions in which all of the first `count` faces look.
HWY_INLINE std::uint64_t Common(const Looks& looks, std::size_t count, unsigned axisCount) {
  const U u;
  const auto all = hn::Set(u, count < 32 ? (std::uint32_t{1} << count) - 1 : ~std::uint32_t{0});
  const auto common = [&](const std::uint32_t* bits) HWY_ATTR {
    std::uint64_t mask = 0;
    hn::StoreMaskBits(u, hn::Eq(hn::And(hn::Load(u, bits), all), all), reinterpret_cast<std::uint8_t*>(&mask));
    return mask;
  };
  std::uint64_t mask = 0;
  for (unsigned axis = 0; axis < axisCount; axis += static_cast<unsigned>(hn::Lanes(u)))
    mask |= common(looks.up + axis) << axis | common(looks.down + axis) << (axis + 32);
  const std::uint64_t asked = axisCount < 32 ? (std::uint64_t{1} << axisCount) - 1 : 0xffffffff;
  return mask & (asked | asked << 32);
}

std::size_t BoundAndMask(const float* positions, float scale, const LeafGroups& groups, const MaskAxes& axes,
                         std::size_t begin, std::size_t end, float* boxes, std::uint64_t* masks,
                         std::uint32_t* doubtful) {
  const std::size_t lanes = hn::Lanes(F());
  HWY_ALIGN float fetched[kAhead][4 * (kMostVertices + 32)] = {};
  Vertices vertices;
  Normals normals[kAhead];
  Looks looks[kAhead];
  bool clear[kAhead] = {};
  const FixedAxes fixedAxes(axes);
  std::size_t doubts = 0;
  for (std::size_t block = begin; block < end; block += kAhead) {
    const std::size_t count = end - block < kAhead ? end - block : kAhead;
    const auto* firstVertex = groups.firstVertex + block;
    const auto* firstLeaf = groups.firstLeaf + block;
    const auto* node = groups.node + block;
    for (std::size_t g = 0; g < count; ++g)
      Fetch(positions, groups.vertices + firstVertex[g], firstVertex[g + 1] - firstVertex[g], fetched[g],
            boxes + 8 * std::size_t{node[g]});
    for (std::size_t g = 0; g < count; ++g) {
      vertices.Load(fetched[g], firstVertex[g + 1] - firstVertex[g], scale);
      const std::size_t size = firstLeaf[g + 1] - firstLeaf[g];
      clear[g] = true;
      for (std::size_t i = 0; clear[g] && i < size; i += lanes) {
        const std::size_t leaf = firstLeaf[g] + i;
        clear[g] = AddNormals(vertices.At(groups.corner[0] + leaf), vertices.At(groups.corner[1] + leaf),
                              vertices.At(groups.corner[2] + leaf), size - i, i, normals[g]);
      }
    }
    for (std::size_t g = 0; g < count; ++g)
      FindLooks(normals[g], firstLeaf[g + 1] - firstLeaf[g], fixedAxes, axes.count, looks[g]);
    for (std::size_t g = 0; g < count; ++g) {
      masks[node[g]] = clear[g] ? Common(looks[g], firstLeaf[g + 1] - firstLeaf[g], axes.count) : 0;
      if (!clear[g]) doubtful[doubts++] = static_cast<std::uint32_t>(block + g);
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
