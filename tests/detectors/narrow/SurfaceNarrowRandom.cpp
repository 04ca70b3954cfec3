// Compares the narrow test with the roots of the four points' volume over time, in long double.

#include <pliant/detectors/predicates.h>
#include <pliant_catch.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <random>

#include "MovingPair.h"
#include "detectors/answers.h"
#include "shapes/SurfaceMeshes.h"

using namespace pliant;
using namespace moving;
using meshes::Body;

namespace {

using Long = long double;
using PointL = Eigen::Matrix<Long, 3, 1>;

PointL at(const Pair& pair, std::size_t i, Long t) {
  PointL p;
  for (std::size_t k = 0; k < 3; ++k) {
    const Long q = static_cast<Real>(pair.start[i][k]), x = static_cast<Real>(pair.end[i][k]);
    p[static_cast<Eigen::Index>(k)] = q + t * (x - q);
  }
  return p;
}

Long volume(const Pair& pair, Long t) {
  const PointL a = at(pair, 0, t);
  return (at(pair, 1, t) - a).dot((at(pair, 2, t) - a).cross(at(pair, 3, t) - a));
}

/// Returns true if the elements, coplanar at time t, meet well inside both.
bool meetInside(const Pair& pair, Long t) {
  const Long inside = 1e-5L;
  const PointL a = at(pair, 0, t), b = at(pair, 1, t), c = at(pair, 2, t), d = at(pair, 3, t);
  if (pair.edges) {
    const PointL u = b - a, w = d - c, n = u.cross(w), r = c - a;
    const Long area = n.squaredNorm();
    if (area == 0) return false;
    const Long s = r.cross(w).dot(n) / area, v = r.cross(u).dot(n) / area;
    return s > inside && s < 1 - inside && v > inside && v < 1 - inside;
  }
  const PointL u = c - b, w = d - b, n = u.cross(w), r = a - b;
  const Long area = n.squaredNorm();
  if (area == 0) return false;
  const Long s = r.cross(w).dot(n) / area, v = u.cross(r).dot(n) / area;
  return s > inside && v > inside && s + v < 1 - inside;
}

/// Returns true if the pair certainly meets: the four points' volume changes its sign where the elements overlap.
bool surelyMeets(const Pair& pair) {
  // The volume is a cubic in t, which is monotone between the roots of its derivative.
  const Long f0 = volume(pair, 0), f1 = volume(pair, 1), fa = volume(pair, 1.L / 3), fb = volume(pair, 2.L / 3);
  const Long c3 = 4.5L * (-f0 + 3 * fa - 3 * fb + f1), c2 = 4.5L * (2 * f0 - 5 * fa + 4 * fb - f1),
             c1 = f1 - f0 - c3 - c2;
  std::vector<Long> times{0, 1};
  const Long a = 3 * c3, b = 2 * c2, root = b * b - 4 * a * c1;
  if (root >= 0 && a != 0)
    for (const Long sign : {-1.L, 1.L}) {
      const Long t = (-b + sign * std::sqrt(root)) / (2 * a);
      if (t > 0 && t < 1) times.push_back(t);
    }
  std::sort(times.begin(), times.end());
  for (std::size_t i = 0; i + 1 < times.size(); ++i) {
    Long low = times[i], high = times[i + 1];
    const bool positive = volume(pair, low) > 0;
    if (positive == (volume(pair, high) > 0)) continue;
    for (int step = 0; step < 80; ++step) {
      const Long middle = (low + high) / 2;
      ((volume(pair, middle) > 0) == positive ? low : high) = middle;
    }
    if (meetInside(pair, low)) return true;
  }
  return false;
}

/// Returns true if at one of many instants the distance is at most about a tenth of that at t0.
bool comesNear(const Pair& pair, Real distance_t0) {
  constexpr int kInstants = 500;
  double motion = 0;
  for (std::size_t i = 0; i < 4; ++i)
    motion = std::max(motion, std::hypot(pair.end[i][0] - pair.start[i][0], pair.end[i][1] - pair.start[i][1],
                                         pair.end[i][2] - pair.start[i][2]));
  const Real near = Real(0.101) * distance_t0 + static_cast<Real>(motion / kInstants);
  for (int instant = 0; instant <= kInstants; ++instant) {
    std::array<std::array<Real, 3>, 4> x;
    for (std::size_t i = 0; i < 4; ++i) {
      const PointL p = at(pair, i, Long(instant) / kInstants);
      x[i] = {Real(p[0]), Real(p[1]), Real(p[2])};
    }
    if (pair.edges ? exact::segmentsWithin(x[0].data(), x[1].data(), x[2].data(), x[3].data(), near)
                   : exact::pointWithin(x[0].data(), x[1].data(), x[2].data(), x[3].data(), near))
      return true;
  }
  return false;
}

Pair randomPair(std::mt19937& random, bool edges) {
  std::uniform_real_distribution<double> place(-1, 1), exponent(-4, 3);
  Pair pair;
  pair.edges = edges;
  const double speed = std::pow(10, exponent(random)), flat = random() % 3 == 0 ? 1e-3 : 1;
  for (std::size_t i = 0; i < 4; ++i)
    for (std::size_t k = 0; k < 3; ++k) {
      pair.start[i][k] = place(random) * (k == 2 ? flat : 1);
      pair.end[i][k] = pair.start[i][k] + speed * place(random);
    }
  return pair;
}

}  // namespace

TEST_CASE("no crossing is missed in 100,000 random motions") {
  std::mt19937 random(21);
  std::size_t meeting = 0, hits = 0;
  // One run for all pairs of a kind, in a body of single triangles or single edges.
  for (int kind = 0; kind < 2; ++kind) {
    const bool edges = kind == 1;
    const std::size_t count = 50000;
    std::vector<Pair> pairs;
    Body body;
    Candidates candidates;
    for (std::size_t i = 0; i < count; ++i) {
      pairs.push_back(randomPair(random, edges));
      const auto first = static_cast<Index>(4 * i);
      for (const Point& p : pairs.back().start) append(body.x0, p);
      for (const Point& p : pairs.back().end) append(body.x, p);
      if (edges) {
        for (const Index corner : {first, first + 1, first + 1, first + 2, first + 3, first + 3})
          body.faces.push_back(corner);
        candidates.edgeEdge.push_back({static_cast<Index>(2 * i), static_cast<Index>(2 * i + 1)});
      } else {
        for (const Index corner : {first + 1, first + 2, first + 3}) body.faces.push_back(corner);
        candidates.vertexFace.push_back({first, static_cast<Index>(i)});
      }
    }
    const BodySet set = meshes::setOf({body}, Real(0));
    const auto contacts = test::contactsOf(set, candidates, kHitsOnly, 1),
               again = test::contactsOf(set, candidates, kHitsOnly, 2);
    REQUIRE(contacts.size() == again.size());
    std::vector<const SurfaceContact*> found(count, nullptr);
    for (std::size_t i = 0; i < contacts.size(); ++i) {
      CHECK(contacts[i].elementA == again[i].elementA);
      CHECK(contacts[i].normal == again[i].normal);
      CHECK(contacts[i].weights == again[i].weights);
      found[edges ? contacts[i].elementA / 2 : contacts[i].elementA / 4] = &contacts[i];
    }
    std::size_t missed = 0, needless = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const bool meets = surelyMeets(pairs[i]);
      meeting += meets;
      hits += found[i] != nullptr;
      missed += meets && !found[i];
      needless += found[i] && !meets && !comesNear(pairs[i], found[i]->distance_t0);
    }
    CHECK(missed == 0);
    CHECK(needless == 0);
  }
  CHECK(meeting > 2000);
  // A hit needs no crossing (a tenth of the distance at t0 is enough), but few hits are without one.
  CHECK(hits < 2 * meeting);
}
