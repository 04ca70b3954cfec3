// AutoDetector chooses by the rule of its class comment, line by line.

#include <pliant/detectors/AutoDetector.h>
#include <pliant/detectors/Error.h>
#include <pliant_catch.h>
#include <pliant_threads.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "shapes/SurfaceMeshes.h"

using namespace pliant;
using meshes::Body;
using meshes::setOf;
using Method = AutoDetector::Method;
using Reason = AutoDetector::Reason;

namespace {

constexpr Method kHash = Method::SpatialHash, kBuckets = Method::BucketTree, kTree = Method::RegularityTree;

/// A detector that is queried for the candidates of a step.
struct Stage {
  std::vector<Body> bodies;  // the set reads their positions
  BodySet set;
  AutoDetector detector;
  Workers workers{1};
  Candidates found;
  CandidateQuery query;
  Counters counters;  // of the last query

  explicit Stage(const std::vector<Body>& all, const AutoDetector::Settings& settings = {})
      : bodies(all), set(setOf(bodies)), detector(settings) {
    query.vertexFace = query.swept = true;
  }
  void run(Index updates) {
    for (Index i = 0; i < updates; ++i) {
      counters = {};
      set.update();
      detector.candidates(set, query, found, counters, workers);
    }
  }
  /// Runs until the bodies count as settled.
  void settle() { run(detector.settings().settledUpdates + 1); }
  /// Checks the choice for two bodies, or for one body with itself.
  void expect(Index a, Index b, Method method, Reason reason) const {
    INFO("bodies " << a << " and " << b);
    for (const AutoDetector::WorkItem& item : detector.workItems())
      if (item.bodyA == a && item.bodyB == b) {
        CHECK(AutoDetector::name(item.method) == AutoDetector::name(method));
        CHECK(AutoDetector::name(item.reason) == AutoDetector::name(reason));
        return;
      }
    FAIL("no such work item");
  }
};

Body at(Body body, double x) {
  body.place(1, {x, 0, 0});
  return body;
}

const Body kSheet = meshes::sheet(12);

}  // namespace

TEST_CASE("a surface is hashed until it has settled, then goes by regularity") {
  Stage stage({kSheet, at(kSheet, 0.5)});
  stage.run(stage.detector.settings().settledUpdates);
  for (const auto& [a, b] : {std::pair{0u, 0u}, {0u, 1u}, {1u, 1u}}) stage.expect(a, b, kHash, Reason::NoHierarchy);
  stage.run(1);
  for (const auto& [a, b] : {std::pair{0u, 0u}, {0u, 1u}, {1u, 1u}}) stage.expect(a, b, kTree, Reason::Surface);
  CHECK(stage.detector.workItems().size() == 3);
}

TEST_CASE("two small closed bodies are hashed, one of them beside a larger or an open one is not") {
  const Body small = meshes::ball(6, 8), large = meshes::ball(20, 24);
  Stage stage({small, at(small, 0.5), large, kSheet});
  stage.settle();
  stage.expect(0, 1, kHash, Reason::Small);
  stage.expect(0, 2, kTree, Reason::Surface);
  stage.expect(0, 3, kTree, Reason::Surface);
  stage.expect(0, 0, kTree, Reason::Surface);
  Stage allLarge({small, at(small, 0.5)}, {.smallFaces = 0});
  allLarge.settle();
  allLarge.expect(0, 1, kTree, Reason::Surface);
}

TEST_CASE("steps of a small closed body take its boxes alone, other searches skip its regular patches") {
  const auto skipped = [](const Body& body) {
    Stage stage({body});
    stage.set.setMargin(0, Real(1e-4));
    stage.settle();
    stage.expect(0, 0, kTree, Reason::Surface);
    return stage.counters.patchesSkipped;
  };
  CHECK(skipped(kSheet) > 0);
  CHECK(skipped(meshes::ball(20, 24)) == 0);
  CHECK(skipped(meshes::ball(50, 52)) > 0);
  Stage stage({meshes::ball(20, 24)});
  stage.settle();
  Results results;
  Query query;
  query.facePairs = true;
  stage.detector.query(stage.set, query, results, stage.workers);
  CHECK(results.counters.patchesSkipped > 0);
}

TEST_CASE("clouds and a surface with an edge of three faces are hashed") {
  Body cloud, three = kSheet;
  for (int i = 0; i < 50; ++i) cloud.point(0.02 * i, 0.5, 0);
  three.point(0, 0, 1);
  three.face(three.faces[0], three.faces[1], three.x.size() / 3 - 1);
  three.face(three.faces[1], three.faces[0], three.x.size() / 3 - 1);
  Stage stage({kSheet, cloud, three});
  stage.settle();
  stage.expect(0, 0, kTree, Reason::Surface);
  stage.expect(0, 1, kHash, Reason::NoSurface);
  stage.expect(0, 2, kHash, Reason::NoSurface);
  stage.expect(2, 2, kHash, Reason::NoSurface);
}

TEST_CASE("hierarchies of many bodies are built a few at a time") {
  const Index faces = Index(kSheet.faces.size() / 3);
  Stage crowd(std::vector<Body>(8, kSheet), {.facesPerSearch = 2 * faces});
  for (Index a = 0; a < 8; ++a)
    for (Index b = a + 1; b < 8; ++b) crowd.set.setPair(a, b, false);
  crowd.settle();
  for (Index built = 2; built <= 8; built += 2, crowd.run(1))
    for (Index body = 0; body < 8; ++body)
      crowd.expect(body, body, body < built ? kTree : kHash, body < built ? Reason::Surface : Reason::NoHierarchy);
}

TEST_CASE("a body that changes is hashed until it has settled again, and the others are not") {
  Stage stage({kSheet, at(kSheet, 5)});
  stage.settle();
  stage.set.remove(1);
  const Body other = at(meshes::sheet(9), 5);
  REQUIRE(stage.set.add(other.view()) == 1);
  stage.run(1);
  stage.expect(0, 0, kTree, Reason::Surface);
  stage.expect(1, 1, kHash, Reason::NoHierarchy);
  stage.settle();
  stage.expect(1, 1, kTree, Reason::Surface);
}

TEST_CASE("a body that gets other faces, as many as before, is hashed until it has settled again") {
  Stage stage({kSheet});
  stage.settle();
  stage.expect(0, 0, kTree, Reason::Surface);
  Body turned = kSheet;
  std::reverse(turned.faces.begin(), turned.faces.end());
  const auto replace = [&] {
    stage.set.remove(0);
    REQUIRE(stage.set.add(turned.view()) == 0);
    stage.run(1);
  };
  replace();
  stage.expect(0, 0, kHash, Reason::NoHierarchy);
  stage.settle();
  stage.expect(0, 0, kTree, Reason::Surface);
  replace();  // by the same faces
  stage.expect(0, 0, kTree, Reason::Surface);
}

TEST_CASE("a query for links alone is hashed and has no work items") {
  Body tied = kSheet;
  tied.link(0, 50);
  Stage stage({tied});
  stage.query = {.edgeEdge = true, .linksOnly = true};
  stage.settle();
  CHECK(stage.detector.workItems().empty());
}

TEST_CASE("work items are listed for some updates after their last search, and go with their bodies") {
  Stage stage({kSheet, at(kSheet, 0.5)});
  stage.run(1);
  CHECK(stage.detector.workItems().size() == 3);
  stage.query.between = false;
  stage.run(60);
  CHECK(stage.detector.workItems().size() == 3);
  stage.run(10);
  CHECK(stage.detector.workItems().size() == 2);
  stage.query.self = false;
  stage.run(70);
  CHECK(stage.detector.workItems().empty());
  stage.query.self = true;
  stage.run(1);
  CHECK(stage.detector.workItems().size() == 2);
  stage.set.remove(1);
  stage.run(1);
  CHECK(stage.detector.workItems().size() == 1);
}

TEST_CASE("a body's own method serves all its work items, until it is taken away, and no others") {
  const Body ball = meshes::ball(6, 8);
  Stage stage({ball, at(ball, 0.1), at(ball, 50)});
  stage.settle();
  for (const Method method : {kBuckets, kTree, kHash}) {
    stage.detector.setMethod(0, method);
    CHECK(stage.detector.method(0) == method);
    CHECK_FALSE(stage.detector.method(1).has_value());
    stage.run(1);
    stage.expect(0, 0, method, Reason::Set);
    stage.expect(0, 1, method, Reason::Set);
    stage.expect(1, 1, kTree, Reason::Surface);
    stage.expect(2, 2, kTree, Reason::Surface);
  }
  // The lower id counts for two bodies with as many faces.
  stage.detector.setMethod(1, kTree);
  stage.run(1);
  stage.expect(0, 1, kHash, Reason::Set);
  stage.expect(1, 1, kTree, Reason::Set);
  stage.detector.setMethod(0, std::nullopt);
  stage.run(1);
  stage.expect(0, 1, kTree, Reason::Set);
  stage.expect(0, 0, kTree, Reason::Surface);
  // The setting is removed with the body.
  stage.detector.setMethod(2, kBuckets);
  stage.set.remove(2);
  stage.run(1);
  CHECK_FALSE(stage.detector.method(2).has_value());
  CHECK_THROWS_AS(stage.detector.setMethod(0, Method(AutoDetector::kMethods)), Error);
}

TEST_CASE("of two bodies with methods of their own, that of the body with more faces counts") {
  Stage stage({meshes::sheet(8), kSheet});
  stage.detector.setMethod(0, kBuckets);
  stage.detector.setMethod(1, kTree);
  stage.run(1);
  stage.expect(0, 1, kTree, Reason::Set);
}

TEST_CASE("many faces that move are searched by patches, and then as before again") {
  AutoDetector::Settings settings;
  settings.manyFaces = 500;  // two sheets have 576
  Body moving = kSheet;
  moving.x0 = Body(kSheet).place(1.1, {0, 0, 0}).x;
  Stage stage({moving, at(moving, 0.5), at(kSheet, 5)}, settings);
  CHECK(stage.detector.gathersEachStep(stage.set));
  stage.run(1);
  stage.expect(0, 1, kHash, Reason::NoHierarchy);
  stage.query.thisMotion = true;
  stage.run(1);
  for (const auto& [a, b] : {std::pair{0u, 0u}, {0u, 1u}, {1u, 1u}})
    stage.expect(a, b, Method::Patches, Reason::ManyFaces);
  stage.expect(2, 2, Method::Patches, Reason::ManyFaces);
  CHECK(stage.detector.workItems().size() == 4);
  stage.query.thisMotion = false;
  stage.detector.setMethod(0, kBuckets);
  CHECK_FALSE(stage.detector.gathersEachStep(stage.set));
  stage.run(1);
  stage.expect(0, 1, kBuckets, Reason::Set);
  stage.detector.setMethod(0, std::nullopt);
  CHECK(stage.detector.gathersEachStep(stage.set));
  stage.bodies[0].x = stage.bodies[0].x0;  // it rests, as the third one does
  stage.set.update();
  CHECK_FALSE(stage.detector.gathersEachStep(stage.set));
  stage.run(1);
  stage.expect(1, 1, kHash, Reason::NoHierarchy);
}

TEST_CASE("after many searches by patches the other methods free their memory, and later answer as before") {
  AutoDetector::Settings settings;
  settings.manyFaces = 500;
  Stage stage({kSheet, at(kSheet, 0.5)}, settings);
  stage.settle();
  stage.expect(0, 1, kTree, Reason::Surface);
  const Candidates before = stage.found;
  REQUIRE(!before.vertexFace.empty());
  stage.query.thisMotion = true;
  stage.run(31);
  const std::size_t full = stage.detector.memory();
  stage.run(1);
  CHECK(stage.detector.memory() < full / 2);
  stage.query.thisMotion = false;
  stage.run(1);
  stage.expect(0, 1, kHash, Reason::NoHierarchy);  // until it has settled again
  stage.settle();
  stage.expect(0, 1, kTree, Reason::Surface);
  CHECK(stage.found.vertexFace == before.vertexFace);
}

TEST_CASE("names") {
  CHECK(AutoDetector().name() == "auto");
  CHECK(AutoDetector::name(kHash) == "spatial-hash");
  CHECK(AutoDetector::name(kBuckets) == "bucket-tree");
  CHECK(AutoDetector::name(kTree) == "regularity-tree");
  CHECK(AutoDetector::name(Reason::NoHierarchy) == "no hierarchy yet");
}
