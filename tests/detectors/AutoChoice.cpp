// AutoDetector chooses by measured times; here a cost function replaces them.

#include <pliant/detectors/AutoDetector.h>
#include <pliant/detectors/Error.h>
#include <pliant_catch.h>
#include <pliant_threads.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

#include "SurfaceMeshes.h"

using namespace pliant;
using meshes::Body;
using meshes::setOf;
using Engine = AutoDetector::Engine;

namespace {

constexpr std::size_t at(Engine engine) {
  return static_cast<std::size_t>(engine);
}
constexpr Engine kHash = Engine::SpatialHash, kBuckets = Engine::BucketTree, kTree = Engine::RegularityTree;

/// A detector that is queried for the candidates of a step; a call of a method costs `cost` [s].
struct Stage {
  std::array<double, AutoDetector::kEngines> cost;
  BodySet set;
  AutoDetector detector;
  Workers workers{1};
  Candidates found;

  Stage(const std::vector<Body>& bodies, std::array<double, AutoDetector::kEngines> first,
        AutoDetector::Settings settings = {})
      : cost(first), set(setOf(bodies)), detector(with(settings)) {}

  AutoDetector::Settings with(AutoDetector::Settings settings) {
    settings.leastFaces = 100;
    settings.cost = [this](const AutoDetector::Job&, Engine engine, double) { return cost[at(engine)]; };
    return settings;
  }
  void run(int calls) {
    CandidateQuery query;
    query.vertexFace = query.swept = true;
    for (int i = 0; i < calls; ++i) {
      Counters counters;
      detector.candidates(set, query, found, counters, workers);
    }
  }
  AutoDetector::Job job() const {
    REQUIRE(detector.jobs().size() == 1);
    return detector.jobs().front();
  }
  std::uint64_t calls(Engine engine) const { return job().calls[at(engine)]; }
};

const Body kSheet = meshes::sheet(12);

}  // namespace

TEST_CASE("a body with itself: whoever is cheapest takes over") {
  for (const Engine best : {kHash, kBuckets, kTree}) {
    std::array<double, AutoDetector::kEngines> cost;
    cost.fill(2);
    cost[at(best)] = 1;
    Stage stage({kSheet}, cost);
    stage.run(1);
    CHECK(stage.job().engine == kHash);
    CHECK(stage.job().reason == AutoDetector::Reason::Kind);
    stage.run(30);
    CHECK(stage.job().engine == best);
    CHECK(stage.job().reason == AutoDetector::Reason::Measured);
    CHECK(stage.job().cost[at(best)] == 1);
  }
}

TEST_CASE("what is slower is tried in its share of calls and of time") {
  for (const double slow : {1.5, 20.0}) {
    std::array<double, AutoDetector::kEngines> cost;
    cost.fill(slow);
    cost[at(kHash)] = 1;
    Stage stage({kSheet}, cost);
    const auto tries = [&stage](int calls) {
      const auto before = stage.job().calls;
      stage.run(calls);
      return calls - double(stage.job().calls[at(kHash)] - before[at(kHash)]);
    };
    stage.run(50);
    // The share of trials is 1 + 300 / n times as large in the n-th call.
    const double early = tries(1000), mostEarly = 0.02 * (1000 + 300 * std::log(21.0));
    CHECK(early <= mostEarly + 3);
    CHECK(early * slow <= mostEarly + 3 * slow);
    stage.run(20000);
    const double later = tries(4000), mostLater = 0.02 * 1.02 * 4000;
    CHECK(later >= 2);
    CHECK(later <= mostLater + 3);
    CHECK(later * slow <= mostLater + 3 * slow);
    CHECK(stage.job().engine == kHash);
  }
}

TEST_CASE("with a share of 0, nothing is tried again") {
  Stage stage({kSheet}, {1, 2, 2}, {.share = 0});
  stage.run(50);
  const auto before = stage.job().calls;
  stage.cost = {1, 0.1, 0.1};
  stage.run(2000);
  CHECK(stage.job().engine == kHash);
  CHECK(stage.calls(kBuckets) == before[at(kBuckets)]);
  CHECK(stage.calls(kTree) == before[at(kTree)]);
}

TEST_CASE("a little faster is not enough") {
  Stage stage({kSheet}, {1, 0.9, 0.9});
  stage.run(3000);
  CHECK(stage.job().engine == kHash);
}

TEST_CASE("what has become faster, or slower, is noticed, and one chance time is not enough") {
  Stage stage({kSheet}, {1, 3, 3});
  stage.run(50);
  // The first time in each trial of the bucket tree is an outlier.
  for (int round = 0; round < 5; ++round) {
    const auto tried = stage.calls(kBuckets);
    stage.cost[at(kBuckets)] = 0.5;
    while (stage.calls(kBuckets) == tried) stage.run(1);
    stage.cost[at(kBuckets)] = 3;
    stage.run(20);
    REQUIRE(stage.job().engine == kHash);
  }
  stage.cost[at(kBuckets)] = 0.5;
  stage.run(600);
  CHECK(stage.job().engine == kBuckets);
  // The method in use becomes slow; the hash replaces it, because its measured cost is the next lowest.
  stage.cost[at(kBuckets)] = 10;
  stage.run(100);
  CHECK(stage.job().engine == kHash);
}

TEST_CASE("a hierarchy is not built before the job has taken twice as long as that") {
  Stage stage({kSheet}, {1e-6, 1e-6, 1e-6});  // building for 288 faces takes about 0.3 ms
  stage.run(500);
  CHECK(stage.calls(kTree) == 0);
  stage.run(200);
  CHECK(stage.calls(kTree) > 0);
}

TEST_CASE("by kind: a surface that only must not meet itself begins with its hierarchy, two large ones with buckets") {
  Stage stage({kSheet}, {1, 1, 1});
  Results results;
  Query query;
  query.facePairs = true;
  stage.detector.query(stage.set, query, results, stage.workers);
  CHECK(stage.job().engine == kTree);
  CHECK(stage.job().reason == AutoDetector::Reason::Kind);
  CHECK(stage.job().asked == AutoDetector::Asked{false, false, true, false});

  Body a = meshes::sheet(72), b = a;
  b.place(1, {0.95, 0.95, 0});
  Stage two({a, b}, {1, 1, 1});
  query.self = false;
  two.detector.query(two.set, query, results, two.workers);
  CHECK(two.job().engine == kBuckets);
  CHECK(two.job().calls == std::array<std::uint64_t, AutoDetector::kEngines>{0, 1, 0});
}

TEST_CASE("a surface with an edge of three faces has no hierarchy") {
  Body body = kSheet;
  body.point(0, 0, 1);
  body.face(body.faces[0], body.faces[1], body.x.size() / 3 - 1);
  body.face(body.faces[1], body.faces[0], body.x.size() / 3 - 1);
  Stage stage({body}, {2, 2, 1});
  stage.run(200);
  CHECK(stage.job().engine == kHash);
  CHECK(stage.calls(kTree) == 0);
  CHECK(stage.calls(kBuckets) > 0);
}

TEST_CASE("small jobs, and all of a crowd, are chosen for as one, and clouds are hashed") {
  Body ball = meshes::ball(4, 6), cloud;
  for (int i = 0; i < 50; ++i) cloud.point(0.02 * i, 0.5, 0);
  Stage stage({kSheet, ball, cloud}, {2, 1, 1});
  stage.set.setSelf(0, false);
  stage.run(1);
  CHECK(stage.job().bodyA == 0);  // sheet and ball
  CHECK(stage.job().bodyB == 1);
  CHECK(stage.detector.smallJobs() == 3);  // ball with itself, cloud with sheet and with ball
  stage.run(30);
  REQUIRE(stage.detector.jobs().size() == 2);
  CHECK_FALSE(stage.detector.jobs()[0].isSmall());
  const AutoDetector::Job small = stage.detector.jobs()[1];
  CHECK(small.isSmall());
  CHECK(small.engine == kTree);
  CHECK(small.reason == AutoDetector::Reason::Measured);
  CHECK(small.calls[at(kBuckets)] == 0);

  Stage crowd(std::vector<Body>(80, kSheet), {1, 2, 2});
  for (Index a = 0; a < 80; ++a)
    for (Index b = a + 1; b < 80; ++b) crowd.set.setPair(a, b, false);
  crowd.run(50);
  CHECK(crowd.job().isSmall());
  CHECK(crowd.job().engine == kHash);
  CHECK(crowd.calls(kTree) > 0);
  CHECK(crowd.detector.smallJobs() == 80);
  crowd.cost[at(kTree)] = 0.5;
  crowd.run(500);
  CHECK(crowd.job().engine == kTree);
}

TEST_CASE("a job beside small ones is noticed to have become slow, too") {
  Body cloud;
  for (int i = 0; i < 50; ++i) cloud.point(0.02 * i, 0.5, 0);
  Stage stage({kSheet, cloud}, {1, 3, 3});
  stage.run(101);
  CHECK(stage.job().engine == kHash);
  stage.cost[at(kHash)] = 10;
  stage.run(150);
  CHECK(stage.job().engine != kHash);
}

TEST_CASE("small jobs that only the hash can do are no part of the choice") {
  Body cloud, other;
  for (int i = 0; i < 50; ++i) cloud.point(0.02 * i, 0.5, 0);
  for (int i = 0; i < 50; ++i) other.point(0.02 * i, 0.5, 0);
  Stage stage({meshes::ball(4, 6), cloud}, {2, 1, 1});
  stage.set.setSelf(0, false);
  stage.run(40);
  CHECK(stage.detector.jobs().empty());
  CHECK(stage.detector.smallJobs() == 1);
}

TEST_CASE("hierarchies of many small bodies are not made in one call, nor before they are worth it") {
  // The hierarchies of 80 sheets with 288 faces take about 23 ms to build; one call may build about six of them.
  Stage crowd(std::vector<Body>(80, kSheet), {1e-3, 1e-3, 1e-3});
  for (Index a = 0; a < 80; ++a)
    for (Index b = a + 1; b < 80; ++b) crowd.set.setPair(a, b, false);
  crowd.run(40);
  const std::size_t before = crowd.detector.memory();
  std::vector<long> growth;
  for (int call = 0; call < 30; ++call) {
    const auto last = static_cast<long>(crowd.detector.memory());
    crowd.run(1);
    growth.push_back(static_cast<long>(crowd.detector.memory()) - last);
  }
  CHECK(crowd.calls(kTree) > 0);
  const auto all = static_cast<long>(crowd.detector.memory() - before);
  CHECK(growth[0] < all / 20);
  CHECK(std::count_if(growth.begin(), growth.end(), [&](long bytes) { return bytes > all / 20; }) >= 10);
  CHECK(*std::max_element(growth.begin(), growth.end()) < all / 3);
}

TEST_CASE("what was known of a body goes with it, also where its id comes again") {
  Stage stage({kSheet}, {2, 1, 2});
  stage.run(100);
  REQUIRE(stage.job().engine == kBuckets);
  stage.set.remove(0);
  const Body other = meshes::sheet(9);
  REQUIRE(stage.set.add(other.view()) == 0);
  stage.set.update();
  stage.run(1);
  CHECK(stage.job().engine == kHash);
  CHECK(stage.job().reason == AutoDetector::Reason::Kind);
}

TEST_CASE("what a body's own engine costs is measured on, as that changes") {
  double seconds = 1;
  AutoDetector::Settings settings;
  settings.cost = [&seconds](const AutoDetector::Job&, Engine, double) { return seconds; };
  std::vector<Body> bodies{kSheet, meshes::sheet(8)};
  bodies[1].place(1, {0.01, 0.02, 0});
  Workers workers{1};
  const BodySet set = setOf(bodies);
  AutoDetector detector(settings);
  detector.setEngine(0, kTree);
  CandidateQuery query;
  query.vertexFace = query.swept = true;
  const auto run = [&](int calls) {
    Candidates found;
    for (int i = 0; i < calls; ++i) {
      Counters counters;
      detector.candidates(set, query, found, counters, workers);
    }
  };
  const auto costs = [&detector] {
    std::vector<double> list;
    for (const AutoDetector::Job& job : detector.jobs())
      if (job.reason == AutoDetector::Reason::Set) list.push_back(job.cost[at(kTree)]);
    return list;
  };
  run(20);
  CHECK(costs() == std::vector<double>{1, 1});
  seconds = 2;
  run(600);
  REQUIRE(costs().size() == 2);
  for (const double cost : costs()) CHECK(cost > 1.8);
}

TEST_CASE("a body's own engine does all its jobs, small ones too, until it is taken away, and no others") {
  const bool small = GENERATE(false, true);
  AutoDetector::Settings settings;
  settings.leastFaces = small ? 100'000 : 100;
  std::vector<Body> bodies{kSheet, meshes::sheet(8), kSheet};
  bodies[1].place(1, {0.01, 0.02, 0});
  bodies[2].place(1, {50, 0, 0});
  Workers workers{1};
  BodySet set = setOf(bodies);
  AutoDetector detector(settings);
  const auto run = [&](int calls) {
    Candidates found;
    CandidateQuery query;
    query.vertexFace = query.swept = true;
    for (int i = 0; i < calls; ++i) {
      Counters counters;
      detector.candidates(set, query, found, counters, workers);
    }
  };
  const auto jobOf = [&](Index a, Index b) {
    for (const AutoDetector::Job& job : detector.jobs())
      if (job.bodyA == a && job.bodyB == b) return job;
    FAIL("no job of " << a << " and " << b);
    return AutoDetector::Job{};
  };
  for (const Engine engine : {kBuckets, kTree, kHash}) {
    detector.setEngine(0, engine);
    CHECK(detector.engine(0) == engine);
    CHECK_FALSE(detector.engine(1).has_value());
    run(70);
    for (const Index other : {0u, 1u}) {
      const AutoDetector::Job job = jobOf(0, other);
      CHECK(job.engine == engine);
      CHECK(job.reason == AutoDetector::Reason::Set);
      for (std::size_t e = 0; e < AutoDetector::kEngines; ++e) CHECK(job.calls[e] == (Engine(e) == engine ? 70u : 0u));
      CHECK(job.cost[at(engine)] > 0);
    }
    CHECK(detector.smallJobs() == (small ? 2u : 0u));
    if (!small) CHECK(jobOf(1, 1).reason != AutoDetector::Reason::Set);
    if (!small) CHECK(jobOf(2, 2).reason != AutoDetector::Reason::Set);
  }
  // A pair uses the method of the body with more faces.
  detector.setEngine(1, kTree);
  run(1);
  CHECK(jobOf(0, 1).engine == kHash);
  CHECK(jobOf(1, 1).engine == kTree);
  detector.setEngine(0, std::nullopt);
  run(1);
  CHECK(jobOf(0, 1).engine == kTree);
  if (!small) CHECK(jobOf(0, 0).reason == AutoDetector::Reason::Kind);
  detector.setEngine(1, std::nullopt);
  run(1);
  for (const AutoDetector::Job& job : detector.jobs()) CHECK(job.reason != AutoDetector::Reason::Set);
  // The setting is removed with the body.
  detector.setEngine(2, kBuckets);
  set.remove(2);
  set.update();
  run(1);
  CHECK_FALSE(detector.engine(2).has_value());
}

TEST_CASE("of two bodies with as many faces and engines of their own, that of the lower id counts") {
  std::vector<Body> twins{kSheet, kSheet};
  twins[1].place(1, {0.01, 0.02, 0});
  BodySet set = setOf(twins);
  AutoDetector detector;
  detector.setEngine(1, kTree);
  detector.setEngine(0, kBuckets);
  CandidateQuery query;
  query.vertexFace = query.swept = true;
  Candidates found;
  Counters counters;
  Workers workers{1};
  detector.candidates(set, query, found, counters, workers);
  REQUIRE(detector.jobs().size() == 3);
  for (const AutoDetector::Job& job : detector.jobs()) CHECK(job.engine == (job.bodyA == 0 ? kBuckets : kTree));
}

TEST_CASE("settings out of range are refused") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const double share : {-0.1, 1.1, nan}) CHECK_THROWS_AS(AutoDetector({.share = share}), Error);
  for (const double advantage : {0.9, nan}) CHECK_THROWS_AS(AutoDetector({.advantage = advantage}), Error);
}

TEST_CASE("names") {
  CHECK(AutoDetector().name() == "auto");
  CHECK(AutoDetector::name(kHash) == "spatial-hash");
  CHECK(AutoDetector::name(kBuckets) == "bucket-tree");
  CHECK(AutoDetector::name(kTree) == "regularity-tree");
}
