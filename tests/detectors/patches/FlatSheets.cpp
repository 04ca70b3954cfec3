// Patches of a sheet that is flat at rest are left out where the sheet cannot meet itself. No contact is lost, whatever
// the sheet does: it waves, crumples, passes through itself, has holes and slits.

#include "patches/FlatSheets.h"

#include <pliant/detectors/Patches.h>
#include <pliant_catch.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

#include "detectors/SameAnswers.h"
#include "detectors/answers.h"
#include "shapes/SurfaceMeshes.h"

using namespace pliant;
using meshes::Body;

namespace {

constexpr Real kMargin = Real(0.01);

CandidateQuery meeting() {
  CandidateQuery query;
  query.vertexFace = query.edgeEdge = query.swept = true;
  return query;
}

/// Returns the contacts of pairs that meet.
std::vector<SurfaceContact> hitsOf(const BodySet& set, const Candidates& candidates) {
  SurfaceContactSettings settings;
  settings.nearby = settings.edgeEdgeNearby = false;
  return test::contactsOf(set, candidates, settings);
}

std::vector<SurfaceContact> expectedHits(const BodySet& set) {
  return hitsOf(set, test::bruteForceCandidates(set, meeting()));
}

/// A set of one sheet whose first positions are its rest shape.
struct Sheet {
  Body body;
  BodySet set;

  explicit Sheet(Body flat) : body(std::move(flat)) {
    body.x0 = body.x;
    set.setMargin(set.add(body.view()), kMargin);
    set.update();
  }
  /// Moves the sheet from one shape to another: functions of a place at rest.
  template <typename From, typename To>
  void move(const From& from, const To& to) {
    const auto rest = set.restPositions();
    for (std::size_t v = 0; v < rest.size(); ++v)
      for (std::size_t k = 0; k < 3; ++k) {
        const double u = static_cast<double>(rest[v].x), w = static_cast<double>(rest[v].y);
        body.x0[3 * v + k] = static_cast<Real>(from(u, w)[k]);
        body.x[3 * v + k] = static_cast<Real>(to(u, w)[k]);
      }
    set.update();
  }
};

/// A shape that waves along a direction, turned about an axis in the plane. It folds over if `fold` is large.
struct Wave {
  double height, turns, along, turned, fold = 0, noise = 0;
  std::mt19937* random = nullptr;

  meshes::Place operator()(double u, double w) const {
    const double s = u * std::cos(along) + w * std::sin(along), z = height * std::sin(turns * s);
    meshes::Place p{u - fold * height * std::sin(2 * turns * s), w, z};
    const double c = std::cos(turned), n = std::sin(turned);
    p = {p[0] * c - p[2] * n, p[1], p[0] * n + p[2] * c};
    if (random != nullptr)
      for (double& x : p) x += noise * std::uniform_real_distribution<double>(-1, 1)(*random);
    return p;
  }
};

/// Compares the hits of patches with those of brute force, on one thread and on three. Returns the number of hits.
std::size_t compare(const BodySet& set) {
  const auto expected = expectedHits(set);
  for (const unsigned threads : {1u, 3u}) {
    Patches patches;
    Workers workers(threads);
    REQUIRE(test::same(hitsOf(set, test::candidatesOf(patches, set, meeting(), workers)), expected));
  }
  return expected.size();
}

/// Returns how many pairs of patches, or patches with themselves, are certain to keep apart, and how many are known.
std::pair<std::size_t, std::size_t> apartIn(const BodySet& set) {
  detail::PatchLayout layout;
  detail::FlatSheets sheets;
  Workers one(1);
  layout.update(set);
  sheets.update(set, layout);
  if (sheets.empty()) return {0, 0};
  sheets.measure(set, layout, one);
  std::size_t apart = 0;
  for (std::uint32_t pair = 0; pair < sheets.pairCount(); ++pair) apart += sheets.keepApart(pair);
  return {apart, sheets.pairCount()};
}

/// Removes the faces whose middle is in a rectangle, or splits the vertices of a line u = 0.5 up to w = 0.7.
Body withHole(std::size_t n) {
  Body body = meshes::sheet(n);
  std::vector<Index> kept;
  for (std::size_t f = 0; f < body.faces.size(); f += 3) {
    double u = 0, w = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      u += static_cast<double>(body.at(body.faces[f + k])[0]) / 3;
      w += static_cast<double>(body.at(body.faces[f + k])[1]) / 3;
    }
    if (u < 0.4 || u > 0.6 || w < 0.3 || w > 0.8)
      kept.insert(kept.end(), {body.faces[f], body.faces[f + 1], body.faces[f + 2]});
  }
  body.faces = kept;
  return body;
}

Body withSlit(std::size_t n) {
  Body body = meshes::sheet(n);
  const std::size_t line = n / 2;
  for (std::size_t j = 0; j < n * 7 / 10; ++j) {
    const std::size_t old = line * (n + 1) + j, fresh = body.vertices();
    body.point(static_cast<double>(body.at(Index(old))[0]), static_cast<double>(body.at(Index(old))[1]), 0);
    for (std::size_t f = 0; f < body.faces.size(); f += 3) {
      const bool right = std::any_of(&body.faces[f], &body.faces[f] + 3, [&](Index v) {
        return static_cast<double>(body.at(v)[0]) > 0.5 + 0.4 / static_cast<double>(n);
      });
      for (std::size_t k = f; right && k < f + 3; ++k)
        if (body.faces[k] == old) body.faces[k] = static_cast<Index>(fresh);
    }
  }
  return body;
}

}  // namespace

TEST_CASE("flat sheets: a sheet that waves gently keeps apart from itself, one that is crumpled does not") {
  Sheet sheet(meshes::sheet(24));
  sheet.move(Wave{0, 0, 0, 0}, Wave{0.05, 6, 0.4, 0.3});
  const auto [gentle, known] = apartIn(sheet.set);
  CHECK(known > 100);
  CHECK(gentle == known);
  CHECK(compare(sheet.set) == 0);
  std::mt19937 random(31);
  sheet.move(Wave{0, 0, 0, 0}, Wave{0, 0, 0, 0, 0, 0.05, &random});
  CHECK(apartIn(sheet.set).first == 0);
  CHECK(compare(sheet.set) > 100);
}

TEST_CASE("flat sheets: no hit is lost, whatever a sheet with borders, a hole or a slit does") {
  std::mt19937 random(32);
  std::uniform_real_distribution<double> any(0, 1);
  for (const Body& flat : {meshes::sheet(24), withHole(20), withSlit(20)}) {
    Sheet sheet(flat);
    std::size_t hits = 0, apart = 0, known = 0;
    for (int run = 0; run < 40; ++run) {
      const double noise = 0.001 * std::pow(30.0, any(random));
      const double turned = 6 * any(random), folded = run % 2 == 0 ? 0 : 2;
      const Wave from{0.05 * any(random), 12 * any(random), 3 * any(random), turned, 0, noise, &random},
          to{0.1 * any(random), 16 * any(random), 3 * any(random), turned + any(random), folded, noise, &random};
      sheet.move(from, to);
      hits += compare(sheet.set);
      const auto of = apartIn(sheet.set);
      apart += of.first;
      known += of.second;
    }
    CHECK(hits > 1000);
    CHECK(apart > known / 10);
    CHECK(apart < known);
  }
}

TEST_CASE("flat sheets: bodies that are not flat, or cover a place twice, are not known") {
  CHECK(apartIn(meshes::setOf({meshes::ball(10, 14)})).second == 0);
  // Two turns of a ramp, flat: each place is covered twice.
  Body ramp;
  constexpr std::size_t kSteps = 80;
  for (std::size_t i = 0; i <= kSteps; ++i)
    for (const double radius : {1.0, 2.0})
      ramp.point(radius * std::cos(0.157 * double(i)), radius * std::sin(0.157 * double(i)), 0);
  for (std::size_t i = 0; i < kSteps; ++i) {
    ramp.face(2 * i, 2 * i + 1, 2 * i + 3);
    ramp.face(2 * i, 2 * i + 3, 2 * i + 2);
  }
  const BodySet set = meshes::setOf({ramp});
  // A patch is never known beside the inner or the outer rim of so narrow a ramp.
  CHECK(apartIn(set).first == 0);
}

TEST_CASE("flat sheets: what could not meet when pairs with room were gathered is asked again for each motion") {
  std::mt19937 random(33);
  std::uniform_real_distribution<double> any(-1, 1);
  Sheet sheet(meshes::sheet(20));
  Workers one(1);
  std::size_t hits = 0;
  for (int run = 0; run < 12; ++run) {
    sheet.move(Wave{0, 0, 0, 0}, Wave{0.03, 6, 0.4 * run, 1});
    CandidateQuery query = meeting();
    query.room = Real(0.4);
    Patches patches;
    Candidates all = test::candidatesOf(patches, sheet.set, query);
    const std::vector<PackedPosition> ends(sheet.set.positions().begin(), sheet.set.positions().end());
    for (int check = 0; check < 3; ++check) {
      // A part of the sheet moves much farther than its room.
      std::vector<PackedPosition> moved = ends;
      std::vector<std::uint8_t> marked(ends.size(), 0);
      for (std::size_t v = 0; v < ends.size(); ++v) {
        const double u = static_cast<double>(sheet.set.restPositions()[v].x);
        const bool far = u > 0.6 && check > 0;
        marked[v] = far;
        for (Real* const x : {&moved[v].x, &moved[v].y, &moved[v].z})
          *x += static_cast<Real>((far ? 0.08 : 0.5 * 0.4 * double(kMargin)) * any(random));
      }
      sheet.set.update(one, moved);
      query.room = Real(0.8);
      query.marked = marked.data();
      const Candidates more = test::candidatesOf(patches, sheet.set, query);
      const auto join = [](auto& list, const auto& others) {
        list.insert(list.end(), others.begin(), others.end());
        std::sort(list.begin(), list.end());
        list.erase(std::unique(list.begin(), list.end()), list.end());
      };
      join(all.vertexFace, more.vertexFace);
      join(all.edgeEdge, more.edgeEdge);
      const auto expected = expectedHits(sheet.set);
      hits += expected.size();
      REQUIRE(test::same(hitsOf(sheet.set, all), expected));
    }
  }
  CHECK(hits > 1000);
}
