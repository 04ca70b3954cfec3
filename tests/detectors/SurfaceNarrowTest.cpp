#include <pliant/detectors/SurfaceContacts.h>
#include <pliant/detectors/Workers.h>
#include <pliant/detectors/predicates.h>
#include <pliant_catch.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <random>

#include "SurfaceMeshes.h"

using namespace pliant;
using meshes::Body;

namespace {

using Point = std::array<double, 3>;
using Points = std::array<Point, 4>;

/// A triangle and a vertex, or two triangles of which one edge each is looked at, over one step.
struct Pair {
  Points start, end;
  bool edges = false;
  Real margin = 0;
  bool oneBody = false;
  std::optional<Points> rest = std::nullopt;
};

void append(std::vector<Real>& x, const Point& p) {
  for (const double k : p) x.push_back(static_cast<Real>(k));
}

/// What the narrow test says of one pair.
std::optional<SurfaceContact> test(const Pair& pair, SurfaceContactSettings settings = {}) {
  const auto body = [&](std::size_t first, std::size_t count) {
    Body b;
    for (std::size_t i = first; i < first + count; ++i) append(b.x0, pair.start[i]);
    for (std::size_t i = first; i < first + count; ++i) append(b.x, pair.end[i]);
    return b;
  };
  std::vector<Body> bodies;
  if (pair.oneBody) {
    bodies = {body(0, 4)};
    if (pair.edges)
      bodies[0].faces = {0, 1, 1, 2, 3, 3};  // no more than the two edges
    else
      bodies[0].faces = {1, 2, 3};
  } else if (pair.edges) {
    bodies = {body(0, 2), body(2, 2)};
    for (Body& b : bodies) b.faces = {0, 1, 1};
  } else {
    bodies = {body(0, 1), body(1, 3)};
    bodies[1].faces = {0, 1, 2};
  }
  BodySet set;
  for (const Body& b : bodies) set.setMargin(set.add(b.view()), pair.margin);
  std::vector<Real> rest;
  if (pair.rest) {
    for (const Point& p : *pair.rest) append(rest, p);
    set.setRestPositions(0, {rest.data(), 4});
  }
  set.update();
  Candidates candidates;
  if (pair.edges)
    candidates.edgeEdge.push_back({0, 1});
  else
    candidates.vertexFace.push_back({0, 0});
  std::vector<SurfaceContact> contacts;
  Counters counters;
  Workers workers(1);
  SurfaceNarrowTest narrow;
  narrow.run(set, candidates, settings, contacts, counters, workers);
  CHECK(counters.narrowTests <= 1);
  if (contacts.empty()) return std::nullopt;
  return contacts.front();
}

SurfaceContactSettings hitsOnly() {
  SurfaceContactSettings settings;
  settings.nearby = false;
  return settings;
}

SurfaceContactSettings withEdges() {
  SurfaceContactSettings settings;
  settings.edgeEdgeNearby = true;
  return settings;
}

constexpr Points kDrop{{{0.2, 0.2, 0.5}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}}};

Points moved(Points x, std::size_t i, const Point& by) {
  for (std::size_t k = 0; k < 3; ++k) x[i][k] += by[k];
  return x;
}

/// Along the contact's normal, positive on the side of t0.
double signedDistance(const SurfaceContact& c, const Points& x) {
  double d = 0;
  for (std::size_t i = 0; i < 4; ++i)
    for (std::size_t k = 0; k < 3; ++k) d += double(c.weights[i]) * double(c.normal[Eigen::Index(k)]) * x[i][k];
  return d;
}

void checkSound(const SurfaceContact& c, const Pair& pair) {
  CHECK(std::abs(double(c.normal.norm()) - 1) < 1e-5);
  double sum = 0;
  for (const Real w : c.weights) sum += double(w);
  CHECK(std::abs(sum) < 1e-6);
  if (c.kind == SurfaceContact::Kind::VertexFace) {
    CHECK(c.weights[0] == 1);
    for (std::size_t i = 1; i < 4; ++i) CHECK((c.weights[i] <= 0 && c.weights[i] >= Real(-1.000001)));
  }
  if (double(c.distance_t0) > 1e-6 * double(pair.margin)) CHECK(signedDistance(c, pair.start) > 0);
}

}  // namespace

TEST_CASE("a vertex drops through a triangle") {
  const Pair pair{kDrop, moved(kDrop, 0, {0, 0, -1})};
  const auto contact = test(pair, hitsOnly());
  REQUIRE(contact);
  checkSound(*contact, pair);
  CHECK(contact->swept);
  CHECK(contact->normal[2] == Approx(1));
  CHECK(contact->weights[1] == Approx(-0.6));
  CHECK(contact->weights[2] == Approx(-0.2));
  CHECK(contact->weights[3] == Approx(-0.2));
  CHECK(contact->distance_t0 == Approx(0.5));
  CHECK(signedDistance(*contact, pair.end) == Approx(-0.5));
  // From below, the normal is on the other side.
  Pair below{moved(kDrop, 0, {0, 0, -1}), kDrop};
  const auto up = test(below, hitsOnly());
  REQUIRE(up);
  CHECK(up->normal[2] == Approx(-1));
}

TEST_CASE("a vertex passes beside, away, or not at all") {
  CHECK_FALSE(test({moved(kDrop, 0, {1, 1, 0}), moved(kDrop, 0, {1, 1, -1})}));
  CHECK_FALSE(test({kDrop, moved(kDrop, 0, {0, 0, 5})}));
  CHECK_FALSE(test({kDrop, moved(kDrop, 0, {0.1, 0.1, 0})}));
  CHECK_FALSE(test({kDrop, kDrop}));
  // Just beside and just through an edge.
  const Points beside = moved(kDrop, 0, {-0.3, 0, 0});
  CHECK_FALSE(test({beside, moved(beside, 0, {0, 0, -1})}));
  const Points through = moved(kDrop, 0, {-0.199, 0, 0});
  CHECK(test({through, moved(through, 0, {0, 0, -1})}));
}

TEST_CASE("both move, and fast") {
  for (const double speed : {1.0, 30.0, 1000.0, 1e6}) {
    Points end = kDrop;
    for (std::size_t i = 0; i < 4; ++i) {
      end[i][0] += 7 * speed;
      end[i][2] += i == 0 ? -speed : speed;
    }
    const Pair pair{kDrop, end};
    const auto contact = test(pair, hitsOnly());
    REQUIRE(contact);
    checkSound(*contact, pair);
    CHECK(contact->normal[2] == Approx(1).epsilon(1e-4));
  }
  // Everything flies together: no hit, whatever the speed.
  Points end = kDrop;
  for (auto& p : end)
    for (double& k : p) k += 1000;
  CHECK_FALSE(test({kDrop, end}));
}

TEST_CASE("near at the end, within the reach of the margins") {
  Pair pair{kDrop, moved(kDrop, 0, {0, 0, -0.4})};
  pair.margin = Real(0.05);
  CHECK(test(pair));
  CHECK_FALSE(test(pair, hitsOnly()));
  const auto contact = test(pair);
  CHECK_FALSE(contact->swept);
  CHECK(contact->contactDistance == Approx(0.1));
  CHECK(signedDistance(*contact, pair.end) == Approx(0.1));
  pair.end = moved(kDrop, 0, {0, 0, -0.34});  // 0.16 away: 1.25 · 0.1 does not reach
  CHECK_FALSE(test(pair));
  SurfaceContactSettings further;
  further.reach = Real(0.7);
  CHECK(test(pair, further));
}

TEST_CASE("within a body, elements that are near at rest") {
  Pair pair{kDrop, moved(kDrop, 0, {0, 0, -0.45})};
  pair.margin = Real(0.1);
  pair.oneBody = true;
  // In test() vertex 0 is the vertex and face 0 the triangle.
  pair.rest = moved(kDrop, 0, {0, 0, -0.45});
  CHECK_FALSE(test(pair));  // 1.25 · 0.7 of the distance at rest does not reach
  SurfaceContactSettings further;
  further.reach = Real(0.5);
  const auto contact = test(pair, further);
  REQUIRE(contact);
  CHECK(contact->contactDistance == Approx(0.7 * 0.05));
  pair.rest = kDrop;
  CHECK(test(pair)->contactDistance == Approx(0.2));
  pair.rest = moved(kDrop, 0, {0, 0, -0.499});
  CHECK_FALSE(test(pair));
}

TEST_CASE("edges: crossing, parallel, grazing, at rest") {
  Pair pair;
  pair.edges = true;
  pair.start = {{{-1, 0, 0.5}, {1, 0, 0.5}, {0, -1, 0}, {0, 1, 0}}};
  pair.end = pair.start;
  CHECK_FALSE(test(pair, withEdges()));
  for (std::size_t i : {0u, 1u}) pair.end[i][2] = -0.25;
  const auto contact = test(pair, hitsOnly());
  REQUIRE(contact);
  checkSound(*contact, pair);
  CHECK(contact->swept);
  CHECK(contact->normal[2] == Approx(1));
  for (std::size_t i = 0; i < 4; ++i) CHECK(contact->weights[i] == Approx(i < 2 ? 0.5 : -0.5));
  // Beside.
  Pair beside = pair;
  for (auto* x : {&beside.start, &beside.end})
    for (std::size_t i : {0u, 1u}) (*x)[i][0] += 1.5;
  CHECK_FALSE(test(beside, hitsOnly()));
  // Parallel, one through the other.
  Pair parallel = pair;
  parallel.start = {{{-1, 0, 0.5}, {1, 0, 0.5}, {-1, 0, 0}, {1, 0, 0}}};
  parallel.end = {{{-1, 0, -0.5}, {1, 0, -0.5}, {-1, 0, 0}, {1, 0, 0}}};
  const auto found = test(parallel, hitsOnly());
  REQUIRE(found);
  checkSound(*found, parallel);
  CHECK(found->normal[2] == Approx(1));
  // Sliding along at a distance is no hit; it is near if the margins say so.
  Pair graze = pair;
  for (std::size_t i : {0u, 1u}) {
    graze.start[i][2] = graze.end[i][2] = 0.01;
    graze.end[i][0] += 0.5;
  }
  CHECK_FALSE(test(graze, hitsOnly()));
  graze.margin = Real(0.01);
  CHECK_FALSE(test(graze));
  REQUIRE(test(graze, withEdges()));
  CHECK(test(graze, withEdges())->contactDistance == Approx(0.02));
}

TEST_CASE("a pair that touches at the start") {
  // Above a closed tetrahedron's face, resting on it: outside is the side, whatever the motion.
  Body ball = meshes::ball(6, 8), cloud;
  const Triangle f{ball.faces[0], ball.faces[1], ball.faces[2]};
  for (std::size_t k = 0; k < 3; ++k) cloud.x0.push_back(ball.x[3 * f[0] + k]);
  cloud.x = cloud.x0;
  for (const Real into : {Real(0.5), Real(1.5)}) {
    for (std::size_t k = 0; k < 3; ++k) cloud.x[k] = cloud.x0[k] * into;
    BodySet set;
    set.setMargin(set.add(cloud.view()), Real(0.5));
    set.setMargin(set.add(ball.view()), Real(0.5));
    set.update();
    Candidates candidates;
    candidates.vertexFace.push_back({0, 0});
    std::vector<SurfaceContact> contacts;
    Counters counters;
    Workers workers(1);
    SurfaceNarrowTest narrow;
    narrow.run(set, candidates, {}, contacts, counters, workers);
    REQUIRE(contacts.size() == 1);
    const Vector3 out(cloud.x0[0], cloud.x0[1], cloud.x0[2]);
    CHECK(contacts[0].normal.dot(out) > 0);
    CHECK(contacts[0].swept == (into < 1));
    CHECK(contacts[0].distance_t0 == 0);
    narrow.run(set, candidates, hitsOnly(), contacts, counters, workers);
    CHECK(contacts.size() == (into < 1 ? 1 : 0));
  }
  // Open: the side where it ends.
  Points on = moved(kDrop, 0, {0, 0, -0.5});
  for (const double end : {-0.1, 0.1}) {
    Pair pair{on, moved(on, 0, {0, 0, end})};
    pair.margin = Real(0.1);
    const auto contact = test(pair);
    REQUIRE(contact);
    CHECK(contact->normal[2] == Approx(end > 0 ? 1 : -1));
    CHECK_FALSE(test(pair, hitsOnly()));
  }
  // Nothing moves: no hit, and a normal all the same.
  Pair still{on, on};
  still.margin = Real(0.1);
  REQUIRE(test(still));
  checkSound(*test(still), still);
  CHECK_FALSE(test(still, hitsOnly()));
}

TEST_CASE("degenerate faces and edges, any size") {
  for (const double size : {1e-30, 1e-10, 1.0, 1e10, 1e30}) {
    const auto scaled = [&](Points x) {
      for (auto& p : x)
        for (double& k : p) k *= size;
      return x;
    };
    const Pair drop{scaled(kDrop), scaled(moved(kDrop, 0, {0, 0, -1}))};
    const auto hit = test(drop, hitsOnly());
    REQUIRE(hit);
    CHECK(hit->normal[2] == Approx(1));
    // A face that is a segment or a point is met by a vertex that runs into it.
    const Points segment{{{0.5, 0, 1}, {0, 0, 0}, {1, 0, 0}, {0.25, 0, 0}}};
    CHECK(test({scaled(segment), scaled(moved(segment, 0, {0, 0, -2}))}, hitsOnly()));
    const Points point{{{0, 0, 1}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}}};
    CHECK(test({scaled(point), scaled(moved(point, 0, {0, 0, -2}))}, hitsOnly()));
    Pair edge{scaled(point), scaled(moved(point, 0, {0, 0, -2}))};
    edge.edges = true;
    CHECK(test(edge, hitsOnly()).has_value() == false);  // edge A turns about its end, which is edge B
  }
}

namespace {

using Long = long double;
using PointL = std::array<Long, 3>;

PointL at(const Pair& pair, std::size_t i, Long t) {
  PointL p;
  for (std::size_t k = 0; k < 3; ++k) {
    const Long q = static_cast<Real>(pair.start[i][k]), x = static_cast<Real>(pair.end[i][k]);
    p[k] = q + t * (x - q);
  }
  return p;
}

PointL minus(const PointL& a, const PointL& b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}
PointL crossed(const PointL& a, const PointL& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
Long times(const PointL& a, const PointL& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

Long volume(const Pair& pair, Long t) {
  const PointL a = at(pair, 0, t);
  return times(minus(at(pair, 1, t), a), crossed(minus(at(pair, 2, t), a), minus(at(pair, 3, t), a)));
}

/// Whether the coplanar elements at time t meet well inside both.
bool meetInside(const Pair& pair, Long t) {
  const Long inside = 1e-5L;
  const PointL a = at(pair, 0, t), b = at(pair, 1, t), c = at(pair, 2, t), d = at(pair, 3, t);
  if (pair.edges) {
    const PointL u = minus(b, a), w = minus(d, c), n = crossed(u, w), r = minus(c, a);
    const Long area = times(n, n);
    if (area == 0) return false;
    const Long s = times(crossed(r, w), n) / area, v = times(crossed(r, u), n) / area;
    return s > inside && s < 1 - inside && v > inside && v < 1 - inside;
  }
  const PointL u = minus(c, b), w = minus(d, b), n = crossed(u, w), r = minus(a, b);
  const Long area = times(n, n);
  if (area == 0) return false;
  const Long s = times(crossed(r, w), n) / area, v = times(crossed(u, r), n) / area;
  return s > inside && v > inside && s + v < 1 - inside;
}

/// The pair surely meets during the motion: the four points' volume changes its sign where the elements overlap.
bool surelyMeets(const Pair& pair) {
  // The volume is a cubic in t; between the roots of its derivative it is monotone.
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

/// At one of many instants the distance is about a tenth of that at the start.
bool comesNear(const Pair& pair, Real distance_t0) {
  constexpr int kInstants = 500;
  double motion = 0;
  for (std::size_t i = 0; i < 4; ++i)
    motion = std::max(motion, std::hypot(pair.end[i][0] - pair.start[i][0], pair.end[i][1] - pair.start[i][1],
                                         pair.end[i][2] - pair.start[i][2]));
  const Real near = Real(0.101) * distance_t0 + static_cast<Real>(motion / kInstants);
  for (int instant = 0; instant <= kInstants; ++instant) {
    std::array<std::array<Real, 3>, 4> x;
    for (std::size_t i = 0; i < 4; ++i)
      for (std::size_t k = 0; k < 3; ++k) x[i][k] = static_cast<Real>(at(pair, i, Long(instant) / kInstants)[k]);
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
  // One run for all pairs of a kind: bodies of one triangle or edge each.
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
    BodySet set;
    set.setMargin(set.add(body.view()), 0);
    set.update();
    std::vector<SurfaceContact> contacts, again;
    Counters counters;
    Workers one(1), two(2);
    SurfaceNarrowTest narrow;
    narrow.run(set, candidates, hitsOnly(), contacts, counters, one);
    narrow.run(set, candidates, hitsOnly(), again, counters, two);
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
  // A hit needs no crossing (a tenth of the distance is enough), but few are without.
  CHECK(hits < 2 * meeting);
}
