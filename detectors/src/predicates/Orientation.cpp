#include "predicates/Orientation.h"

#include <pliant/detectors/predicates.h>

#include "predicates/PlaneFilter.h"
#include "predicates/Vector.h"

namespace pliant {
namespace detail {
namespace {

thread_local std::uint64_t t_fallbacks = 0;

}  // namespace

void countFallback() {
  ++t_fallbacks;
}

int exactOrientation(const Real* a, const Real* b, const Real* c, const Real* d) {
  countFallback();
  const Scaled<12> scaled({a[0], a[1], a[2], b[0], b[1], b[2], c[0], c[1], c[2], d[0], d[1], d[2]});
  const IntegerVector origin = scaled.vector(0);
  return dot(cross(scaled.vector(3) - origin, scaled.vector(6) - origin), scaled.vector(9) - origin).sign();
}

}  // namespace detail

namespace exact {

int orientation(const Real* a, const Real* b, const Real* c, const Real* d) {
  const int side = detail::PlaneFilter<double>(a, b, c).side(d);
  return side != detail::kUnknown ? side : detail::exactOrientation(a, b, c, d);
}

int orientation2(const Real* a, const Real* b, const Real* c, int axis) {
  using detail::Filtered;
  const int i = (axis + 1) % 3, j = (axis + 2) % 3;
  const Filtered ai(a[i]), aj(a[j]);
  const int side =
      ((Filtered(b[i]) - ai) * (Filtered(c[j]) - aj) - (Filtered(b[j]) - aj) * (Filtered(c[i]) - ai)).sign();
  if (side != detail::kUnknown) return side;
  detail::countFallback();
  const detail::Scaled<6> scaled({a[i], a[j], b[i], b[j], c[i], c[j]});
  return ((scaled[2] - scaled[0]) * (scaled[5] - scaled[1]) - (scaled[3] - scaled[1]) * (scaled[4] - scaled[0])).sign();
}

std::uint64_t fallbacks() {
  return detail::t_fallbacks;
}

}  // namespace exact
}  // namespace pliant
