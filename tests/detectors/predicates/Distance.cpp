#include <pliant/detectors/predicates.h>
#include <pliant_catch.h>

#include "PredicateInput.h"
#include "RationalGeometry.h"

using namespace pliant;
using namespace predicate_input;

namespace {

/// Returns a Real next to the root, on either side; exact if the root is a small integer multiple of a power of two.
Real root(const mpq_class& squared) {
  mpf_class wide(squared, 8192);
  return static_cast<Real>(mpf_class(sqrt(wide)).get_d());
}

/// Returns margins to test for a squared distance: the distance, its neighbours, 0 and random numbers.
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

/// Compares decisions for all kinds of input, in each of `orders`. `squared` returns the exact squared distance of two
/// elements with four points together; `isWithin` returns true if the distance is at most a margin.
template <typename Squared, typename Within>
void compareDecisions(unsigned seed, const Squared& squared, const Within& isWithin,
                      const std::array<std::array<std::size_t, 4>, 3>& orders) {
  forAllKinds(
      seed, 600, 4,
      [&](Generator& generator, auto& p, Tally& tally) {
        generator.repeatSome(p, 4, 2);
        const auto r = rational::points(p);
        const mpq_class exactly = squared(r[0], r[1], r[2], r[3]);
        for (const Real m : margins(generator, exactly)) {
          const bool expected = within(exactly, m);
          tally.hits += exactly == mpq_class(m) * mpq_class(m);
          for (const auto& o : orders)
            tally.wrong += isWithin(p[o[0]].data(), p[o[1]].data(), p[o[2]].data(), p[o[3]].data(), m) != expected;
        }
      },
      [](Kind kind, const Tally& ties) {
        if (kind == Kind::Lattice) CHECK(ties.hits > 300);
      });
}

}  // namespace

TEST_CASE("pointWithin agrees with the exact distance") {
  compareDecisions(1, rational::pointTriangle2, exact::pointWithin, {{{0, 1, 2, 3}, {0, 3, 2, 1}, {0, 2, 3, 1}}});
}

TEST_CASE("segmentsWithin agrees with the exact distance") {
  compareDecisions(2, rational::segments2, exact::segmentsWithin, {{{0, 1, 2, 3}, {1, 0, 2, 3}, {3, 2, 0, 1}}});
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
    const auto r = rational::points(p);
    const mpq_class squared = rational::pointTriangle2(r[0], r[1], r[2], r[3]);
    Real above = root(squared);
    while (!within(squared, above)) above = std::nextafter(above, infinity);
    while (within(squared, std::nextafter(above, Real(0)))) above = std::nextafter(above, Real(0));
    wrong += !exact::pointWithin(p[0].data(), p[1].data(), p[2].data(), p[3].data(), above);
    wrong += exact::pointWithin(p[0].data(), p[1].data(), p[2].data(), p[3].data(), std::nextafter(above, Real(0)));
  }
  CHECK(wrong == 0);
}
