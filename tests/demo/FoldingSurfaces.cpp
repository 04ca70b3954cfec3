// Tests the documented properties of the surfaces in pliant/models after Volino and Magnenat-Thalmann 1994.

#include <pliant/detectors/SpatialHash.h>
#include <pliant/models/foldingSurfaces.h>
#include <pliant_catch.h>

#include <cmath>
#include <numbers>
#include <vector>

#include "resultsOf.h"

using namespace pliant;
using namespace pliant::models;

namespace {

std::vector<FacePair> facePairs(const std::vector<BodyView>& bodies, bool self, bool between) {
  return resultsOf(SpatialHash(), bodies, {.facePairs = true, .between = between, .self = self}).facePairs;
}

}  // namespace

TEST_CASE("a sphere in any discretisation is closed, round and nowhere through itself") {
  for (const std::size_t faces : {20u, 1000u, 10000u, 50000u}) {
    const ClosedModel sphere = sphereSurface(faces);
    CAPTURE(faces, sphere.faces.size());
    CHECK(std::abs(double(sphere.faces.size()) - double(faces)) <= 0.05 * double(faces));
    CHECK(sphere.points.size() == sphere.faces.size() / 2 + 2);
    const Topology topology = topologyOf(sphere.view());
    CHECK(topology.closed);
    CHECK(topology.manifold);
    double largest = 0, least = 1;
    for (const auto& p : sphere.points) {
      const double radius = std::hypot(double{p[0]}, double{p[1]}, double{p[2]});
      largest = std::max(largest, radius);
      least = std::min(least, radius);
    }
    CHECK(largest - least < 1e-6);
    CHECK(largest == Approx(0.5));
    const double expected = std::numbers::pi / 6, volume = enclosedVolume(sphere);
    CHECK(volume < expected);
    CHECK(volume > expected * (1 - 12 / double(sphere.faces.size())));
    CHECK(facePairs({sphere.view()}, true, true).empty());
  }
}

TEST_CASE("a loop crosses itself along a line: as many faces as its discretisation cuts there") {
  double before = 0;
  for (const std::size_t faces : {1000u, 4000u, 16000u, 64000u}) {
    const SurfaceModel loop = loopSurface(faces);
    CAPTURE(faces, loop.faces.size());
    CHECK(std::abs(double(loop.faces.size()) - double(faces)) <= 0.05 * double(faces));
    const Topology topology = topologyOf(loop.view());
    CHECK_FALSE(topology.closed);
    CHECK(topology.manifold);
    const auto pairs = double(facePairs({loop.view()}, true, true).size());
    CAPTURE(pairs, before);
    CHECK(pairs > 0);
    if (before > 0) {
      CHECK(pairs > 1.6 * before);
      CHECK(pairs < 2.4 * before);
    }
    before = pairs;
  }
}

TEST_CASE("a body and its dress: the paper's numbers of faces, near each other, pleats that close") {
  const ClosedModel& body = dressedBody(Discretisation::Slight);
  CHECK(body.faces.size() == 17200);
  const Topology topology = topologyOf(body.view());
  CHECK(topology.closed);
  CHECK(topology.manifold);
  CHECK(enclosedVolume(body) > 0);
  CHECK(facePairs({body.view()}, true, true).empty());
  std::size_t last = 0;
  for (const double folded : {0.0, 0.5, 1.0}) {
    const SurfaceModel dress = foldingDress(Discretisation::Slight, folded);
    CAPTURE(folded);
    REQUIRE(dress.faces.size() == 3800);
    const Topology open = topologyOf(dress.view());
    CHECK_FALSE(open.closed);
    CHECK(open.manifold);
    const std::size_t between = facePairs({body.view(), dress.view()}, false, true).size();
    CAPTURE(between);
    CHECK(between > 0);
    CHECK(between < dress.faces.size());
    const std::size_t self = facePairs({dress.view()}, true, false).size();
    CAPTURE(self);
    if (folded <= 0.5) CHECK(self == 0);
    last = self;
  }
  CHECK(last > 0);
}
