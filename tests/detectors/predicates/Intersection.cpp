#include <pliant/detectors/predicates.h>
#include <pliant_catch.h>

#include "PredicateInput.h"
#include "RationalGeometry.h"

using namespace pliant;
using namespace predicate_input;

namespace {

/// Compares decisions for all kinds of input, with some repeated points. `expected` returns, from rational points, true
/// if elements of `count` points meet; `wrong` returns the number of decisions that differ from that.
template <typename Expected, typename Wrong>
void compareDecisions(unsigned seed, int turns, std::size_t count, const Expected& expected, const Wrong& wrong) {
  forAllKinds(
      seed, turns, count,
      [&](Generator& generator, auto& p, Tally& tally) {
        generator.repeatSome(p, 3, 3);
        const bool meets = expected(rational::points(p));
        tally.wrong += wrong(p, meets);
        tally.hits += meets;
      },
      [&](Kind, const Tally& met) {
        CHECK(met.hits > 0);
        CHECK(met.hits < turns);
      });
}

/// Returns points of which some coordinates are the same, so that all lie in one plane or on one line.
std::vector<Point> flatPoints(Generator& generator, int turn, std::size_t count, bool line) {
  auto p = generator.points(turn % 3 == 0 ? Kind::Uniform : turn % 3 == 1 ? Kind::Lattice : Kind::Nudged, count);
  const auto axis = static_cast<std::size_t>(generator.integer(0, 2));
  for (Point& q : p) {
    q[axis] = Real(0.3);
    if (line) q[(axis + 1) % 3] = Real(0.7);
  }
  generator.repeatSome(p, 3, 3);
  return p;
}

bool meetInRationals(const std::vector<rational::Point>& r) {
  return rational::trianglesMeet({r[0], r[1], r[2]}, {r[3], r[4], r[5]});
}

}  // namespace

TEST_CASE("inTetrahedron agrees with the sum of exact volumes") {
  compareDecisions(
      1, 2000, 5, [](const auto& r) { return rational::inTetrahedron(r[4], r[0], r[1], r[2], r[3]); },
      [](const auto& p, bool inside) { return decide(exact::inTetrahedron, p, 4, 0, 1, 2, 3) != inside; });
}

TEST_CASE("inTetrahedron is the same for every order of the corners, and a flat tetrahedron holds nothing") {
  Generator generator(2);
  int wrong = 0;
  for (int i = 0; i < 1000; ++i) {
    const auto p = generator.points(i % 2 ? Kind::Lattice : Kind::Combined, 5);
    const bool inside = decide(exact::inTetrahedron, p, 4, 0, 1, 2, 3);
    std::array<std::size_t, 4> o = {0, 1, 2, 3};
    do {
      wrong += decide(exact::inTetrahedron, p, 4, o[0], o[1], o[2], o[3]) != inside;
    } while (std::next_permutation(o.begin(), o.end()));
  }
  CHECK(wrong == 0);
  const Real a[] = {0, 0, 0}, b[] = {1, 0, 0}, c[] = {0, 1, 0}, d[] = {1, 1, 0};
  CHECK_FALSE(exact::inTetrahedron(a, a, b, c, d));
  CHECK_FALSE(exact::inTetrahedron(a, a, a, a, a));
}

TEST_CASE("A point on the face that two tetrahedra share is in both, and rounded off it, in one") {
  Generator generator(3);
  int tried = 0, missed = 0;
  for (int i = 0; i < 20000; ++i) {
    const bool lattice = i % 2 == 0;
    auto p = generator.points(lattice ? Kind::Lattice : Kind::Uniform, 5);
    if (decide(exact::orientation, p, 0, 1, 2, 3) * decide(exact::orientation, p, 0, 1, 2, 4) >= 0) continue;
    // Weights are multiples of 1/8, so that the point is exact on the lattice.
    const Real s = static_cast<Real>(generator.integer(1, 5)) / 8, t = static_cast<Real>(generator.integer(1, 2)) / 8;
    Point& on = p.emplace_back();
    for (std::size_t k = 0; k < 3; ++k) on[k] = p[0][k] + s * (p[1][k] - p[0][k]) + t * (p[2][k] - p[0][k]);
    const int holding = decide(exact::inTetrahedron, p, 5, 0, 1, 2, 3) + decide(exact::inTetrahedron, p, 5, 0, 1, 2, 4);
    ++tried;
    missed += lattice ? holding != 2 : holding == 0;
  }
  CHECK(tried > 5000);
  CHECK(missed == 0);
}

TEST_CASE("segmentMeetsTriangle agrees with the exact piercing point") {
  compareDecisions(
      4, 1500, 5, [](const auto& r) { return rational::segmentMeetsTriangle(r[0], r[1], r[2], r[3], r[4]); },
      [](const auto& p, bool meets) {
        return (decide(exact::segmentMeetsTriangle, p, 0, 1, 2, 3, 4) != meets) +
               (decide(exact::segmentMeetsTriangle, p, 1, 0, 4, 3, 2) != meets);
      });
}

TEST_CASE("trianglesMeet agrees with exact piercing points and distances") {
  compareDecisions(5, 1000, 6, meetInRationals, [](const auto& p, bool meets) {
    return decide(exact::trianglesMeet, p, 0, 1, 2, 3, 4, 5) != meets;
  });
}

TEST_CASE("trianglesMeet in one plane") {
  Generator generator(6);
  int wrong = 0, met = 0;
  for (int i = 0; i < 3000; ++i) {
    const auto p = flatPoints(generator, i, 6, false);
    const bool expected = meetInRationals(rational::points(p));
    wrong += decide(exact::trianglesMeet, p, 0, 1, 2, 3, 4, 5) != expected;
    met += expected;
  }
  CHECK(wrong == 0);
  CHECK(met > 300);
  CHECK(met < 2900);
}

TEST_CASE("trianglesMeet is the same for every order of corners and of triangles") {
  Generator generator(7);
  int wrong = 0;
  for (int i = 0; i < 600; ++i) {
    auto p = generator.points(kKinds[static_cast<std::size_t>(i) % std::size(kKinds)], 6);
    generator.repeatSome(p, 3, 3);
    const bool expected = decide(exact::trianglesMeet, p, 0, 1, 2, 3, 4, 5);
    std::array<std::size_t, 3> a = {0, 1, 2};
    do {
      std::array<std::size_t, 3> b = {3, 4, 5};
      do {
        wrong += decide(exact::trianglesMeet, p, a[0], a[1], a[2], b[0], b[1], b[2]) != expected;
        wrong += decide(exact::trianglesMeet, p, b[0], b[1], b[2], a[0], a[1], a[2]) != expected;
      } while (std::next_permutation(b.begin(), b.end()));
    } while (std::next_permutation(a.begin(), a.end()));
  }
  CHECK(wrong == 0);
}

TEST_CASE("Triangles that touch meet, one step apart they don't") {
  const auto with = [](const Point& d, const Point& e, const Point& f) {
    return decide(exact::trianglesMeet, {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, d, e, f}, 0, 1, 2, 3, 4, 5);
  };
  const Real up = std::numeric_limits<Real>::denorm_min();
  const Real quarter = Real(0.25), half = Real(0.5);
  CHECK(with({quarter, quarter, 0}, {1, 1, 1}, {0, 1, 1}));  // corner on the face
  CHECK_FALSE(with({quarter, quarter, up}, {1, 1, 1}, {0, 1, 1}));
  CHECK(with({1, 0, 0}, {2, 0, 1}, {2, 1, 1}));  // corner on corner
  CHECK_FALSE(with({std::nextafter(Real(1), Real(2)), 0, 0}, {2, 0, 1}, {2, 1, 1}));
  CHECK(with({0, half, -1}, {0, half, 1}, {-1, half, 0}));  // edge on edge
  CHECK_FALSE(with({-up, half, -1}, {-up, half, 1}, {-1, half, 0}));
  CHECK(with({quarter, quarter, 0}, {half, quarter, 0}, {quarter, half, 0}));  // inside, coplanar
  CHECK(with({-5, -5, 0}, {9, -5, 0}, {-5, 9, 0}));                            // around, coplanar
  CHECK_FALSE(with({1, half, 0}, {2, half, 0}, {2, 2, 0}));
}

TEST_CASE("trianglesMeetBeyondCorner agrees with the exact corners of what the triangles have in common") {
  compareDecisions(
      8, 600, 5,
      [](const auto& r) {
        return rational::meetBeyond({r[0], r[1], r[2]}, {r[0], r[3], r[4]}, r[0], r[0]);
      },
      [](const auto& p, bool beyond) {
        const auto differs = [&](auto... corners) {
          return decide(exact::trianglesMeetBeyondCorner, p, 0, corners...) != beyond;
        };
        return differs(1, 2, 3, 4) + differs(2, 1, 3, 4) + differs(4, 3, 1, 2);
      });
}

TEST_CASE("trianglesMeetBeyondEdge agrees with the exact corners of what the triangles have in common") {
  int turn = 0;
  forAllKinds(
      9, 600, 4,
      [&turn](Generator& generator, auto& p, Tally& tally) {
        // Coplanar in half of the cases: the answer depends on more than one sign.
        const auto i = static_cast<std::size_t>(turn++ % 600);
        if (i % 2 == 0)
          for (Point& q : p) q[i / 2 % 3] = p[0][i / 2 % 3];
        generator.repeatSome(p, 3, 2);
        const auto r = rational::points(p);
        const bool beyond = rational::meetBeyond({r[0], r[1], r[2]}, {r[0], r[1], r[3]}, r[0], r[1]);
        const auto differs = [&](auto... corners) {
          return decide(exact::trianglesMeetBeyondEdge, p, corners...) != beyond;
        };
        tally.wrong += differs(0, 1, 2, 3) + differs(1, 0, 2, 3) + differs(0, 1, 3, 2);
        tally.hits += beyond;
      },
      [](Kind, const Tally& met) {
        CHECK(met.hits > 60);
        CHECK(met.hits < 500);
      });
}

TEST_CASE("both agree in one plane and on one line") {
  Generator generator(10);
  int wrong = 0, met = 0, turns = 0;
  for (const bool line : {false, true})
    for (int i = 0; i < 1500; ++i, ++turns) {
      const auto p = flatPoints(generator, i, 5, line);
      const auto r = rational::points(p);
      const bool corner = rational::meetBeyond({r[0], r[1], r[2]}, {r[0], r[3], r[4]}, r[0], r[0]);
      const bool edge = rational::meetBeyond({r[0], r[1], r[2]}, {r[0], r[1], r[3]}, r[0], r[1]);
      wrong += decide(exact::trianglesMeetBeyondCorner, p, 0, 1, 2, 3, 4) != corner;
      wrong += decide(exact::trianglesMeetBeyondEdge, p, 0, 1, 2, 3) != edge;
      met += corner + edge;
    }
  CHECK(wrong == 0);
  CHECK(met > turns / 4);
  CHECK(met < 2 * turns);
}

TEST_CASE("triangles that share a corner or an edge, one step from touching elsewhere") {
  const Point o = {0, 0, 0}, x = {1, 0, 0}, y = {0, 1, 0};
  const auto corner = [&](const Point& c, const Point& d) {
    return exact::trianglesMeetBeyondCorner(o.data(), x.data(), y.data(), c.data(), d.data());
  };
  const auto edge = [&](const Point& a) {
    return exact::trianglesMeetBeyondEdge(o.data(), x.data(), y.data(), a.data());
  };
  const Real up = std::numeric_limits<Real>::denorm_min(), half = Real(0.5);
  CHECK(corner({1, 1, -1}, {1, 1, 1}));  // pierces it
  CHECK(corner({1, 1, 0}, {1, 1, 1}));   // an edge lies on it
  CHECK_FALSE(corner({1, 1, up}, {1, 1, 1}));
  CHECK(corner({2, 0, 0}, {0, -1, 1}));  // along an edge of it
  CHECK_FALSE(corner({2, -up, 0}, {0, -1, 1}));
  CHECK(corner({half, half, 0}, {half, half, 0}));  // a segment on it
  CHECK_FALSE(corner({-half, -half, 0}, {-half, -half, 0}));
  CHECK_FALSE(corner({-1, 0, 0}, {0, -1, 0}));  // beside it, coplanar
  CHECK_FALSE(corner(o, o));
  CHECK(edge({half, half, 0}));
  CHECK(edge({half, up, 0}));
  CHECK_FALSE(edge({half, 0, 0}));
  CHECK_FALSE(edge({half, -half, 0}));
  CHECK_FALSE(edge({half, half, up}));
  CHECK(edge(y));
}
