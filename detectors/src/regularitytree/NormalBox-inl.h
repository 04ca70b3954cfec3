// In which of some directions the faces of a group look; compiled once for each instruction set.
#if defined(PLIANT_NORMAL_BOX_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef PLIANT_NORMAL_BOX_INL_H
#undef PLIANT_NORMAL_BOX_INL_H
#else
#define PLIANT_NORMAL_BOX_INL_H
#endif

#include <hwy/highway.h>

#include "compress-inl.h"
#include "regularitytree/GroupVertices-inl.h"
#include "regularitytree/PartKernels.h"

HWY_BEFORE_NAMESPACE();
namespace pliant::detail {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// Along an axis rounding leaves kDoubt * kLongestAxis of a normal in doubt, and far less of what is made of it here.
constexpr float kSure = 2 * kDoubt * kLongestAxis;

/// A box around normals, the longest component of each nearly 1.
class NormalBox {
 public:
  HWY_INLINE NormalBox() {
    const auto far = hn::Set(F(), 2.0f);
    m_low = {far, far, far};
    m_high = {hn::Neg(far), hn::Neg(far), hn::Neg(far)};
  }

  HWY_INLINE void Add(const Points& normals) {
    m_low = {hn::Min(m_low.x, normals.x), hn::Min(m_low.y, normals.y), hn::Min(m_low.z, normals.z)};
    m_high = {hn::Max(m_high.x, normals.x), hn::Max(m_high.y, normals.y), hn::Max(m_high.z, normals.z)};
  }
  /// Those of some lanes.
  HWY_INLINE void Add(const Points& normals, hn::Mask<F> asked) {
    m_low = {hn::IfThenElse(asked, hn::Min(m_low.x, normals.x), m_low.x),
             hn::IfThenElse(asked, hn::Min(m_low.y, normals.y), m_low.y),
             hn::IfThenElse(asked, hn::Min(m_low.z, normals.z), m_low.z)};
    m_high = {hn::IfThenElse(asked, hn::Max(m_high.x, normals.x), m_high.x),
              hn::IfThenElse(asked, hn::Max(m_high.y, normals.y), m_high.y),
              hn::IfThenElse(asked, hn::Max(m_high.z, normals.z), m_high.z)};
  }

  /// Directions in which all that is in the box looks.
  HWY_INLINE std::uint64_t Looks(const MaskAxes& axes) const {
    const F d;
    const auto half = hn::Set(d, 0.5f), sure = hn::Set(d, kSure);
    const auto reduced = [&](hn::Vec<F> low, hn::Vec<F> high, hn::Vec<F>& middle, hn::Vec<F>& reach) HWY_ATTR {
      const auto least = hn::MinOfLanes(d, low), most = hn::MaxOfLanes(d, high);
      middle = hn::Mul(hn::Add(least, most), half);
      reach = hn::Mul(hn::Sub(most, least), half);
    };
    Points middle, reach;
    reduced(m_low.x, m_high.x, middle.x, reach.x);
    reduced(m_low.y, m_high.y, middle.y, reach.y);
    reduced(m_low.z, m_high.z, middle.z, reach.z);
    std::uint64_t looks = 0;
    for (unsigned axis = 0; axis < axes.count; axis += static_cast<unsigned>(hn::Lanes(d))) {
      const auto x = hn::LoadU(d, axes.x + axis), y = hn::LoadU(d, axes.y + axis), z = hn::LoadU(d, axes.z + axis);
      const auto along = hn::Add(hn::Add(hn::Mul(middle.x, x), hn::Mul(middle.y, y)), hn::Mul(middle.z, z));
      const auto aside = hn::Add(hn::Add(hn::Mul(reach.x, hn::Abs(x)), hn::Mul(reach.y, hn::Abs(y))),
                                 hn::Add(hn::Mul(reach.z, hn::Abs(z)), sure));
      // Behind the last axis there are zeros, along which nothing looks.
      looks |= maskBits(d, hn::Gt(along, aside)) << axis;
      looks |= maskBits(d, hn::Lt(along, hn::Neg(aside))) << (axis + 32);
    }
    return looks;
  }

 private:
  Points m_low, m_high;
};

}  // namespace HWY_NAMESPACE
}  // namespace pliant::detail
HWY_AFTER_NAMESPACE();

#endif
