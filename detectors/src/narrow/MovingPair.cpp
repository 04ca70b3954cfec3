#include "narrow/MovingPair.h"

#include <algorithm>
#include <cmath>

namespace pliant::detail {
namespace {

// What part of the distance one step may use up: by relative motion as in the paper, and across the slab, where it
// leaves more so that the last safe time comes out clear of the meeting.
constexpr double kStep = 0.9;
constexpr double kSlabStep = 0.8;
constexpr double kMeeting = 0.1;
// Far more than ever needed with floats; a pair that needs more counts as a hit.
constexpr int kMostSteps = 256;

struct OnSegment {
  double s;  // of the second end
  double squared;
};

OnSegment nearestOnSegment(const Vec3d& p, const Vec3d& a, const Vec3d& b) {
  const Vec3d ab = b - a, ap = p - a;
  const double length = dot(ab, ab), along = dot(ap, ab);
  double s = length > 0 ? std::clamp(along / length, 0.0, 1.0) : 0;
  const Vec3d d = ap - s * ab;
  return {s, dot(d, d)};
}

Vec3d combine(const std::array<double, 4>& w, const FourPoints& x) {
  Vec3d sum = w[0] * x[0];
  for (std::size_t i = 1; i < 4; ++i) sum = sum + w[i] * x[i];
  return sum;
}

std::array<double, 4> vertexFaceWeights(const FourPoints& x) {
  const Vec3d &p = x[0], &a = x[1], &b = x[2], &c = x[3];
  const Vec3d ab = b - a, ac = c - a, ap = p - a;
  const Vec3d n = cross(ab, ac);
  const double area = dot(n, n);
  if (area > 0) {
    const double v = dot(cross(ap, ac), n) / area, w = dot(cross(ab, ap), n) / area;
    if (v >= 0 && w >= 0 && v + w <= 1) return {1, -(1 - v - w), -v, -w};
  }
  const OnSegment e[3] = {nearestOnSegment(p, a, b), nearestOnSegment(p, b, c), nearestOnSegment(p, c, a)};
  std::size_t best = 0;
  for (std::size_t i = 1; i < 3; ++i)
    if (e[i].squared < e[best].squared) best = i;
  std::array<double, 4> weights{1, 0, 0, 0};
  weights[1 + best] = -(1 - e[best].s);
  weights[1 + (best + 1) % 3] = -e[best].s;
  return weights;
}

std::array<double, 4> edgeEdgeWeights(const FourPoints& x) {
  const Vec3d u = x[1] - x[0], w = x[3] - x[2], r = x[0] - x[2];
  const double uu = dot(u, u), ww = dot(w, w), uw = dot(u, w), ur = dot(u, r), wr = dot(w, r);
  const Vec3d n = cross(u, w);
  const double area = dot(n, n);
  if (area > 0) {
    const double s = (uw * wr - ur * ww) / area, t = (uu * wr - uw * ur) / area;
    if (s >= 0 && s <= 1 && t >= 0 && t <= 1) return {1 - s, s, -(1 - t), -t};
  }
  // One of the nearest points is an end.
  const OnSegment e[4] = {nearestOnSegment(x[0], x[2], x[3]), nearestOnSegment(x[1], x[2], x[3]),
                          nearestOnSegment(x[2], x[0], x[1]), nearestOnSegment(x[3], x[0], x[1])};
  std::size_t best = 0;
  for (std::size_t i = 1; i < 4; ++i)
    if (e[i].squared < e[best].squared) best = i;
  const double s = e[best].s;
  switch (best) {
    case 0:
      return {1, 0, -(1 - s), -s};
    case 1:
      return {0, 1, -(1 - s), -s};
    case 2:
      return {1 - s, s, -1, 0};
    default:
      return {1 - s, s, 0, -1};
  }
}

/// The gaps between the corners of both elements across `n`: three for a vertex and a face, four for two edges.
struct Gaps {
  std::array<double, 4> gap;
  std::size_t count;
};

Gaps gapsAcross(PairKind kind, const Vec3d& n, const FourPoints& x) {
  const double a = dot(n, x[0]), b = dot(n, x[1]), c = dot(n, x[2]), d = dot(n, x[3]);
  if (kind == PairKind::VertexFace) return {{a - b, a - c, a - d, 0}, 3};
  return {{a - c, a - d, b - c, b - d}, 4};
}

double smallest(const Gaps& gaps) {
  return *std::min_element(gaps.gap.begin(), gaps.gap.begin() + gaps.count);
}

/// Largest length of the relative motion of two points, one of each element.
double relativeMotion(const MovingPair& pair) {
  std::array<double, 4> length;
  for (std::size_t i = 0; i < 4; ++i) length[i] = std::sqrt(dot(pair.motion[i], pair.motion[i]));
  if (pair.kind == PairKind::VertexFace) return length[0] + std::max({length[1], length[2], length[3]});
  return std::max(length[0], length[1]) + std::max(length[2], length[3]);
}

/// How long the slab across `n`, now `open` wide, stays wider than a part of that.
double slabTime(const MovingPair& pair, const Vec3d& n, const FourPoints& x, double open) {
  const Gaps gaps = gapsAcross(pair.kind, n, x), rates = gapsAcross(pair.kind, n, pair.motion);
  double time = 2;
  for (std::size_t i = 0; i < gaps.count; ++i)
    if (rates.gap[i] < 0) time = std::min(time, (gaps.gap[i] - (1 - kSlabStep) * open) / -rates.gap[i]);
  return time;
}

}  // namespace

Nearest nearest(PairKind kind, const FourPoints& x) {
  Nearest result;
  result.weights = kind == PairKind::VertexFace ? vertexFaceWeights(x) : edgeEdgeWeights(x);
  result.difference = combine(result.weights, x);
  result.distance = std::sqrt(dot(result.difference, result.difference));
  return result;
}

double certainDistance(PairKind kind, const FourPoints& x, const Nearest& nearest) {
  if (!(nearest.distance > 0)) return 0;
  const Vec3d n = (1 / nearest.distance) * nearest.difference;
  return std::min(nearest.distance, smallest(gapsAcross(kind, n, x)));
}

FourPoints MovingPair::at(double t) const {
  FourPoints x;
  for (std::size_t i = 0; i < 4; ++i) x[i] = start[i] + t * motion[i];
  return x;
}

MovingPair movingPair(PairKind kind, const std::array<Index, 4>& vertices, const PackedPosition* from,
                      const PackedPosition* to) {
  const auto read = [](const PackedPosition& p) {
    return Vec3d{static_cast<double>(p.x), static_cast<double>(p.y), static_cast<double>(p.z)};
  };
  MovingPair pair;
  pair.kind = kind;
#if PLIANT_DOUBLE_PRECISION
  double largest = 0;
  for (const Index v : vertices)
    for (const auto& p : {from[v], to[v]}) largest = std::max({largest, std::abs(p.x), std::abs(p.y), std::abs(p.z)});
  const bool extreme = largest > 0 && (largest > 1e50 || largest < 1e-50);
  // Differences must fit too.
  pair.unit = extreme ? std::ldexp(1.0, std::clamp(std::ilogb(largest) + 2, -1000, 1023)) : 1;
  const double scale = 1 / pair.unit;
  const auto scaled = [&](const PackedPosition& p) { return scale * read(p); };
#else
  const auto scaled = read;
#endif
  const Vec3d base = scaled(from[vertices[0]]);
  Vec3d common{};
  for (std::size_t i = 0; i < 4; ++i) {
    const Vec3d q = scaled(from[vertices[i]]);
    pair.start[i] = q - base;
    pair.motion[i] = scaled(to[vertices[i]]) - q;
    common = common + 0.25 * pair.motion[i];
  }
  for (auto& m : pair.motion) m = m - common;
  return pair;
}

Advance advance(const MovingPair& pair, const Nearest& start, double apart) {
  const double motion = relativeMotion(pair);
  Advance result;
  result.nearest = start;
  const double meeting = kMeeting * apart;
  FourPoints x = pair.start;
  for (int step = 0; step < kMostSteps; ++step) {
    const Vec3d n = (1 / result.nearest.distance) * result.nearest.difference;
    // Nothing moves against each other: then both are past the end of the step.
    const double byMotion = motion > 0 ? kStep * apart / motion : 2;
    const double time = result.time + std::max(byMotion, slabTime(pair, n, x, apart));
    if (time >= 1) return result;
    x = pair.at(time);
    const Nearest next = nearest(pair.kind, x);
    apart = certainDistance(pair.kind, x, next);
    if (!(apart > meeting)) break;
    result.nearest = next;
    result.time = time;
  }
  result.hit = true;
  return result;
}

}  // namespace pliant::detail
