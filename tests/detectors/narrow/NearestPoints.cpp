#include "narrow/nearestPoints.h"

#include <pliant_catch.h>

#include <cstring>
#include <limits>

#include "detectors/AllTargets.h"
#include "detectors/predicates/PredicateInput.h"
#include "narrow/MovingPair.h"

using namespace pliant;
using detail::FourPoints;
using detail::NearestPoints;
using detail::PairKind;
using detail::PairPoints;

namespace {

bool sameBits(double a, double b) {
  return std::memcmp(&a, &b, sizeof(a)) == 0 || (a != a && b != b);
}

/// Compares batches with nearest() of each pair; batch sizes fall from kMost to 1. Returns the number of differences.
int differences(PairKind kind, const std::vector<FourPoints>& pairs) {
  const auto nearestOf = kind == PairKind::VertexFace ? detail::nearestOfVertexFace : detail::nearestOfEdgeEdge;
  int wrong = 0;
  std::size_t most = PairPoints::kMost;
  for (std::size_t begin = 0, count; begin < pairs.size(); begin += count) {
    count = std::min(most, pairs.size() - begin);
    most = most > 1 ? most - 1 : PairPoints::kMost;
    PairPoints points = {};
    for (std::size_t p = 0; p < count; ++p)
      for (std::size_t i = 0; i < 4; ++i)
        for (std::size_t k = 0; k < 3; ++k) points.x[i][k][p] = pairs[begin + p][i][k];
    NearestPoints found;
    nearestOf(points, count, found);
    for (std::size_t p = 0; p < count; ++p) {
      const detail::Nearest expected = detail::nearest(kind, pairs[begin + p]);
      bool same = sameBits(found.distance[p], expected.distance);
      for (std::size_t i = 0; i < 4; ++i) same = same && sameBits(found.weights[i][p], expected.weights[i]);
      for (std::size_t k = 0; k < 3; ++k) same = same && sameBits(found.difference[k][p], expected.difference[k]);
      wrong += !same;
    }
  }
  return wrong;
}

std::vector<FourPoints> randomPairs(predicate_input::Kind kind, int count) {
  predicate_input::Generator generator(90 + static_cast<unsigned>(kind));
  std::vector<FourPoints> pairs;
  for (int i = 0; i < count; ++i) {
    auto points = generator.points(kind, 4);
    generator.repeatSome(points, 1, 3);
    auto& pair = pairs.emplace_back();
    for (std::size_t p = 0; p < 4; ++p)
      for (std::size_t k = 0; k < 3; ++k) pair[p][k] = static_cast<double>(points[p][k]);
  }
  return pairs;
}

}  // namespace

TEST_CASE("nearest points of many pairs are those of each by itself to the last bit, with any instruction set") {
  for (const auto kind : predicate_input::kKinds) {
    const auto pairs = randomPairs(kind, 4001);
    test::onAllTargets([&] {
      INFO(name(kind));
      CHECK(differences(PairKind::VertexFace, pairs) == 0);
      CHECK(differences(PairKind::EdgeEdge, pairs) == 0);
    });
  }
}

TEST_CASE("nearest points of flat pairs, of pairs in one point and of such that overflow are those of each by itself") {
  constexpr double inf = std::numeric_limits<double>::infinity();
  const std::vector<double> values{0,      -0.0,  1,   -1,   0.5,
                                   1e-170, 1e170, inf, -inf, std::numeric_limits<double>::quiet_NaN()};
  std::vector<FourPoints> pairs;
  for (std::size_t seed = 0; seed < 20000; ++seed) {
    std::size_t state = seed * 2654435761u + 12345;
    auto& pair = pairs.emplace_back();
    // Most coordinates are one of the first five values, so that lines, planes and equal points are frequent.
    const std::size_t choice = seed % 8 == 0 ? values.size() : 5;
    for (auto& point : pair)
      for (double& x : point) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        x = values[(state >> 33) % choice];
      }
  }
  test::onAllTargets([&] {
    CHECK(differences(PairKind::VertexFace, pairs) == 0);
    CHECK(differences(PairKind::EdgeEdge, pairs) == 0);
  });
}
