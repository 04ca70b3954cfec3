// Pairs of a step for a detector that gathers each step: the final check takes those of the prediction, if the step
// ends near it but for a common translation, and has the hits of brute force in any case.

#include "step/StepPairs.h"

#include <pliant/detectors/Patches.h>
#include <pliant_catch.h>

#include <random>
#include <vector>

#include "../ForwardingDetector.h"
#include "detectors/SameAnswers.h"
#include "detectors/answers.h"
#include "shapes/SurfaceMeshes.h"

using namespace pliant;
using meshes::Body;

namespace {

constexpr Real kSheetMargin = Real(0.02);

/// Patches that count their queries: of all pairs, and of the pairs of marked vertices.
struct CountingPatches final : ForwardingDetector<Patches> {
  int whole = 0, marked = 0;

  void candidates(const BodySet& bodies, const CandidateQuery& query, Candidates& candidates, Counters& counters,
                  Workers& workers) override {
    ++(query.marked ? marked : whole);
    ForwardingDetector::candidates(bodies, query, candidates, counters, workers);
  }
};

/// Two sheets and a ball that move into each other, each vertex by a way of its own, too.
std::vector<Body> movingBodies(std::mt19937& random) {
  std::vector<Body> bodies{meshes::sheet(14), meshes::sheet(14), meshes::ball(10, 14)};
  bodies[1].place(1, {0.02, 0.01, 0.03});
  bodies[2].place(0.5, {0.5, 0.5, 0.56});
  std::uniform_real_distribution<double> way(-0.02, 0.02);
  for (std::size_t b = 0; b < bodies.size(); ++b) {
    bodies[b].x0 = bodies[b].x;
    for (std::size_t i = 0; i < bodies[b].x.size(); ++i) {
      const double towards = i % 3 == 2 ? 0.03 * (1 - double(b)) : 0;
      bodies[b].x[i] = static_cast<Real>(double(bodies[b].x[i]) + towards + way(random));
    }
  }
  return bodies;
}

CandidateQuery predictedQuery() {
  CandidateQuery query;
  query.vertexFace = query.swept = true;
  query.marginScale = Real(1.25);
  return query;
}

CandidateQuery checkQuery() {
  CandidateQuery query;
  query.vertexFace = query.edgeEdge = query.swept = true;
  return query;
}

/// A step's ends: the predicted ones, moved by a common and a random way of at most `most`; each `each`th vertex by a
/// longer one.
std::vector<PackedPosition> endsNear(std::span<const PackedPosition> predicted, std::mt19937& random, double common,
                                     double most, std::size_t each) {
  std::uniform_real_distribution<double> way(-most, most);
  std::vector<PackedPosition> ends(predicted.begin(), predicted.end());
  for (std::size_t v = 0; v < ends.size(); ++v) {
    ends[v].x += static_cast<Real>(way(random));
    ends[v].y += static_cast<Real>(common + way(random));
    ends[v].z += static_cast<Real>(way(random) + (each > 0 && v % each == 3 ? 0.04 : 0));
  }
  return ends;
}

/// Runs a step, with one check for each list of ends. Returns the number of hits.
std::size_t run(detail::StepPairs& pairs, CountingPatches& patches, BodySet& set,
                const std::vector<std::vector<PackedPosition>>& rounds) {
  SurfaceContactSettings meeting;
  meeting.nearby = meeting.edgeEdgeNearby = false;
  Workers one(1);
  Counters counters;
  Candidates found;
  std::size_t hits = 0;
  pairs.beginStep();
  pairs.predict(patches, set, predictedQuery(), found, counters, one);
  CHECK(found.edgeEdge.empty());
  CHECK(test::same(test::contactsOf(set, found),
                   test::contactsOf(set, test::bruteForceCandidates(set, predictedQuery()))));
  for (const auto& ends : rounds) {
    set.update(one, ends);
    pairs.check(patches, set, checkQuery(), found, counters, one);
    const auto expected = test::contactsOf(set, test::bruteForceCandidates(set, checkQuery()), meeting);
    hits += expected.size();
    CHECK(test::same(test::contactsOf(set, found, meeting), expected));
  }
  set.update(one);
  return hits;
}

}  // namespace

TEST_CASE("step pairs: a check takes the pairs of the prediction where the step ends near it, all moved alike or not") {
  std::mt19937 random(31);
  std::size_t hits = 0;
  for (int k = 0; k < 10; ++k) {
    const std::vector<Body> bodies = movingBodies(random);
    BodySet set = meshes::setOf(bodies, kSheetMargin);
    const auto ends = [&](double common, double most, std::size_t each) {
      return endsNear(set.positions(), random, common, most, each);
    };
    CountingPatches patches;
    detail::StepPairs pairs;
    // The first step does not know that it will end near.
    hits += run(pairs, patches, set, {ends(0.05, 0.002, 0), ends(-0.03, 0.002, 0)});
    CHECK(patches.whole == 2);
    CHECK(patches.marked == 0);
    hits += run(pairs, patches, set, {ends(0.05, 0.002, 0), ends(-0.03, 0.002, 0)});
    CHECK(patches.whole == 3);
    CHECK(patches.marked == 0);
    hits += run(pairs, patches, set, {ends(0.05, 0.002, 40), ends(-0.03, 0.002, 0)});
    CHECK(patches.whole == 4);
    CHECK(patches.marked == 2);
    // Far from the prediction, and the next step does not trust it.
    hits += run(pairs, patches, set, {ends(0.05, 0.03, 0)});
    CHECK(patches.whole == 6);
    CHECK(patches.marked == 2);
    hits += run(pairs, patches, set, {ends(0, 0.03, 0)});
    CHECK(patches.whole == 8);
    CHECK(patches.marked == 2);
  }
  CHECK(hits > 500);
}

TEST_CASE("step pairs: pairs are gathered anew for a check of other bodies with themselves, or from other starts") {
  std::mt19937 random(32);
  std::vector<Body> bodies = movingBodies(random);
  BodySet set = meshes::setOf(bodies, kSheetMargin);
  CountingPatches patches;
  detail::StepPairs pairs;
  Workers one(1);
  Counters counters;
  Candidates found;
  const auto step = [&](bool self, bool otherStarts) {
    const int before = patches.whole;
    CandidateQuery predicted = predictedQuery(), check = checkQuery();
    predicted.self = self;
    pairs.beginStep();
    pairs.predict(patches, set, predicted, found, counters, one);
    if (otherStarts) {
      bodies[0].x0[4] += Real(0.001);
      set.update();
    }
    pairs.check(patches, set, check, found, counters, one);
    return patches.whole - before;
  };
  CHECK(step(true, false) == 2);
  CHECK(step(true, false) == 1);
  CHECK(step(false, false) == 2);
  CHECK(step(true, false) == 1);
  CHECK(step(true, true) == 2);
}
