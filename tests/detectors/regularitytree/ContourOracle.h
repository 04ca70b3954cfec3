#pragma once

#include <cstdlib>
#include <map>
#include <optional>

#include "detectors/predicates/RationalGeometry.h"
#include "regularitytree/ContourTest.h"

/// Reference for ContourTest in rational arithmetic: projected places by division, intersection points of edges, and
/// winding numbers of all edges at points beside each edge.
namespace contour_oracle {

using pliant::Index;
using pliant::PackedPosition;
using pliant::Triangle;
using pliant::detail::ContourEdge;
using pliant::detail::ViewDirection;
using Place = std::array<mpq_class, 2>;
using Edges = std::vector<ContourEdge>;
using Positions = std::vector<PackedPosition>;

inline mpq_class cross(const Place& a, const Place& b) {
  return a[0] * b[1] - a[1] * b[0];
}
inline Place operator-(const Place& a, const Place& b) {
  return {a[0] - b[0], a[1] - b[1]};
}
inline Place along(const Place& a, const Place& d, const mpq_class& t) {
  return {a[0] + t * d[0], a[1] + t * d[1]};
}

/// Projects along `direction` onto a plane of two axes; mirrored if the third component of `direction` is negative.
inline Place seen(const PackedPosition& p, const ViewDirection& direction) {
  const std::array<int, 3> v = {direction.x, direction.y, direction.z};
  std::size_t k = 0;
  while (v[k] == 0) ++k;
  const std::size_t i = (k + 1) % 3, j = (k + 2) % 3;
  const rational::Point q = rational::point(&p.x);
  const mpq_class t = q[k] / v[k];
  const mpq_class u = q[i] - t * v[i], w = q[j] - t * v[j];
  return v[k] < 0 ? Place{-u, w} : Place{u, w};
}

/// Returns true if the closed segments ab and cd have a common point that is not in `allowed`.
inline bool meetElsewhere(const Place& a, const Place& b, const Place& c, const Place& d,
                          const std::vector<Place>& allowed) {
  const auto isAllowed = [&](const Place& p) { return std::find(allowed.begin(), allowed.end(), p) != allowed.end(); };
  const Place u = b - a, v = d - c, w = c - a;
  const mpq_class det = cross(u, v);
  if (det != 0) {
    const mpq_class s = cross(w, v) / det, t = cross(w, u) / det;
    return s >= 0 && s <= 1 && t >= 0 && t <= 1 && !isAllowed(along(a, u, s));
  }
  if (cross(u, w) != 0) return false;
  const mpq_class length2 = u[0] * u[0] + u[1] * u[1];
  const auto parameter = [&](const Place& p) -> mpq_class {
    return ((p[0] - a[0]) * u[0] + (p[1] - a[1]) * u[1]) / length2;
  };
  const mpq_class first = parameter(c), second = parameter(d);
  const mpq_class low = std::max(mpq_class(0), std::min(first, second)),
                  high = std::min(mpq_class(1), std::max(first, second));
  return low < high || (low == high && !isAllowed(along(a, u, low)));
}

/// Returns the winding number of all edges around a point that lies on none of them, by a ray to the right.
inline int winding(const Place& p, const std::vector<std::array<Place, 2>>& edges) {
  int sum = 0;
  for (const auto& [a, b] : edges) {
    if ((a[1] <= p[1]) == (b[1] <= p[1])) continue;
    const mpq_class x = a[0] + (p[1] - a[1]) / (b[1] - a[1]) * (b[0] - a[0]);
    if (x > p[0]) sum += b[1] > a[1] ? 1 : -1;
  }
  return sum;
}

/// Returns a point beside the middle of an edge, at most halfway to the next edge in that direction.
inline Place beside(std::size_t edge, bool left, const std::vector<std::array<Place, 2>>& edges) {
  const auto& [a, b] = edges[edge];
  const Place d = b - a, middle = along(a, d, mpq_class(1, 2));
  const Place side = left ? Place{-d[1], d[0]} : Place{d[1], -d[0]};
  mpq_class step = 1;
  for (std::size_t i = 0; i < edges.size(); ++i) {
    if (i == edge) continue;
    const Place &c = edges[i][0], v = edges[i][1] - c, w = c - middle;
    const mpq_class det = cross(side, v);
    if (det == 0) {
      for (const Place& p : edges[i]) {
        const Place q = p - middle;
        const mpq_class t = q[0] * side[0] + q[1] * side[1];
        if (cross(side, q) == 0 && t > 0) step = std::min(step, mpq_class(t / (side[0] * side[0] + side[1] * side[1])));
      }
      continue;
    }
    const mpq_class t = cross(w, v) / det, s = cross(w, side) / det;
    if (s >= 0 && s <= 1 && t > 0) step = std::min(step, t);
  }
  return along(middle, side, step / 2);
}

inline bool regular(const Positions& positions, const Edges& contour, const ViewDirection& direction) {
  if (contour.empty()) return false;
  std::vector<std::array<Place, 2>> edges;
  for (const ContourEdge& e : contour) {
    edges.push_back({seen(positions[e.from], direction), seen(positions[e.to], direction)});
    if (edges.back()[0] == edges.back()[1]) return false;
  }
  for (std::size_t i = 0; i < edges.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      std::vector<Place> common;
      for (const Index v : {contour[i].from, contour[i].to}) {
        if (v == contour[j].from || v == contour[j].to) common.push_back(seen(positions[v], direction));
      }
      if (meetElsewhere(edges[i][0], edges[i][1], edges[j][0], edges[j][1], common)) return false;
    }
  }
  for (std::size_t i = 0; i < edges.size(); ++i) {
    for (const bool left : {false, true}) {
      const int sum = winding(beside(i, left, edges), edges);
      if (sum < 0 || sum > 1) return false;
    }
  }
  return true;
}

/// Returns the directed edges of faces that are not cancelled by their reverse.
inline Edges contourOf(const std::vector<Triangle>& faces) {
  std::map<std::pair<Index, Index>, int> count;
  for (const Triangle& f : faces) {
    for (std::size_t i = 0; i < 3; ++i) {
      const Index a = f[i], b = f[(i + 1) % 3];
      count[std::minmax(a, b)] += a < b ? 1 : -1;
    }
  }
  Edges result;
  for (const auto& [ends, times] : count) {
    for (int i = 0; i < std::abs(times); ++i) {
      result.push_back(times > 0 ? ContourEdge{ends.first, ends.second} : ContourEdge{ends.second, ends.first});
    }
  }
  return result;
}

}  // namespace contour_oracle
