#include "response/SurfaceTree.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "core/boxes.h"

namespace pliant::detail {
using Eigen::Vector3d;

// Uses the foot on the plane if it is in the triangle, otherwise the nearest point of the three edges.
Vector3d nearestWeights(const Vector3d& p, const Vector3d& a, const Vector3d& b, const Vector3d& c) {
  const Vector3d n = (b - a).cross(c - a);
  const double n2 = n.squaredNorm();
  if (n2 > 0) {
    const Vector3d weights(n.dot((c - b).cross(p - b)), n.dot((a - c).cross(p - c)), n.dot((b - a).cross(p - a)));
    if ((weights.array() >= 0).all()) return weights / weights.sum();
  }
  const Vector3d* const corners[] = {&a, &b, &c};
  Vector3d best = Vector3d::Zero();
  double least = std::numeric_limits<double>::infinity();
  for (Eigen::Index i = 0; i < 3; ++i) {
    const Eigen::Index j = (i + 1) % 3;
    const Vector3d &s = *corners[i], d = *corners[j] - s;
    const double length2 = d.squaredNorm();
    const double t = length2 > 0 ? std::clamp((p - s).dot(d) / length2, 0.0, 1.0) : 0;
    const double distance2 = (s + t * d - p).squaredNorm();
    if (!(distance2 < least)) continue;
    least = distance2;
    best.setZero();
    best[i] = 1 - t;
    best[j] = t;
  }
  return best;
}

Vector3d nearestPoint(const Vector3d& p, const Vector3d& a, const Vector3d& b, const Vector3d& c) {
  const Vector3d weights = nearestWeights(p, a, b, c);
  return weights[0] * a + weights[1] * b + weights[2] * c;
}

Vector3d faceNormal(const Vector3d& a, const Vector3d& b, const Vector3d& c) {
  const Vector3d s = b - a, u = c - a;
  const double size = std::max(s.cwiseAbs().maxCoeff(), u.cwiseAbs().maxCoeff());
  if (!(size > 0)) return Vector3d::Zero();
  return (s / size).cross(u / size).stableNormalized();
}

void SurfaceTree::build(const BodySet& bodies, Index body) {
  const BodySet::Range range = bodies.faces(body);
  m_faces.resize(range.size());
  std::iota(m_faces.begin(), m_faces.end(), range.begin);
  m_nodes.clear();
  if (m_faces.empty()) return;
  std::vector<Vector3d> centres;
  centres.reserve(m_faces.size());
  for (const Index face : m_faces) {
    Vector3d sum = Vector3d::Zero();
    for (const Index v : bodies.faces()[face]) sum += wide(bodies.positions()[v]) / 3;
    // Positions of a body that is not used yet may be NaN; the sorting needs a valid order all the same.
    centres.push_back(sum.allFinite() ? sum : Vector3d::Zero().eval());
  }
  m_nodes.reserve(2 * m_faces.size() / kLeafFaces + 1);
  split(0, range.size(), centres, range.begin);
}

void SurfaceTree::split(Index begin, Index end, const std::vector<Vector3d>& centres, Index first) {
  const auto node = static_cast<Index>(m_nodes.size());
  m_nodes.push_back({{}, 0, 0, 0});
  if (end - begin <= kLeafFaces) {
    m_nodes[node].begin = begin;
    m_nodes[node].end = end;
  } else {
    Vector3d low = centres[m_faces[begin] - first], high = low;
    for (Index k = begin; k < end; ++k) {
      low = low.cwiseMin(centres[m_faces[k] - first]);
      high = high.cwiseMax(centres[m_faces[k] - first]);
    }
    Eigen::Index axis;
    (high - low).maxCoeff(&axis);
    const Index middle = begin + (end - begin) / 2;
    const auto before = [&](Index f, Index g) {
      const double x = centres[f - first][axis], y = centres[g - first][axis];
      return x != y ? x < y : f < g;
    };
    std::nth_element(m_faces.begin() + begin, m_faces.begin() + middle, m_faces.begin() + end, before);
    split(begin, middle, centres, first);
    split(middle, end, centres, first);
  }
  m_nodes[node].next = static_cast<Index>(m_nodes.size());
}

void SurfaceTree::refit(const BodySet& bodies) {
  const auto positions = bodies.positions();
  for (auto i = static_cast<Index>(m_nodes.size()); i-- > 0;) {
    Node& node = m_nodes[i];
    node.box = emptyBox();
    for (Index k = node.begin; k < node.end; ++k)
      for (const Index v : bodies.faces()[m_faces[k]]) grow(node.box, pointBox(positions[v]));
    if (node.begin != node.end) continue;
    grow(node.box, m_nodes[i + 1].box);
    grow(node.box, m_nodes[m_nodes[i + 1].next].box);
  }
}

Index SurfaceTree::nearest(const BodySet& bodies, const Vector3d& p, double& distance, Index guess) const {
  const auto positions = bodies.positions();
  const auto distanceTo = [&](Index face) {
    const auto [a, b, c] = wideCorners(positions, bodies.faces()[face]);
    return (nearestPoint(p, a, b, c) - p).stableNorm();
  };
  Index best = guess;
  distance = guess == kNoIndex ? std::numeric_limits<double>::infinity() : distanceTo(guess);
  if (m_nodes.empty()) return best;
  const auto squaredTo = [&](Index node) {
    double sum = 0;
    for (Eigen::Index k = 0; k < 3; ++k) {
      const auto i = static_cast<std::size_t>(k);
      const double away =
          std::max({0.0, double{m_nodes[node].box.min[i]} - p[k], p[k] - double{m_nodes[node].box.max[i]}});
      sum += away * away;
    }
    return sum;
  };
  // Nodes are skipped only if neither rounding nor underflow nor a tie can change the result.
  const auto mayHoldNearest = [&](double squared) {
    return squared <= distance * distance * (1 + 1e-14) + std::numeric_limits<double>::min() * 1e20;
  };
  struct Pending {
    Index node;
    double squared;
  };
  std::array<Pending, 64> later;  // enough: each split halves the faces, so the tree is less deep
  std::size_t count = 0;
  later[count++] = {0, squaredTo(0)};
  while (count > 0) {
    const Pending next = later[--count];
    if (!mayHoldNearest(next.squared)) continue;
    Index node = next.node;
    // Descends to the leaf with the nearest boxes; the other halves are visited later.
    while (m_nodes[node].begin == m_nodes[node].end) {
      Index near = node + 1, far = m_nodes[near].next;
      double squared = squaredTo(near), farSquared = squaredTo(far);
      if (farSquared < squared) {
        std::swap(near, far);
        std::swap(squared, farSquared);
      }
      if (mayHoldNearest(farSquared)) later[count++] = {far, farSquared};
      node = near;
    }
    for (Index k = m_nodes[node].begin; k < m_nodes[node].end; ++k) {
      const double d = distanceTo(m_faces[k]);
      if (d < distance || (d == distance && m_faces[k] < best)) {
        distance = d;
        best = m_faces[k];
      }
    }
  }
  return best;
}

double SurfaceTree::rayExit(const BodySet& bodies, const Vector3d& p, const Vector3d& direction, double sign,
                            Index& found) const {
  double best = -1;
  found = kNoIndex;
  const auto wanted = [&](const Node& node) {
    double from = 0, to = std::numeric_limits<double>::infinity();
    for (Eigen::Index k = 0; k < 3; ++k) {
      const auto i = static_cast<std::size_t>(k);
      const double low = double{node.box.min[i]} - p[k], high = double{node.box.max[i]} - p[k];
      if (direction[k] == 0) {
        if (low > 0 || high < 0) return false;
        continue;
      }
      const double s = low / direction[k], t = high / direction[k];
      from = std::max(from, std::min(s, t));
      to = std::min(to, std::max(s, t));
    }
    // The box of a node may be flat: adds slack for rounding.
    return from <= to + 1e-12 * std::abs(to) && (best < 0 || from <= best);
  };
  walk(wanted, [&](Index face) {
    const auto corners = wideCorners(bodies.positions(), bodies.faces()[face]);
    const Vector3d a = corners[0] - p, b = corners[1] - p, c = corners[2] - p;
    const double u = direction.dot(b.cross(c)), v = direction.dot(c.cross(a)), w = direction.dot(a.cross(b));
    const double det = u + v + w;
    if (!(det * sign > 0) || u * sign < 0 || v * sign < 0 || w * sign < 0) return;
    const double s = (u * a.dot(direction) + v * b.dot(direction) + w * c.dot(direction)) / det;
    if (!(s >= 0) || (best >= 0 && (s > best || (s == best && face > found)))) return;
    best = s;
    found = face;
  });
  return best;
}

}  // namespace pliant::detail
