// Tests the benchmarks' setups. All methods that they compare must find the same pairs.

#include <pliant/benchmarks/BulletTrees.h>
#include <pliant/benchmarks/Scene.h>
#include <pliant/benchmarks/Table.h>
#include <pliant/benchmarks/benchmarks.h>
#include <pliant/detectors/Error.h>
#include <pliant/detectors/SpatialHash.h>
#include <pliant_catch.h>

#include <algorithm>
#include <set>
#include <string>

using namespace pliant;
using namespace pliant::benchmarks;

TEST_CASE("Setups have the objects and primitives of the paper's table 1") {
  struct Row {
    char name;
    Index objects;
    double tetrahedra, vertices;
  };
  for (const Row& row : {Row{'A', 100, 1000, 1200}, Row{'B', 8, 4000, 1936}, Row{'C', 20, 10000, 4840},
                         Row{'D', 2, 20514, 5898}, Row{'E', 100, 50000, 24200}}) {
    INFO("setup " << row.name);
    benchmarks::Scene scene = tetrahedraScene(row.name);
    const BodySet& bodies = scene.set;
    const double tolerance = row.name == 'D' ? 0.02 : 0, vertices = double(bodies.positions().size());
    CHECK(bodies.bodyCount() == row.objects);
    CHECK(std::abs(double(bodies.tetrahedra().size()) - row.tetrahedra) <= tolerance * row.tetrahedra);
    CHECK(std::abs(vertices - row.vertices) <= tolerance * row.vertices);
    CHECK_THROWS_AS(tetrahedraScene('H'), Error);

    // A few per cent of the vertices penetrate in every frame, and Bullet's trees find the same pairs.
    SpatialHash hash;
    BulletTrees asSoftBody(bodies, BulletTrees::Update::AsSoftBody), refitted(bodies, BulletTrees::Update::Refit);
    for (const int frame : {0, 1, 2, 500, 999}) {
      scene.moveTo(frame);
      scene.read();
      const Results results = scene.ask(hash, {.vertexTetrahedron = true});
      std::set<std::pair<Index, Index>> inside;
      for (const VertexTetrahedron& hit : results.vertexTetrahedron) inside.emplace(hit.vertexBody, hit.vertex);
      const double share = double(inside.size()) / vertices;
      INFO("frame " << frame);
      CHECK(share > 0.01);
      CHECK(share < 0.1);
      asSoftBody.update(bodies);
      refitted.update(bodies);
      CHECK(asSoftBody.query(bodies) == results.vertexTetrahedron.size());
      CHECK(refitted.query(bodies) == results.vertexTetrahedron.size());
    }
  }
}

TEST_CASE("The same primitives as 1, 10 and 100 objects") {
  std::size_t hits[3] = {};
  const Index counts[3] = {1, 10, 100};
  for (std::size_t i = 0; i < 3; ++i) {
    benchmarks::Scene scene = tetrahedraScene('E', counts[i]);
    CHECK(scene.set.bodyCount() == counts[i]);
    SpatialHash hash;
    hits[i] = scene.ask(hash, {.vertexTetrahedron = true}).vertexTetrahedron.size();
  }
  CHECK(hits[0] > 0);
  CHECK(hits[0] == hits[1]);
  CHECK(hits[1] == hits[2]);
  CHECK_THROWS_AS(tetrahedraScene('B', 3), Error);
}

TEST_CASE("Pairs of faces: objects that meet, and how many of them have no vertex inside") {
  BenchSettings once;
  once.steps = once.leastSteps = 1;
  const Table table = makeTable("edges", once);
  REQUIRE(table.rows.size() == 3);
  for (std::size_t row = 0; row < 3; ++row) {
    CHECK(table.number(row, "object pairs") > 0);
    CHECK(table.number(row, "without a vertex inside") >= 0);
    CHECK(table.number(row, "without a vertex inside") <= table.number(row, "object pairs"));
  }
}

TEST_CASE("Cell sizes are plotted with a mark at the mean edge length") {
  BenchSettings once;
  once.steps = once.leastSteps = 1;
  const Table table = makeTable("figure6", once);
  CHECK(table.rows.size() == 6);
  REQUIRE(table.plot.marks.size() == 1);
  CHECK(table.plot.marks[0].x == 1);
  CHECK(table.plot.svg().find(">mean edge</text>") != std::string::npos);
}

TEST_CASE("Tables and plots can be read") {
  const Table table{"name", "caption", {"a", "b"}, {{std::string("x"), 1.5}, {std::string("y"), 2.0}}};
  CHECK(table.csv() == "a,b\nx,1.5\ny,2\n");
  CHECK(table.text() == "name: caption\na     b\nx  1.50\ny     2\n");
  CHECK(table.number(1, "b") == 2);
  CHECK_THROWS_AS(table.number(0, "a"), Error);
  CHECK_THROWS_AS(table.cell(0, "c"), Error);
  CHECK_THROWS_AS(table.cell(2, "a"), Error);
  const SvgPlot plot{"title < 1", "x", "y", {{"curve", {{0, 1}, {2, 3}}}}};
  const std::string svg = plot.svg();
  CHECK(svg.find("title &lt; 1") != std::string::npos);
  CHECK(svg.find("<polyline") != std::string::npos);
  // The legend is to the right of all curves.
  const auto rightmost = [&](const std::string& before) {
    double most = 0;
    for (std::size_t at = svg.find(before); at != std::string::npos; at = svg.find(before, at + 1)) {
      most = std::max(most, std::stod(svg.substr(at + before.size())));
    }
    return most;
  };
  const std::size_t name = svg.find(">curve</text>");
  REQUIRE(name != std::string::npos);
  const std::size_t text = svg.rfind("<text x=\"", name);
  CHECK(rightmost("cx=\"") > 0);
  CHECK(std::stod(svg.substr(text + 9)) > rightmost("cx=\""));
  CHECK(svg.ends_with("</svg>\n"));
}
