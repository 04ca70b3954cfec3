// The slack of a pair: how far its elements may move before the narrow test could return a contact of it.

#include <pliant_catch.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <random>
#include <set>
#include <span>
#include <vector>

#include "detectors/answers.h"
#include "shapes/SurfaceMeshes.h"

using namespace pliant;
using meshes::Body;

namespace {

constexpr double kMargin = 0.02;

struct Slacks {
  std::vector<float> faces, edges;

  Slacks(const BodySet& set, const Candidates& all, const SurfaceContactSettings& settings = {}, unsigned threads = 1) {
    SurfaceNarrowTest narrow;
    Workers workers(threads);
    narrow.measureSlacks(set, set.positions_t0(), set.positions(), all.vertexFace, settings, faces, workers);
    narrow.measureSlacks(set, set.positions_t0(), set.positions(), all.edgeEdge, settings, edges, workers);
  }
};

/// Two sheets that move past each other, and all their pairs.
struct MovingSheets {
  std::array<Body, 2> bodies{meshes::sheet(9), meshes::sheet(9)};
  std::mt19937 random;
  BodySet set;
  Candidates all;

  explicit MovingSheets(unsigned seed) : random(seed) {
    bodies[1].place(1, {0, 0, 0.1});
    for (Body& body : bodies) {
      body.x0 = body.x;
      set.setMargin(set.add(body.view()), Real(kMargin));
    }
    shake(0.06);
    all = test::bruteForceCandidates(set, {.vertexFace = true, .edgeEdge = true, .swept = true, .marginScale = 20});
  }
  /// Moves each vertex by `way`, in any direction, at t0 and at t1.
  void shake(double way) {
    std::normal_distribution<double> any;
    for (Body& body : bodies)
      for (std::vector<Real>* const x : {&body.x0, &body.x})
        for (std::size_t i = 0; i < x->size(); i += 3) {
          const std::array<double, 3> d{any(random), any(random), any(random)};
          const double length = std::hypot(d[0], d[1], d[2]);
          for (std::size_t k = 0; k < 3; ++k) (*x)[i + k] += static_cast<Real>(way * d[k] / length);
        }
    set.update();
  }
  /// Returns the elements of the contacts of a kind.
  std::set<std::array<Index, 2>> contacts(SurfaceContact::Kind kind, const SurfaceContactSettings& settings) const {
    std::set<std::array<Index, 2>> pairs;
    for (const SurfaceContact& c : test::contactsOf(set, all, settings))
      if (c.kind == kind) pairs.insert({c.elementA, c.elementB});
    return pairs;
  }
};

/// A vertex at a height above the middle of a large face, two bodies.
Candidates oneVertexAbove(BodySet& set, std::array<Body, 2>& bodies, double height) {
  bodies[0] = meshes::surface({{-2, -2, 0}, {2, -2, 0}, {0, 2, 0}}, {{0, 1, 2}});
  bodies[1] = meshes::surface({{0, 0, height}, {0, 0, height + 5}, {0, 1, height + 5}}, {{0, 1, 2}});
  for (Body& body : bodies) set.setMargin(set.add(body.view()), Real(kMargin));
  set.update();
  Candidates pair;
  pair.vertexFace = {{3, 0}};
  return pair;
}

}  // namespace

TEST_CASE("a pair is no contact while its elements move by no more than its slack") {
  const auto seed = GENERATE(range(0u, 6u));
  const SurfaceContactSettings settings{.nearby = seed % 3 != 0, .edgeEdgeNearby = seed % 2 == 0};
  MovingSheets sheets(seed);
  const Slacks slacks(sheets.set, sheets.all, settings);
  REQUIRE(slacks.faces.size() == sheets.all.vertexFace.size());
  REQUIRE(slacks.edges.size() == sheets.all.edgeEdge.size());
  const auto now = sheets.contacts(SurfaceContact::Kind::VertexFace, settings);
  CHECK(now.size() > 0);
  double moved = 0;
  std::size_t safe = 0, contacts = 0;
  for (const double way : {0.002, 0.003, 0.005, 0.01}) {
    sheets.shake(way);
    moved += 1.0001 * way;
    const auto ofFaces = sheets.contacts(SurfaceContact::Kind::VertexFace, settings);
    const auto ofEdges = sheets.contacts(SurfaceContact::Kind::EdgeEdge, settings);
    contacts += ofFaces.size() + ofEdges.size();
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < slacks.faces.size(); ++i) {
      if (slacks.faces[i] < 2 * moved) continue;
      ++safe;
      wrong += ofFaces.contains({sheets.all.vertexFace[i].vertex, sheets.all.vertexFace[i].face});
    }
    for (std::size_t i = 0; i < slacks.edges.size(); ++i) {
      if (slacks.edges[i] < 2 * moved) continue;
      ++safe;
      wrong += ofEdges.contains({sheets.all.edgeEdge[i].edgeA, sheets.all.edgeEdge[i].edgeB});
    }
    CHECK(wrong == 0);
  }
  CHECK(safe > 20000);
  CHECK(contacts > 100);
}

TEST_CASE("the slack of a pair at rest is its distance less that within which it counts, less a part for meeting") {
  std::array<Body, 2> bodies;
  BodySet set;
  const Candidates pair = oneVertexAbove(set, bodies, 0.5);
  const double within = 1.25 * 2 * kMargin;
  CHECK(Slacks(set, pair).faces[0] == Approx(0.909 * 0.9 * 0.5).epsilon(1e-3));  // a meeting would come first
  bodies[1].place(1, {0, 0, -0.3});
  bodies[1].x0.clear();
  set.update();
  const double height = 0.2;
  CHECK(Slacks(set, pair).faces[0] == Approx(height - within).epsilon(1e-3));
  bodies[1].place(1, {0, 0, -0.16});
  set.update();
  CHECK(Slacks(set, pair).faces[0] < 0);  // within the distance that counts
}

TEST_CASE("within a body the slack follows from the distance at rest, but not across a cut") {
  Body body =
      meshes::surface({{-2, -2, 0}, {2, -2, 0}, {0, 2, 0}, {0, 0, 0.04}, {0, 0, 5}, {0, 1, 5}}, {{0, 1, 2}, {3, 4, 5}});
  BodySet set;
  const Index id = set.add(body.view());
  set.setMargin(id, Real(kMargin));
  set.update();
  Candidates pair;
  pair.vertexFace = {{3, 0}};
  // It counts within 1.25 · 0.7 of the distance at rest.
  CHECK(Slacks(set, pair).faces[0] == Approx(0.04 * (1 - 1.25 * 0.7)).epsilon(0.01));
  // Vertices 0 and 3 were one before the cut.
  const std::vector<Index> groups{0, kNoIndex, kNoIndex, 0, kNoIndex, kNoIndex};
  set.setCut(id, groups, std::vector<Real>{0});
  set.update();
  CHECK(Slacks(set, pair).faces[0] < 0);
}

TEST_CASE("slacks are the same for any number of threads, and none is known of a pair that is not finite") {
  MovingSheets sheets(1);
  const Slacks one(sheets.set, sheets.all, {}, 1), three(sheets.set, sheets.all, {}, 3);
  CHECK(one.faces == three.faces);
  CHECK(one.edges == three.edges);
  const std::vector<PackedPosition> nowhere(sheets.set.positions().size(),
                                            {std::numeric_limits<Real>::quiet_NaN(), 0, 0, 0});
  SurfaceNarrowTest narrow;
  Workers workers(1);
  std::vector<float> slacks;
  narrow.measureSlacks(sheets.set, nowhere, nowhere, sheets.all.vertexFace, {}, slacks, workers);
  const auto allUnknown = [&] { return std::ranges::all_of(slacks, [](float slack) { return slack < 0; }); };
  CHECK(allUnknown());
  narrow.measureSlacks(sheets.set, nowhere, sheets.set.positions(), sheets.all.vertexFace, {}, slacks, workers);
  CHECK(allUnknown());
  narrow.measureSlacks(sheets.set, sheets.set.positions_t0(), nowhere, sheets.all.edgeEdge, {}, slacks, workers);
  CHECK(allUnknown());
  narrow.measureSlacks(sheets.set, nowhere, nowhere, std::span<const EdgeEdgeCandidate>(), {}, slacks, workers);
  CHECK(slacks.empty());
}
