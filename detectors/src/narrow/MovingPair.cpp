#include "narrow/MovingPair.h"

#include <algorithm>
#include <cmath>

namespace pliant::detail {
namespace {

// - kStep: fraction of the distance that one step may use up by relative motion, as in the paper.
// - kSlabStep: the same across the slab. It is smaller, so that the last safe time is clearly before the meeting.
// - kMeeting: the pair meets at this fraction of its distance at t0.
constexpr double kStep = 0.9;
constexpr double kSlabStep = 0.8;
constexpr double kMeeting = 0.1;
// If the certified bound is below this fraction of the distance, rounding may have displaced the nearest points.
constexpr double kCertifiedShare = 0.9;
// Largest number of steps by distance alone: far more than any pair that is not nearly flat needs.
constexpr int kMostAdvances = 256;
// A distance of at most this fraction of the certified one at t0 is explained by the pair's motion. It is within
// kSweptReach of that motion, so every detector has the pair among its candidates. The same holds for a pair that no
// plane separates for kShortest of a step.
constexpr double kExplained = 0.11;
constexpr double kShortest = 1.0 / 16;
// Rounding error of the width of a slab, relative to the coordinates.
constexpr double kRounding = 1e-15;

struct OnSegment {
  double s;  // weight of the second end
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

/// Nearest points with one of them on a border: one entry per edge of the face, or per end of both edges.
struct Border {
  PairKind kind;
  std::array<OnSegment, 4> at;
  std::size_t count;

  std::array<double, 4> weights(std::size_t i) const {
    const double s = at[i].s;
    if (kind == PairKind::VertexFace) {
      std::array<double, 4> w{1, 0, 0, 0};
      w[1 + i] = -(1 - s);
      w[1 + (i + 1) % 3] = -s;
      return w;
    }
    switch (i) {
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

  Vec3d edge(std::size_t i, const FourPoints& x) const {
    if (kind == PairKind::VertexFace) return x[1 + (i + 1) % 3] - x[1 + i];
    return i < 2 ? x[3] - x[2] : x[1] - x[0];
  }

  std::array<double, 4> nearest() const {
    std::size_t best = 0;
    for (std::size_t i = 1; i < count; ++i)
      if (at[i].squared < at[best].squared) best = i;
    return weights(best);
  }
};

Border borderOf(PairKind kind, const FourPoints& x) {
  if (kind == PairKind::VertexFace)
    return {kind,
            {nearestOnSegment(x[0], x[1], x[2]),
             nearestOnSegment(x[0], x[2], x[3]),
             nearestOnSegment(x[0], x[3], x[1]),
             {}},
            3};
  return {kind,
          {nearestOnSegment(x[0], x[2], x[3]), nearestOnSegment(x[1], x[2], x[3]), nearestOnSegment(x[2], x[0], x[1]),
           nearestOnSegment(x[3], x[0], x[1])},
          4};
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
  return borderOf(PairKind::VertexFace, x).nearest();
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
  return borderOf(PairKind::EdgeEdge, x).nearest();
}

/// Gaps between the corners of A and B along `n`: three for a vertex and a face, four for two edges.
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

/// Returns an upper bound of the length of the relative motion of two points, one of each element.
double relativeMotion(const MovingPair& pair) {
  std::array<double, 4> length;
  for (std::size_t i = 0; i < 4; ++i) length[i] = norm(pair.motion[i]);
  if (pair.kind == PairKind::VertexFace) return length[0] + std::max({length[1], length[2], length[3]});
  return std::max(length[0], length[1]) + std::max(length[2], length[3]);
}

/// Returns the time [steps] until a gap along `n` shrinks to (1 − kSlabStep) · `open`, at most 2. `open` is the
/// certified distance.
double slabTime(const MovingPair& pair, const Vec3d& n, const FourPoints& x, double open) {
  const Gaps gaps = gapsAcross(pair.kind, n, x), rates = gapsAcross(pair.kind, n, pair.motion);
  double time = 2;
  for (std::size_t i = 0; i < gaps.count; ++i)
    if (rates.gap[i] < 0) time = std::min(time, (gaps.gap[i] - (1 - kSlabStep) * open) / -rates.gap[i]);
  return time;
}

/// Returns `direction` without its component along `edge`, which is rounding error.
Vec3d squareTo(const Vec3d& edge, const Vec3d& direction) {
  const double length = dot(edge, edge);
  return length > 0 ? direction - (dot(direction, edge) / length) * edge : direction;
}

/// Returns true if one plane certainly separates the pair from time `from` to time `to`. The gaps between the corners
/// of both elements along its normal change linearly, so testing at both times suffices. The tested normals point from
/// the origin to the places on the hull of these gaps that can be nearest to it: a corner, an edge or a face.
bool planeBetween(const MovingPair& pair, double from, double to) {
  std::array<Vec3d, 8> gaps;
  std::size_t count = 0;
  double largest = 0;
  const std::size_t ofA = pair.kind == PairKind::VertexFace ? 1 : 2;
  for (const double t : {from, to}) {
    const FourPoints x = pair.at(t);
    for (std::size_t i = 0; i < ofA; ++i)
      for (std::size_t j = ofA; j < 4; ++j) {
        gaps[count++] = x[i] - x[j];
        for (const double k : x[i] - x[j]) largest = std::max(largest, std::abs(k));
      }
  }
  const auto opens = [&](const Vec3d& n) {
    const double least = kRounding * largest * norm(n);
    return std::all_of(gaps.begin(), gaps.begin() + count, [&](const Vec3d& gap) { return dot(n, gap) > least; });
  };
  for (std::size_t i = 0; i < count; ++i) {
    if (opens(gaps[i])) return true;
    for (std::size_t j = 0; j < i; ++j) {
      const Vec3d edge = gaps[j] - gaps[i];
      // Starts at the nearer end, whose rounding error is smaller.
      if (opens(squareTo(edge, dot(gaps[i], gaps[i]) < dot(gaps[j], gaps[j]) ? gaps[i] : gaps[j]))) return true;
      for (std::size_t k = 0; k < j; ++k) {
        const Vec3d n = cross(edge, gaps[k] - gaps[i]);
        if (opens(n) || opens(-1 * n)) return true;
      }
    }
  }
  return false;
}

Nearest nearestBy(const std::array<double, 4>& weights, const FourPoints& x) {
  Nearest result{weights, combine(weights, x), 0};
  result.distance = norm(result.difference);
  return result;
}

/// Returns the width of the slab between both elements across `direction`, on A's side of B; if none exists, at most 0.
double slabAcross(PairKind kind, const FourPoints& x, const Vec3d& direction) {
  const double length = norm(direction);
  return length > 0 ? smallest(gapsAcross(kind, (1 / length) * direction, x)) : 0;
}

}  // namespace

Nearest nearest(PairKind kind, const FourPoints& x) {
  return nearestBy(kind == PairKind::VertexFace ? vertexFaceWeights(x) : edgeEdgeWeights(x), x);
}

double certainDistance(PairKind kind, const FourPoints& x, Nearest& nearest) {
  if (!(nearest.distance > 0)) return 0;
  double certain = slabAcross(kind, x, nearest.difference);
  if (!(certain >= kCertifiedShare * nearest.distance)) {
    const Vec3d flat = kind == PairKind::VertexFace ? cross(x[2] - x[1], x[3] - x[1]) : cross(x[1] - x[0], x[3] - x[2]);
    certain = std::max({certain, slabAcross(kind, x, flat), slabAcross(kind, x, -1 * flat)});
    const Border border = borderOf(kind, x);
    for (std::size_t i = 0; i < border.count; ++i) {
      const Nearest other = nearestBy(border.weights(i), x);
      const double s = border.at[i].s;
      const Vec3d across = s > 0 && s < 1 ? squareTo(border.edge(i, x), other.difference) : other.difference;
      certain = std::max(certain, slabAcross(kind, x, across));
      if (other.distance < nearest.distance) nearest = other;
    }
  }
  return std::min(nearest.distance, certain);
}

FourPoints MovingPair::at(double t) const {
  FourPoints x;
  for (std::size_t i = 0; i < 4; ++i) x[i] = start[i] + t * motion[i];
  return x;
}

MovingPair movingPair(PairKind kind, const std::array<Index, 4>& vertices, const PackedPosition* from,
                      const PackedPosition* to) {
  MovingPair pair;
  pair.kind = kind;
#if PLIANT_DOUBLE_PRECISION
  double largest = 0;
  for (const Index v : vertices)
    for (const auto& p : {from[v], to[v]}) largest = std::max({largest, std::abs(p.x), std::abs(p.y), std::abs(p.z)});
  const bool extreme = largest > 0 && (largest > 1e50 || largest < 1e-50);
  // Differences must not overflow either.
  pair.unit = extreme ? std::ldexp(1.0, std::clamp(std::ilogb(largest) + 2, -1000, 1023)) : 1;
  const double scale = 1 / pair.unit;
  const auto scaled = [&](const PackedPosition& p) { return scale * toVec3d(p); };
#else
  const auto scaled = [](const PackedPosition& p) { return toVec3d(p); };
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

Advance advanceByPlanes(const MovingPair& pair, Advance path) {
  double time = path.time;
  for (double span = 1 - time; time < 1;) {
    span = std::min(span, 1 - time);
    if (planeBetween(pair, time, time + span)) {
      time += span;
      span *= 2;
    } else if (span <= kShortest) {
      path.hit = true;
      break;
    } else {
      span /= 2;
    }
  }
  if (path.hit && time > path.time) {
    path.time = time;
    const FourPoints x = pair.at(time);
    path.nearest = nearest(pair.kind, x);
    certainDistance(pair.kind, x, path.nearest);
  }
  return path;
}

Advance advance(const MovingPair& pair, const Nearest& start, double certified) {
  const double motion = relativeMotion(pair);
  Advance result;
  result.nearest = start;
  const double meeting = kMeeting * certified, explained = kExplained * certified;
  FourPoints x = pair.start;
  for (int step = 0; step < kMostAdvances; ++step) {
    const Vec3d n = (1 / result.nearest.distance) * result.nearest.difference;
    // Without relative motion both times are past the end of the step.
    const double byMotion = motion > 0 ? kStep * certified / motion : 2;
    const double time = result.time + std::max(byMotion, slabTime(pair, n, x, certified));
    if (time >= 1) return result;
    x = pair.at(time);
    Nearest next = nearest(pair.kind, x);
    certified = certainDistance(pair.kind, x, next);
    if (!(certified > meeting)) {
      result.hit = next.distance <= explained;
      break;
    }
    result.nearest = next;
    result.time = time;
  }
  return result.hit ? result : advanceByPlanes(pair, result);
}

}  // namespace pliant::detail
