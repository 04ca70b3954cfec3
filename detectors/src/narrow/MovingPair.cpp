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
// What part of a distance is certain unless rounding has led the nearest points astray.
constexpr double kSure = 0.9;
// Where distance by itself tells no more: far more than ever needed by what is not nearly flat.
constexpr int kMostSteps = 256;
// A distance at most this part of the certain one at the start is explained by the pair's motion: kSweptReach of it and
// more, so that every detector has the pair for a candidate. The same holds for what no plane keeps apart for
// kShortest of a step.
constexpr double kExplained = 0.11;
constexpr double kShortest = 1.0 / 16;
// Of a slab's width, as a part of the coordinates.
constexpr double kRounding = 1e-15;

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

/// The nearest points with one of them on a border: on each edge of the face, or at each end of both edges.
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

/// `direction` without what rounding has left of it along `edge`.
Vec3d squareTo(const Vec3d& edge, const Vec3d& direction) {
  const double length = dot(edge, edge);
  return length > 0 ? direction - (dot(direction, edge) / length) * edge : direction;
}

/// Whether one plane surely keeps the pair apart from time `from` to time `to`: across it the gaps between the corners
/// of both elements change linearly, so they need to be open at both times alone. Of all planes those are tried whose
/// normal points to the hull of these gaps from where it can be nearest to the origin: a corner, an edge, a face.
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
    const double least = kRounding * largest * std::sqrt(dot(n, n));
    return std::all_of(gaps.begin(), gaps.begin() + count, [&](const Vec3d& gap) { return dot(n, gap) > least; });
  };
  for (std::size_t i = 0; i < count; ++i) {
    if (opens(gaps[i])) return true;
    for (std::size_t j = 0; j < i; ++j) {
      const Vec3d edge = gaps[j] - gaps[i];
      // From the nearer end, of which less is rounding.
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
  result.distance = std::sqrt(dot(result.difference, result.difference));
  return result;
}

/// Width of the slab between both elements across `direction`, on A's side of B; at most 0 when no slab is there.
double slabAcross(PairKind kind, const FourPoints& x, const Vec3d& direction) {
  const double length = std::sqrt(dot(direction, direction));
  return length > 0 ? smallest(gapsAcross(kind, (1 / length) * direction, x)) : 0;
}

}  // namespace

Nearest nearest(PairKind kind, const FourPoints& x) {
  return nearestBy(kind == PairKind::VertexFace ? vertexFaceWeights(x) : edgeEdgeWeights(x), x);
}

double certainDistance(PairKind kind, const FourPoints& x, Nearest& nearest) {
  if (!(nearest.distance > 0)) return 0;
  double certain = slabAcross(kind, x, nearest.difference);
  if (!(certain >= kSure * nearest.distance)) {
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

Advance advance(const MovingPair& pair, const Nearest& start, double apart) {
  const double motion = relativeMotion(pair);
  Advance result;
  result.nearest = start;
  const double meeting = kMeeting * apart, explained = kExplained * apart;
  FourPoints x = pair.start;
  for (int step = 0; step < kMostSteps; ++step) {
    const Vec3d n = (1 / result.nearest.distance) * result.nearest.difference;
    // Nothing moves against each other: then both are past the end of the step.
    const double byMotion = motion > 0 ? kStep * apart / motion : 2;
    const double time = result.time + std::max(byMotion, slabTime(pair, n, x, apart));
    if (time >= 1) return result;
    x = pair.at(time);
    Nearest next = nearest(pair.kind, x);
    apart = certainDistance(pair.kind, x, next);
    if (!(apart > meeting)) {
      result.hit = next.distance <= explained;
      break;
    }
    result.nearest = next;
    result.time = time;
  }
  return result.hit ? result : advanceByPlanes(pair, result);
}

}  // namespace pliant::detail
