#include <pliant/detectors/predicates.h>
#include <pliant_catch.h>

#include "PredicateInput.h"
#include "RationalGeometry.h"

using namespace pliant;
using predicate_input::Generator;
using predicate_input::Kind;
using predicate_input::Point;

namespace {

constexpr Kind kKinds[] = {Kind::Lattice,     Kind::ScaledLattice, Kind::FarLattice, Kind::Nudged,  Kind::TinyLattice,
                           Kind::HugeLattice, Kind::Denormal,      Kind::Extreme,    Kind::Uniform, Kind::Combined};

/// The Real nearest to the root, from either side; exact where the root is a small integer multiple of a power of two.
Real root(const mpq_class& squared) {
  mpf_class wide(squared, 8192);
  return static_cast<Real>(mpf_class(sqrt(wide)).get_d());
}

/// Margins to try for a distance whose square is given: at it, the numbers around it, 0, and any.
std::vector<Real> margins(Generator& generator, const mpq_class& squared) {
  const Real infinity = std::numeric_limits<Real>::infinity();
  std::vector<Real> result = {0, std::abs(generator.anySize()), std::abs(generator.uniform())};
  const Real at = root(squared);
  if (!std::isfinite(at)) return result;
  for (const Real m : {at, std::nextafter(at, infinity), std::nextafter(at, Real(0)), at * 2, at / 2}) {
    if (std::isfinite(m)) result.push_back(m);
  }
  return result;
}

bool within(const mpq_class& squared, Real margin) {
  const mpq_class m(margin);
  return squared <= m * m;
}

void repeatSome(Generator& generator, std::vector<Point>& points) {
  if (generator.integer(0, 3) > 0) return;
  const auto last = static_cast<int>(points.size()) - 1;
  for (int i = generator.integer(1, 2); i > 0; --i) {
    points[static_cast<std::size_t>(generator.integer(0, last))] =
        points[static_cast<std::size_t>(generator.integer(0, last))];
  }
}

}  // namespace

TEST_CASE("pointWithin agrees with the exact distance") {
  Generator generator(1);
  for (const Kind kind : kKinds) {
    int wrong = 0, ties = 0;
    for (int i = 0; i < 600; ++i) {
      auto p = generator.points(kind, 4);
      repeatSome(generator, p);
      const mpq_class squared = rational::pointTriangle2(rational::point(p[0].data()), rational::point(p[1].data()),
                                                         rational::point(p[2].data()), rational::point(p[3].data()));
      for (const Real m : margins(generator, squared)) {
        const bool expected = within(squared, m);
        ties += squared == mpq_class(m) * mpq_class(m);
        wrong += exact::pointWithin(p[0].data(), p[1].data(), p[2].data(), p[3].data(), m) != expected;
        wrong += exact::pointWithin(p[0].data(), p[3].data(), p[2].data(), p[1].data(), m) != expected;
        wrong += exact::pointWithin(p[0].data(), p[2].data(), p[3].data(), p[1].data(), m) != expected;
      }
    }
    INFO(name(kind));
    CHECK(wrong == 0);
    if (kind == Kind::Lattice) CHECK(ties > 300);
  }
}

TEST_CASE("segmentsWithin agrees with the exact distance") {
  Generator generator(2);
  for (const Kind kind : kKinds) {
    int wrong = 0, ties = 0;
    for (int i = 0; i < 600; ++i) {
      auto p = generator.points(kind, 4);
      repeatSome(generator, p);
      const mpq_class squared = rational::segments2(rational::point(p[0].data()), rational::point(p[1].data()),
                                                    rational::point(p[2].data()), rational::point(p[3].data()));
      for (const Real m : margins(generator, squared)) {
        const bool expected = within(squared, m);
        ties += squared == mpq_class(m) * mpq_class(m);
        wrong += exact::segmentsWithin(p[0].data(), p[1].data(), p[2].data(), p[3].data(), m) != expected;
        wrong += exact::segmentsWithin(p[1].data(), p[0].data(), p[2].data(), p[3].data(), m) != expected;
        wrong += exact::segmentsWithin(p[3].data(), p[2].data(), p[0].data(), p[1].data(), m) != expected;
      }
    }
    INFO(name(kind));
    CHECK(wrong == 0);
    if (kind == Kind::Lattice) CHECK(ties > 300);
  }
}

TEST_CASE("The margin is closed: at it yes, the next number below no") {
  const Real a[] = {0, 0, 0}, b[] = {1, 0, 0}, c[] = {0, 1, 0};
  const Real margin = Real(0.1);
  const Real over[] = {Real(0.25), Real(0.25), margin}, beside[] = {Real(0.25), -margin, 0}, before[] = {-margin, 0, 0};
  for (const Real* p : {over, beside, before}) {
    CHECK(exact::pointWithin(p, a, b, c, margin));
    CHECK_FALSE(exact::pointWithin(p, a, b, c, std::nextafter(margin, Real(0))));
  }
  const Real r[] = {Real(0.5), -1, margin}, s[] = {Real(0.5), 1, margin}, t[] = {2, 0, margin}, u[] = {1, 0, margin};
  CHECK(exact::segmentsWithin(a, b, r, s, margin));
  CHECK_FALSE(exact::segmentsWithin(a, b, r, s, std::nextafter(margin, Real(0))));
  CHECK(exact::segmentsWithin(a, b, u, t, margin));
  CHECK_FALSE(exact::segmentsWithin(a, b, u, t, std::nextafter(margin, Real(0))));
}

TEST_CASE("Margin 0 means touching, a negative margin nothing") {
  const Real a[] = {0, 0, 0}, b[] = {3, 0, 0}, c[] = {0, 3, 0}, on[] = {1, 1, 0};
  const Real above[] = {1, 1, std::numeric_limits<Real>::denorm_min()};
  CHECK(exact::pointWithin(on, a, b, c, 0));
  CHECK_FALSE(exact::pointWithin(above, a, b, c, 0));
  CHECK_FALSE(exact::pointWithin(on, a, b, c, -1));
  CHECK(exact::segmentsWithin(a, b, a, c, 0));
  CHECK_FALSE(exact::segmentsWithin(a, b, a, c, -1));
}

TEST_CASE("An irrational distance is between two neighbouring margins") {
  Generator generator(3);
  int wrong = 0;
  const Real infinity = std::numeric_limits<Real>::infinity();
  for (int i = 0; i < 500; ++i) {
    const auto p = generator.points(Kind::Uniform, 4);
    const mpq_class squared = rational::pointTriangle2(rational::point(p[0].data()), rational::point(p[1].data()),
                                                       rational::point(p[2].data()), rational::point(p[3].data()));
    Real above = root(squared);
    while (!within(squared, above)) above = std::nextafter(above, infinity);
    while (within(squared, std::nextafter(above, Real(0)))) above = std::nextafter(above, Real(0));
    wrong += !exact::pointWithin(p[0].data(), p[1].data(), p[2].data(), p[3].data(), above);
    wrong += exact::pointWithin(p[0].data(), p[1].data(), p[2].data(), p[3].data(), std::nextafter(above, Real(0)));
  }
  CHECK(wrong == 0);
}
