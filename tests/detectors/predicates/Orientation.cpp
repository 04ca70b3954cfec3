#include <pliant/detectors/predicates.h>
#include <pliant_catch.h>

#include "PredicateInput.h"
#include "RationalGeometry.h"
#include "predicates/PlaneFilter.h"

using namespace pliant;
using namespace predicate_input;

TEST_CASE("orientation has the sign of the exact determinant") {
  forAllKinds(
      1, 3000, 4,
      [](Generator&, const auto& p, Tally& tally) {
        const auto r = rational::points(p);
        const int expected = rational::orientation(r[0], r[1], r[2], r[3]);
        tally.wrong += decide(exact::orientation, p, 0, 1, 2, 3) != expected;
        tally.hits += expected == 0;
      },
      [](Kind kind, const Tally& coplanar) {
        if (kind == Kind::Lattice) CHECK(coplanar.hits > 300);
      });
}

TEST_CASE("orientation changes sign with each odd permutation of its arguments") {
  forAllKinds(2, 500, 4, [](Generator&, const auto& p, Tally& tally) {
    const int sign = decide(exact::orientation, p, 0, 1, 2, 3);
    std::array<std::size_t, 4> order = {0, 1, 2, 3};
    do {
      int parity = 1;
      for (std::size_t a = 0; a < 4; ++a)
        for (std::size_t b = a + 1; b < 4; ++b) parity *= order[a] > order[b] ? -1 : 1;
      tally.wrong += decide(exact::orientation, p, order[0], order[1], order[2], order[3]) != parity * sign;
    } while (std::next_permutation(order.begin(), order.end()));
  });
}

TEST_CASE("orientation is positive for the corner of the axes") {
  const Real o[] = {0, 0, 0}, x[] = {1, 0, 0}, y[] = {0, 1, 0}, z[] = {0, 0, 1};
  CHECK(exact::orientation(o, x, y, z) == 1);
  CHECK(exact::orientation(o, y, x, z) == -1);
  CHECK(exact::orientation2(o, x, y, 2) == 1);
  CHECK(exact::orientation2(o, y, z, 0) == 1);
  CHECK(exact::orientation2(o, z, x, 1) == 1);
}

TEST_CASE("orientation2 has the sign of the exact determinant of the projection") {
  forAllKinds(3, 3000, 3, [](Generator& generator, const auto& p, Tally& tally) {
    const int axis = generator.integer(0, 2);
    const auto r = rational::points(p);
    tally.wrong += exact::orientation2(p[0].data(), p[1].data(), p[2].data(), axis) !=
                   rational::orientation2(r[0], r[1], r[2], static_cast<std::size_t>(axis));
  });
}

TEST_CASE("The exact fallback is counted, and not needed in general position") {
  const Real a[] = {Real(0.1), Real(0.2), Real(0.3)}, b[] = {Real(0.7), Real(0.1), Real(0.4)};
  const Real c[] = {Real(0.3), Real(0.9), Real(0.2)}, d[] = {Real(0.5), Real(0.5), Real(0.9)};
  std::uint64_t before = exact::fallbacks();
  CHECK(exact::orientation(a, b, c, d) == 1);
  CHECK(exact::fallbacks() == before);
  CHECK(exact::orientation(a, b, c, b) == 0);
  before = exact::fallbacks();
  Real between[3];
  for (int k = 0; k < 3; ++k) between[k] = Real(0.3) * a[k] + Real(0.4) * b[k] + Real(0.3) * c[k];
  int decided = 0;
  for (int i = 0; i < 1000; ++i) {
    decided += std::abs(exact::orientation(a, b, c, between)) <= 1;
    between[0] = std::nextafter(between[0], Real(1));
  }
  CHECK(decided == 1000);
  if (sizeof(Real) == 8) CHECK(exact::fallbacks() > before);
}

TEST_CASE("The filter decides nearly all random input") {
  Generator generator(4);
  const std::uint64_t before = exact::fallbacks();
  int signs = 0;
  for (int i = 0; i < 10000; ++i)
    signs += decide(exact::orientation, generator.points(Kind::Uniform, 4), 0, 1, 2, 3) != 0;
  CHECK(signs == 10000);
  CHECK(exact::fallbacks() == before);
}

TEST_CASE("The filter's bound holds in single precision, from denormals to the largest numbers") {
  forAllKinds(
      5, 5000, 4,
      [](Generator&, auto& p, Tally& decided) {
        bool finite = true;
        for (Point& point : p)
          for (Real& x : point) {
            x = static_cast<Real>(static_cast<float>(x));
            finite &= std::isfinite(x);
          }
        if (!finite) return;
        const int side = detail::PlaneFilter<float>(p[0].data(), p[1].data(), p[2].data()).side(p[3].data());
        if (side == detail::kUnknown) return;
        ++decided.hits;
        decided.wrong += side != decide(exact::orientation, p, 0, 1, 2, 3);
      },
      [](Kind kind, const Tally& decided) {
        if (kind == Kind::Uniform) CHECK(decided.hits > 4900);
      });
}
