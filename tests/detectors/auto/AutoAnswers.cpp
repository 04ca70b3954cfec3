// AutoDetector returns the results of BruteForce for any choice of methods, and does not allocate once all methods have
// served.

#include <pliant/detectors/AutoDetector.h>
#include <pliant/detectors/BruteForce.h>
#include <pliant_allocations.h>
#include <pliant_catch.h>
#include <pliant_threads.h>

#include <array>
#include <cmath>
#include <optional>
#include <random>

#include "detectors/SameAnswers.h"
#include "shapes/SurfaceMeshes.h"

using namespace pliant;
using meshes::Body;
using Method = AutoDetector::Method;

namespace {

/// An AutoDetector whose bodies often get another method. Counts the choices per method.
struct Restless {
  std::mt19937 random;
  std::array<std::uint64_t, AutoDetector::kMethods> chosen{};
  AutoDetector detector;

  explicit Restless(unsigned seed) : random(seed), detector({.smallFaces = 100, .settledUpdates = 3}) {}

  /// Sets a random method for each body, or leaves it to the rule.
  void turn(const BodySet& set) {
    for (Index index = 0; index < set.bodyCount(); ++index) {
      const auto method = random() % 6;
      detector.setMethod(set.id(index), method < AutoDetector::kMethods ? std::optional(Method(method)) : std::nullopt);
    }
  }
  void leave(const BodySet& set) {
    for (Index index = 0; index < set.bodyCount(); ++index) detector.setMethod(set.id(index), std::nullopt);
  }
  void count() {
    for (const AutoDetector::WorkItem& item : detector.workItems()) ++chosen[static_cast<std::size_t>(item.method)];
  }
  void expectAll() const {
    for (const auto count : chosen) CHECK(count > 10);
  }
};

}  // namespace

TEST_CASE("the answer doesn't depend on the choice, nor on threads") {
  std::mt19937 random(21);
  Restless one(1), two(2), five(3);
  Workers alone(1), pair(2), many(5);
  const std::array<std::pair<Restless*, Workers*>, 3> all{{{&one, &alone}, {&two, &pair}, {&five, &many}}};
  std::vector<Body> bodies{meshes::ball(12, 20), meshes::sheet(16), meshes::soup(random, 90, 40, 0.2),
                           meshes::ball(6, 9)};
  bodies[1].place(3, {-1.5, -1.5, 0.2});
  bodies[3].place(0.8, {0.3, 0.1, 0.2});
  const std::vector<Body> rest = bodies;
  BodySet set;
  for (const Body& body : bodies) set.setMargin(set.add(body.view()), Real(0.02));
  BruteForce brute;
  Query query;
  query.facePairs = query.vertexFace = query.vertexTetrahedron = true;
  std::size_t pairs = 0;
  for (int round = 0; round < 260; ++round) {
    query.margin = Real(0.01) * Real(round % 4);
    for (std::size_t b = 0; b < bodies.size(); ++b) {
      Body body = rest[b];
      meshes::move(body, random, 0.002 * (round % 9));
      bodies[b].x = body.x;
      set.setPositions(static_cast<Index>(b), bodies[b].view().positions);
    }
    set.update();
    Results expected, found;
    brute.query(set, query, expected, alone);
    for (const auto& [restless, workers] : all) {
      // In every third round some bodies have a random method.
      round % 3 == 2 ? restless->turn(set) : restless->leave(set);
      restless->detector.update(set, *workers);
      restless->detector.query(set, query, found, *workers);
      restless->count();
      REQUIRE(test::same(found, expected));
    }
    pairs += expected.facePairs.size() + expected.vertexFace.size();
  }
  CHECK(pairs > 10000);
  for (const auto& [restless, workers] : all) restless->expectAll();
}

TEST_CASE("candidates hold all that the narrow test takes, whatever is chosen") {
  std::mt19937 random(22);
  Restless restless(4);
  BruteForce brute;
  Workers workers(1);
  const std::vector<Body> rest{meshes::ball(9, 14), meshes::sheet(12)};
  std::size_t contacts = 0;
  std::vector<Body> bodies = rest;
  BodySet set;
  for (Body& body : bodies) {
    body.x0 = body.x;
    set.setMargin(set.add(body.view()), Real(0.03));
  }
  SurfaceNarrowTest narrow;
  for (int round = 0; round < 300; ++round) {
    for (std::size_t b = 0; b < bodies.size(); ++b) {
      Body body = rest[b];
      body.place(1, {0.02 * (round % 7), 0, 0.1 * double(b)});
      meshes::move(body, random, 0.01 * (round % 3));
      bodies[b].x = body.x;
      bodies[b].x0 = body.x0;
      set.setPositions(static_cast<Index>(b), bodies[b].view().positions, bodies[b].view().positions_t0);
    }
    set.update();
    CandidateQuery query;
    query.vertexFace = round % 2 == 0;
    query.edgeEdge = round % 3 != 0 || !query.vertexFace;
    query.swept = true;
    query.marginScale = Real(1.25);
    SurfaceContactSettings settings;
    settings.reach = Real(0.25);
    settings.edgeEdgeNearby = true;
    Candidates all, some;
    Counters counters;
    std::vector<SurfaceContact> expected, found;
    brute.candidates(set, query, all, counters, workers);
    narrow.run(set, all, settings, expected, counters, workers);
    if (round % 2 == 0) restless.turn(set);
    restless.detector.candidates(set, query, some, counters, workers);
    restless.count();
    narrow.run(set, some, settings, found, counters, workers);
    REQUIRE(test::same(found, expected));
    contacts += expected.size();
  }
  CHECK(contacts > 1000);
  restless.expectAll();
}

TEST_CASE("bodies come, go and change while methods alternate") {
  // Some methods are set, or the rule chooses all of them.
  const bool turns = GENERATE(false, true);
  std::mt19937 random(23);
  Restless restless(5);
  BruteForce brute;
  Workers workers(2);
  const std::vector<Body> kinds{meshes::ball(6, 9), meshes::sheet(7), meshes::soup(random, 60, 20, 0.2),
                                meshes::ball(9, 6)};
  BodySet set;
  std::vector<Index> ids;
  Query query;
  query.facePairs = query.vertexFace = true;
  query.margin = Real(0.02);
  for (int round = 0; round < 150; ++round) {
    if (ids.size() > 4 || (ids.size() > 1 && random() % 3 == 0)) {
      const std::size_t gone = random() % ids.size();
      set.remove(ids[gone]);
      ids.erase(ids.begin() + static_cast<std::ptrdiff_t>(gone));
    }
    if (round % 2 == 0) ids.push_back(set.add(kinds[random() % kinds.size()].view()));
    set.update();
    Results expected, found;
    brute.query(set, query, expected, workers);
    if (turns) restless.turn(set);
    restless.detector.query(set, query, found, workers);
    restless.count();
    REQUIRE(test::same(found, expected));
  }
  CHECK(restless.chosen[std::size_t(Method::SpatialHash)] > 10);
  CHECK(restless.chosen[std::size_t(Method::RegularityTree)] > 10);
}

TEST_CASE("once all methods have served, nothing is allocated") {
  for (const auto& [threads, turns] : {std::pair{1u, true}, {2u, true}, {1u, false}}) {
    Restless restless(6);
    std::vector<Body> bodies{meshes::ball(12, 16), meshes::sheet(20)};
    bodies[1].place(2, {-1, -1, 0});
    for (Body& body : bodies) body.x0 = body.x;
    const std::vector<Body> rest = bodies;
    BodySet set;
    for (const Body& body : bodies) set.setMargin(set.add(body.view()), Real(0.02));
    Workers workers(threads);
    CandidateQuery wanted;
    wanted.vertexFace = wanted.edgeEdge = wanted.swept = true;
    wanted.marginScale = Real(1.5);
    Query query;
    query.facePairs = true;
    Candidates candidates;
    Results results;
    std::size_t pairs = 0;
    const auto step = [&, byTurns = turns](Real phase, Real wave) {
      for (std::size_t b = 0; b < bodies.size(); ++b)
        for (std::size_t i = 0; i < bodies[b].x.size(); ++i) {
          bodies[b].x0[i] = rest[b].x[i] + wave * std::sin(phase + Real(i));
          bodies[b].x[i] = rest[b].x[i] + wave * std::sin(phase + Real(0.1) + Real(i));
        }
      for (Index b = 0; byTurns && b < 2; ++b)
        restless.detector.setMethod(b, Method((set.updates() + b) % AutoDetector::kMethods));
      set.update(workers);
      restless.detector.update(set, workers);
      Counters counters;
      restless.detector.candidates(set, wanted, candidates, counters, workers);
      restless.detector.query(set, query, results, workers);
      restless.count();
      pairs = candidates.vertexFace.size() + results.facePairs.size();
    };
    for (int frame = 0; frame < 300; ++frame) step(Real(0.7) * Real(frame), Real(0.06));
    const auto warm = restless.chosen;
    const long before = allocations::count();
    for (int frame = 300; frame < 400; ++frame) step(Real(0.7) * Real(frame), Real(0.04));
    const long after = allocations::count();
    INFO("threads " << threads << ", methods take turns: " << turns);
    CHECK(pairs > 100);
    for (std::size_t e = 0; e < AutoDetector::kMethods; ++e)
      CHECK((restless.chosen[e] > warm[e]) == (turns || Method(e) == Method::RegularityTree));
    if (allocations::counted) CHECK(after == before);
  }
}
