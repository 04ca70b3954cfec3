// Edge vectors and normals of faces; compiled once for each instruction set.
#if defined(PLIANT_LEAF_VECTORS_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef PLIANT_LEAF_VECTORS_INL_H
#undef PLIANT_LEAF_VECTORS_INL_H
#else
#define PLIANT_LEAF_VECTORS_INL_H
#endif

#include <hwy/highway.h>

#include "core/LaneVectors-inl.h"
#include "regularitytree/PatchKernels.h"

HWY_BEFORE_NAMESPACE();
namespace pliant::detail {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using F = hn::CappedTag<float, 16>;
using U = hn::RebindToUnsigned<F>;

// Error bound of n · V as computed. Each coordinate of an edge vector is rounded once (in the double build twice), each
// product once, and then come five roundings of sums and products. Together these are at most 9 units of roundoff of
// the sum of the magnitudes of the six terms. That sum is itself rounded; 12 units cover this. kSmallest covers
// underflow.
constexpr float kRoundings = 12 * 5.9604644775390625e-8f;
constexpr float kSmallest = 1e-30f;

/// A face is degenerate if rounding errors may exceed this share of its normal.
constexpr float kDoubt = 1.0f / 4096;

/// Number of faces whose edge vectors are computed at once; a multiple of any number of lanes.
constexpr std::size_t kBlock = 64;

/// Computes the edge vectors of a face from corner 0, four floats each.
HWY_INLINE void EdgeVectors(const MaskInput& in, const Real* positions, std::size_t leaf, float* s, float* t) {
  const std::uint32_t* corner = in.corners + 3 * leaf;
  const Real *a = positions + 4 * std::size_t{corner[0]}, *b = positions + 4 * std::size_t{corner[1]},
             *c = positions + 4 * std::size_t{corner[2]};
#if PLIANT_DOUBLE_PRECISION || HWY_TARGET == HWY_SCALAR
  for (int k = 0; k < 4; ++k) {
    s[k] = static_cast<float>((b[k] - a[k]) * in.scale);
    t[k] = static_cast<float>((c[k] - a[k]) * in.scale);
  }
#else
  const hn::FixedTag<float, 4> d;
  const auto origin = hn::LoadU(d, a), scale = hn::Set(d, in.scale);
  hn::StoreU(hn::Mul(hn::Sub(hn::LoadU(d, b), origin), scale), d, s);
  hn::StoreU(hn::Mul(hn::Sub(hn::LoadU(d, c), origin), scale), d, t);
#endif
}

using Points = LaneVector<hn::Vec<F>>;

/// Vectors from the first corner of each face to the second (s) and to the third (t).
struct Edges {
  Points s, t;
};

/// Loads edge vectors that EdgeVectors() has computed, one face per lane.
HWY_INLINE Edges LoadEdges(const float* s, const float* t) {
  const F d;
  Points toSecond, toThird;
  hn::Vec<F> pad;
  hn::LoadInterleaved4(d, s, toSecond.x, toSecond.y, toSecond.z, pad);
  hn::LoadInterleaved4(d, t, toThird.x, toThird.y, toThird.z, pad);
  return {toSecond, toThird};
}

/// A cross product, and the sum of the magnitudes of its six terms.
struct Product : Points {
  hn::Vec<F> size;
  HWY_INLINE Product() {}
  HWY_INLINE Product(const Points& value, hn::Vec<F> size_) : Points(value), size(size_) {}
};

HWY_INLINE Product Cross(const Points& s, const Points& t) {
  // No fused multiply-add: masks must be the same with every instruction set.
  const auto yz = hn::Mul(s.y, t.z), zy = hn::Mul(s.z, t.y), zx = hn::Mul(s.z, t.x), xz = hn::Mul(s.x, t.z),
             xy = hn::Mul(s.x, t.y), yx = hn::Mul(s.y, t.x);
  return {{hn::Sub(yz, zy), hn::Sub(zx, xz), hn::Sub(xy, yx)},
          hn::Add(hn::Add(hn::Add(hn::Abs(yz), hn::Abs(zy)), hn::Add(hn::Abs(zx), hn::Abs(xz))),
                  hn::Add(hn::Abs(xy), hn::Abs(yx)))};
}

/// Returns an upper bound of the error of Along().
HWY_INLINE hn::Vec<F> Doubt(hn::Vec<F> size) {
  const F d;
  return hn::Add(hn::Mul(size, hn::Set(d, kRoundings * kLongestAxis)), hn::Set(d, kSmallest));
}

HWY_INLINE hn::Vec<F> Along(const Product& n, const MaskAxes& axes, unsigned axis) {
  const F d;
  return Dot<hn::Vec<F>>(n, {hn::Set(d, axes.x[axis]), hn::Set(d, axes.y[axis]), hn::Set(d, axes.z[axis])});
}

}  // namespace HWY_NAMESPACE
}  // namespace pliant::detail
HWY_AFTER_NAMESPACE();

#endif
