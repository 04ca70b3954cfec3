// A surface's patches in different colours: levels of a hierarchy, and the results of a query.

#include <pliant/models/foldingSurfaces.h>
#include <pliant_catch.h>

#include <map>
#include <set>

#include "DrawnRods.h"

using namespace pliant;
using pictures::fateOf;

namespace {

std::map<Colour, std::size_t> coloursOf(const DrawnSurface& surface) {
  std::map<Colour, std::size_t> colours;
  for (const Colour& colour : surface.colours) ++colours[colour];
  return colours;
}

}  // namespace

TEST_CASE("a level is drawn in as many colours as it has parts, and its picture shows them") {
  const auto sphere = models::sphereSurface(2000);
  BodySet set;
  const Index id = set.add(sphere.view());
  set.update();
  RegularityTree tree;
  Workers workers;
  tree.update(set, workers);
  for (const Index level : {3u, 4u, 5u}) {
    const DrawnSurface drawn = drawLevel(sphere.view(), tree, id, level);
    REQUIRE(drawn.colours.size() == sphere.faces.size());
    CHECK(coloursOf(drawn).size() == tree.patchesOf(id, level).size());
  }
  Drawing drawing;
  drawing.surfaces.push_back(drawLevel(sphere.view(), tree, id, tree.levels(id) - 2));
  drawing.camera = {btVector3(0, 0, 3), btVector3(0, 0, 0), 30};
  const Image image = render(drawing, {60, 60, 1});
  std::set<Rgb> seen;
  for (int y = 20; y < 40; ++y)
    for (int x = 20; x < 40; ++x) seen.insert(image.at(x, y));
  CHECK(seen.size() > 3);
}

TEST_CASE("of a sphere all is skipped, of a loop what lies along its crossing is tested") {
  const auto sphere = models::sphereSurface(2000);
  const auto loop = models::loopSurface(2000);
  BodySet set;
  const Index ball = set.add(sphere.view()), strip = set.add(loop.view());
  set.update();
  RegularityTree tree({.leafPatchFaces = 1});
  tree.setRecordsUsedPatches(true);
  Workers workers;
  Results results;
  Query query;
  query.facePairs = true;
  query.between = false;
  tree.query(set, query, results, workers);
  std::size_t patches = 0;
  std::map<PatchFate, std::size_t> fates;
  for (const auto& [colour, faces] : coloursOf(drawUsedPatches(sphere.view(), tree, ball, &patches)))
    fates[fateOf(colour)] += faces;
  CHECK(fates[PatchFate::SkippedPatch] + fates[PatchFate::SkippedPair] > sphere.faces.size() / 4);
  CHECK(fates[PatchFate::Tested] == 0);
  CHECK(fates[PatchFate::Count] == 0);
  CHECK(patches > 4);
  CHECK(patches < 200);
  const DrawnSurface drawn = drawUsedPatches(loop.view(), tree, strip);
  std::size_t tested = 0;
  for (const Colour& colour : drawn.colours) tested += fateOf(colour) == PatchFate::Tested;
  CHECK(tested > 0);
  CHECK(tested < loop.faces.size() / 4);
  for (const FacePair& pair : results.facePairs) {
    CHECK(fateOf(drawn.colours[pair.faceA]) == PatchFate::Tested);
    CHECK(fateOf(drawn.colours[pair.faceB]) == PatchFate::Tested);
  }
}
