#include <pliant/detectors/predicates.h>
#include <pliant_catch.h>

#include "PredicateInput.h"
#include "RationalGeometry.h"
#include "predicates/PlaneFilter.h"

using namespace pliant;
using predicate_input::Generator;
using predicate_input::Kind;
using predicate_input::kKinds;

namespace {

int orientationOf(const std::vector<predicate_input::Point>& p, const std::array<std::size_t, 4>& order) {
  return exact::orientation(p[order[0]].data(), p[order[1]].data(), p[order[2]].data(), p[order[3]].data());
}

}  // namespace

TEST_CASE("orientation has the sign of the exact determinant") {
  Generator generator(1);
  for (const Kind kind : kKinds) {
    int wrong = 0, zero = 0;
    for (int i = 0; i < 3000; ++i) {
      const auto p = generator.points(kind, 4);
      const auto r = rational::points(p);
      const int expected = rational::orientation(r[0], r[1], r[2], r[3]);
      wrong += orientationOf(p, {0, 1, 2, 3}) != expected;
      zero += expected == 0;
    }
    INFO(name(kind) << ", coplanar: " << zero);
    CHECK(wrong == 0);
    if (kind == Kind::Lattice) CHECK(zero > 300);
  }
}

TEST_CASE("orientation changes sign with each odd permutation of its arguments") {
  Generator generator(2);
  for (const Kind kind : kKinds) {
    int wrong = 0;
    for (int i = 0; i < 500; ++i) {
      const auto p = generator.points(kind, 4);
      const int sign = orientationOf(p, {0, 1, 2, 3});
      std::array<std::size_t, 4> order = {0, 1, 2, 3};
      do {
        int parity = 1;
        for (std::size_t a = 0; a < 4; ++a) {
          for (std::size_t b = a + 1; b < 4; ++b) parity *= order[a] > order[b] ? -1 : 1;
        }
        wrong += orientationOf(p, order) != parity * sign;
      } while (std::next_permutation(order.begin(), order.end()));
    }
    INFO(name(kind));
    CHECK(wrong == 0);
  }
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
  Generator generator(3);
  for (const Kind kind : kKinds) {
    int wrong = 0;
    for (int i = 0; i < 3000; ++i) {
      const auto p = generator.points(kind, 3);
      const int axis = generator.integer(0, 2);
      const auto r = rational::points(p);
      wrong += exact::orientation2(p[0].data(), p[1].data(), p[2].data(), axis) !=
               rational::orientation2(r[0], r[1], r[2], static_cast<std::size_t>(axis));
    }
    INFO(name(kind));
    CHECK(wrong == 0);
  }
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
  for (int i = 0; i < 10000; ++i) signs += orientationOf(generator.points(Kind::Uniform, 4), {0, 1, 2, 3}) != 0;
  CHECK(signs == 10000);
  CHECK(exact::fallbacks() == before);
}

TEST_CASE("The filter's bound holds in single precision, from denormals to the largest numbers") {
  Generator generator(5);
  for (const Kind kind : kKinds) {
    int wrong = 0, decided = 0;
    for (int i = 0; i < 5000; ++i) {
      auto p = generator.points(kind, 4);
      for (auto& point : p) {
        for (Real& x : point) x = static_cast<Real>(static_cast<float>(x));
      }
      bool finite = true;
      for (const auto& point : p)
        finite &= std::isfinite(point[0]) && std::isfinite(point[1]) && std::isfinite(point[2]);
      if (!finite) continue;
      const int side = detail::PlaneFilter<float>(p[0].data(), p[1].data(), p[2].data()).side(p[3].data());
      if (side == detail::kUnknown) continue;
      ++decided;
      wrong += side != orientationOf(p, {0, 1, 2, 3});
    }
    INFO(name(kind) << ", decided: " << decided);
    CHECK(wrong == 0);
    if (kind == Kind::Uniform) CHECK(decided > 4900);
  }
}
