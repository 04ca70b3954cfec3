// Patches make the contacts of brute force, bit for bit, in every kind of pair: of two bodies, within a patch, of
// patches that join, and of patches far apart on one body.

#include <pliant/detectors/Patches.h>
#include <pliant_catch.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "detectors/AllTargets.h"
#include "detectors/SameAnswers.h"
#include "detectors/answers.h"
#include "patches/PatchLayout.h"
#include "shapes/SurfaceMeshes.h"

using namespace pliant;
using meshes::Body;

namespace {

/// The queries of a step: prediction with and without edges within the margins, links alone, and the final check.
struct Asked {
  CandidateQuery query;
  SurfaceContactSettings settings;
};

std::vector<Asked> queriesOfSteps() {
  CandidateQuery predicted;
  predicted.vertexFace = predicted.swept = true;
  predicted.marginScale = Real(1.25);
  predicted.edgeMargin = false;
  CandidateQuery edges = predicted, near = predicted, check, links;
  edges.edgeEdge = near.edgeEdge = near.edgeMargin = true;
  check.vertexFace = check.edgeEdge = check.swept = true;
  links.edgeEdge = links.linksOnly = links.swept = true;
  links.marginScale = Real(1.25);
  SurfaceContactSettings all, meeting;
  all.edgeEdgeNearby = true;
  meeting.nearby = meeting.edgeEdgeNearby = false;
  return {{predicted, {}}, {edges, {}}, {near, all}, {check, meeting}, {links, {}}};
}

/// Compares contacts with those of brute force, on every instruction set, with one thread and with more. Returns their
/// number.
std::size_t compare(const std::vector<Body>& bodies, Real margin) {
  BodySet set = meshes::setOf(bodies, margin);
  Patches patches;
  std::size_t count = 0;
  for (const Asked& asked : queriesOfSteps()) {
    const auto expected = test::contactsOf(set, test::bruteForceCandidates(set, asked.query), asked.settings);
    count += expected.size();
    test::onAllTargets([&] {
      for (const unsigned threads : {1u, 3u}) {
        Workers workers(threads);
        Candidates found = test::candidatesOf(patches, set, asked.query, workers);
        if (asked.query.edgeEdge && asked.query.marginScale > 0) {
          // The narrow test accepts edges of ropes within the margins, whatever the query says of other edges.
          const auto links = test::candidatesOf(patches, set, queriesOfSteps().back().query, workers).edgeEdge;
          found.edgeEdge.insert(found.edgeEdge.end(), links.begin(), links.end());
          std::sort(found.edgeEdge.begin(), found.edgeEdge.end());
          found.edgeEdge.erase(std::unique(found.edgeEdge.begin(), found.edgeEdge.end()), found.edgeEdge.end());
        }
        CHECK(std::is_sorted(found.vertexFace.begin(), found.vertexFace.end()));
        CHECK(std::is_sorted(found.edgeEdge.begin(), found.edgeEdge.end()));
        REQUIRE(test::same(test::contactsOf(set, found, asked.settings), expected));
      }
    });
  }
  return count;
}

/// Moves each vertex of a body by a common and a random way since t0.
void moveSince(Body& body, std::mt19937& random, const meshes::Place& common, double most) {
  std::uniform_real_distribution<double> way(-most, most);
  body.x0 = body.x;
  for (std::size_t i = 0; i < body.x.size(); ++i)
    body.x[i] = static_cast<Real>(static_cast<double>(body.x[i]) + common[i % 3] + way(random));
}

/// Returns a sheet of n × n cells that is rolled up, so that its layers are near each other.
Body rolled(std::size_t n, double between) {
  Body body = meshes::sheet(n);
  for (Index v = 0; v < body.vertices(); ++v) {
    Real* const p = body.at(v);
    const double turn = 12 * static_cast<double>(p[0]), radius = 0.1 + between * turn / 6.28;
    p[2] = static_cast<Real>(radius * std::sin(turn));
    p[0] = static_cast<Real>(radius * std::cos(turn));
  }
  return body;
}

}  // namespace

TEST_CASE("patches make the contacts of brute force: sheets, balls and soups that move at any speed") {
  std::mt19937 random(21);
  std::size_t contacts = 0;
  for (int run = 0; run < 12; ++run) {
    Body ball = meshes::ball(14, 20), sheet = meshes::sheet(14), soup = meshes::soup(random, 240, 120, 0.1);
    sheet.place(2, {-1, -1, 0.97 + 0.01 * run});
    const double most = run % 3 == 0 ? 0.002 : run % 3 == 1 ? 0.03 : 0.2, speed = run % 2 == 0 ? 0 : 50;
    moveSince(ball, random, {speed, -speed, 0.03}, most);
    moveSince(sheet, random, {speed, -speed, -0.04}, most);
    moveSince(soup, random, {speed, -speed, 0}, most);
    contacts += compare({ball, sheet, soup}, Real(0.02));
  }
  CHECK(contacts > 2000);
}

TEST_CASE("patches make the contacts of brute force: a sheet that is rolled up, within itself") {
  std::mt19937 random(22);
  std::size_t contacts = 0;
  for (const double most : {0.0, 0.005, 0.05}) {
    Body roll = rolled(24, 0.03);
    moveSince(roll, random, {3, 0, 0}, most);
    contacts += compare({roll}, Real(0.012));
  }
  CHECK(contacts > 1000);
}

TEST_CASE("patches make the contacts of brute force: ropes, clouds and bodies of tetrahedra") {
  std::mt19937 random(23);
  std::vector<Body> bodies{meshes::sheet(8), {}, {}};
  for (int i = 0; i < 70; ++i) {
    bodies[1].point(0.014 * i, 0.5 + 0.1 * std::sin(0.3 * i), 0.01);
    if (i > 0) bodies[1].link(static_cast<std::size_t>(i - 1), static_cast<std::size_t>(i));
  }
  for (int i = 0; i < 80; ++i) bodies[2].point(0.1 * (i % 10), 0.12 * (i / 10), 0.015);
  bodies.push_back(meshes::solid({0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1}, {0, 1, 2, 3}));
  for (Body& body : bodies) moveSince(body, random, {0, 0, 1}, 0.02);
  CHECK(compare(bodies, Real(0.01)) > 50);
}

TEST_CASE("patches find planted pairs that just meet, and none that just miss") {
  // A vertex falls through a face, or stays above it, at every place of two sheets in many patches.
  constexpr std::size_t kCells = 20;
  for (const double below : {-1e-4, 1e-4}) {
    std::size_t hits = 0;
    for (std::size_t place = 0; place < 40; ++place) {
      Body sheet = meshes::sheet(kCells), cloud;
      const double x = 0.024 * static_cast<double>(place) + 0.0111, y = 0.9 * x + 0.03;
      cloud.point(x, y, -below);
      cloud.x0 = {static_cast<Real>(x), static_cast<Real>(y), Real(0.3)};
      const BodySet set = meshes::setOf({sheet, cloud}, Real(0));
      Patches patches;
      const Asked check = queriesOfSteps()[3];
      const auto found = test::contactsOf(set, test::candidatesOf(patches, set, check.query), check.settings);
      hits += found.size();
      CHECK(test::same(found, test::contactsOf(set, test::bruteForceCandidates(set, check.query), check.settings)));
    }
    CHECK(hits >= (below > 0 ? 40u : 0u));
  }
}

TEST_CASE("patches make the contacts of brute force: coordinates far away, and as large as they get") {
  std::mt19937 random(24);
  for (const double scale : {1e-20, 1.0, 1e15}) {
    Body a = meshes::ball(6, 9), b = meshes::ball(6, 9);
    b.place(1, {1.9, 0.1, 0.1});
    for (Body* body : {&a, &b}) {
      moveSince(*body, random, {0.2, 0, 0}, 0.05);
      body->place(scale, {0, 0, 0});
    }
    compare({a, b}, static_cast<Real>(0.02 * scale));
  }
  Body far = meshes::sheet(6), other = meshes::sheet(6);
  other.place(1, {0, 0, 0.01});
  for (Body* body : {&far, &other}) {
    moveSince(*body, random, {0, 0, 0}, 0.01);
    body->place(1, {1e5, -1e5, 1e4});
  }
  compare({far, other}, Real(0.02));
  constexpr Real kLarge = std::numeric_limits<Real>::max() / 4;
  Body huge = meshes::sheet(4);
  huge.x0 = huge.x;
  for (Real& x : huge.x) x *= kLarge;
  for (Real& x : huge.x0) x *= -kLarge;
  Body second = huge;
  for (std::size_t i = 2; i < second.x.size(); i += 3) second.x[i] = kLarge / 100;
  compare({huge, second}, Real(1));
}

TEST_CASE("pairs with room hold all that meet while vertices stay in their room, and marked ones those of the others") {
  std::mt19937 random(26);
  constexpr Real kMargin = Real(0.02), kRoom = Real(0.4);
  std::size_t hits = 0;
  for (int run = 0; run < 30; ++run) {
    std::vector<Body> bodies{meshes::sheet(12), meshes::ball(10, 14)};
    bodies[0].place(2, {-1, -1, 1.03});
    for (Body& body : bodies) moveSince(body, random, {5, 0, 0.04 - 0.08 * double(&body == &bodies[0])}, 0.05);
    BodySet set = meshes::setOf(bodies, kMargin);
    Asked check = queriesOfSteps()[3];
    check.query.room = kRoom;
    Patches patches;
    Candidates all;
    if (run % 4 < 2) {
      all = test::candidatesOf(patches, set, check.query);
    } else {
      // The pairs within the margins of the prediction, too.
      Asked predicted = queriesOfSteps()[1];
      const auto expected = test::contactsOf(set, test::bruteForceCandidates(set, predicted.query), predicted.settings);
      predicted.query.room = kRoom;
      all = test::candidatesOf(patches, set, predicted.query);
      REQUIRE(test::same(test::contactsOf(set, all, predicted.settings), expected));
    }
    // Most vertices end elsewhere in their room, some beyond it.
    std::uniform_real_distribution<double> way(-1, 1);
    std::vector<PackedPosition> ends(set.positions().begin(), set.positions().end());
    std::vector<std::uint8_t> marked(ends.size(), 0);
    for (std::size_t v = 0; v < ends.size(); ++v) {
      std::array<double, 3> aside{way(random), way(random), way(random)};
      const double length = std::sqrt(aside[0] * aside[0] + aside[1] * aside[1] + aside[2] * aside[2]);
      marked[v] = run % 2 == 1 && v % 23 == 0;
      const double most = 0.99 * double(kRoom * kMargin) * (marked[v] ? 8 : 1) / std::max(length, 1e-9);
      ends[v].x += static_cast<Real>(most * aside[0]);
      ends[v].y += static_cast<Real>(most * aside[1]);
      ends[v].z += static_cast<Real>(most * aside[2]);
    }
    Workers one(1);
    set.update(one, ends);
    if (run % 2 == 1) {
      check.query.marked = marked.data();
      const Candidates more = test::candidatesOf(patches, set, check.query);
      const auto join = [](auto& list, const auto& others) {
        list.insert(list.end(), others.begin(), others.end());
        std::sort(list.begin(), list.end());
        list.erase(std::unique(list.begin(), list.end()), list.end());
      };
      join(all.vertexFace, more.vertexFace);
      join(all.edgeEdge, more.edgeEdge);
      const auto isMarked = [&](Index v) { return marked[v] != 0; };
      for (const VertexFaceCandidate& c : more.vertexFace) {
        const Triangle& face = set.faces()[c.face];
        CHECK((isMarked(c.vertex) || std::any_of(face.begin(), face.end(), isMarked)));
      }
    }
    const auto expected =
        test::contactsOf(set, test::bruteForceCandidates(set, queriesOfSteps()[3].query), check.settings);
    hits += expected.size();
    REQUIRE(test::same(test::contactsOf(set, all, check.settings), expected));
  }
  CHECK(hits > 500);
}

TEST_CASE("patches leave out bodies, pairs and bodies with themselves that the set disables") {
  std::vector<Body> bodies{meshes::sheet(10), meshes::sheet(10)};
  bodies[1].place(1, {0.01, 0.01, 0.005});
  BodySet set = meshes::setOf(bodies, Real(0.01));
  const CandidateQuery query = queriesOfSteps()[2].query;
  Patches patches;
  const auto count = [&] {
    set.update();
    return test::candidatesOf(patches, set, query).vertexFace.size();
  };
  CHECK(count() > 100);
  set.setPair(0, 1, false);
  CHECK(count() == 0);
  set.setPair(0, 1, true);
  CHECK(count() > 100);
  set.setFilter(0, 2, 2);
  CHECK(count() == 0);
}

TEST_CASE("each vertex, face and edge is in one patch, and patches are of neighbours") {
  std::mt19937 random(25);
  Body rope;
  for (int i = 0; i < 50; ++i) {
    rope.point(i, 0, 0);
    if (i > 0) rope.link(static_cast<std::size_t>(i - 1), static_cast<std::size_t>(i));
  }
  const BodySet set = meshes::setOf({meshes::sheet(20), rope, meshes::ball(10, 12)});
  detail::PatchLayout layout;
  layout.update(set);
  const auto isWhole = [](std::vector<Index> all, std::size_t count) {
    std::sort(all.begin(), all.end());
    bool whole = all.size() == count;
    for (std::size_t i = 0; whole && i < count; ++i) whole = all[i] == i;
    return whole;
  };
  CHECK(isWhole(layout.vertices, set.positions().size()));
  CHECK(isWhole(layout.faces, set.faces().size()));
  CHECK(isWhole(layout.edges, set.edges().size()));
  Index vertices = 0, faced = 0;
  Real widths = 0;
  for (const detail::PatchLayout::Patch& patch : layout.patches) {
    CHECK(patch.vertices.begin == vertices);
    vertices = patch.vertices.end;
    CHECK(patch.faces.size() <= detail::kPatchElements);
    CHECK(patch.edges.size() <= 3 * detail::kPatchElements);
    Real low = 2, high = -2;
    for (Index f = patch.faces.begin; patch.body == 0 && f < patch.faces.end; ++f)
      for (const Index v : set.faces()[layout.faces[f]]) {
        low = std::min(low, set.positions()[v].x);
        high = std::max(high, set.positions()[v].x);
      }
    if (patch.faces.size() == 0 || patch.body != 0) continue;
    widths += high - low;
    ++faced;
  }
  // Patches of neighbours are about 0.2 wide; patches of faces anywhere would be as wide as the sheet.
  CHECK(widths < Real(0.45) * static_cast<Real>(faced));
  CHECK(layout.patches.size() >= 20 * 20 * 2 / 32);
}
