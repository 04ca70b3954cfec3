// A query of the regularity tree in steps: sentences and pictures agree with the tree's own counters and results.

#include <pliant/io/numbers.h>
#include <pliant/models/clothSheet.h>
#include <pliant/models/foldingSurfaces.h>
#include <pliant/pictures/drawPatches.h>
#include <pliant/pictures/querySteps.h>
#include <pliant_catch.h>

#include <algorithm>
#include <set>
#include <string>

#include "DrawnRods.h"

using namespace pliant;

namespace {

const QueryStep& named(const std::vector<QueryStep>& steps, const std::string& title) {
  const auto step = std::find_if(steps.begin(), steps.end(), [&](const QueryStep& s) { return s.title == title; });
  REQUIRE(step != steps.end());
  return *step;
}

struct Found {
  Results results;
  std::set<Index> tested;  ///< faces in pairs of single faces that were left to test
};

Found foundIn(const models::SurfaceModel& model, const RegularityTree::Settings& settings) {
  BodySet set;
  set.add(model.view());
  set.update();
  RegularityTree tree(settings);
  tree.setRecordsUsedPatches(true);
  Workers workers;
  Found found;
  tree.query(set, {.facePairs = true}, found.results, workers);
  for (const UsedPatches& used : tree.usedPatches()) {
    if (used.end != UsedPatches::End::Tested) continue;
    for (const Index patch : {used.patchA, used.patchB})
      for (const Index face : tree.facesOf(used.bodyA, patch)) found.tested.insert(face);
  }
  return found;
}

std::set<Index> facesOf(const QueryStep& step, const Colour& colour) {
  const std::vector<Colour>& colours = step.picture.colours.front();
  std::set<Index> faces;
  for (Index face = 0; face < colours.size(); ++face)
    if (colours[face] == colour) faces.insert(face);
  return faces;
}

}  // namespace

TEST_CASE("a strip that meets itself: ten steps, with the numbers of the query, its tests and hits in the pictures") {
  const models::SurfaceModel loop = models::loopSurface(2000);
  const std::vector<MethodBody> bodies = {{loop.view()}};
  const std::vector<QueryStep> steps = regularitySteps(bodies, {.values = {{"leaf", 1}}});
  const auto& [results, tested] = foundIn(loop, {.leafPatchFaces = 1});
  CHECK(steps.size() == 10);
  for (const QueryStep& step : steps) {
    INFO(step.title);
    CHECK(!step.sentence.empty());
    CHECK(step.picture.glass.size() == 1);
    CHECK(step.picture.colours.size() == 1);
    CHECK(step.picture.colours[0].size() == loop.faces.size());
  }
  const auto says = [&](const char* title, std::uint64_t number) {
    INFO(named(steps, title).sentence);
    CHECK((" " + named(steps, title).sentence).find(" " + withCommas(number) + " ") != std::string::npos);
  };
  says("Optimisation I", results.counters.patchesSkipped);
  says("Optimisation II", results.counters.pairsSkipped);
  says("Tests of faces", results.counters.elementTests);
  // Faces of pairs that II skips are ochre, also those that are tested with others.
  const std::vector<Colour>& paired = named(steps, "Optimisation II").picture.colours.front();
  const auto ochre = [](const Colour& c) { return c[0] > 2 * c[2] && c[1] > 2 * c[2]; };
  CHECK(std::any_of(paired.begin(), paired.end(), ochre));
  CHECK(std::none_of(paired.begin(), paired.end(), [](const Colour& c) { return c[0] > 4 * c[1]; }));
  says("Hits", results.facePairs.size());
  says("Hits", results.counters.procedureCalls);
  std::set<Index> hit;
  for (const FacePair& pair : results.facePairs) hit.insert({pair.faceA, pair.faceB});
  CHECK(facesOf(named(steps, "Hits"), kMarkColour) == hit);
  CHECK(facesOf(named(steps, "Tests of faces"), fateColour(PatchFate::Tested)) == tested);
  CHECK(std::includes(tested.begin(), tested.end(), hit.begin(), hit.end()));
  CHECK(tested.size() < loop.faces.size() / 4);
  CHECK(!named(steps, "Boxes").picture.surfaces.empty());
  CHECK(!named(steps, "Contour test").picture.surfaces.empty());

  // Larger leaves, and optimisations that are off.
  const std::vector<QueryStep> leaves =
      regularitySteps(bodies, {.values = {{"leaf", 16}, {"optimisation2", 0}, {"directions", 12}}});
  const Found large = foundIn(loop, {.skipAdjacent = false, .directions = 12, .leafPatchFaces = 16});
  const auto tells = [&](const char* title, const std::string& text) {
    INFO(named(leaves, title).sentence);
    CHECK(named(leaves, title).sentence.find(text) != std::string::npos);
  };
  tells("Optimisation II", "It is off");
  tells("Direction masks", " 12 fixed directions");
  tells("Tests of faces", " decides " + withCommas(large.results.counters.narrowTests) + ".");
  tells("Hits", " " + withCommas(large.results.counters.procedureCalls) + " calls");
  CHECK(facesOf(named(leaves, "Tests of faces"), fateColour(PatchFate::Tested)) == large.tested);
}

TEST_CASE("a sphere: optimisation I colours all faces but few, and there is no test and no hit") {
  const models::ClosedModel sphere = models::sphereSurface(2000);
  const std::vector<MethodBody> bodies = {{sphere.view()}};
  const std::vector<QueryStep> steps = regularitySteps(bodies, {.values = {{"leaf", 1}}});
  const std::vector<Colour>& colours = named(steps, "Optimisation I").picture.colours.front();
  const auto blue = std::count_if(colours.begin(), colours.end(), [](const Colour& c) { return c[2] > 2 * c[0]; });
  CHECK(blue > 1900);
  CHECK(named(steps, "Tests of faces").sentence.starts_with("0 pairs"));
  CHECK(named(steps, "Hits").sentence.starts_with("0 pairs"));
}

TEST_CASE("a flat cloth is one patch, skipped, whose contour is drawn with its projection") {
  const models::SurfaceModel flat = models::clothSheet(800, models::ClothShape::Flat);
  const std::vector<MethodBody> bodies = {{flat.view()}};
  const std::vector<QueryStep> steps = regularitySteps(bodies);
  const QueryStep& contour = named(steps, "Contour test");
  CHECK(contour.sentence.find("800 faces, with 80 edges") != std::string::npos);
  REQUIRE(contour.picture.surfaces.size() == 1);
  CHECK(pictures::rodsOf(contour.picture.surfaces[0]).size() == 160);
}

TEST_CASE("bodies without faces, and bodies that the tree refuses, have steps but no colours") {
  models::SurfaceModel cloud, fan;
  cloud.points = {{0, 0, 0}, {1, 0, 0}};
  fan.points = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0, -1, 0}};
  fan.faces = {{0, 1, 2}, {0, 1, 3}, {0, 1, 4}};
  const std::vector<MethodBody> bodies = {{cloud.view()}, {fan.view()}};
  for (const QueryStep& step : regularitySteps(bodies)) {
    INFO(step.title);
    for (const auto& colours : step.picture.colours) CHECK(colours.empty());
  }
  CHECK(!regularitySteps({}).empty());
}
