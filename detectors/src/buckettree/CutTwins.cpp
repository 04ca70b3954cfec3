#include <pliant/detectors/buckettree/CutTwins.h>
#include <pliant/detectors/predicates.h>

#include <algorithm>

#include "predicates/SideOrder.h"

namespace pliant {
namespace {

bool samePlace(const Real* a, const Real* b) {
  return a[0] == b[0] && a[1] == b[1] && a[2] == b[2];
}

/// Whether a corner of `other` lies strictly on the side to which the face does not look.
bool hasBehind(PositionsView positions, const Triangle& face, const Triangle& other) {
  return std::any_of(other.begin(), other.end(), [&](Index v) {
    return exact::orientation(positions[face[0]], positions[face[1]], positions[face[2]], positions[v]) < 0;
  });
}

}  // namespace

void CutTwins::split(Index original, Index copy) {
  const std::size_t count = std::size_t{std::max(original, copy)} + 1;
  if (m_origin.size() < count) m_origin.resize(count, kNoIndex);
  const Index a = origin(original), b = origin(copy);
  // Those that came of the copy so far, if any, now come of the original's origin.
  for (Index& v : m_origin)
    if (v == b) v = a;
  m_origin[original] = m_origin[copy] = m_origin[a] = a;
}

void CutTwins::forget(Index vertex) {
  if (vertex >= m_origin.size()) return;
  m_origin[vertex] = kNoIndex;
  // Others that were made of it stay each other's twins, by the first of them.
  Index heir = kNoIndex;
  for (std::size_t v = 0; v < m_origin.size(); ++v)
    if (m_origin[v] == vertex) {
      if (heir == kNoIndex) heir = static_cast<Index>(v);
      m_origin[v] = heir;
    }
}

bool CutTwins::meet(PositionsView positions, const Triangle& a, const Triangle& b) const {
  int twinCorners = 0, together = 0;
  std::size_t held = 0, twinOf[3] = {3, 3, 3};
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) {
      if (!twins(a[i], b[j])) continue;
      ++twinCorners;
      twinOf[i] = j;
      if (a[i] != b[j] && !samePlace(positions[a[i]], positions[b[j]])) continue;
      ++together;
      held = i;
    }
  if (together == 0)
    return exact::trianglesMeet(positions[a[0]], positions[a[1]], positions[a[2]], positions[b[0]], positions[b[1]],
                                positions[b[2]]);
  // Neighbours, across a cut or not; or the two sides of it, whose corners run opposite ways.
  if (twinCorners != 3 || together == 3) return false;
  const std::size_t first = (held + 1) % 3, second = (held + 2) % 3, heldOfB = twinOf[held];
  if (heldOfB == 3 || twinOf[first] != (heldOfB + 2) % 3 || twinOf[second] != (heldOfB + 1) % 3) return false;
  if (!hasBehind(positions, a, b) && !hasBehind(positions, b, a)) return false;
  const Real *p1 = positions[a[first]], *p2 = positions[a[second]];
  const Real *q1 = positions[b[twinOf[first]]], *q2 = positions[b[twinOf[second]]], *h = positions[a[held]];
  const auto order = detail::sideOrder(h, p1, p2, q1, q2);
  if (order != detail::SideOrder::Turned) return order == detail::SideOrder::Passed;
  // Turned that far about an edge they have nothing else in common.
  return together == 1 &&
         (exact::segmentMeetsTriangle(q1, q2, h, p1, p2) || exact::segmentMeetsTriangle(p1, p2, h, q1, q2));
}

}  // namespace pliant
