// Normal mask of a group of faces; compiled once for each instruction set.
#if defined(PLIANT_GROUP_NORMALS_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef PLIANT_GROUP_NORMALS_INL_H
#undef PLIANT_GROUP_NORMALS_INL_H
#else
#define PLIANT_GROUP_NORMALS_INL_H
#endif

#include <hwy/highway.h>

#include "core/compress-inl.h"
#include "regularitytree/GroupVertices-inl.h"
#include "regularitytree/PatchKernels.h"

HWY_BEFORE_NAMESPACE();
namespace pliant::detail {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// A product with an axis beyond this has a certified sign. Rounding errors of a normal change it by at most kDoubt ·
/// kLongestAxis, and the rounding of later steps by far less.
constexpr float kCertified = 2 * kDoubt * kLongestAxis;

/// If a box reaches farther than this, as a share of its centre's length, its normals are tested one by one.
constexpr float kWide = 0.15f;

/// Normals of a group's faces, scaled so that the longest component of each is about 1.
struct Normals {
  HWY_ALIGN float x[kMostOfGroup + 16], y[kMostOfGroup + 16], z[kMostOfGroup + 16];

  /// Stores the normals of faces from `first` on, one per lane.
  HWY_INLINE void Put(std::size_t first, const Points& normals) {
    const F d;
    hn::StoreU(normals.x, d, x + first);
    hn::StoreU(normals.y, d, y + first);
    hn::StoreU(normals.z, d, z + first);
  }
};

/// Returns the directions, among those in `asked`, that have a positive product with the first `count` normals.
/// Directions nearly perpendicular to one of them are omitted.
HWY_INLINE std::uint64_t CommonDirections(const Normals& normals, std::size_t count, const MaskAxes& axes,
                                          std::uint64_t asked) {
  const F d;
  const auto certified = hn::Set(d, kCertified);
  std::uint64_t found = 0;
  for (unsigned i = 0; i < axes.count; i += static_cast<unsigned>(hn::Lanes(d))) {
    const std::uint64_t lanes = ((std::uint64_t{1} << hn::Lanes(d)) - 1) << i;
    if ((asked & (lanes | lanes << 32)) == 0) continue;
    const Points axis{hn::LoadU(d, axes.x + i), hn::LoadU(d, axes.y + i), hn::LoadU(d, axes.z + i)};
    // Start values that pass both comparisons.
    auto least = hn::Set(d, 4.0f), most = hn::Set(d, -4.0f);
    for (std::size_t f = 0; f < count; ++f) {
      const auto along = Dot({hn::Set(d, normals.x[f]), hn::Set(d, normals.y[f]), hn::Set(d, normals.z[f])}, axis);
      least = hn::Min(least, along);
      most = hn::Max(most, along);
    }
    found |= maskBits(d, hn::Gt(least, certified)) << i | maskBits(d, hn::Lt(most, hn::Neg(certified))) << (i + 32);
  }
  return found & asked;
}

/// Bounding box of normals.
class NormalBox {
 public:
  HWY_INLINE NormalBox() {
    const auto far = hn::Set(F(), 2.0f);
    m_low = {far, far, far};
    m_high = {hn::Neg(far), hn::Neg(far), hn::Neg(far)};
  }

  HWY_INLINE void Add(const Points& normals) {
    m_low = Min(m_low, normals);
    m_high = Max(m_high, normals);
  }
  /// Adds only the lanes in `asked`.
  HWY_INLINE void Add(const Points& normals, hn::Mask<F> asked) {
    const Points low = Min(m_low, normals), high = Max(m_high, normals);
    m_low = {hn::IfThenElse(asked, low.x, m_low.x), hn::IfThenElse(asked, low.y, m_low.y),
             hn::IfThenElse(asked, low.z, m_low.z)};
    m_high = {hn::IfThenElse(asked, high.x, m_high.x), hn::IfThenElse(asked, high.y, m_high.y),
              hn::IfThenElse(asked, high.z, m_high.z)};
  }

  /// Returns the directions that have a positive product with the first `count` normals, which this box bounds.
  /// Directions nearly perpendicular to one of them are omitted; in a small box, directions nearly perpendicular to any
  /// vector of the box.
  HWY_INLINE std::uint64_t Directions(const Normals& normals, std::size_t count, const MaskAxes& axes) const {
    const F d;
    const auto half = hn::Set(d, 0.5f), certified = hn::Set(d, kCertified);
    const auto center = [&](hn::Vec<F> low, hn::Vec<F> high, hn::Vec<F>& middle, hn::Vec<F>& reach) HWY_ATTR {
      const auto least = hn::MinOfLanes(d, low), most = hn::MaxOfLanes(d, high);
      middle = hn::Mul(hn::Add(least, most), half);
      reach = hn::Mul(hn::Sub(most, least), half);
    };
    Points middle, reach;
    center(m_low.x, m_high.x, middle.x, reach.x);
    center(m_low.y, m_high.y, middle.y, reach.y);
    center(m_low.z, m_high.z, middle.z, reach.z);
    // `all`: directions with a certified product for every vector of the box; `any`: for at least one.
    std::uint64_t all = 0, any = 0;
    for (unsigned i = 0; i < axes.count; i += static_cast<unsigned>(hn::Lanes(d))) {
      const Points axis{hn::LoadU(d, axes.x + i), hn::LoadU(d, axes.y + i), hn::LoadU(d, axes.z + i)};
      const auto along = Dot(middle, axis);
      const auto aside = Dot(reach, {hn::Abs(axis.x), hn::Abs(axis.y), hn::Abs(axis.z)});
      const auto least = hn::Sub(along, aside), most = hn::Add(along, aside);
      // Axes beyond the count are 0 and set no bit.
      all |= maskBits(d, hn::Gt(least, certified)) << i | maskBits(d, hn::Lt(most, hn::Neg(certified))) << (i + 32);
      any |= maskBits(d, hn::Gt(most, certified)) << i | maskBits(d, hn::Lt(least, hn::Neg(certified))) << (i + 32);
    }
    const bool isWide = hn::GetLane(Dot(reach, reach)) > kWide * kWide * hn::GetLane(Dot(middle, middle));
    const std::uint64_t left = any & ~all;
    return isWide && left != 0 ? all | CommonDirections(normals, count, axes, left) : all;
  }

 private:
  Points m_low, m_high;  // per lane
};

}  // namespace HWY_NAMESPACE
}  // namespace pliant::detail
HWY_AFTER_NAMESPACE();

#endif
