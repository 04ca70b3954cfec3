// Tests pictures of the methods of detection.

#include <pliant/detectors/Error.h>
#include <pliant/detectors/RegularityTree.h>
#include <pliant/models/foldingSurfaces.h>
#include <pliant/pictures/MarkTrail.h>
#include <pliant/pictures/drawMethods.h>
#include <pliant/pictures/drawScene.h>
#include <pliant/pictures/drawVolumes.h>
#include <pliant/scenes/builders.h>
#include <pliant_catch.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <utility>

#include "DrawnRods.h"

using namespace pliant;
using pictures::Corner, pictures::Rod, pictures::bodiesOf, pictures::distance, pictures::fateOf, pictures::middle,
    pictures::rodsOf, pictures::sphereAt;

namespace {

constexpr std::size_t kCornersOfParticle = 6;

std::vector<Corner> particlesOf(const DrawnSurface& surface) {
  std::vector<Corner> particles;
  for (std::size_t p = 0; p < surface.mesh.positions.size(); p += kCornersOfParticle)
    particles.push_back(middle(std::span(surface.mesh.positions).subspan(p, kCornersOfParticle)));
  return particles;
}

using Draw = MethodPicture (*)(std::span<const MethodBody>);
constexpr Draw kAll[] = {drawCells,
                         drawBuckets,
                         drawColliding,
                         [](std::span<const MethodBody> bodies) {
                           MarkTrail trail;
                           trail.update(bodies);
                           return trail.draw();
                         },
                         [](std::span<const MethodBody> all) { return drawFates(all); },
                         [](std::span<const MethodBody> bodies) { return drawHierarchy(bodies); },
                         [](std::span<const MethodBody> bodies) { return drawDirections(bodies); },
                         drawImages,
                         [](std::span<const MethodBody> bodies) { return drawOutsideFaces(bodies); }};

bool isEmpty(const MethodPicture& picture) {
  return std::all_of(picture.surfaces.begin(), picture.surfaces.end(),
                     [](const DrawnSurface& surface) { return surface.mesh.faces.empty(); }) &&
         std::all_of(picture.colours.begin(), picture.colours.end(), [](const auto& own) { return own.empty(); }) &&
         std::count(picture.glass.begin(), picture.glass.end(), 1) == 0;
}

bool sameGeometry(const MethodPicture& a, const MethodPicture& b) {
  return std::equal(a.surfaces.begin(), a.surfaces.end(), b.surfaces.begin(), b.surfaces.end(),
                    [](const DrawnSurface& s, const DrawnSurface& t) { return s.mesh.positions == t.mesh.positions; });
}

bool sameSurfaces(const MethodPicture& a, const MethodPicture& b) {
  return sameGeometry(a, b) &&
         std::equal(a.surfaces.begin(), a.surfaces.end(), b.surfaces.begin(),
                    [](const DrawnSurface& s, const DrawnSurface& t) { return s.colours == t.colours; });
}

}  // namespace

TEST_CASE("parts: of a sphere what is skipped, of a loop what is tested, of a refused surface nothing") {
  auto sphere = models::sphereSurface(2000);
  sphere.move({3, 0, 0});  // away from the other bodies
  const auto loop = models::loopSurface(2000);
  SoftMesh fan;  // three faces at one edge
  for (int i = 0; i < 5; ++i) fan.positions.emplace_back(btScalar(i % 2), btScalar(i / 2), btScalar(i * i));
  fan.faces = {{0, 1, 2}, {0, 1, 3}, {0, 1, 4}};
  const MethodBody bodies[] = {{sphere.view()}, {fan.view()}, {loop.view()}};
  const MethodPicture picture = drawFates(bodies);
  CHECK(picture.surfaces.empty());
  REQUIRE(picture.colours[0].size() == sphere.faces.size());
  REQUIRE(picture.colours[2].size() == loop.faces.size());
  CHECK(picture.colours[1].empty());
  const auto count = [](const std::vector<Colour>& colours, PatchFate fate) {
    return static_cast<std::size_t>(
        std::count_if(colours.begin(), colours.end(), [&](const Colour& colour) { return fateOf(colour) == fate; }));
  };
  CHECK(count(picture.colours[0], PatchFate::SkippedPatch) + count(picture.colours[0], PatchFate::SkippedPair) > 0);
  CHECK(count(picture.colours[0], PatchFate::SkippedPatch) + count(picture.colours[0], PatchFate::SkippedPair) +
            count(picture.colours[0], PatchFate::Passed) ==
        sphere.faces.size());
  CHECK(count(picture.colours[2], PatchFate::Tested) > 0);
  const Verdict verdict = judge(std::vector<BodyView>{loop.view()});
  REQUIRE(!verdict.pairs.empty());
  for (const FacePair& pair : verdict.pairs) {
    CHECK(fateOf(picture.colours[2][pair.faceA]) == PatchFate::Tested);
    CHECK(fateOf(picture.colours[2][pair.faceB]) == PatchFate::Tested);
  }
  // Nothing of the loop is tested if its self-collision is not requested.
  const MethodBody alone[] = {{loop.view(), {}, false}};
  CHECK(count(drawFates(alone).colours[0], PatchFate::Tested) == 0);
}

TEST_CASE("hierarchy: some dozen parts, and a rod on each edge between two") {
  const std::vector<SoftMesh> meshes = {sphereAt(0, 0, 0), makeCloth(40, 2)};
  const MethodPicture picture = drawHierarchy(bodiesOf(meshes));
  std::size_t contours = 0;
  std::set<std::array<long, 3>> middles;  // rounded to 1e-4
  const auto middleOf = [](const Corner& a, const Corner& b) {
    return std::array<long, 3>{std::lround(5e3 * (a[0] + b[0])), std::lround(5e3 * (a[1] + b[1])),
                               std::lround(5e3 * (a[2] + b[2]))};
  };
  for (std::size_t b = 0; b < meshes.size(); ++b) {
    REQUIRE(picture.colours[b].size() == meshes[b].faces.size());
    const std::set<Colour> patches(picture.colours[b].begin(), picture.colours[b].end());
    CHECK(patches.size() >= 20);
    CHECK(patches.size() <= 90);
    std::map<Edge, std::set<Colour>> sides;
    for (std::size_t f = 0; f < meshes[b].faces.size(); ++f)
      for (std::size_t k = 0; k < 3; ++k) {
        const Index i = meshes[b].faces[f][k], j = meshes[b].faces[f][(k + 1) % 3];
        sides[{std::min(i, j), std::max(i, j)}].insert(picture.colours[b][f]);
      }
    for (const auto& [edge, colours] : sides) {
      if (colours.size() < 2) continue;
      ++contours;
      const auto at = [&](Index v) { return middle(std::span(meshes[b].positions).subspan(v, 1)); };
      middles.insert(middleOf(at(edge[0]), at(edge[1])));
    }
  }
  CHECK(contours > 100);
  REQUIRE(picture.surfaces.size() == 1);
  const std::vector<Rod> rods = rodsOf(picture.surfaces[0]);
  CHECK(rods.size() == contours);
  std::size_t there = 0;
  for (const Rod& rod : rods) {
    // Rounding may go to either side.
    bool found = false;
    const auto at = middleOf(rod.from, rod.to);
    for (long i = 0; i < 27; ++i)
      found = found || middles.contains({at[0] + i % 3 - 1, at[1] + i / 3 % 3 - 1, at[2] + i / 9 - 1});
    there += found;
  }
  CHECK(there == rods.size());
}

TEST_CASE("hierarchy: more parts where more are asked for, all of a body as one") {
  const std::vector<SoftMesh> meshes = {makeCloth(40, 2)};
  std::size_t last = 0;
  for (const std::size_t patches : {1u, 10u, 200u, 1000u}) {
    const MethodPicture picture = drawHierarchy(bodiesOf(meshes), patches);
    const std::size_t contours = picture.surfaces.empty() ? 0 : rodsOf(picture.surfaces[0]).size();
    CHECK((patches == 1) == (contours == 0));
    CHECK((patches == 1 || contours > last));
    last = contours;
  }
}

TEST_CASE("directions: outwards from a sphere's parts, and none of what is closed") {
  SoftMesh closed;  // separate tetrahedra: patches of about ten faces contain whole ones
  for (int i = 0; i < 100; ++i) {
    const auto first = static_cast<Index>(closed.positions.size());
    const btVector3 at(btScalar(3 * (i % 10)), btScalar(3 * (i / 10)), 0);
    for (const btVector3& corner : {btVector3(0, 0, 0), btVector3(1, 0, 0), btVector3(0, 1, 0), btVector3(0, 0, 1)})
      closed.positions.push_back(at + corner);
    for (const Triangle& t : {Triangle{0, 2, 1}, Triangle{0, 1, 3}, Triangle{1, 2, 3}, Triangle{2, 0, 3}})
      closed.faces.push_back({first + t[0], first + t[1], first + t[2]});
  }
  const std::vector<SoftMesh> meshes = {sphereAt(50, -1, 0.5), closed};
  const MethodPicture picture = drawDirections(bodiesOf(meshes));
  const std::vector<Corner> directions = RegularityTree().directions();
  REQUIRE(directions.size() == RegularityTree::Settings{}.directions);
  Corner sum{};
  for (const Corner& d : directions) {
    CHECK(distance(d, {0, 0, 0}) == Approx(1).epsilon(1e-6));
    for (std::size_t k = 0; k < 3; ++k) sum[k] += d[k];
  }
  CHECK(distance(sum, {0, 0, 0}) < 1e-9);

  const Colour none = directionColour(0, directions.size());
  REQUIRE(picture.colours[0].size() == meshes[0].faces.size());
  CHECK(std::count(picture.colours[0].begin(), picture.colours[0].end(), none) == 0);
  CHECK(std::set<Colour>(picture.colours[0].begin(), picture.colours[0].end()).size() > 1);
  CHECK(picture.colours[1] == std::vector<Colour>(closed.faces.size(), none));
  REQUIRE(picture.surfaces.size() == 1);
  const std::vector<Rod> rods = rodsOf(picture.surfaces[0]);
  CHECK(rods.size() > 150);
  for (const Rod& rod : rods) {
    Corner along, outward;
    const double length = distance(rod.from, rod.to);
    for (std::size_t k = 0; k < 3; ++k) {
      along[k] = (rod.to[k] - rod.from[k]) / length;
      outward[k] = rod.from[k] - Corner{50, -1, 0.5}[k];
    }
    CHECK(
        std::any_of(directions.begin(), directions.end(), [&](const Corner& d) { return distance(along, d) < 1e-3; }));
    CHECK(distance(outward, {0, 0, 0}) == Approx(1).epsilon(1e-3));
    CHECK(along[0] * outward[0] + along[1] * outward[1] + along[2] * outward[2] > 0);
  }
}

TEST_CASE("layers: of a sphere alone as many entries as exits, all on it, and the entries on one side") {
  const std::vector<SoftMesh> meshes = {sphereAt(2, -1, 0.5)};
  const MethodPicture picture = drawImages(bodiesOf(meshes));
  REQUIRE(picture.surfaces.size() == 4);
  CHECK(picture.glass[0] == 1);
  const auto entries = particlesOf(picture.surfaces[0]), exits = particlesOf(picture.surfaces[1]);
  CHECK(picture.surfaces[0].colour == kEntryColour);
  CHECK(picture.surfaces[1].colour == kExitColour);
  CHECK(entries.size() == exits.size());
  CHECK(entries.size() > 300);
  const double pixel = 2.0 / 24;
  for (const auto* const points : {&entries, &exits})
    for (const Corner& p : *points) CHECK(std::abs(distance(p, {2, -1, 0.5}) - 1) < pixel);
  // All entries lie before the middle along the rays' axis, or all lie behind it.
  bool apart = false;
  for (std::size_t k = 0; k < 3; ++k) {
    const double centre = Corner{2, -1, 0.5}[k];
    const auto below = [&](const Corner& p) { return p[k] < centre; };
    const auto lower = std::count_if(entries.begin(), entries.end(), below),
               upper = std::count_if(exits.begin(), exits.end(), below);
    apart = apart || (lower == 0 && upper == static_cast<long>(exits.size())) ||
            (upper == 0 && lower == static_cast<long>(entries.size()));
  }
  CHECK(apart);
  // A span joins each entry and the exit behind it.
  const std::vector<Rod> spans = rodsOf(picture.surfaces[2]);
  CHECK(spans.size() == entries.size());
  for (const Rod& span : spans) {
    const auto touches = [&span](const Corner& p) {
      return distance(p, span.from) < 1e-3 || distance(p, span.to) < 1e-3;
    };
    CHECK(std::count_if(entries.begin(), entries.end(), touches) == 1);
    CHECK(std::count_if(exits.begin(), exits.end(), touches) == 1);
  }
  CHECK(rodsOf(picture.surfaces[3]).size() == 12);
}

TEST_CASE("layers: of two spheres what lies in both boxes, on either of them, and begins where one is entered") {
  std::vector<SoftMesh> meshes = {sphereAt(0, 0, 0), sphereAt(1.5, 0, 0), sphereAt(0.7, 5, 0)};
  meshes[2].faces.pop_back();
  const MethodPicture picture = drawImages(bodiesOf(meshes));
  CHECK(picture.glass == std::vector<std::uint8_t>{1, 1, 0});
  REQUIRE(picture.surfaces.size() == 4);
  std::map<std::array<long, 2>, std::vector<std::pair<double, bool>>> rays;
  for (const std::size_t s : {0u, 1u})
    for (const Corner& p : particlesOf(picture.surfaces[s])) {
      const double pixel = 2.0 / 24;
      CHECK(p[0] > 0.5);
      CHECK(p[0] < 1);
      CHECK(std::min(std::abs(distance(p, {0, 0, 0}) - 1), std::abs(distance(p, {1.5, 0, 0}) - 1)) < pixel);
      rays[{std::lround(p[1] * 1e4), std::lround(p[2] * 1e4)}].push_back({p[0], s == 0});
    }
  // Rays along x through the middle meet both spheres. The section between the two points lies in both.
  std::size_t through = 0;
  for (const auto& [at, points] : rays) {
    const double off = std::hypot(1e-4 * static_cast<double>(at[0]), 1e-4 * static_cast<double>(at[1]));
    if (off > 0.5) continue;
    ++through;
    REQUIRE(points.size() == 2);
    CHECK(points[0].second != points[1].second);
  }
  CHECK(through > 60);
  // Each span of either sphere ends where the shared volume ends.
  for (const Rod& span : rodsOf(picture.surfaces[2]))
    for (const Corner& end : {span.from, span.to}) CHECK(std::abs(end[0] - 0.75) < 0.2501);
  CHECK(rodsOf(picture.surfaces[2]).size() >= 2 * through);
  CHECK(rodsOf(picture.surfaces[3]).size() == 12);
  const std::vector<SoftMesh> apart = {sphereAt(0, 0, 0), sphereAt(5, 0, 0)};
  CHECK(rodsOf(drawImages(bodiesOf(apart)).surfaces.back()).size() == 24);
}

TEST_CASE("methods draw nothing of nothing, nor of what is broken") {
  SoftMesh broken = makeSphere(2, 1), far = makeSphere(2, 1), flat = makeSphere(2, 1), cloud, point;
  broken.positions[3].setY(std::numeric_limits<btScalar>::quiet_NaN());
  far.positions[5].setX(std::numeric_limits<btScalar>::infinity());
  for (btVector3& p : flat.positions) p.setValue(1, 1, 1);
  cloud.positions = {btVector3(0, 0, 0), btVector3(1, 0, 0)};
  point.positions = {btVector3(0, 0, 0)};
  const SoftMesh ball = sphereAt(7, 0, 0, 3);
  for (const Draw draw : kAll) {
    CHECK(isEmpty(draw({})));
    for (const SoftMesh& mesh : {broken, far, SoftMesh{}}) {
      CHECK(isEmpty(draw(bodiesOf({mesh}))));
      const MethodPicture alone = draw(bodiesOf({ball})), last = draw(bodiesOf({ball, mesh})),
                          first = draw(bodiesOf({mesh, ball}));
      CHECK(sameSurfaces(last, alone));
      CHECK(sameGeometry(first, alone));  // the second body has another colour
      for (const auto& [picture, at] : {std::pair(&last, 0u), std::pair(&first, 1u)}) {
        REQUIRE(picture->glass.size() == 2);
        CHECK(picture->glass[at] == alone.glass[0]);
        CHECK(picture->colours[at].size() == alone.colours[0].size());
        CHECK(picture->glass[1 - at] == 0);
        CHECK(picture->colours[1 - at].empty());
      }
    }
    for (const SoftMesh& mesh : {cloud, point}) CHECK(isEmpty(draw(bodiesOf({mesh}))));
    CHECK_NOTHROW(draw(bodiesOf({flat, ball, cloud})));
    SoftMesh huge = ball;
    for (btVector3& p : huge.positions) p *= btScalar(1e25);
    CHECK_NOTHROW(draw(bodiesOf({huge, ball})));
  }
}

TEST_CASE("each overlay has its name, and the picture of a scene shows it") {
  Simulation simulation(*findScene("tori"), {});
  for (int step = 0; step < 150; ++step) simulation.step();
  REQUIRE(simulation.contacts() > 0);
  const Drawing plain = drawScene(simulation, {}, parseOverlay("none"));
  std::string all;
  for (const OverlayKind& kind : overlayKinds()) {
    INFO(kind.name);
    const Overlay overlay = parseOverlay(std::string(kind.name));
    for (const OverlayKind& other : overlayKinds()) CHECK(overlay.*(other.shown) == (other.name == kind.name));
    CHECK(overlayNames(overlay) == kind.name);
    CHECK(overlayKeys(overlay) ==
          std::vector<std::string>{std::string(kind.name) + ": " + std::string(kind.description)});
    all.append(all.empty() ? "" : ",").append(kind.name);
  }
  CHECK(overlayNames(parseOverlay(all)) == all);
  CHECK(overlayNames(parseOverlay("none")) == "none");
  CHECK(overlayKeys(parseOverlay("none")).empty());
  CHECK_THROWS_AS(parseOverlay("cells,nosuch"), Error);
  CHECK(parseOverlay("cells,hierarchy:300").levelPatches == 300);
  CHECK(overlayNames(parseOverlay("cells,hierarchy:300")) == "cells,hierarchy:300");
  for (const char* const levels : {"hierarchy:levels", "hierarchy:300:levels"}) {
    CHECK(parseOverlay(levels).allLevels);
    CHECK(overlayNames(parseOverlay(levels)) == levels);
  }
  CHECK(overlayNames(parseOverlay("adjacency:30")) == "adjacency:30");
  for (const char* const wrong : {"directions:levels", "hierarchy:levels:3", "hierarchy:x:levels",
                                  "hierarchy:", "hierarchy:0", "directions:-1", "cells:3", "hierarchy:9999999"})
    CHECK_THROWS_AS(parseOverlay(wrong), Error);
  const std::size_t bodies = simulation.bodies().size();
  for (const char* const name :
       {"cells", "buckets", "colliding", "marks", "hierarchy", "directions", "adjacency", "layers", "normals"}) {
    INFO(name);
    const Drawing drawn = drawScene(simulation, {}, parseOverlay(name));
    CHECK(drawn.surfaces.size() > plain.surfaces.size());
    CHECK(drawn.points.empty());
  }
  for (const char* const name : {"buckets", "hierarchy", "directions", "adjacency", "parts"})
    for (std::size_t b = 0; b < bodies; ++b)
      CHECK(drawScene(simulation, {}, parseOverlay(name)).surfaces[b].colours.size() ==
            simulation.bodies()[b].mesh.faces.size());
  for (const char* const name : {"colliding", "marks", "layers", "normals"})
    for (std::size_t b = 0; b < bodies; ++b)
      CHECK(drawScene(simulation, {}, parseOverlay(name)).surfaces[b].opacity == kBodyGlass);
  // Patches keep their colours if the hierarchy is shown too: only its contours are added.
  const Drawing patches = drawScene(simulation, {}, parseOverlay("parts")),
                both = drawScene(simulation, {}, parseOverlay("hierarchy,parts"));
  CHECK(both.surfaces.size() == patches.surfaces.size() + 1);
  // Patches are those of the method's own leaves, so that a step of its query has the same colours.
  const std::vector<MethodBody> current = methodBodies(simulation);
  CHECK(patches.surfaces[0].colours == drawFates(current).colours[0]);
  simulation.setDetector("regularity-tree",
                         [] {
                           return GivenDetector{std::make_unique<RegularityTree>(), {}, {}};
                         },
                         {});
  CHECK(drawScene(simulation, {}, parseOverlay("parts")).surfaces[0].colours == drawFates(current, {}).colours[0]);
  // Patches of at most 32 faces.
  const MethodPicture divided = drawFacePatches(current);
  std::map<Colour, std::size_t> sizes;
  for (const Colour& colour : divided.colours[0]) ++sizes[colour];
  CHECK(sizes.size() > simulation.bodies()[0].mesh.faces.size() / 64);
  for (const auto& [colour, faces] : sizes) CHECK(faces <= 32);
  CHECK(drawScene(simulation, {}, parseOverlay("patchboxes")).surfaces[0].colours == divided.colours[0]);
  // No method was chosen for the bodies: they have no method's colour.
  CHECK(drawScene(simulation, {}, parseOverlay("methods")).surfaces[0].colour == kUnchosenColour);
  for (std::size_t b = 0; b < bodies; ++b) CHECK(both.surfaces[b].colours == patches.surfaces[b].colours);
}

TEST_CASE("levels: each in a hue of its own, a contour in that of the largest parts that it bounds") {
  const std::vector<SoftMesh> meshes = {makeCloth(24, 2)};
  const MethodPicture picture = drawLevels(bodiesOf(meshes), 200);
  CHECK(picture.colours[0].size() == meshes[0].faces.size());
  REQUIRE(picture.surfaces.size() == 1);
  std::map<Colour, std::size_t> rods;
  std::set<std::pair<Corner, Corner>> seen;
  for (const Rod& rod : rodsOf(picture.surfaces[0])) {
    ++rods[rod.colour];
    CHECK(seen.insert({rod.from, rod.to}).second);
  }
  CHECK(rods.size() >= 4);
  std::size_t upTo = 0;
  for (std::size_t n = 0; n < rods.size(); ++n) {
    CHECK(rods[levelColour(n)] > 0);
    upTo += rods[levelColour(n)];
  }
  // The sum of all levels equals the contours of the smallest patches.
  CHECK(upTo == rodsOf(drawHierarchy(bodiesOf(meshes), 200).surfaces.at(0)).size());
}
