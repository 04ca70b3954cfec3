#include <pliant/detectors/predicates.h>

#include <algorithm>
#include <array>

#include "predicates/Orientation.h"
#include "predicates/PlaneFilter.h"

namespace pliant::exact {
namespace {

bool same(const Real* p, const Real* q) {
  return p[0] == q[0] && p[1] == q[1] && p[2] == q[2];
}

bool intervalsMeet(const Real* p, const Real* q, const Real* r, const Real* s) {
  for (int i = 0; i < 3; ++i) {
    if (std::max(p[i], q[i]) < std::min(r[i], s[i]) || std::max(r[i], s[i]) < std::min(p[i], q[i])) return false;
  }
  return true;
}

/// Returns an axis along which the triangle's projection has an area, or −1 if the corners are collinear.
int projectionAxis(const Real* a, const Real* b, const Real* c) {
  for (int axis = 0; axis < 3; ++axis) {
    if (orientation2(a, b, c, axis) != 0) return axis;
  }
  return -1;
}

/// Returns true if two segments in one plane meet. The projection of the plane along `axis` must be one to one.
bool planarSegmentsMeet(const Real* p, const Real* q, const Real* r, const Real* s, int axis) {
  if (!intervalsMeet(p, q, r, s)) return false;
  const int rSide = orientation2(p, q, r, axis), sSide = orientation2(p, q, s, axis);
  if (rSide * sSide > 0) return false;
  return orientation2(r, s, p, axis) * orientation2(r, s, q, axis) <= 0;
}

bool segmentsMeet(const Real* p, const Real* q, const Real* r, const Real* s) {
  if (!intervalsMeet(p, q, r, s)) return false;
  int axis = projectionAxis(p, q, r);
  if (axis < 0) axis = projectionAxis(p, q, s);
  if (axis < 0) {
    // Either p = q, or r and s are on the line pq, and overlapping boxes mean overlapping segments.
    return !same(p, q) || projectionAxis(r, s, p) < 0;
  }
  if (orientation(p, q, r, s) != 0) return false;
  return planarSegmentsMeet(p, q, r, s, axis);
}

/// Returns true if a segment in the plane of a triangle meets the triangle, which must have an area.
bool coplanarSegmentMeetsTriangle(const Real* p, const Real* q, const Real* a, const Real* b, const Real* c) {
  const int axis = projectionAxis(a, b, c);
  const int ab = orientation2(a, b, p, axis), bc = orientation2(b, c, p, axis), ca = orientation2(c, a, p, axis);
  if ((ab >= 0 && bc >= 0 && ca >= 0) || (ab <= 0 && bc <= 0 && ca <= 0)) return true;
  return planarSegmentsMeet(p, q, a, b, axis) || planarSegmentsMeet(p, q, b, c, axis) ||
         planarSegmentsMeet(p, q, c, a, axis);
}

bool segmentMeetsFlatTriangle(const Real* p, const Real* q, const Real* a, const Real* b, const Real* c) {
  return segmentsMeet(p, q, a, b) || segmentsMeet(p, q, b, c) || segmentsMeet(p, q, c, a);
}

/// `pSide`, `qSide`: sides of the plane abc on which p and q are. `flat`: true if the triangle has no area.
bool segmentMeetsTriangle(const Real* p, const Real* q, const Real* a, const Real* b, const Real* c, int pSide,
                          int qSide, bool flat) {
  if (pSide * qSide > 0) return false;
  if (flat) return segmentMeetsFlatTriangle(p, q, a, b, c);
  if (pSide == 0 && qSide == 0) return coplanarSegmentMeetsTriangle(p, q, a, b, c);
  const int ab = orientation(p, q, a, b);
  const int bc = orientation(p, q, b, c);
  if (ab * bc < 0) return false;
  const int ca = orientation(p, q, c, a);
  return ab * ca >= 0 && bc * ca >= 0;
}

/// Returns true if neither x nor y is at v and both lie in the same direction from v.
bool sameDirection(const Real* v, const Real* x, const Real* y) {
  if (same(v, x) || same(v, y) || projectionAxis(v, x, y) >= 0) return false;
  int k = 0;
  while (x[k] == v[k]) ++k;
  return (x[k] > v[k]) == (y[k] > v[k]);
}

/// Returns true if x is not at v and the segment from v to x begins within triangle vcd. `flat`: true if the triangle
/// is a segment or a point.
bool beginsWithin(const Real* v, const Real* x, const Real* c, const Real* d, bool flat) {
  if (flat) return sameDirection(v, x, c) || sameDirection(v, x, d);
  if (same(v, x) || orientation(v, c, d, x) != 0) return false;
  const int axis = projectionAxis(v, c, d), turn = orientation2(v, c, d, axis);
  return turn * orientation2(v, c, x, axis) >= 0 && turn * orientation2(v, x, d, axis) >= 0;
}

int sideOf(const detail::PlaneFilter<double>& filter, const Real* a, const Real* b, const Real* c, const Real* p) {
  const int side = filter.side(p);
  return side != detail::kUnknown ? side : detail::exactOrientation(a, b, c, p);
}

/// Returns the sides of the plane abc on which p, q and r are. All three are 0 if abc has no area.
std::array<int, 3> sidesOf(const Real* a, const Real* b, const Real* c, const Real* p, const Real* q, const Real* r) {
  const detail::PlaneFilter<double> filter(a, b, c);
  return {sideOf(filter, a, b, c, p), sideOf(filter, a, b, c, q), sideOf(filter, a, b, c, r)};
}

bool oneSided(const std::array<int, 3>& sides) {
  return (sides[0] > 0 && sides[1] > 0 && sides[2] > 0) || (sides[0] < 0 && sides[1] < 0 && sides[2] < 0);
}

bool anyEdgeMeets(const std::array<const Real*, 3>& edges, const std::array<const Real*, 3>& triangle,
                  const std::array<int, 3>& sides) {
  const auto [a, b, c] = triangle;
  const bool flat = sides[0] == 0 && sides[1] == 0 && sides[2] == 0 && projectionAxis(a, b, c) < 0;
  return segmentMeetsTriangle(edges[0], edges[1], a, b, c, sides[0], sides[1], flat) ||
         segmentMeetsTriangle(edges[1], edges[2], a, b, c, sides[1], sides[2], flat) ||
         segmentMeetsTriangle(edges[2], edges[0], a, b, c, sides[2], sides[0], flat);
}

}  // namespace

bool inTetrahedron(const Real* p, const Real* a, const Real* b, const Real* c, const Real* d) {
  const int sign = orientation(a, b, c, d);
  return sign != 0 && orientation(a, b, c, p) * sign >= 0 && orientation(a, p, c, d) * sign >= 0 &&
         orientation(a, b, p, d) * sign >= 0 && orientation(p, b, c, d) * sign >= 0;
}

bool segmentMeetsTriangle(const Real* p, const Real* q, const Real* a, const Real* b, const Real* c) {
  const detail::PlaneFilter<double> filter(a, b, c);
  const int pSide = sideOf(filter, a, b, c, p), qSide = sideOf(filter, a, b, c, q);
  if (pSide * qSide > 0) return false;
  const bool flat = pSide == 0 && qSide == 0 && projectionAxis(a, b, c) < 0;
  return segmentMeetsTriangle(p, q, a, b, c, pSide, qSide, flat);
}

bool trianglesMeet(const Real* a, const Real* b, const Real* c, const Real* d, const Real* e, const Real* f) {
  const std::array<int, 3> defSides = sidesOf(a, b, c, d, e, f);
  if (oneSided(defSides)) return false;
  const std::array<int, 3> abcSides = sidesOf(d, e, f, a, b, c);
  if (oneSided(abcSides)) return false;
  // If two triangles meet, an edge of one meets the other, even if one lies within the other in one plane.
  return anyEdgeMeets({d, e, f}, {a, b, c}, defSides) || anyEdgeMeets({a, b, c}, {d, e, f}, abcSides);
}

bool collinear(const Real* a, const Real* b, const Real* c) {
  return projectionAxis(a, b, c) < 0;
}

bool trianglesMeetBeyondCorner(const Real* v, const Real* a, const Real* b, const Real* c, const Real* d) {
  const detail::PlaneFilter<double> vab(v, a, b);
  const int cSide = sideOf(vab, v, a, b, c), dSide = sideOf(vab, v, a, b, d);
  if (cSide * dSide > 0) return false;
  const detail::PlaneFilter<double> vcd(v, c, d);
  const int aSide = sideOf(vcd, v, c, d, a), bSide = sideOf(vcd, v, c, d, b);
  if (aSide * bSide > 0) return false;
  const bool flat = cSide == 0 && dSide == 0 && collinear(v, a, b),
             otherFlat = aSide == 0 && bSide == 0 && collinear(v, c, d);
  // A flat triangle is the union of two segments from v.
  if (flat) return beginsWithin(v, a, c, d, otherFlat) || beginsWithin(v, b, c, d, otherFlat);
  if (otherFlat) return beginsWithin(v, c, a, b, false) || beginsWithin(v, d, a, b, false);
  // The common part is convex and contains v. If it has other points, its points farthest from v lie on the edge
  // opposite v of one of the triangles.
  return segmentMeetsTriangle(a, b, v, c, d, aSide, bSide, false) ||
         segmentMeetsTriangle(c, d, v, a, b, cSide, dSide, false);
}

bool trianglesMeetBeyondEdge(const Real* u, const Real* v, const Real* a, const Real* b) {
  // Triangles in two planes share only the edge, and so do triangles in one plane on opposite sides of the edge.
  if (orientation(u, v, a, b) != 0) return false;
  const int axis = projectionAxis(u, v, a);
  if (axis >= 0) return orientation2(u, v, a, axis) * orientation2(u, v, b, axis) > 0;
  if (!collinear(u, v, b)) return false;
  if (same(u, v)) return sameDirection(u, a, b);
  // All points are on one line: the triangles meet if both extend beyond the same end of the edge.
  int k = 0;
  while (u[k] == v[k]) ++k;
  const Real low = std::min(u[k], v[k]), high = std::max(u[k], v[k]);
  return std::min(a[k], b[k]) > high || std::max(a[k], b[k]) < low;
}

int rayCrossing(const Real* p, const Real* a, const Real* b, const Real* c) {
  // Winding number around p of the projection along x: counts edges that pass p's z upward or downward, to the right of
  // p in y.
  int turns = 0;
  const Real* const corners[] = {a, b, c, a};
  for (int i = 0; i < 3; ++i) {
    const Real *const from = corners[i], *const to = corners[i + 1];
    if (from[2] <= p[2] && p[2] < to[2] && orientation2(from, to, p, 0) > 0) ++turns;
    if (to[2] <= p[2] && p[2] < from[2] && orientation2(from, to, p, 0) < 0) --turns;
  }
  // The x component of the normal has the sign of `turns`. The ray meets the triangle only if p is behind it.
  return turns != 0 && orientation(a, b, c, p) == -turns ? turns : 0;
}

}  // namespace pliant::exact
