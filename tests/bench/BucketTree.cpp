// Tests the benchmarks of the bucket tree. All methods that they compare must find the same pairs.

#include <pliant/benchmarks/Scene.h>
#include <pliant/benchmarks/benchmarks.h>
#include <pliant/detectors/BruteForce.h>
#include <pliant/detectors/BucketTree.h>
#include <pliant_catch.h>

#include <algorithm>

#include "../detectors/SameAnswers.h"

using namespace pliant;
using namespace pliant::benchmarks;

TEST_CASE("Two surfaces that touch are closed and cut into each other in a small part of them, in any frame") {
  for (const auto shape : {Touching::Spheres, Touching::Knots}) {
    benchmarks::Scene scene = touchingScene(shape, 2000);
    const BodySet& set = scene.set;
    BucketTree tree;
    BruteForce brute;
    for (const int frame : {0, 1, 30, 100, 300, 999}) {
      INFO("frame " << frame);
      scene.moveTo(frame);
      scene.read();
      for (Index body = 0; body < 2; ++body) {
        CHECK(set.topology(set.id(body)).closed);
        CHECK(set.topology(set.id(body)).manifold);
        CHECK(std::abs(int(set.faces(body).size()) - 2000) < 200);
      }
      const Results found = scene.ask(tree, kWithinAndBetween), expected = scene.ask(brute, kWithinAndBetween);
      CHECK(test::same(found, expected));
      CHECK(expected.facePairs.size() > 20);
      CHECK(expected.facePairs.size() < 400);
    }
  }
}

TEST_CASE("The benchmark of touching surfaces is a row for each pair, all methods alike") {
  int messages = 0;
  BenchSettings settings;
  settings.steps = 3;
  settings.touching = 20'000;
  settings.progress = [&](const std::string&) { ++messages; };
  const Table table = makeTable("bucket-touching", settings);
  REQUIRE(table.rows.size() == 2);
  CHECK(messages == 2);
  for (const auto& row : table.rows) {
    REQUIRE(row.size() == table.columns.size());
    for (std::size_t c = 1; c < row.size(); ++c) CHECK(std::get<double>(row[c]) > 0);
  }
}

TEST_CASE("The paper's figures and its table are drawn anew") {
  const BenchSettings once{.steps = 1, .leastSteps = 1};
  for (const char* const name : {"bucket-figure3", "bucket-figure4"}) {
    const Table figure = makeTable(name, once);
    CHECK(figure.rows.size() >= 5);
    CHECK(figure.plot.curves.size() >= 2);
    for (const auto& curve : figure.plot.curves) {
      CHECK(curve.points.size() == figure.rows.size());
      for (const auto& [x, y] : curve.points) CHECK(y > 0);
    }
  }
  const Table pairs = makeTable("bucket-table1", once);
  REQUIRE(pairs.rows.size() == 3);
  for (std::size_t row = 0; row < 3; ++row) CHECK(pairs.number(row, "pairs") > 100);
}

TEST_CASE("Buckets and trees of boxes find the same pairs, however bodies turn") {
  const Table table = makeTable("bucket-boxtrees", {.steps = 3});
  REQUIRE(table.rows.size() == 2);
  for (std::size_t row = 0; row < 2; ++row) CHECK(table.number(row, "pairs") > 100);
}

TEST_CASE("Buckets and trees of boxes find the same pairs while triangles come and go") {
  const Table table = makeTable("bucket-changing", {.steps = 1, .leastSteps = 3});
  REQUIRE(table.rows.size() >= 5);
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    CHECK(table.number(row, "pairs") > 100);
    if (row > 0) CHECK(table.number(row, "changed in a step, %") > table.number(row - 1, "changed in a step, %"));
  }
}

TEST_CASE("A far particle puts all others into one bucket, unless crowded buckets are divided") {
  const Table table = makeTable("bucket-outlier", {.steps = 1, .leastSteps = 1});
  REQUIRE(table.rows.size() == 4);
  CHECK(table.number(0, "most in a bucket") < 100);
  CHECK(table.number(1, "most in a bucket") == 4'999);
  CHECK(table.number(1, "buckets in use") == 2);
  CHECK(table.number(3, "most in a bucket") <= 32);
  CHECK(table.number(0, "pairs") == table.number(2, "pairs"));
  CHECK(table.number(1, "pairs") == table.number(3, "pairs"));
}

TEST_CASE("Memory of the full octree grows with its buckets, that of the sparse one with the particles") {
  const Table table = makeTable("bucket-memory", {});
  REQUIRE(table.rows.size() == 7);
  CHECK(table.number(6, "full: kB") > 6 * table.number(5, "full: kB"));
  for (std::size_t row = 0; row < 7; ++row) {
    CHECK(table.number(row, "sparse: kB") < 5'000);
    CHECK(table.number(row, "buckets with particles") <= std::min(15'000.0, table.number(row, "8^levels")));
    CHECK(table.number(row, "marked nodes") > table.number(row, "buckets with particles"));
  }
}
