#pragma once

#include <pliant/detectors/Types.h>
#include <pliant_catch.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <vector>

/// Points that are hard for predicates: lattices with many ties, nearly degenerate positions, all magnitudes of Real.
namespace predicate_input {

using pliant::Real;
using Point = std::array<Real, 3>;

enum class Kind {
  Lattice,        ///< integers −2…2
  ScaledLattice,  ///< multiples of 0.1, rounded
  FarLattice,     ///< a lattice far from the origin
  Nudged,         ///< a lattice with some coordinates moved to a neighbouring number
  TinyLattice,    ///< a lattice at 1e-30 (float) or 1e-40
  HugeLattice,    ///< a lattice at 1e30 or 1e40
  Denormal,       ///< a lattice of the smallest denormals
  Extreme,        ///< coordinates of any magnitude, with zero and denormals
  Uniform,        ///< −1…1
  Combined,       ///< rounded combinations of earlier points: nearly on their edges and planes
};

inline constexpr Kind kKinds[] = {Kind::Lattice,     Kind::ScaledLattice, Kind::FarLattice, Kind::Nudged,
                                  Kind::TinyLattice, Kind::HugeLattice,   Kind::Denormal,   Kind::Extreme,
                                  Kind::Uniform,     Kind::Combined};

inline std::string name(Kind kind) {
  static const char* const names[] = {"Lattice",     "ScaledLattice", "FarLattice", "Nudged",  "TinyLattice",
                                      "HugeLattice", "Denormal",      "Extreme",    "Uniform", "Combined"};
  return names[static_cast<int>(kind)];
}

class Generator {
 public:
  explicit Generator(unsigned seed) : m_random(seed) {}

  int integer(int low, int high) { return low + static_cast<int>(m_random() % static_cast<unsigned>(high - low + 1)); }
  Real uniform() { return static_cast<Real>(m_random()) / static_cast<Real>(0x80000000u) - 1; }

  /// Returns a number of any magnitude and either sign, sometimes 0.
  Real anySize() {
    using Limits = std::numeric_limits<Real>;
    if (integer(0, 7) == 0) return 0;
    const int exponent = integer(Limits::min_exponent - Limits::digits, Limits::max_exponent);
    const Real x = std::ldexp(uniform(), exponent);
    return std::clamp(x, Limits::lowest(), Limits::max());
  }

  std::vector<Point> points(Kind kind, std::size_t count) {
    std::vector<Point> result(count);
    for (std::size_t i = 0; i < count; ++i) {
      for (std::size_t k = 0; k < 3; ++k) result[i][k] = coordinate(kind);
      if (kind == Kind::Combined && i >= 2) combine(result, i);
    }
    return result;
  }

  /// In one of `turns` calls on average, makes up to `most` points equal to others, so that elements degenerate to
  /// segments and points.
  void repeatSome(std::vector<Point>& points, int turns, int most) {
    if (integer(0, turns - 1) > 0) return;
    const auto any = [&]() -> Point& { return points[static_cast<std::size_t>(integer(0, int(points.size()) - 1))]; };
    for (int i = integer(1, most); i > 0; --i) {
      Point& repeated = any();
      repeated = any();
    }
  }

 private:
  Real coordinate(Kind kind) {
    const bool isFloat = sizeof(Real) == 4;
    const Real n = static_cast<Real>(integer(-2, 2));
    switch (kind) {
      case Kind::ScaledLattice:
        return n * Real(0.1);
      case Kind::FarLattice:
        return Real(1e6) + n * Real(0.0625);
      case Kind::Nudged:
        return integer(0, 2) > 0 ? n : std::nextafter(n, static_cast<Real>(integer(-3, 3)));
      case Kind::TinyLattice:
        return n * (isFloat ? Real(1e-30) : Real(1e-40));
      case Kind::HugeLattice:
        return n * (isFloat ? Real(1e30) : static_cast<Real>(1e20 * 1e20));
      case Kind::Denormal:
        return n * std::numeric_limits<Real>::denorm_min();
      case Kind::Extreme:
        return anySize();
      case Kind::Uniform:
      case Kind::Combined:
        return uniform();
      default:
        return n;
    }
  }

  void combine(std::vector<Point>& points, std::size_t i) {
    const auto other = [&] { return static_cast<std::size_t>(integer(0, static_cast<int>(i) - 1)); };
    const std::size_t a = other(), b = other(), c = other();
    const Real s = static_cast<Real>(integer(-1, 5)) / 4, t = integer(0, 1) == 0 ? Real(0) : uniform();
    for (std::size_t k = 0; k < 3; ++k) {
      points[i][k] = points[a][k] + s * (points[b][k] - points[a][k]) + t * (points[c][k] - points[a][k]);
    }
  }

  std::mt19937 m_random;
};

/// Counts of a test over inputs of one kind.
struct Tally {
  int wrong = 0, hits = 0;
};

/// Calls test(generator, points, tally) for `turns` lots of `count` points of each kind, and checks that nothing was
/// wrong. Calls judge(kind, tally) after each kind.
template <typename Test, typename Judge>
void forAllKinds(unsigned seed, int turns, std::size_t count, const Test& test, const Judge& judge) {
  Generator generator(seed);
  for (const Kind kind : kKinds) {
    Tally tally;
    for (int i = 0; i < turns; ++i) {
      auto points = generator.points(kind, count);
      test(generator, points, tally);
    }
    INFO(name(kind) << ", hits: " << tally.hits);
    CHECK(tally.wrong == 0);
    judge(kind, tally);
  }
}
template <typename Test>
void forAllKinds(unsigned seed, int turns, std::size_t count, const Test& test) {
  forAllKinds(seed, turns, count, test, [](Kind, const Tally&) {});
}

/// Calls a predicate with the points of these numbers.
template <typename Predicate, typename... Numbers>
auto decide(const Predicate& predicate, const std::vector<Point>& points, Numbers... numbers) {
  return predicate(points[static_cast<std::size_t>(numbers)].data()...);
}

}  // namespace predicate_input
