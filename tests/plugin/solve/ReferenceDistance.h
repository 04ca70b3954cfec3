#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>

/// Plain reference implementations: distances of elements, and their advancement along linear motion.
namespace reference {

using Vec = Eigen::Vector3d;
using Quad = std::array<Vec, 4>;
using Weights = std::array<double, 4>;

inline Vec combine(const Quad& x, const Weights& w) {
  return w[0] * x[0] + w[1] * x[1] + w[2] * x[2] + w[3] * x[3];
}

/// Returns s of the point (1−s) a + s b of segment ab that is nearest to p.
inline double alongSegment(const Vec& p, const Vec& a, const Vec& b) {
  const Vec d = b - a;
  const double squared = d.squaredNorm();
  return squared > 0 ? std::clamp(d.dot(p - a) / squared, 0.0, 1.0) : 0.0;
}

/// Returns the weights of the nearest points of vertex x[0] and triangle x[1] x[2] x[3].
inline Weights nearestOnFace(const Quad& x) {
  const Vec u = x[2] - x[1], v = x[3] - x[1], n = u.cross(v), r = x[0] - x[1];
  const double area = n.squaredNorm();
  if (area > 0) {
    const double b = r.cross(v).dot(n) / area, c = u.cross(r).dot(n) / area;
    if (b >= 0 && c >= 0 && b + c <= 1) return {1, -(1 - b - c), -b, -c};
  }
  Weights best{1, -1, 0, 0};
  double nearest = 1e300;
  for (std::size_t i = 0; i < 3; ++i) {
    const std::size_t a = 1 + i, b = 1 + (i + 1) % 3;
    const double s = alongSegment(x[0], x[a], x[b]);
    Weights w{1, 0, 0, 0};
    w[a] = -(1 - s);
    w[b] = -s;
    const double d = combine(x, w).squaredNorm();
    if (d < nearest) {
      nearest = d;
      best = w;
    }
  }
  return best;
}

/// Returns the weights of the nearest points of segments x[0] x[1] and x[2] x[3].
inline Weights nearestOnEdges(const Quad& x) {
  const Vec u = x[1] - x[0], v = x[3] - x[2], r = x[0] - x[2];
  const double a = u.dot(u), b = u.dot(v), c = v.dot(v), d = u.dot(r), e = v.dot(r), det = a * c - b * b;
  Weights best{};
  double nearest = 1e300;
  const auto consider = [&](double s, double t) {
    const Weights w{1 - s, s, -(1 - t), -t};
    const double distance = combine(x, w).squaredNorm();
    if (distance < nearest) {
      nearest = distance;
      best = w;
    }
  };
  if (det > 1e-14 * a * c) {
    const double s = (b * e - c * d) / det, t = (a * e - b * d) / det;
    if (s >= 0 && s <= 1 && t >= 0 && t <= 1) consider(s, t);
  }
  consider(0, alongSegment(x[0], x[2], x[3]));
  consider(1, alongSegment(x[1], x[2], x[3]));
  consider(alongSegment(x[2], x[0], x[1]), 0);
  consider(alongSegment(x[3], x[0], x[1]), 1);
  return best;
}

inline Weights nearest(const Quad& x, bool edges) {
  return edges ? nearestOnEdges(x) : nearestOnFace(x);
}

struct Advance {
  bool hit = false;
  double distance_t0 = 0;
  Weights weights{};  ///< at the last safe time
  Vec separation{0, 0, 0};
};

/// Computes additive conservative advancement from x0 to x1.
inline Advance advance(const Quad& x0, const Quad& x1, bool edges) {
  Quad p, x = x0;
  Vec mean(0, 0, 0);
  for (std::size_t i = 0; i < 4; ++i) p[i] = x1[i] - x0[i];
  for (const Vec& v : p) mean += v / 4;
  for (Vec& v : p) v -= mean;
  const double length = edges ? std::max(p[0].norm(), p[1].norm()) + std::max(p[2].norm(), p[3].norm())
                              : p[0].norm() + std::max({p[1].norm(), p[2].norm(), p[3].norm()});
  Advance result;
  result.weights = nearest(x, edges);
  result.separation = combine(x, result.weights);
  result.distance_t0 = result.separation.norm();
  if (length <= 0) return result;
  double distance = result.distance_t0, time = 0;
  const double stop = 0.1 * result.distance_t0;
  if (distance <= 0) return result;
  for (int k = 0; k < 10000; ++k) {
    const double step = 0.9 * distance / length;
    if (time + step >= 1) return result;
    time += step;
    for (std::size_t i = 0; i < 4; ++i) x[i] = x0[i] + time * p[i];
    const Weights w = nearest(x, edges);
    const Vec separation = combine(x, w);
    distance = separation.norm();
    result.weights = w;
    result.separation = separation;
    if (distance < stop) {
      result.hit = true;
      return result;
    }
  }
  result.hit = true;
  return result;
}

}  // namespace reference
