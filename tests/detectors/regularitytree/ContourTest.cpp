#include "regularitytree/ContourTest.h"

#include <pliant/detectors/predicates.h>
#include <pliant_allocations.h>
#include <pliant_catch.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <numbers>

#include "ContourCases.h"
#include "detectors/AllTargets.h"

using namespace pliant;
using namespace pliant::detail;
using namespace contour_cases;

namespace {

/// Returns the answer; no value if it depends on the order of the edges, or differs between sweep and fast path.
std::optional<bool> answer(ContourTest& test, const Positions& positions, Edges contour,
                           const ViewDirection& direction) {
  test.setQuick(true);
  const bool first = test.regular(positions, contour, direction);
  test.setQuick(false);
  bool same = test.regular(positions, contour, direction) == first;
  chain(contour);
  same &= test.regular(positions, contour, direction) == first;
  test.setQuick(true);
  same &= test.regular(positions, contour, direction) == first;
  return same ? std::optional(first) : std::nullopt;
}

using Corners = std::vector<std::array<double, 2>>;

/// Closed polygons, viewed along z. The z coordinates are arbitrary.
struct Polygon {
  Positions positions;
  Edges edges;

  void add(const Corners& corners) {
    const auto first = static_cast<Index>(positions.size()), count = static_cast<Index>(corners.size());
    for (Index i = 0; i < count; ++i) {
      positions.push_back({Real(corners[i][0]), Real(corners[i][1]), Real(i % 3), 0});
      edges.push_back({first + i, first + (i + 1) % count});
    }
  }
};

/// Returns polygons; if `joined` is given, its second vertex takes the place of the first in all edges.
Polygon loops(const std::vector<Corners>& all, const std::array<Index, 2>& joined = {kNoIndex, kNoIndex}) {
  Polygon polygon;
  for (const Corners& corners : all) polygon.add(corners);
  for (ContourEdge& e : polygon.edges)
    for (Index* end : {&e.from, &e.to})
      if (*end == joined[0]) *end = joined[1];
  return polygon;
}

constexpr ViewDirection kUp{0, 0, 1};

/// Returns the component of a vertex position that is perpendicular to the view direction.
Eigen::Vector3d across(const Case& c, Index vertex) {
  const PackedPosition& p = c.positions[vertex];
  const Eigen::Vector3d v(c.direction.x, c.direction.y, c.direction.z), q(p.x, p.y, p.z);
  return q - q.dot(v) / v.squaredNorm() * v;
}

/// Returns the smallest distance of an end of an edge from an edge without this end, perpendicular to the view
/// direction.
double leastDistance(const Case& c) {
  double least = std::numeric_limits<double>::infinity();
  for (const ContourEdge& of : c.contour) {
    const Eigen::Vector3d p = across(c, of.from);
    for (const ContourEdge& e : c.contour) {
      if (e.from == of.from || e.to == of.from) continue;
      const Eigen::Vector3d a = across(c, e.from), d = across(c, e.to) - a, w = p - a;
      const double length2 = d.squaredNorm(), t = length2 > 0 ? std::clamp(w.dot(d) / length2, 0.0, 1.0) : 0;
      least = std::min(least, (w - t * d).norm());
    }
  }
  return least;
}

double extent(const Case& c) {
  Eigen::AlignedBox3d box;
  for (const ContourEdge& e : c.contour) {
    const PackedPosition& p = c.positions[e.from];
    box.extend(Eigen::Vector3d(p.x, p.y, p.z));
  }
  return box.sizes().maxCoeff();
}

Corners star(std::size_t count, double deep) {
  Corners corners;
  for (std::size_t i = 0; i < count; ++i) {
    const double angle = 2 * std::numbers::pi * double(i) / double(count), r = i % 2 == 0 ? 1 : 1 - deep;
    corners.push_back({r * std::cos(angle), r * std::sin(angle)});
  }
  return corners;
}

Corners square(double u, double w, double size) {
  return {{u, w}, {u + size, w}, {u + size, w + size}, {u, w + size}};
}

struct Shape {
  const char* name;
  Polygon contour;
  bool regular;
};

/// Returns shapes that break simpler conditions.
std::vector<Shape> shapes() {
  Corners hole = square(1, 1, 1), fan;
  std::reverse(hole.begin(), hole.end());
  for (int i = 0; i < 16; ++i) {
    const double r = 1 + 0.05 * i, angle = 2 * std::numbers::pi * i / 8;
    fan.push_back({r * std::cos(angle), r * std::sin(angle)});
  }
  const Corners sheet = square(0, 0, 2), large = square(0, 0, 3),
                lattice{{0, 0}, {1, 0}, {2, 0}, {3, 0}, {3, 1}, {3, 2}};
  const Positions corners = loops({square(0, 0, 1)}).positions;
  const auto back = [&](const Corners& to) {
    Corners all = lattice;
    all.insert(all.end(), to.begin(), to.end());
    return loops({all});
  };
  return {
      {"nothing: a closed surface", {}, false},
      {"a square", loops({square(0, 0, 1)}), true},
      {"two beside each other", loops({square(0, 0, 1), square(5, 0, 1)}), true},
      {"two stacked discs, whose contours don't cross", loops({large, square(1, 1, 1)}), false},
      {"an annulus", loops({large, hole}), true},
      {"an annulus with a disc in its hole", loops({large, hole, square(1.25, 1.25, 0.5)}), true},
      {"a hole alone", loops({hole}), false},
      {"an annulus whose hole touches its rim in double vertices", loops({large, {{0, 0}, {1, 2}, {2, 1}}}), false},
      {"an annulus whose hole touches its rim in a common vertex", loops({large, {{0, 0}, {1, 2}, {2, 1}}}, {4, 0}),
       true},
      {"a flap on one vertex, beside the sheet", loops({sheet, {{2, 2}, {3, 2}, {3, 3}}}, {4, 2}), true},
      {"a flap on one vertex, folded over the sheet", loops({sheet, {{2, 2}, {1, 0.5}, {1.5, 1}}}, {4, 2}), false},
      {"a fan of two turns", loops({fan}), false},
      {"an edge of a seam twice, in double vertices", loops({square(0, 0, 1), square(1, 0, 1)}), false},
      {"an edge that two faces go along in the same direction",
       {{{0, 0, 0, 0}, {2, 0, 0, 0}, {1, 1, 0, 0}, {1, 2, 1, 0}}, contour_oracle::contourOf({{0, 1, 2}, {0, 1, 3}})},
       false},
      {"edges that don't close", {corners, {{0, 1}, {1, 2}, {2, 3}}}, false},
      {"edges that have not been cancelled", {corners, {{0, 1}, {1, 0}}}, false},
      {"an edge from a vertex to itself", {corners, {{0, 0}}}, false},
      {"a diagonal in both directions", {corners, {{0, 1}, {1, 2}, {2, 0}, {0, 2}, {2, 3}, {3, 0}}}, false},
      {"a triangle without area in a square", loops({square(0, 0, 5), {{1, 1}, {3, 1}, {2, 1}}}), false},
      {"an edge seen as a point", loops({{{0, 0}, {2, 0}, {2, 0}, {0, 2}}}), false},
      {"straight stretches of a lattice", back({{2, 2}, {1, 2}, {0, 2}, {0, 1}}), true},
      {"straight stretches that overlap", back({{3.5, 2}, {2, 2}, {0, 2}, {0, 1}}), false},
  };
}

}  // namespace

TEST_CASE("facing has the sign of the exact determinant") {
  predicate_input::forAllKinds(1, 1000, 3, [](auto& random, const auto& p, auto& tally) {
    const auto r = rational::points(p);
    const ViewDirection direction{random.integer(-1024, 1024), random.integer(-3, 3), random.integer(0, 1024)};
    const auto packed = [&](std::size_t k) { return PackedPosition{p[k][0], p[k][1], p[k][2], 0}; };
    tally.wrong += facing(packed(0), packed(1), packed(2), direction) !=
                   sgn(rational::volume6({0, 0, 0}, rational::operator-(r[1], r[0]), rational::operator-(r[2], r[0]),
                                         {direction.x, direction.y, direction.z}));
  });
}

TEST_CASE("the contour test answers as rational arithmetic does") {
  ContourTest test;
  for (const Kind kind : kKinds) {
    Cases cases(static_cast<unsigned>(kind) + 1);
    int wrong = 0, different = 0, regular = 0;
    for (int i = 0; i < 1500; ++i) {
      const Case c = cases.make(kind);
      const bool expected = contour_oracle::regular(c.positions, c.contour, c.direction);
      const auto found = answer(test, c.positions, c.contour, c.direction);
      different += !found;
      wrong += found && *found != expected;
      regular += expected;
    }
    INFO(name(kind) << ", regular: " << regular);
    CHECK(wrong == 0);
    CHECK(different == 0);
    CHECK(regular > 20);
    CHECK(regular < 1480);
  }
}

TEST_CASE("every instruction set gives the same answers") {
  test::onAllTargets([] {
    ContourTest test;
    for (const Kind kind : kKinds) {
      Cases cases(400 + static_cast<unsigned>(kind));
      int different = 0;
      for (int i = 0; i < 1500; ++i) {
        const Case c = cases.make(kind);
        different += !answer(test, c.positions, c.contour, c.direction);
      }
      INFO(name(kind));
      CHECK(different == 0);
    }
    Polygon ring;
    ring.add(star(500, 0.01));
    CHECK(test.regular(ring.positions, ring.edges, kUp));
    CHECK(test.separated(ring.positions, ring.edges, kUp, 0.015));
    CHECK_FALSE(test.separated(ring.positions, ring.edges, kUp, 0.017));
  });
}

TEST_CASE("points of every size are seen exactly") {
  predicate_input::Generator random(3);
  ContourTest test;
  for (const auto kind : predicate_input::kKinds) {
    int wrong = 0;
    for (int i = 0; i < 300; ++i) {
      const std::size_t count = static_cast<std::size_t>(random.integer(3, 5));
      Positions positions;
      for (const auto& p : random.points(kind, count)) positions.push_back({p[0], p[1], p[2], 0});
      Edges edges;
      for (Index k = 0; k < count; ++k) edges.push_back({k, (k + 1) % static_cast<Index>(count)});
      const ViewDirection direction{random.integer(-2, 2), random.integer(-1024, 1024), random.integer(1, 9)};
      wrong += answer(test, positions, edges, direction) != contour_oracle::regular(positions, edges, direction);
    }
    INFO(predicate_input::name(kind));
    CHECK(wrong == 0);
  }
}

TEST_CASE("where the contour test says regular, no two faces without a common vertex meet") {
  ContourTest test;
  int regular = 0, meet = 0, skipped = 0;
  for (const Kind kind : {Kind::Patch, Kind::Layers, Kind::Soup, Kind::Fan}) {
    Cases cases(100 + static_cast<unsigned>(kind));
    for (int i = 0; i < 3000; ++i) {
      const Case c = cases.make(kind);
      if (c.faces.empty()) continue;
      int pairs = 0;
      for (std::size_t a = 0; a < c.faces.size(); ++a) {
        for (std::size_t b = 0; b < a; ++b) {
          const Triangle &f = c.faces[a], &g = c.faces[b];
          if (std::find_first_of(f.begin(), f.end(), g.begin(), g.end()) != f.end()) continue;
          const auto p = [&](Index v) { return &c.positions[v].x; };
          pairs += exact::trianglesMeet(p(f[0]), p(f[1]), p(f[2]), p(g[0]), p(g[1]), p(g[2]));
        }
      }
      const bool isRegular = test.regular(c.positions, c.contour, c.direction);
      regular += isRegular;
      meet += pairs > 0;
      skipped += isRegular ? pairs : 0;
    }
  }
  CHECK(skipped == 0);
  CHECK(regular > 1000);
  CHECK(meet > 500);
}

TEST_CASE("shapes that break simpler conditions") {
  ContourTest test;
  for (const auto& [name, contour, regular] : shapes()) {
    INFO(name);
    CHECK(answer(test, contour.positions, contour.edges, kUp) == regular);
  }
  // An edge that two faces go along in the same direction counts twice.
  CHECK(contour_oracle::contourOf({{0, 1, 2}, {0, 1, 3}}).size() == 6);
  const Polygon seen = loops({square(0, 0, 1)});
  CHECK(answer(test, seen.positions, seen.edges, {0, 0, -1}) == false);
}

TEST_CASE("long contours: combs, spirals, jagged rings") {
  ContourTest test;
  const std::size_t count = 20000;
  Polygon comb, spiral;
  Corners corners;
  for (std::size_t i = 0; i < count; ++i) corners.push_back({double(i), i % 2 == 0 ? 1.0 : 1000.0});
  corners.push_back({double(count), 0});
  corners.push_back({-1, 0});
  std::reverse(corners.begin(), corners.end() - 2);
  std::reverse(corners.end() - 2, corners.end());
  comb.add(corners);
  CHECK(answer(test, comb.positions, comb.edges, kUp) == true);
  comb.positions[count / 2].y = -1;
  comb.positions[count / 2 + 1].y = -1;
  CHECK(answer(test, comb.positions, comb.edges, kUp) == false);

  corners.clear();
  const auto turn = [&](double r, std::size_t i) {
    const double angle = double(i) / 40;
    corners.push_back({(r + angle) * std::cos(angle), (r + angle) * std::sin(angle)});
  };
  for (std::size_t i = 0; i < count / 2; ++i) turn(4, i);
  for (std::size_t i = count / 2; i-- > 0;) turn(2, i);
  spiral.add(corners);
  CHECK(answer(test, spiral.positions, spiral.edges, kUp) == true);
  std::reverse(spiral.positions.begin(), spiral.positions.end());
  CHECK(answer(test, spiral.positions, spiral.edges, kUp) == false);

  Polygon ring;
  ring.add(star(1000, 0.01));
  test.clearCounters();
  CHECK(test.regular(ring.positions, ring.edges, kUp));
  CHECK(test.counters().swept == 0);
}

TEST_CASE("contours are apart by the distances of ends from other edges, across the view direction") {
  ContourTest test;
  int wrong = 0, missed = 0, separated = 0, near = 0;
  for (const Kind kind : kKinds) {
    Cases cases(300 + static_cast<unsigned>(kind));
    for (int i = 0; i < 400; ++i) {
      Case c = cases.make(kind);
      chain(c.contour);
      const double least = leastDistance(c);
      for (const double share : {0.0, 0.5, 0.999, 1.001, 2.0}) {
        if (!std::isfinite(least) || c.contour.empty()) continue;
        const bool found = test.separated(c.positions, c.contour, c.direction, share * least);
        (found ? separated : near) += 1;
        wrong += found && share >= 1;
        missed += !found && (1 - share) * least > 1e-4 * extent(c);
      }
    }
  }
  CHECK(wrong == 0);
  CHECK(missed == 0);
  CHECK(separated > 1000);
  CHECK(near > 1000);

  Polygon ring;
  ring.add(star(400, 0.01));
  ring.add(star(80, 0.01));
  for (std::size_t i = 400; i < 480; ++i) ring.positions[i].x += 3;
  CHECK(test.separated(ring.positions, ring.edges, kUp, 0.018));
  CHECK_FALSE(test.separated(ring.positions, ring.edges, kUp, 0.019));
  for (std::size_t i = 400; i < 480; ++i) ring.positions[i].x -= Real(0.995);
  CHECK_FALSE(test.separated(ring.positions, ring.edges, kUp, 0.018));
}

TEST_CASE("edges are put into the order of loops") {
  for (const Kind kind : kKinds) {
    Cases cases(200 + static_cast<unsigned>(kind));
    for (int i = 0; i < 300; ++i) {
      const Case c = cases.make(kind);
      Edges edges = c.contour;
      chain(edges);
      const auto sorted = [](const Edges& of) {
        std::vector<std::pair<Index, Index>> pairs;
        for (const auto& e : of) pairs.emplace_back(e.from, e.to);
        std::sort(pairs.begin(), pairs.end());
        return pairs;
      };
      REQUIRE(sorted(edges) == sorted(c.contour));
      std::vector<Index> loop;
      for (std::size_t k = 0; k < edges.size(); ++k) {
        REQUIRE(std::count(loop.begin(), loop.end(), edges[k].from) == 0);
        loop.push_back(edges[k].from);
        if (edges[k].to == loop.front()) {
          loop.clear();
        } else {
          REQUIRE((k + 1 < edges.size() && edges[k + 1].from == edges[k].to));
        }
      }
      REQUIRE(loop.empty());
    }
  }
  Edges open = {{4, 5}, {2, 3}, {0, 1}, {3, 2}};
  chain(open);
  CHECK(open[0].from == 2);
  CHECK(open[1].from == 3);
  CHECK(open[2].from == 0);
  CHECK(open[3].from == 4);
}

TEST_CASE("the contour test allocates nothing once it has room") {
  if (!allocations::counted) return;
  std::vector<Polygon> polygons(3);
  polygons[0].add(star(600, 0.5));
  for (std::size_t i = 0; i < 200; ++i)
    polygons[1].add({{3.0 * double(i), 0}, {3.0 * double(i) + 1, 0}, {3.0 * double(i), 1}});
  for (std::size_t i = 0; i < 15; ++i) polygons[2].add(star(9, 0.1));
  ContourTest test;
  test.reserve(600);
  const long before = allocations::count();
  for (const Polygon& p : polygons) {
    for (const bool quick : {true, false}) {
      test.setQuick(quick);
      test.regular(p.positions, p.edges, kUp);
    }
  }
  CHECK(allocations::count() == before);
}
