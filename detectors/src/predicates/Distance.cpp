#include <pliant/detectors/predicates.h>

#include "predicates/Vector.h"

namespace pliant::exact {
namespace {

using detail::cross;
using detail::dot;
using detail::kUnknown;
using detail::square;
using detail::Vector;

// Decisions are 0, 1 or kUnknown and are combined by Kleene's three-valued logic: an undecided part need not leave the
// whole undecided. Decisions on exact numbers are never kUnknown.

int negation(int a) {
  return a == kUnknown ? kUnknown : 1 - a;
}

int conjunction(int a, int b) {
  if (a == 0 || b == 0) return 0;
  return a == kUnknown || b == kUnknown ? kUnknown : 1;
}

int disjunction(int a, int b) {
  return negation(conjunction(negation(a), negation(b)));
}

template <typename Number>
int notNegative(const Number& x) {
  const int sign = x.sign();
  return sign == kUnknown ? kUnknown : (sign >= 0 ? 1 : 0);
}

template <typename Number>
int positive(const Number& x) {
  const int sign = x.sign();
  return sign == kUnknown ? kUnknown : (sign > 0 ? 1 : 0);
}

/// Decides a ≤ b.
template <typename Number>
int atMost(const Number& a, const Number& b) {
  return notNegative(b - a);
}

/// Decides whether the foot of the perpendicular from the point lies strictly within the segment and |s × e|² ≤ m² |e|²
/// holds. The vector s leads from the segment's start to the point, e along the segment. An end of the segment is
/// decided by its own distance; a segment without length has no foot.
template <typename A, typename N2>
int perpendicularWithin(const Vector<A>& s, const Vector<A>& e, const N2& margin2) {
  const auto along = dot(s, e), length2 = dot(e, e);
  const int between = conjunction(positive(along), positive(length2 - along));
  if (between == 0) return 0;
  const auto area = cross(s, e);
  return conjunction(between, atMost(dot(area, area), margin2 * length2));
}

template <typename A, typename N2>
int pointSegmentWithin(const Vector<A>& fromStart, const Vector<A>& fromEnd, const N2& margin2) {
  int within = disjunction(atMost(dot(fromStart, fromStart), margin2), atMost(dot(fromEnd, fromEnd), margin2));
  if (within == 1) return 1;
  return disjunction(within, perpendicularWithin(fromStart, fromStart - fromEnd, margin2));
}

/// pa, pb, pc: p − a, p − b, p − c.
template <typename A>
int pointTriangleWithin(const Vector<A>& pa, const Vector<A>& pb, const Vector<A>& pc, const A& margin) {
  const auto margin2 = square(margin);
  const auto normal = cross(pa - pb, pa - pc);
  const auto normal2 = dot(normal, normal);
  const int plane = atMost(square(dot(pa, normal)), margin2 * normal2);
  if (plane == 0) return 0;
  // The foot of p on the plane is in the triangle if p is on the inner side of each edge. A triangle without area has
  // no foot.
  int inside = normal2.sign();
  if (inside != 0) {
    inside = conjunction(inside, notNegative(dot(cross(pb, pc), normal)));
    inside = conjunction(inside, notNegative(dot(cross(pc, pa), normal)));
    inside = conjunction(inside, notNegative(dot(cross(pa, pb), normal)));
  }
  int within = conjunction(plane, inside);
  if (within == 1) return 1;
  within = disjunction(within, pointSegmentWithin(pa, pb, margin2));
  if (within == 1) return 1;
  within = disjunction(within, pointSegmentWithin(pb, pc, margin2));
  if (within == 1) return 1;
  return disjunction(within, pointSegmentWithin(pc, pa, margin2));
}

/// Decides whether the common perpendicular of two lines has its feet on both segments and is no longer than the
/// margin. The segments are along u and v; w leads from the start of the second to the start of the first.
template <typename A, typename N2>
int commonPerpendicularWithin(const Vector<A>& u, const Vector<A>& v, const Vector<A>& w, const N2& margin2) {
  const auto normal = cross(u, v);
  const auto determinant = dot(normal, normal);
  const int parallel = determinant.sign();
  if (parallel == 0) return 0;
  const int lines = atMost(square(dot(w, normal)), margin2 * determinant);
  if (lines == 0) return 0;
  const auto uu = dot(u, u), uv = dot(u, v), vv = dot(v, v), uw = dot(u, w), vw = dot(v, w);
  const auto onU = uv * vw - vv * uw, onV = uu * vw - uv * uw;
  int feet = conjunction(notNegative(onU), atMost(onU, determinant));
  feet = conjunction(feet, conjunction(notNegative(onV), atMost(onV, determinant)));
  return conjunction(conjunction(lines, feet), parallel);
}

template <typename A>
int segmentsWithinT(const Vector<A>& p, const Vector<A>& q, const Vector<A>& r, const Vector<A>& s, const A& margin) {
  const auto margin2 = square(margin);
  const auto pr = p - r, ps = p - s, qr = q - r, qs = q - s;
  int within = commonPerpendicularWithin(q - p, s - r, pr, margin2);
  if (within == 1) return 1;
  within = disjunction(within, pointSegmentWithin(pr, ps, margin2));
  if (within == 1) return 1;
  within = disjunction(within, pointSegmentWithin(qr, qs, margin2));
  if (within == 1) return 1;
  within = disjunction(within, pointSegmentWithin(pr, qr, margin2));
  if (within == 1) return 1;
  return disjunction(within, pointSegmentWithin(ps, qs, margin2));
}

}  // namespace

bool pointWithin(const Real* p, const Real* a, const Real* b, const Real* c, Real margin) {
  using detail::filtered;
  if (margin < 0) return false;
  const auto point = filtered(p);
  const int within =
      pointTriangleWithin(point - filtered(a), point - filtered(b), point - filtered(c), detail::Filtered(margin));
  if (within != kUnknown) return within == 1;
  detail::countFallback();
  const detail::Scaled<13> scaled({p[0], p[1], p[2], a[0], a[1], a[2], b[0], b[1], b[2], c[0], c[1], c[2], margin});
  const auto exactPoint = scaled.vector(0);
  return pointTriangleWithin(exactPoint - scaled.vector(3), exactPoint - scaled.vector(6),
                             exactPoint - scaled.vector(9), scaled[12]) == 1;
}

bool segmentsWithin(const Real* p, const Real* q, const Real* r, const Real* s, Real margin) {
  using detail::filtered;
  if (margin < 0) return false;
  const int within = segmentsWithinT(filtered(p), filtered(q), filtered(r), filtered(s), detail::Filtered(margin));
  if (within != kUnknown) return within == 1;
  detail::countFallback();
  const detail::Scaled<13> scaled({p[0], p[1], p[2], q[0], q[1], q[2], r[0], r[1], r[2], s[0], s[1], s[2], margin});
  return segmentsWithinT(scaled.vector(0), scaled.vector(3), scaled.vector(6), scaled.vector(9), scaled[12]) == 1;
}

}  // namespace pliant::exact
