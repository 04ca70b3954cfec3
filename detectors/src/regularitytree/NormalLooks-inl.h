// In which of some directions the faces of a group look; compiled once for each instruction set.
#if defined(PLIANT_NORMAL_LOOKS_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef PLIANT_NORMAL_LOOKS_INL_H
#undef PLIANT_NORMAL_LOOKS_INL_H
#else
#define PLIANT_NORMAL_LOOKS_INL_H
#endif

#include <hwy/highway.h>

#include "regularitytree/GroupKernels.h"

HWY_BEFORE_NAMESPACE();
namespace pliant::detail {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// Normals are whole numbers of up to kUnit, axes 32768ths, so that products fit 16 bits. Of a normal's product with an
/// axis rounding leaves 4 in doubt (kDoubt, axes being about half a unit long), its whole components 0.5 each, products
/// 0.5 each: 5.9 at most.
constexpr float kUnit = 32700;
constexpr std::int16_t kSure = 8;

/// Normals of a group's faces, the longest component of each about kUnit.
struct Normals {
  HWY_ALIGN std::int16_t x[kMostOfGroup] = {}, y[kMostOfGroup] = {}, z[kMostOfGroup] = {};
};

/// How far a normal reaches along an axis; all vectors or the same number.
template <class V>
HWY_INLINE V AlongAxis(V x, V y, V z, V axisX, V axisY, V axisZ) {
  return hn::Add(hn::Add(hn::MulFixedPoint15(x, axisX), hn::MulFixedPoint15(y, axisY)), hn::MulFixedPoint15(z, axisZ));
}

#if HWY_TARGET == HWY_AVX3 || HWY_TARGET == HWY_AVX3_DL
// A vector holds all faces of a group.

using I = hn::CappedTag<std::int16_t, kMostOfGroup>;

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

class Looks {
 public:
  /// Of the first `count` normals, and what comes behind them.
  HWY_INLINE void Find(const Normals& normals, std::size_t, const FixedAxes& axes, unsigned axisCount) {
    const I d;
    const auto sure = hn::Set(d, kSure), sureDown = hn::Set(d, static_cast<std::int16_t>(-kSure));
    const auto x = hn::Load(d, normals.x), y = hn::Load(d, normals.y), z = hn::Load(d, normals.z);
    for (unsigned axis = 0; axis < axisCount; ++axis) {
      const std::int16_t* part = axes.part + 3 * kMostOfGroup * axis;
      const auto along =
          AlongAxis(x, y, z, hn::Load(d, part), hn::Load(d, part + kMostOfGroup), hn::Load(d, part + 2 * kMostOfGroup));
      hn::StoreMaskBits(d, hn::Gt(along, sure), reinterpret_cast<std::uint8_t*>(m_up + axis));
      hn::StoreMaskBits(d, hn::Lt(along, sureDown), reinterpret_cast<std::uint8_t*>(m_down + axis));
    }
  }

  /// Directions in which all of the first `count` faces look.
  HWY_INLINE std::uint64_t Common(std::size_t count, unsigned axisCount) const {
    const hn::CappedTag<std::uint32_t, 16> u;
    const auto all = hn::Set(u, count < 32 ? (std::uint32_t{1} << count) - 1 : ~std::uint32_t{0});
    const auto common = [&](const std::uint32_t* bits) HWY_ATTR {
      std::uint64_t mask = 0;
      hn::StoreMaskBits(u, hn::Eq(hn::And(hn::Load(u, bits), all), all), reinterpret_cast<std::uint8_t*>(&mask));
      return mask;
    };
    std::uint64_t mask = 0;
    for (unsigned axis = 0; axis < axisCount; axis += static_cast<unsigned>(hn::Lanes(u)))
      mask |= common(m_up + axis) << axis | common(m_down + axis) << (axis + 32);
    const std::uint64_t asked = axisCount < 32 ? (std::uint64_t{1} << axisCount) - 1 : 0xffffffff;
    return mask & (asked | asked << 32);
  }

 private:
  HWY_ALIGN std::uint32_t m_up[32] = {}, m_down[32] = {};  // a bit for each face, by axis
};

#else
// Lanes are axes, and faces come one after the other.

using I = hn::CappedTag<std::int16_t, 16>;

/// Axes in 32768ths, their coordinates divided by 1024.
struct FixedAxes {
  HWY_ALIGN std::int16_t x[32] = {}, y[32] = {}, z[32] = {};
  explicit FixedAxes(const MaskAxes& axes) {
    for (unsigned i = 0; i < axes.count; ++i) {
      x[i] = static_cast<std::int16_t>(32 * axes.x[i]);
      y[i] = static_cast<std::int16_t>(32 * axes.y[i]);
      z[i] = static_cast<std::int16_t>(32 * axes.z[i]);
    }
  }
};

class Looks {
 public:
  /// Of the first `count` normals, at least one.
  HWY_INLINE void Find(const Normals& normals, std::size_t count, const FixedAxes& axes, unsigned axisCount) {
    const I d;
    m_common = 0;
    for (unsigned axis = 0; axis < axisCount; axis += static_cast<unsigned>(hn::Lanes(d))) {
      const auto axisX = hn::Load(d, axes.x + axis), axisY = hn::Load(d, axes.y + axis),
                 axisZ = hn::Load(d, axes.z + axis);
      auto least = hn::Set(d, 32767), most = hn::Set(d, -32767);
      for (std::size_t i = 0; i < count; ++i) {
        const auto along = AlongAxis(hn::Set(d, normals.x[i]), hn::Set(d, normals.y[i]), hn::Set(d, normals.z[i]),
                                     axisX, axisY, axisZ);
        least = hn::Min(least, along);
        most = hn::Max(most, along);
      }
      // Behind the last axis there are zeros, along which nothing looks.
      m_common |= Bits(hn::Gt(least, hn::Set(d, kSure))) << axis;
      m_common |= Bits(hn::Lt(most, hn::Set(d, static_cast<std::int16_t>(-kSure)))) << (axis + 32);
    }
  }

  /// Directions in which all of them look.
  HWY_INLINE std::uint64_t Common(std::size_t, unsigned) const { return m_common; }

 private:
  static HWY_INLINE std::uint64_t Bits(hn::Mask<I> mask) {
    std::uint8_t bits[8] = {};
    hn::StoreMaskBits(I(), mask, bits);
    return bits[0] | std::uint64_t{bits[1]} << 8;
  }

  std::uint64_t m_common = 0;
};

#endif

}  // namespace HWY_NAMESPACE
}  // namespace pliant::detail
HWY_AFTER_NAMESPACE();

#endif
