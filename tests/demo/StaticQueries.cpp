// Tests the papers' question about a scene: what meets at the present positions.

#include <pliant/detectors/Error.h>
#include <pliant/scenes/Judge.h>
#include <pliant/scenes/Runner.h>
#include <pliant/scenes/StaticQuery.h>
#include <pliant_catch.h>

#include <string>

using namespace pliant;

TEST_CASE("the papers' question is answered for the present positions, with any settings") {
  Simulation simulation(*findScene("overlap"), {.detector = "spatial-hash"});
  StaticQuery hash("spatial-hash", {}, {}), paper("spatial-hash", {}, paperValues("spatial-hash")),
      all("brute-force", {}, {}), buckets("bucket-tree", {}, {});
  const StaticAnswer found = hash.ask(simulation), expected = all.ask(simulation);
  REQUIRE(found.vertexTetrahedra);
  CHECK(*found.vertexTetrahedra > 0);
  CHECK(found.found());
  CHECK(found.vertexTetrahedra == expected.vertexTetrahedra);
  CHECK(paper.ask(simulation).vertexTetrahedra == expected.vertexTetrahedra);
  CHECK(found.counters.cellsVisited > 0);
  CHECK(!found.verticesInside);
  const StaticAnswer faces = buckets.ask(simulation);
  CHECK(!faces.vertexTetrahedra);
  REQUIRE(faces.facePairs);
  CHECK(*faces.facePairs >= simulation.judge().pairsBetween);
  CHECK(*faces.facesCut <= 2 * *faces.facePairs);
  CHECK(*faces.facesCut > 0);
}

TEST_CASE("vertices of a cloud are found inside a body, and bodies that are not closed are no volumes") {
  Simulation simulation(*findScene("santa"), {.detector = "none"});
  for (int step = 0; step < 5; ++step) simulation.stepPaths();
  CHECK(simulation.steps() == 5);
  StaticQuery images("ldi-software", {}, {{"exact-vertices", 1}});
  const StaticAnswer inside = images.ask(simulation);
  REQUIRE(inside.verticesInside);
  CHECK(*inside.verticesInside == simulation.judge().verticesInside);
  CHECK(*inside.verticesInside > 500);
  CHECK(inside.counters.ldiLayers > 1);
  CHECK(!inside.isSampled);
  CHECK(!inside.pairLayers);  // one closed body
  CHECK(StaticQuery("ldi-software", {}, {}).ask(simulation).isSampled);
  // Methods for elements do not test a cloud.
  const StaticAnswer elements = StaticQuery("auto", {}, {}).ask(simulation);
  CHECK(elements.leavesOut);
  CHECK(!elements.verticesInside);
  StaticQuery cloth("ldi-software", {}, {});
  CHECK(!cloth.ask(Simulation(*findScene("clothedge"), {.detector = "none"})).found());
}

TEST_CASE("layers are those of a pair's images, as the papers count them") {
  Simulation simulation(*findScene("hand"), {.detector = "none"});
  while (simulation.steps() < 120) simulation.stepPaths();
  const StaticAnswer answer = StaticQuery("ldi-software", {}, {}).ask(simulation);
  REQUIRE(answer.pairLayers);
  const auto [hand, phone] = *answer.pairLayers;
  CHECK(hand > 2);
  CHECK(phone > 0);
  CHECK(phone <= 2);  // it is convex, and the largest number of all images is the hand's
  CHECK(answer.counters.ldiLayers > 2);
}

TEST_CASE("the papers' question changes nothing in a scene, and follows a cut") {
  Simulation plain(*findScene("cut"), {.detector = "regularity-tree"}),
      asked(*findScene("cut"), {.detector = "regularity-tree"});
  StaticQuery query("regularity-tree", {}, {});
  for (int step = 0; step < 80; ++step) {
    plain.step();
    asked.step();
    CHECK_NOTHROW(query.ask(asked));
  }
  CHECK(hashPositions(plain) == hashPositions(asked));
  CHECK(asked.bodies()[0].mesh.faces.size() > 0);
}

TEST_CASE("the papers' question follows a topology of the same numbers, and goes on after an error") {
  Simulation simulation(*findScene("sheetonsheet"), {.detector = "none"}), cut(*findScene("cut"), {.detector = "none"});
  StaticQuery query("bucket-tree", {}, {});
  const std::size_t before = *query.ask(simulation).facePairs;
  CHECK(before == 0);

  // Nodes that no mesh tells of.
  cut.bodies()[0].body->appendNode(btVector3(0, 0, 0), 1);
  CHECK_THROWS_AS(query.ask(cut), Error);
  CHECK(*query.ask(simulation).facePairs == before);

  // Two corners of each face become others.
  btSoftBody& sheet = *simulation.bodies()[0].body;
  const int count = sheet.m_nodes.size();
  for (int f = 0; f < sheet.m_faces.size(); ++f)
    for (int k = 0; k < 2; ++k) {
      auto*& corner = sheet.m_faces[f].m_n[k];
      corner = &sheet.m_nodes[(static_cast<int>(corner - &sheet.m_nodes[0]) + 3) % count];
    }
  simulation.topologyChanged(0);
  const std::size_t after = *query.ask(simulation).facePairs;
  CHECK(after > 0);
  CHECK(after == *StaticQuery("bucket-tree", {}, {}).ask(simulation).facePairs);
}

TEST_CASE("a scripted scene that moves without its world is where its steps would put it") {
  Simulation stepped(*findScene("hand"), {.detector = "spatial-hash"}),
      moved(*findScene("hand"), {.detector = "spatial-hash"});
  for (int step = 0; step < 6; ++step) {
    stepped.step();
    moved.stepPaths();
  }
  CHECK(hashPositions(stepped) == hashPositions(moved));
  CHECK(moved.times().total() == 0);
  CHECK(moved.contacts() == 0);
  // It goes on in its world.
  moved.step();
  stepped.step();
  CHECK(hashPositions(stepped) == hashPositions(moved));
}

TEST_CASE("only a method of Pliant answers the papers' question") {
  CHECK_THROWS_AS(StaticQuery("bullet", {}, {}), Error);
  CHECK_THROWS_AS(StaticQuery("no such", {}, {}), Error);
  CHECK_THROWS_AS(StaticQuery("spatial-hash", {}, {{"directions", 12}}), Error);
}
