#pragma once

#include <gmpxx.h>
#include <pliant/detectors/Types.h>

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

/// Geometry in rational arithmetic (GMP), by other methods than the library's: elimination for linear systems, and
/// closest points with divisions for distances.
namespace rational {

using pliant::Real;
using Point = std::array<mpq_class, 3>;

inline Point point(const Real* p) {
  return {mpq_class(p[0]), mpq_class(p[1]), mpq_class(p[2])};
}

inline std::vector<Point> points(const std::vector<std::array<Real, 3>>& of) {
  std::vector<Point> result;
  for (const auto& p : of) result.push_back(point(p.data()));
  return result;
}

inline Point operator-(const Point& a, const Point& b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}
inline mpq_class dot(const Point& a, const Point& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/// Returns a + t (b − a).
inline Point between(const Point& a, const Point& b, const mpq_class& t) {
  Point result;
  for (std::size_t i = 0; i < 3; ++i) result[i] = a[i] + t * (b[i] - a[i]);
  return result;
}

/// Returns the sign of a determinant, by elimination.
inline int determinantSign(std::vector<std::vector<mpq_class>> rows) {
  int sign = 1;
  for (std::size_t column = 0; column < rows.size(); ++column) {
    std::size_t pivot = column;
    while (pivot < rows.size() && rows[pivot][column] == 0) ++pivot;
    if (pivot == rows.size()) return 0;
    if (pivot != column) {
      std::swap(rows[pivot], rows[column]);
      sign = -sign;
    }
    sign *= sgn(rows[column][column]);
    for (std::size_t row = column + 1; row < rows.size(); ++row) {
      const mpq_class factor = rows[row][column] / rows[column][column];
      for (std::size_t i = column; i < rows.size(); ++i) rows[row][i] -= factor * rows[column][i];
    }
  }
  return sign;
}

/// Returns the sign of the volume of abcd, from homogeneous coordinates.
inline int orientation(const Point& a, const Point& b, const Point& c, const Point& d) {
  return -determinantSign({{a[0], a[1], a[2], 1}, {b[0], b[1], b[2], 1}, {c[0], c[1], c[2], 1}, {d[0], d[1], d[2], 1}});
}

inline int orientation2(const Point& a, const Point& b, const Point& c, std::size_t axis) {
  const std::size_t i = (axis + 1) % 3, j = (axis + 2) % 3;
  return determinantSign({{a[i], a[j], 1}, {b[i], b[j], 1}, {c[i], c[j], 1}});
}

/// Returns six times the signed volume of abcd.
inline mpq_class volume6(const Point& a, const Point& b, const Point& c, const Point& d) {
  const Point u = b - a, v = c - a, w = d - a;
  return u[0] * (v[1] * w[2] - v[2] * w[1]) + u[1] * (v[2] * w[0] - v[0] * w[2]) + u[2] * (v[0] * w[1] - v[1] * w[0]);
}

/// Returns true if the volumes of the four tetrahedra of p and a face add up to the whole, so that p is inside.
inline bool inTetrahedron(const Point& p, const Point& a, const Point& b, const Point& c, const Point& d) {
  const mpq_class whole = volume6(a, b, c, d);
  if (whole == 0) return false;
  return abs(volume6(p, b, c, d)) + abs(volume6(a, p, c, d)) + abs(volume6(a, b, p, d)) + abs(volume6(a, b, c, p)) ==
         abs(whole);
}

inline mpq_class squaredDistance(const Point& p, const Point& q) {
  return dot(p - q, p - q);
}

inline mpq_class pointSegment2(const Point& p, const Point& a, const Point& b) {
  const mpq_class length2 = squaredDistance(a, b);
  if (length2 == 0) return squaredDistance(p, a);
  mpq_class t = dot(p - a, b - a) / length2;
  t = std::max(mpq_class(0), std::min(mpq_class(1), t));
  return squaredDistance(p, between(a, b, t));
}

/// Returns the squared distance of p from triangle abc: from the foot on the plane if the foot's coordinates are not
/// negative, else from the nearest edge.
inline mpq_class pointTriangle2(const Point& p, const Point& a, const Point& b, const Point& c) {
  const Point u = b - a, v = c - a, w = p - a;
  const mpq_class uu = dot(u, u), uv = dot(u, v), vv = dot(v, v), uw = dot(u, w), vw = dot(v, w);
  const mpq_class det = uu * vv - uv * uv;
  if (det != 0) {
    const mpq_class s = (vv * uw - uv * vw) / det, t = (uu * vw - uv * uw) / det;
    if (s >= 0 && t >= 0 && s + t <= 1) {
      Point foot;
      for (std::size_t i = 0; i < 3; ++i) foot[i] = a[i] + s * u[i] + t * v[i];
      return squaredDistance(p, foot);
    }
  }
  return std::min({pointSegment2(p, a, b), pointSegment2(p, b, c), pointSegment2(p, c, a)});
}

/// Returns the squared distance of two segments: one end is projected onto the other segment, clamped, and projected
/// back (after Ericson, "Real-Time Collision Detection", 5.1.9).
inline mpq_class segments2(const Point& p, const Point& q, const Point& r, const Point& s) {
  const Point u = q - p, v = s - r, w = p - r;
  const mpq_class uu = dot(u, u), vv = dot(v, v), uv = dot(u, v), uw = dot(u, w), vw = dot(v, w);
  if (uu == 0) return pointSegment2(p, r, s);
  if (vv == 0) return pointSegment2(r, p, q);
  const auto clamp = [](const mpq_class& x) -> mpq_class { return std::max(mpq_class(0), std::min(mpq_class(1), x)); };
  const mpq_class det = uu * vv - uv * uv;
  mpq_class x = det == 0 ? mpq_class(0) : clamp((uv * vw - vv * uw) / det);
  mpq_class y = (uv * x + vw) / vv;
  if (y < 0 || y > 1) {
    y = clamp(y);
    x = clamp((uv * y - uw) / uu);
  }
  return squaredDistance(between(p, q, x), between(r, s, y));
}

/// Tests the point where the segment crosses the plane, if there is exactly one; else uses distances in the plane.
inline bool segmentMeetsTriangle(const Point& p, const Point& q, const Point& a, const Point& b, const Point& c) {
  const mpq_class above = volume6(a, b, c, p), below = volume6(a, b, c, q);
  if (above != below) {
    const mpq_class t = above / (above - below);
    return t >= 0 && t <= 1 && pointTriangle2(between(p, q, t), a, b, c) == 0;
  }
  return pointTriangle2(p, a, b, c) == 0 || pointTriangle2(q, a, b, c) == 0 || segments2(p, q, a, b) == 0 ||
         segments2(p, q, b, c) == 0 || segments2(p, q, c, a) == 0;
}

inline bool trianglesMeet(const std::array<Point, 3>& t, const std::array<Point, 3>& u) {
  for (std::size_t i = 0; i < 3; ++i) {
    if (segmentMeetsTriangle(t[i], t[(i + 1) % 3], u[0], u[1], u[2])) return true;
    if (segmentMeetsTriangle(u[i], u[(i + 1) % 3], t[0], t[1], t[2])) return true;
  }
  return false;
}

/// Returns the unique solution of linear equations, given as rows of coefficients and the right side. Returns no value
/// if there is none or more than one.
inline std::optional<std::vector<mpq_class>> onlySolution(std::vector<std::vector<mpq_class>> rows,
                                                          std::size_t unknowns) {
  std::size_t rank = 0;
  for (std::size_t column = 0; column < unknowns; ++column) {
    std::size_t pivot = rank;
    while (pivot < rows.size() && rows[pivot][column] == 0) ++pivot;
    if (pivot == rows.size()) return std::nullopt;
    std::swap(rows[pivot], rows[rank]);
    for (std::size_t row = 0; row < rows.size(); ++row) {
      if (row == rank || rows[row][column] == 0) continue;
      const mpq_class factor = rows[row][column] / rows[rank][column];
      for (std::size_t i = column; i <= unknowns; ++i) rows[row][i] -= factor * rows[rank][i];
    }
    ++rank;
  }
  for (std::size_t row = rank; row < rows.size(); ++row)
    if (rows[row][unknowns] != 0) return std::nullopt;
  std::vector<mpq_class> solution(unknowns);
  for (std::size_t i = 0; i < unknowns; ++i) solution[i] = rows[i][unknowns] / rows[i][i];
  return solution;
}

/// Returns the corners of the intersection of two triangles: common points that are in only one way a combination of
/// some corners of each. The intersection is the convex hull of these points.
inline std::vector<Point> cornersInCommon(const std::array<Point, 3>& a, const std::array<Point, 3>& b) {
  std::vector<Point> corners;
  for (unsigned inA = 1; inA < 8; ++inA)
    for (unsigned inB = 1; inB < 8; ++inB) {
      std::vector<std::vector<mpq_class>> rows(5);  // weights of a sum to 1, those of b too, the points are equal
      std::vector<const Point*> ofA;
      std::size_t unknowns = 0;
      for (std::size_t side = 0; side < 2; ++side)
        for (std::size_t c = 0; c < 3; ++c) {
          if (((side == 0 ? inA : inB) >> c & 1) == 0) continue;
          const Point& corner = side == 0 ? a[c] : b[c];
          if (side == 0) ofA.push_back(&corner);
          rows[0].push_back(side == 0 ? 1 : 0);
          rows[1].push_back(side == 0 ? 0 : 1);
          for (std::size_t k = 0; k < 3; ++k) rows[2 + k].push_back(side == 0 ? corner[k] : mpq_class(-corner[k]));
          ++unknowns;
        }
      rows[0].push_back(1);
      rows[1].push_back(1);
      for (std::size_t k = 0; k < 3; ++k) rows[2 + k].push_back(0);
      const auto weights = onlySolution(rows, unknowns);
      if (!weights || std::any_of(weights->begin(), weights->end(), [](const mpq_class& w) { return w < 0; })) continue;
      Point corner;
      for (std::size_t k = 0; k < 3; ++k) {
        corner[k] = 0;
        for (std::size_t i = 0; i < ofA.size(); ++i) corner[k] += (*weights)[i] * (*ofA[i])[k];
      }
      corners.push_back(corner);
    }
  return corners;
}

/// Returns true if two triangles have a common point that is not on segment uv.
inline bool meetBeyond(const std::array<Point, 3>& a, const std::array<Point, 3>& b, const Point& u, const Point& v) {
  const auto corners = cornersInCommon(a, b);
  return std::any_of(corners.begin(), corners.end(), [&](const Point& p) { return pointSegment2(p, u, v) != 0; });
}

}  // namespace rational
