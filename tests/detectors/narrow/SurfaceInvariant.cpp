#include <pliant_catch.h>

#include <algorithm>
#include <random>
#include <set>

#include "detectors/ExactSurfaceDetectors.h"
#include "detectors/SameAnswers.h"
#include "detectors/answers.h"
#include "shapes/SurfaceMeshes.h"

using namespace pliant;
using meshes::Body;
using meshes::setOf;

namespace {

using FacePairs = std::set<std::pair<Index, Index>>;

FacePairs meetingFaces(const BodySet& set) {
  FacePairs pairs;
  for (const FacePair& p : test::bruteForce(set, {.facePairs = true}).facePairs)
    pairs.emplace(set.faces(set.index(p.bodyA)).begin + p.faceA, set.faces(set.index(p.bodyB)).begin + p.faceB);
  return pairs;
}

struct Tally {
  std::size_t newPairs = 0, quietSteps = 0, hits = 0;
};

/// Checks the basis of the final check of a step: if two faces meet at t1 but not at t0, there is a hit of a vertex of
/// one with the other, or of an edge of each.
void checkStep(const std::vector<Body>& bodies, Tally& tally) {
  std::vector<Body> start = bodies, end = bodies;
  for (Body& body : start) body.x = std::exchange(body.x0, {});
  for (Body& body : end) body.x0.clear();
  const BodySet moving = setOf(bodies, Real(0.05));
  SpatialHash hash;
  const auto hits =
      test::contactsOf(moving, test::candidatesOf(hash, moving, {.vertexFace = true, .edgeEdge = true, .swept = true}),
                       {.nearby = false});

  std::set<std::pair<Index, Index>> vertexFace, edgeEdge;
  for (const SurfaceContact& hit : hits) {
    CHECK(hit.swept);
    (hit.kind == SurfaceContact::Kind::VertexFace ? vertexFace : edgeEdge).emplace(hit.elementA, hit.elementB);
  }
  const FacePairs old = meetingFaces(setOf(start));
  std::size_t unreported = 0, fresh = 0;
  for (const auto& [a, b] : meetingFaces(setOf(end))) {
    if (old.count({a, b})) continue;
    ++fresh;
    bool reported = false;
    for (const auto& [face, other] : {std::pair{a, b}, std::pair{b, a}})
      for (const Index v : moving.faces()[face]) reported |= vertexFace.count({v, other}) > 0;
    for (const Index e : moving.edgesOfFaces()[a])
      for (const Index g : moving.edgesOfFaces()[b]) reported |= edgeEdge.count({std::min(e, g), std::max(e, g)}) > 0;
    unreported += !reported;
  }
  CHECK(unreported == 0);
  tally.newPairs += fresh;
  tally.hits += hits.size();
  tally.quietSteps += hits.empty();
}

/// Returns all pairs of vertex and face, and of two edges, of different bodies.
Candidates allBetween(const BodySet& set) {
  Candidates all;
  for (Index v = 0; v < set.positions().size(); ++v)
    for (Index f = 0; f < set.faces().size(); ++f)
      if (set.bodyOfVertex()[v] != set.bodyOfFace()[f]) all.vertexFace.push_back({v, f});
  for (Index a = 0; a < set.edges().size(); ++a)
    for (Index b = a + 1; b < set.edges().size(); ++b)
      if (set.bodyOfEdge()[a] != set.bodyOfEdge()[b]) all.edgeEdge.push_back({a, b});
  return all;
}

/// Checks that the candidates of all detectors lead to the contacts of these, bit by bit. Returns the contacts.
std::vector<SurfaceContact> compare(const BodySet& set, const Candidates& candidates, const CandidateQuery& query,
                                    const SurfaceContactSettings& settings,
                                    const std::vector<std::unique_ptr<Detector>>& detectors) {
  const std::vector<SurfaceContact> expected = test::contactsOf(set, candidates, settings);
  for (const auto& detector : detectors) {
    INFO(detector->name());
    CHECK(test::same(test::contactsOf(set, test::candidatesOf(*detector, set, query), settings), expected));
  }
  return expected;
}

/// Compares the hits between bodies for the candidates of every detector and for all pairs. Returns the number of hits.
std::size_t compareWithAll(const BodySet& set) {
  auto detectors = test::exactManifoldDetectors();
  detectors.push_back(std::make_unique<BruteForce>());
  const CandidateQuery query{.vertexFace = true, .edgeEdge = true, .swept = true, .self = false};
  return compare(set, allBetween(set), query, {.nearby = false}, detectors).size();
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
    const SurfaceContactSettings settings{.nearby = run % 2 == 1, .edgeEdgeNearby = run % 4 == 3};
    const CandidateQuery query{.vertexFace = true,
                               .edgeEdge = true,
                               .swept = true,
                               .marginScale = settings.nearby ? 1 + settings.reach : 0,
                               .edgeMargin = settings.edgeEdgeNearby};
    const BodySet set = setOf({a, b, c}, Real(0.02));
    const auto contacts =
        compare(set, test::bruteForceCandidates(set, query), query, settings, test::exactSurfaceDetectors());
    meeting += static_cast<std::size_t>(
        std::count_if(contacts.begin(), contacts.end(), [](const auto& contact) { return contact.swept; }));
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
    for (Body& sheet : sheets) {
      const auto disturb = [&](std::vector<Real>& x) {
        x = even;
        for (std::size_t k = 0; k < x.size(); ++k)
          if (run % 3 > 0 || k % 3 < 2) x[k] += static_cast<Real>(2e-14 * noise(random));
      };
      disturb(sheet.x);
      sheet.x0 = sheet.x;
      if (run % 3 == 2) disturb(sheet.x);
    }
    touching += compareWithAll(setOf(sheets));
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
          const BodySet set = setOf({triangle(corner, cornerEnd), triangle(edge, edgeEnd)});
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
    INFO("run " << run);
    hits += compareWithAll(setOf(bodies));
  }
  CHECK(hits > 1000);
}
