// A surface's patches in different colours: levels of a hierarchy, and the results of a query.

#include <pliant/models/foldingSurfaces.h>
#include <pliant_catch.h>

#include <algorithm>
#include <map>
#include <set>
#include <vector>

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

TEST_CASE("calls for one patch alone show what optimisation I skips: all of a sphere but single faces") {
  const auto sphere = models::sphereSurface(2000);
  BodySet set;
  const Index ball = set.add(sphere.view());
  set.update();
  RegularityTree tree({.leafPatchFaces = 1});
  tree.setRecordsUsedPatches(true);
  Workers workers;
  Results results;
  tree.query(set, {.facePairs = true}, results, workers);
  std::size_t patches = 0;
  std::map<PatchFate, std::size_t> fates;
  for (const auto& [colour, faces] :
       coloursOf(drawUsedPatches(sphere.view(), tree, ball, &patches, ShownCalls::OnePatch)))
    fates[fateOf(colour)] += faces;
  std::size_t skipped = 0;
  for (const UsedPatches& used : tree.usedPatches())
    if (used.single() && used.end == UsedPatches::End::Skipped) skipped += tree.facesOf(ball, used.patchA).size();
  CHECK(fates[PatchFate::SkippedPatch] == skipped);
  CHECK(skipped > sphere.faces.size() * 95 / 100);
  CHECK(fates[PatchFate::SkippedPair] == 0);
  CHECK(fates[PatchFate::Tested] == 0);
  CHECK(patches >= results.counters.patchesSkipped);
}

TEST_CASE("adjacency lists: on contours, an entry in the other patch for almost all that share an edge, balls there") {
  const auto sphere = models::sphereSurface(2000);
  BodySet set;
  const Index id = set.add(sphere.view());
  set.update();
  RegularityTree tree({.leafPatchFaces = 1});
  Workers workers;
  tree.update(set, workers);
  CHECK(
      tree.adjacencyOf(id, tree.patchesOf(id, tree.levels(id) - 1).begin).empty());  // a closed surface has no contour
  CHECK(tree.adjacencyOf(id, kNoIndex).empty());
  CHECK(tree.adjacencyOf(id + 1, 0).empty());
  const RegularityTree::PatchRange range = tree.patchesOf(id, tree.levels(id) - 3);
  std::vector<std::set<Index>> vertices, lists;
  for (Index patch = range.begin; patch < range.end; ++patch) {
    vertices.emplace_back();
    for (const Index f : tree.facesOf(id, patch))
      vertices.back().insert(sphere.faces[f].begin(), sphere.faces[f].end());
    const auto list = tree.adjacencyOf(id, patch);
    lists.emplace_back(list.begin(), list.end());
    CHECK(!lists.back().empty());
    for (const Index v : lists.back()) CHECK(vertices.back().contains(v));
  }
  std::size_t adjacent = 0, known = 0;
  const auto common = [](const std::set<Index>& a, const std::set<Index>& b) {
    return std::count_if(a.begin(), a.end(), [&](Index v) { return b.contains(v); });
  };
  for (std::size_t a = 0; a < vertices.size(); ++a)
    for (std::size_t b = a + 1; b < vertices.size(); ++b) {
      if (common(vertices[a], vertices[b]) < 2) continue;
      ++adjacent;
      known += common(lists[a], vertices[b]) > 0 || common(lists[b], vertices[a]) > 0;
    }
  CHECK(adjacent > 8);
  CHECK(known >= adjacent * 95 / 100);

  const std::vector<MethodBody> bodies = {{sphere.view()}};
  const MethodPicture picture = drawAdjacency(bodies, range.size());
  CHECK(picture.colours[0].size() == sphere.faces.size());
  REQUIRE(picture.surfaces.size() == 2);
  std::set<Index> all;
  for (const auto& list : lists) all.insert(list.begin(), list.end());
  CHECK(picture.surfaces[1].mesh.faces.size() == 8 * all.size());  // octahedra
}
