#include "predicates/SideOrder.h"

#include <optional>

#include "predicates/Vector.h"

namespace pliant::detail {
namespace {

/// Returns no value if the filter cannot decide. Corners are relative to h.
template <typename A>
std::optional<SideOrder> decide(const Vector<A>& p1, const Vector<A>& p2, const Vector<A>& q1, const Vector<A>& q2) {
  const auto normalP = cross(p1, p2), normalQ = cross(q1, q2);
  const int turn = dot(normalP, normalQ).sign();
  if (turn == kUnknown) return std::nullopt;
  if (turn <= 0) return SideOrder::Turned;
  // The height of one triangle above the other in the straight direction is linear between the two rays from h that
  // bound their overlap. These rays are edges of the triangles, so testing the edges suffices.
  const auto straight = normalP + normalQ;
  bool open = false;
  const auto passed = [&](const auto& corner, const auto& normal, int behind, const auto& first, const auto& second) {
    const int signs[] = {behind * dot(normal, corner).sign(), dot(straight, cross(first, corner)).sign(),
                         dot(straight, cross(corner, second)).sign()};
    if (signs[0] == 0 || signs[0] == -1 || signs[1] < 0 || signs[2] < 0) return false;
    const bool certified = signs[0] == 1 && signs[1] != kUnknown && signs[2] != kUnknown;
    open |= !certified;
    return certified;
  };
  if (passed(q1, normalP, -1, p1, p2) || passed(q2, normalP, -1, p1, p2) || passed(p1, normalQ, 1, q1, q2) ||
      passed(p2, normalQ, 1, q1, q2))
    return SideOrder::Passed;
  if (open) return std::nullopt;
  return SideOrder::InFront;
}

}  // namespace

SideOrder sideOrder(const Real* h, const Real* p1, const Real* p2, const Real* q1, const Real* q2) {
  const FilteredVector origin = filtered(h);
  if (const auto order =
          decide(filtered(p1) - origin, filtered(p2) - origin, filtered(q1) - origin, filtered(q2) - origin))
    return *order;
  countFallback();
  const Scaled<15> scaled(
      {h[0], h[1], h[2], p1[0], p1[1], p1[2], p2[0], p2[1], p2[2], q1[0], q1[1], q1[2], q2[0], q2[1], q2[2]});
  const IntegerVector exactOrigin = scaled.vector(0);
  return *decide(scaled.vector(3) - exactOrigin, scaled.vector(6) - exactOrigin, scaled.vector(9) - exactOrigin,
                 scaled.vector(12) - exactOrigin);
}

}  // namespace pliant::detail
