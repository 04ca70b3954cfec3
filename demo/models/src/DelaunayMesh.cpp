#include "DelaunayMesh.h"

#include <pliant/detectors/Error.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <utility>

#include "points.h"

namespace pliant::models {
namespace {

/// Points that are nearer to a circle than this, as a share, count as outside, so that flips end despite rounding.
constexpr double kOnCircle = 1e-10;

double dot(const Point& a, const Point& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

double determinant(const Point& a, const Point& b, const Point& c) {
  return a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
}

}  // namespace

DelaunayMesh::DelaunayMesh(On on, std::vector<Point> points, const std::vector<Triangle>& faces)
    : m_on(on), m_points(std::move(points)) {
  std::map<std::pair<Index, Index>, Index> uses;
  for (const Triangle& t : faces) {
    const auto face = static_cast<Index>(m_faces.size());
    m_faces.push_back({t});
    for (std::size_t k = 0; k < 3; ++k) {
      const Index from = t[(k + 1) % 3], to = t[(k + 2) % 3];
      if (!uses.emplace(std::pair(from, to), face).second) throw Error("two faces use an edge in the same direction");
      const auto other = uses.find({to, from});
      if (other == uses.end()) continue;
      m_faces[face].beyond[k] = other->second;
      const Triangle& o = m_faces[other->second].corners;
      for (std::size_t j = 0; j < 3; ++j)
        if (o[j] != from && o[j] != to) m_faces[other->second].beyond[j] = face;
    }
  }
  for (Index face = 0; face < m_faces.size(); ++face) pushEdges(face);
}

double DelaunayMesh::length2(Index a, Index b) const {
  const Point d = minus(m_points[a], m_points[b]);
  return dot(d, d);
}

/// On a sphere the circle of a face is cut out by its plane.
bool DelaunayMesh::isInCircle(const Triangle& t, Index point) const {
  Point e[3];
  for (std::size_t k = 0; k < 3; ++k) e[k] = minus(m_points[t[k]], m_points[point]);
  if (m_on == On::Plane)
    for (Point& p : e) p[2] = dot(p, p);
  double size = 1;
  for (const Point& p : e) size *= std::sqrt(dot(p, p));
  // Seen from a point above the plane of an outward face the corners run clockwise.
  const double inside = m_on == On::Plane ? determinant(e[0], e[1], e[2]) : -determinant(e[0], e[1], e[2]);
  return inside > kOnCircle * size;
}

std::size_t DelaunayMesh::cornerOf(Index face, Index vertex) const {
  const Triangle& t = m_faces[face].corners;
  return t[0] == vertex ? 0 : t[1] == vertex ? 1 : t[2] == vertex ? 2 : 3;
}

std::size_t DelaunayMesh::sideTo(Index face, Index other) const {
  const auto& beyond = m_faces[face].beyond;
  return static_cast<std::size_t>(std::find(beyond.begin(), beyond.end(), other) - beyond.begin());
}

/// Makes `other` the face beyond a side, and the other way round. The side of `other` is found by its vertices.
void DelaunayMesh::link(Index face, std::size_t side, Index other) {
  m_faces[face].beyond[side] = other;
  if (other == kNoIndex) return;
  const Triangle& t = m_faces[face].corners;
  const Index a = t[(side + 1) % 3], b = t[(side + 2) % 3];
  for (std::size_t k = 0; k < 3; ++k) {
    const Index corner = m_faces[other].corners[k];
    if (corner != a && corner != b) m_faces[other].beyond[k] = face;
  }
}

void DelaunayMesh::pushEdges(Index face) {
  const Triangle& t = m_faces[face].corners;
  for (std::size_t k = 0; k < 3; ++k) {
    const Index a = std::min(t[k], t[(k + 1) % 3]), b = std::max(t[k], t[(k + 1) % 3]);
    m_edges.push({length2(a, b), a, b, face});
  }
}

/// Returns a point near the middle of an edge. The share of the edge depends on the number of points alone.
Point DelaunayMesh::between(Index a, Index b) {
  const double n = static_cast<double>(m_points.size()) / std::numbers::phi, share = 0.35 + 0.3 * (n - std::floor(n));
  Point p;
  for (std::size_t k = 0; k < 3; ++k) p[k] = std::lerp(m_points[a][k], m_points[b][k], share);
  if (m_on == On::Plane) return p;
  const double scale = std::sqrt(dot(m_points[a], m_points[a]) / dot(p, p));
  for (double& x : p) x *= scale;
  return p;
}

void DelaunayMesh::refine(std::size_t faces) {
  while (m_faces.size() < faces && !m_edges.empty()) {
    const LongEdge edge = m_edges.top();
    m_edges.pop();
    const std::size_t a = cornerOf(edge.face, edge.a), b = cornerOf(edge.face, edge.b);
    if (a < 3 && b < 3) split(edge.face, 3 - a - b);
  }
}

void DelaunayMesh::split(Index face, std::size_t side) {
  const Face old = m_faces[face];
  const Index apex = old.corners[side], from = old.corners[(side + 1) % 3], to = old.corners[(side + 2) % 3];
  const Index other = old.beyond[side], beyondTo = old.beyond[(side + 1) % 3], beyondFrom = old.beyond[(side + 2) % 3];
  const auto point = static_cast<Index>(m_points.size());
  const Point at = between(std::min(from, to), std::max(from, to));
  m_points.push_back(at);
  const auto second = static_cast<Index>(m_faces.size());
  // The corner opposite the new point's outer edge is the new point itself, always corner 2.
  m_faces[face] = {{apex, from, point}};
  m_faces.push_back({{to, apex, point}});
  link(face, 2, beyondFrom);
  link(second, 2, beyondTo);
  link(face, 1, second);
  m_open = {face, second};
  if (other != kNoIndex) {
    const Face across = m_faces[other];
    std::size_t k = 0;
    while (across.corners[k] == from || across.corners[k] == to) ++k;
    const Index far = across.corners[k];
    // Seen from there the edge runs from `to` to `from`.
    const Index outerFrom = across.beyond[(k + 1) % 3], outerTo = across.beyond[(k + 2) % 3];
    const auto fourth = static_cast<Index>(m_faces.size());
    m_faces[other] = {{far, to, point}};
    m_faces.push_back({{from, far, point}});
    link(other, 2, outerTo);
    link(fourth, 2, outerFrom);
    link(other, 1, fourth);
    link(other, 0, second);
    link(fourth, 1, face);
    m_open.push_back(other);
    m_open.push_back(fourth);
  }
  const std::vector<Index> changed = m_open;
  while (!m_open.empty()) {
    const Index next = m_open.back();
    m_open.pop_back();
    legalise(next, point);
  }
  for (const Index each : changed) pushEdges(each);
}

/// Flips the edge of a face opposite the new point if the vertex beyond it lies in the face's circle.
void DelaunayMesh::legalise(Index face, Index point) {
  const std::size_t side = cornerOf(face, point);
  const Index other = m_faces[face].beyond[side];
  if (other == kNoIndex) return;
  const std::size_t back = sideTo(other, face);
  const Index far = m_faces[other].corners[back];
  const Face here = m_faces[face], there = m_faces[other];
  if (!isInCircle(here.corners, far)) return;
  const Index from = here.corners[(side + 1) % 3], to = here.corners[(side + 2) % 3];
  const Index beyondTo = here.beyond[(side + 1) % 3], beyondFrom = here.beyond[(side + 2) % 3];
  // In `there` the edge runs from `to` to `from`.
  const Index outerFrom = there.beyond[(back + 1) % 3], outerTo = there.beyond[(back + 2) % 3];
  m_faces[face] = {{point, from, far}};
  m_faces[other] = {{point, far, to}};
  link(face, 0, outerFrom);
  link(face, 2, beyondFrom);
  link(other, 0, outerTo);
  link(other, 1, beyondTo);
  link(face, 1, other);
  pushEdges(face);
  pushEdges(other);
  m_open.push_back(face);
  m_open.push_back(other);
}

std::vector<Triangle> DelaunayMesh::faces() const {
  std::vector<Triangle> faces;
  for (const Face& face : m_faces) faces.push_back(face.corners);
  return faces;
}

std::size_t DelaunayMesh::badEdges() const {
  std::size_t bad = 0;
  for (Index face = 0; face < m_faces.size(); ++face)
    for (const Index other : m_faces[face].beyond) {
      if (other == kNoIndex || other < face) continue;
      bad += isInCircle(m_faces[face].corners, m_faces[other].corners[sideTo(other, face)]);
    }
  return bad;
}

std::size_t DelaunayMesh::borderEdges() const {
  std::size_t border = 0;
  for (const Face& face : m_faces)
    border += static_cast<std::size_t>(std::count(face.beyond.begin(), face.beyond.end(), kNoIndex));
  return border;
}

}  // namespace pliant::models
