// Tests the benchmark of surfaces: its groups of bodies. All methods that it compares must find the same pairs.

#include <pliant/benchmarks/BulletTrees.h>
#include <pliant/benchmarks/Scene.h>
#include <pliant/benchmarks/benchmarks.h>
#include <pliant/detectors/BruteForce.h>
#include <pliant/detectors/Error.h>
#include <pliant/detectors/SpatialHash.h>
#include <pliant_catch.h>

#include <cmath>
#include <string>

using namespace pliant;
using namespace pliant::benchmarks;

TEST_CASE("A crowd is closed surfaces, a few per cent of which cut into each other in any frame") {
  CHECK_THROWS_AS(crowdScene(0), Error);
  for (const Index count : {8u, 80u}) {
    benchmarks::Scene scene = crowdScene(count);
    const BodySet& bodies = scene.set;
    REQUIRE(bodies.bodyCount() == count);
    CHECK(bodies.faces().size() == 128 * count);
    for (Index body = 0; body < count; ++body) {
      const Topology& topology = bodies.topology(bodies.id(body));
      REQUIRE(topology.closed);
      REQUIRE(topology.manifold);
    }
    SpatialHash hash;
    BruteForce brute;
    BulletFaceTrees trees(bodies, 1);
    for (const int frame : {0, 1, 50, 100, 200, 500, 999}) {
      INFO(count << " bodies, frame " << frame);
      scene.moveTo(frame);
      scene.read();
      const Results found = scene.ask(hash, kWithinAndBetween), expected = scene.ask(brute, kWithinAndBetween);
      const double share = double(cutFaces(found)) / double(bodies.faces().size());
      CHECK(share > 0.01);
      CHECK(share < 0.1);
      CHECK(found.facePairs.size() == expected.facePairs.size());
      trees.update(bodies);
      CHECK(trees.intersectingPairs(bodies) == expected.facePairs.size());
      CHECK(trees.boxPairs(bodies) > expected.facePairs.size());
    }
  }
}

TEST_CASE("A crowd's step goes from one frame to the next") {
  benchmarks::Scene scene = crowdScene(2);
  const BodySet& bodies = scene.set;
  scene.moveTo(7);
  scene.read();
  const std::vector<PackedPosition> end(bodies.positions().begin(), bodies.positions().end());
  scene.moveTo(8);
  scene.read();
  Real furthest = 0;
  for (std::size_t v = 0; v < end.size(); ++v) {
    const PackedPosition &start = bodies.positions_t0()[v], &now = bodies.positions()[v];
    REQUIRE((start.x == end[v].x && start.y == end[v].y && start.z == end[v].z));
    furthest = std::max(furthest, std::abs(now.x - start.x));
  }
  CHECK(furthest > 0);
  CHECK(furthest < bodies.meanEdgeLength());
}

TEST_CASE("The benchmark of surfaces is a row for each crowd, brute force at the smallest alone") {
  int messages = 0;
  BenchSettings settings{.steps = 1, .leastSteps = 1};
  settings.progress = [&](const std::string&) { ++messages; };
  const Table table = makeTable("surface", settings);
  REQUIRE(table.rows.size() == 3);
  CHECK(messages == 3);
  for (std::size_t r = 0; r < 3; ++r) {
    const auto& row = table.rows[r];
    REQUIRE(row.size() == table.columns.size());
    CHECK(std::get<double>(row[1]) == 1024 * std::pow(10, double(r)));
    CHECK(std::holds_alternative<double>(row.back()) == (r == 0));
    for (std::size_t c = 0; c + 2 < row.size(); ++c) CHECK(std::get<double>(row[c]) > 0);
  }
}
