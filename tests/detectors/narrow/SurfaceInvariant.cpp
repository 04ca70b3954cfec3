#include <pliant/detectors/BruteForce.h>
#include <pliant/detectors/SpatialHash.h>
#include <pliant/detectors/SurfaceContacts.h>
#include <pliant_catch.h>

#include <algorithm>
#include <random>
#include <set>

#include "detectors/ExactSurfaceDetectors.h"
#include "detectors/SameAnswers.h"
#include "shapes/SurfaceMeshes.h"

using namespace pliant;
using meshes::Body;

namespace {

using FacePairs = std::set<std::pair<Index, Index>>;

FacePairs meetingFaces(const BodySet& set) {
  BruteForce brute;
  Query query;
  query.facePairs = true;
  Results results;
  Workers workers(1);
  brute.query(set, query, results, workers);
  FacePairs pairs;
  for (const FacePair& p : results.facePairs)
    pairs.emplace(set.faces(set.slot(p.bodyA)).begin + p.faceA, set.faces(set.slot(p.bodyB)).begin + p.faceB);
  return pairs;
}

struct Tally {
  std::size_t newPairs = 0, quietSteps = 0, hits = 0;
};

/// Checks the basis of the final check of a step: if two faces meet at t1 but not at t0, there is a hit of a vertex of
/// one with the other, or of an edge of each.
void checkStep(std::vector<Body> bodies, Tally& tally) {
  BodySet moving, before, after;
  for (const Body& body : bodies) moving.setMargin(moving.add(body.view()), Real(0.05));
  std::vector<Body> start = bodies, end = bodies;
  for (Body& body : start) body.x = std::exchange(body.x0, {});
  for (Body& body : end) body.x0.clear();
  for (const Body& body : start) before.add(body.view());
  for (const Body& body : end) after.add(body.view());
  for (BodySet* set : {&moving, &before, &after}) set->update();

  SpatialHash hash;
  Candidates candidates;
  Counters counters;
  Workers workers(1);
  CandidateQuery query;
  query.vertexFace = query.edgeEdge = query.swept = true;
  hash.update(moving, workers);
  hash.candidates(moving, query, candidates, counters, workers);
  SurfaceContactSettings settings;
  settings.nearby = false;
  std::vector<SurfaceContact> hits;
  SurfaceNarrowTest narrow;
  narrow.run(moving, candidates, settings, hits, counters, workers);

  std::set<std::pair<Index, Index>> vertexFace, edgeEdge;
  for (const SurfaceContact& hit : hits) {
    CHECK(hit.swept);
    (hit.kind == SurfaceContact::Kind::VertexFace ? vertexFace : edgeEdge).emplace(hit.elementA, hit.elementB);
  }
  const FacePairs old = meetingFaces(before);
  std::size_t untold = 0, fresh = 0;
  for (const auto& [a, b] : meetingFaces(after)) {
    if (old.count({a, b})) continue;
    ++fresh;
    bool told = false;
    for (const auto& [face, other] : {std::pair{a, b}, std::pair{b, a}})
      for (const Index v : moving.faces()[face]) told |= vertexFace.count({v, other}) > 0;
    for (const Index e : moving.edgesOfFaces()[a])
      for (const Index g : moving.edgesOfFaces()[b]) told |= edgeEdge.count({std::min(e, g), std::max(e, g)}) > 0;
    untold += !told;
  }
  CHECK(untold == 0);
  tally.newPairs += fresh;
  tally.hits += hits.size();
  tally.quietSteps += hits.empty();
}

/// Returns all pairs of vertex and face, and of two edges, of different bodies.
Candidates allBetween(const BodySet& set) {
  Candidates all;
  for (Index v = 0; v < set.positions().size(); ++v)
    for (Index f = 0; f < set.faces().size(); ++f)
      if (set.slotOfVertex()[v] != set.slotOfFace()[f]) all.vertexFace.push_back({v, f});
  for (Index a = 0; a < set.edges().size(); ++a)
    for (Index b = a + 1; b < set.edges().size(); ++b)
      if (set.slotOfEdge()[a] != set.slotOfEdge()[b]) all.edgeEdge.push_back({a, b});
  return all;
}

/// Checks that all detectors lead to the same contacts, bit by bit. Returns the number of swept contacts.
std::size_t compareDetectors(const std::vector<Body>& bodies, const CandidateQuery& query,
                             const SurfaceContactSettings& settings) {
  BodySet set;
  for (const Body& body : bodies) set.setMargin(set.add(body.view()), Real(0.02));
  set.update();
  BruteForce brute;
  Workers workers(1);
  Candidates candidates;
  Counters counters;
  SurfaceNarrowTest narrow;
  std::vector<SurfaceContact> found, expected;
  brute.candidates(set, query, candidates, counters, workers);
  narrow.run(set, candidates, settings, expected, counters, workers);
  for (const auto& detector : test::exactSurfaceDetectors()) {
    detector->update(set, workers);
    detector->candidates(set, query, candidates, counters, workers);
    narrow.run(set, candidates, settings, found, counters, workers);
    CHECK(test::same(found, expected));
  }
  return static_cast<std::size_t>(
      std::count_if(expected.begin(), expected.end(), [](const auto& c) { return c.swept; }));
}

/// Checks that the hits between bodies are the same, bit by bit, for the candidates of every detector and for all
/// pairs. Returns the number of hits.
std::size_t compareWithAll(const BodySet& set) {
  CandidateQuery query;
  query.vertexFace = query.edgeEdge = query.swept = true;
  query.self = false;
  SurfaceContactSettings settings;
  settings.nearby = false;
  SurfaceNarrowTest narrow;
  Counters counters;
  Workers workers(1);
  std::vector<SurfaceContact> found, expected;
  narrow.run(set, allBetween(set), settings, expected, counters, workers);
  auto detectors = test::exactManifoldDetectors();
  detectors.push_back(std::make_unique<BruteForce>());
  for (const auto& detector : detectors) {
    INFO(detector->name());
    Candidates candidates;
    detector->update(set, workers);
    detector->candidates(set, query, candidates, counters, workers);
    narrow.run(set, candidates, settings, found, counters, workers);
    CHECK(test::same(found, expected));
  }
  return expected.size();
}

/// Returns a body of one triangle that moves from `x0` to `x`.
Body triangle(const std::array<double, 9>& x0, const std::array<double, 9>& x) {
  Body body;
  for (std::size_t k = 0; k < 9; ++k) {
    body.x0.push_back(static_cast<Real>(x0[k]));
    body.x.push_back(static_cast<Real>(x[k]));
  }
  body.faces = {0, 1, 2};
  return body;
}

}  // namespace

TEST_CASE("contacts don't depend on the detector that gathered the candidates") {
  std::mt19937 random(29);
  std::size_t meeting = 0;
  for (int run = 0; run < 160; ++run) {
    Body a = meshes::soup(random, 90, 30, 0.15), b = meshes::soup(random, 60, 30, 0.2), c = meshes::sheet(5);
    c.place(1.5, {-0.7, -0.7, 0.05 * (run % 9)});
    const double speed = 0.2 * (run % 5), together = run % 3 == 0 ? 0 : 20;
    meshes::move(a, random, speed, {together, 0, 0.5 * speed});
    meshes::move(b, random, 0.2 * speed, {together, 0, 0});
    meshes::move(c, random, 0.1 * speed, {together, 0, -speed});
    CandidateQuery query;
    query.vertexFace = query.edgeEdge = query.swept = true;
    SurfaceContactSettings settings;
    settings.nearby = run % 2;
    settings.edgeEdgeNearby = run % 4 == 3;
    query.marginScale = settings.nearby ? 1 + settings.reach : 0;
    query.edgeMargin = settings.edgeEdgeNearby;
    meeting += compareDetectors({a, b, c}, query, settings);
  }
  CHECK(meeting > 10000);
}

TEST_CASE("faces that meet anew are told by a hit: smooth bodies") {
  std::mt19937 random(31);
  Tally tally;
  for (int run = 0; run < 80; ++run) {
    Body a = meshes::ball(6, 9), b = meshes::sheet(6), c = meshes::ball(5, 6);
    b.place(3, {-1.5, -1.5, 1.05});
    c.place(0.4, {0, 0.1, 1.5});
    const double speed = 0.3 * (run % 8) / 8;
    meshes::move(a, random, 0.1 * speed, {0, 0, speed});
    meshes::move(b, random, 0.1 * speed, {100 * speed, 0, 0});
    meshes::move(c, random, 0.3 * speed, {100 * speed, 0, -speed});
    b.place(1, {0, 0, 0});
    checkStep({a, b, c}, tally);
  }
  CHECK(tally.newPairs > 500);
  CHECK(tally.quietSteps > 5);
}

TEST_CASE("faces that meet anew are told by a hit: random faces, any speed") {
  std::mt19937 random(33);
  Tally tally;
  for (int run = 0; run < 120; ++run) {
    Body a = meshes::soup(random, 60, 30, 0.1), b = meshes::soup(random, 60, 30, 0.3);
    const double speed = std::pow(10.0, run % 6 - 4);
    meshes::move(a, random, speed, {0, 0, 30 * speed});
    meshes::move(b, random, speed);
    checkStep({a, b}, tally);
  }
  CHECK(tally.newPairs > 500);
}

TEST_CASE("faces that meet anew are told by a hit: lattice coordinates, flat and touching") {
  std::mt19937 random(35);
  Tally tally;
  std::uniform_int_distribution<int> coordinate(0, 4);
  for (int run = 0; run < 300; ++run) {
    std::vector<Body> bodies(2);
    for (Body& body : bodies) {
      for (int i = 0; i < 12; ++i) {
        const double z = run % 3 == 0 ? 0 : coordinate(random);  // coplanar in every third run
        body.point(coordinate(random), coordinate(random), z);
      }
      for (std::size_t i = 0; i < 12; i += 3) body.face(i, i + 1, i + 2);
      body.x0 = body.x;
      for (std::size_t i = 0; i < body.x.size(); ++i)
        if (random() % 4 == 0 && (i % 3 < 2 || run % 3 != 0 || run % 6 == 0))
          body.x[i] += static_cast<Real>(coordinate(random) - 2);
    }
    checkStep(bodies, tally);
  }
  CHECK(tally.newPairs > 300);
}

TEST_CASE("faces that meet anew are told by a hit: far from the origin") {
  std::mt19937 random(37);
  Tally tally;
  for (int run = 0; run < 60; ++run) {
    Body a = meshes::ball(6, 9), b = meshes::sheet(6);
    b.place(3, {-1.5, -1.5, 1.05});
    meshes::move(a, random, 0.02, {0, 0, 0.1});
    meshes::move(b, random, 0.02);
    const double away = std::pow(10.0, run % 6);
    for (Body* body : {&a, &b}) body->place(1, {away, -away, away});
    checkStep({a, b}, tally);
  }
  CHECK(tally.newPairs > 200);
}

TEST_CASE("what lies apart by rounding alone touches, whoever gathered it") {
  std::mt19937 random(37);
  std::uniform_real_distribution<double> noise(-1, 1);
  std::size_t touching = 0;
  for (int run = 0; run < 40; ++run) {
    // Two coincident sheets that differ by about the rounding of a double: at rest and flat, at rest and crumpled, or
    // moving through each other.
    std::vector<Body> sheets(2, meshes::sheet(5));
    const std::vector<Real> even = sheets[0].x;
    BodySet set;
    for (Body& sheet : sheets) {
      const auto disturb = [&](std::vector<Real>& x) {
        x = even;
        for (std::size_t k = 0; k < x.size(); ++k)
          if (run % 3 > 0 || k % 3 < 2) x[k] += static_cast<Real>(2e-14 * noise(random));
      };
      disturb(sheet.x);
      sheet.x0 = sheet.x;
      if (run % 3 == 2) disturb(sheet.x);
      set.add(sheet.view());
    }
    set.update();
    touching += compareWithAll(set);
  }
  CHECK(touching > 2000);
}

TEST_CASE("an edge that turns beside a corner meets it where it reaches it, however small the gap") {
  for (double gap = 1e-2; gap > 1e-10; gap /= 8)
    for (const double rise : {0.0, 0.3})
      for (const double fall : {0.0, 4.0})
        for (const double slope : {0.0, 0.2, 0.26, 0.3, 0.7}) {
          INFO("gap " << gap << " rise " << rise << " fall " << fall << " slope " << slope);
          // The corner lies on the line x = z/4 in the plane y = 0. The edge rotates in this plane around the origin,
          // from x = -z/20 to x = slope * z.
          std::array<double, 9> corner{gap, 0, 4 * gap, 1, 0, 1, 1, rise, 0.5},
              edge{0, 0, 0, -0.05, 0, 1, -0.5, -rise, 1};
          std::array<double, 9> cornerEnd = corner, edgeEnd = edge;
          edgeEnd[3] = slope;
          for (const std::size_t k : {1U, 4U, 7U}) {
            cornerEnd[k] -= fall;
            edgeEnd[k] -= fall;
          }
          BodySet set;
          const std::array<Body, 2> bodies{triangle(corner, cornerEnd), triangle(edge, edgeEnd)};
          for (const Body& body : bodies) set.add(body.view());
          set.update();
          CHECK((compareWithAll(set) > 0) == (slope > 0.25));
        }
}

TEST_CASE("slivers in one plane that move by any amount give the same hits under every detector") {
  std::mt19937 random(41);
  std::uniform_real_distribution<double> noise(-1, 1), exponent(-17, -1);
  std::size_t hits = 0;
  for (int run = 0; run < 300; ++run) {
    std::array<std::array<double, 3>, 6> places;
    for (auto& place : places) place = {noise(random), run % 3 == 0 ? 1e-9 * noise(random) : 0, noise(random)};
    const auto disturb = [&](const std::array<double, 3>& x, bool far) {
      std::array<double, 3> y = x;
      const double by = std::pow(10, far ? exponent(random) : -17);
      for (const std::size_t k : {0U, 2U}) y[k] += by * noise(random);
      return y;
    };
    std::vector<Body> bodies;
    for (int i = 0; i < 8; ++i) {
      std::array<double, 9> x0, x;
      // Three of the places; two may be the same.
      const std::size_t first = random() % 6;
      for (std::size_t corner = 0; corner < 3; ++corner) {
        const auto at = disturb(places[(first + corner * (1 + random() % 2)) % 6], true);
        const auto end = disturb(at, random() % 3 == 0);
        std::copy(at.begin(), at.end(), x0.begin() + static_cast<std::ptrdiff_t>(3 * corner));
        std::copy(end.begin(), end.end(), x.begin() + static_cast<std::ptrdiff_t>(3 * corner));
      }
      bodies.push_back(triangle(x0, x));
    }
    BodySet set;
    for (const Body& body : bodies) set.add(body.view());
    set.update();
    INFO("run " << run);
    hits += compareWithAll(set);
  }
  CHECK(hits > 1000);
}
