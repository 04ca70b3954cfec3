// 3D vectors with one vector in each SIMD lane; compiled once for each instruction set. Uses only operations that round
// the same on every machine, so no fused ones.
#if defined(PLIANT_LANE_VECTORS_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef PLIANT_LANE_VECTORS_INL_H
#undef PLIANT_LANE_VECTORS_INL_H
#else
#define PLIANT_LANE_VECTORS_INL_H
#endif

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace pliant::detail::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

template <typename V>
struct LaneVector {
  V x, y, z;
  // GCC does not compile implicit constructors for the instruction set of this namespace: for aarch64 that is an error.
  HWY_INLINE LaneVector() {}
  HWY_INLINE LaneVector(V x_, V y_, V z_) : x(x_), y(y_), z(z_) {}
};

template <typename V>
HWY_INLINE LaneVector<V> Sub(const LaneVector<V>& a, const LaneVector<V>& b) {
  return {hn::Sub(a.x, b.x), hn::Sub(a.y, b.y), hn::Sub(a.z, b.z)};
}
template <typename V>
HWY_INLINE LaneVector<V> Add(const LaneVector<V>& a, const LaneVector<V>& b) {
  return {hn::Add(a.x, b.x), hn::Add(a.y, b.y), hn::Add(a.z, b.z)};
}
template <typename V>
HWY_INLINE LaneVector<V> Min(const LaneVector<V>& a, const LaneVector<V>& b) {
  return {hn::Min(a.x, b.x), hn::Min(a.y, b.y), hn::Min(a.z, b.z)};
}
template <typename V>
HWY_INLINE LaneVector<V> Max(const LaneVector<V>& a, const LaneVector<V>& b) {
  return {hn::Max(a.x, b.x), hn::Max(a.y, b.y), hn::Max(a.z, b.z)};
}
template <typename V>
HWY_INLINE LaneVector<V> Mul(V s, const LaneVector<V>& a) {
  return {hn::Mul(s, a.x), hn::Mul(s, a.y), hn::Mul(s, a.z)};
}
template <typename V>
HWY_INLINE V Dot(const LaneVector<V>& a, const LaneVector<V>& b) {
  return hn::Add(hn::Add(hn::Mul(a.x, b.x), hn::Mul(a.y, b.y)), hn::Mul(a.z, b.z));
}

}  // namespace pliant::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
