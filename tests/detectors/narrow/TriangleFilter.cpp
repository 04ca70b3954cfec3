#include "narrow/triangleFilter.h"

#include <pliant/detectors/predicates.h>
#include <pliant_catch.h>

#include "detectors/AllTargets.h"
#include "detectors/predicates/PredicateInput.h"

using namespace pliant;
using detail::Meeting;
using predicate_input::Generator;
using predicate_input::Kind;
using predicate_input::kKinds;

namespace {

/// Pairs of triangles; each pair has six vertices of its own.
struct GivenPairs {
  std::vector<std::array<Real, 4>> positions;
  std::vector<std::uint32_t> corners;
  std::vector<std::uint64_t> keys;

  void add(const std::vector<predicate_input::Point>& points) {
    const std::uint64_t face = corners.size() / 3;
    for (const auto& p : points) {
      corners.push_back(static_cast<std::uint32_t>(positions.size()));
      positions.push_back({p[0], p[1], p[2], 7});  // the fourth value is ignored
    }
    keys.push_back(keys.size() % 2 ? face << 32 | (face + 1) : (face + 1) << 32 | face);
  }
  std::vector<Meeting> filter() const {
    std::vector<Meeting> verdicts(keys.size());
    detail::filterTriangles({positions[0].data(), corners.data()}, keys.data(), keys.size(), verdicts.data());
    return verdicts;
  }
  bool meet(std::size_t i) const {
    const auto* p = positions.data() + 6 * i;
    return exact::trianglesMeet(p[0].data(), p[1].data(), p[2].data(), p[3].data(), p[4].data(), p[5].data());
  }
};

}  // namespace

TEST_CASE("the filter of triangles is never wrong, with any instruction set") {
  for (const Kind kind : kKinds) {
    Generator generator(60 + static_cast<unsigned>(kind));
    GivenPairs pairs;
    for (int i = 0; i < 3001; ++i) {  // not a multiple of any number of lanes
      auto points = generator.points(kind, 6);
      generator.repeatSome(points, 3, 3);
      pairs.add(points);
    }
    test::onAllTargets([&] {
      const auto verdicts = pairs.filter();
      int wrong = 0;
      for (std::size_t i = 0; i < verdicts.size(); ++i)
        wrong += verdicts[i] != Meeting::Unknown && (verdicts[i] == Meeting::Yes) != pairs.meet(i);
      INFO(name(kind));
      CHECK(wrong == 0);
    });
  }
}

TEST_CASE("the filter of triangles knows nearly all that don't just touch") {
  Generator generator(5);
  GivenPairs pairs;
  for (int i = 0; i < 20000; ++i) pairs.add(generator.points(Kind::Uniform, 6));
  test::onAllTargets([&] {
    const auto verdicts = pairs.filter();
    CHECK(std::count(verdicts.begin(), verdicts.end(), Meeting::Unknown) < 20);
    CHECK(std::count(verdicts.begin(), verdicts.end(), Meeting::Yes) > 1000);
    CHECK(std::count(verdicts.begin(), verdicts.end(), Meeting::No) > 10000);
  });
}

TEST_CASE("the filter of triangles leaves what touches in a point, a line or a plane to exact arithmetic") {
  GivenPairs pairs;
  pairs.add({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 0}, {1, 0, 1}, {0, 1, 1}});
  pairs.add({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 0}, {1, 0, 0}, {0, 1, 1}});
  pairs.add({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 0}, {-1, 0, 0}, {0, 1, 0}});
  pairs.add({{0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}});
  for (const Meeting verdict : pairs.filter()) CHECK(verdict == Meeting::Unknown);
}
