#include <pliant/detectors/buckettree/CutTwins.h>
#include <pliant/detectors/predicates.h>

#include <algorithm>

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
  for (const Index i : a)
    for (const Index j : b) {
      if (!twins(i, j)) continue;
      ++twinCorners;
      together += i == j || samePlace(positions[i], positions[j]);
    }
  if (together == 0)
    return exact::trianglesMeet(positions[a[0]], positions[a[1]], positions[a[2]], positions[b[0]], positions[b[1]],
                                positions[b[2]]);
  // Neighbours, across a cut or not; or the two sides of it.
  if (twinCorners != 3 || together == 3) return false;
  return hasBehind(positions, a, b) || hasBehind(positions, b, a);
}

}  // namespace pliant
