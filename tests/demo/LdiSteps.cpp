// A query of layered depth images in steps, and pictures of volumes of interest.
#include <pliant/detectors/ldi/LdiDetector.h>
#include <pliant/detectors/ldi/VolumeOfInterest.h>
#include <pliant/pictures/drawScene.h>
#include <pliant/pictures/drawVolumes.h>
#include <pliant/pictures/querySteps.h>
#include <pliant/scenes/builders.h>
#include <pliant_catch.h>

#include "DrawnRods.h"

using namespace pliant;
using pictures::bodiesOf, pictures::Rod, pictures::rodsOf, pictures::sphereAt;

namespace {

const QueryStep& stepNamed(const std::vector<QueryStep>& steps, const std::string& begin) {
  const auto at =
      std::find_if(steps.begin(), steps.end(), [&](const QueryStep& step) { return step.title.starts_with(begin); });
  REQUIRE(at != steps.end());
  return *at;
}

std::size_t rodsIn(const MethodPicture& picture, const Colour& colour) {
  std::size_t count = 0;
  for (const DrawnSurface& surface : picture.surfaces) {
    if (!surface.rods) continue;
    for (const Rod& rod : rodsOf(surface)) count += rod.colour == colour;
  }
  return count;
}

/// Returns a cube of side 2 around the origin, and a smaller one around a point.
std::vector<SoftMesh> cubes(double x, double size) {
  return {makeCube({2, 2, 2}, 2), placed(makeCube({2, 2, 2}, size), vec(x, 0, 0))};
}

}  // namespace

TEST_CASE("two spheres in steps: volume, outside faces, culling, points, layers, shared volume, vertices") {
  const std::vector<SoftMesh> meshes = {sphereAt(0, 0, 0), sphereAt(1.2, 0.1, 0)};
  const std::vector<MethodBody> bodies = bodiesOf(meshes);
  const std::vector<QueryStep> steps = softwareLdiSteps(bodies);
  REQUIRE(steps.size() == 7);
  for (const QueryStep& step : steps) {
    INFO(step.title);
    CHECK(step.sentence.ends_with("."));
    CHECK(step.picture.glass.size() == 2);
    CHECK(!step.picture.surfaces.empty());
  }
  // The view is along x, in which alone the boxes stick out on opposite sides.
  CHECK(stepNamed(steps, "Outside faces").sentence.find("along x") != std::string::npos);
  CHECK(rodsIn(stepNamed(steps, "Outside faces").picture, bodyColour(0)) > 20);
  const QueryStep& cull = stepNamed(steps, "Culling");
  const auto grey = std::count(cull.picture.colours[0].begin(), cull.picture.colours[0].end(), kCulledColour);
  CHECK(grey > 0);
  CHECK(static_cast<std::size_t>(grey) < meshes[0].faces.size());
  CHECK(cull.sentence.find(std::to_string(meshes[0].faces.size() - static_cast<std::size_t>(grey)) + " can cover") !=
        std::string::npos);
  CHECK(!stepNamed(steps, "Sorted").image.empty());
  CHECK(stepNamed(steps, "Stage 3a").sentence.find("The bodies collide") != std::string::npos);
  CHECK(stepNamed(steps, "Stage 3b").sentence.find(" 0 of") == std::string::npos);
  // The same black is white at night, and the window has another volume beside this one.
  CHECK(stepNamed(steps, "Stage 1").sentence.find("white in a dark window") != std::string::npos);
  CHECK(stepNamed(steps, "Stage 3a").sentence.find("Images of other pixels") != std::string::npos);

  // The grid is that of the settings, and without a resolution that of the detector.
  const auto pixels = [&](const MethodValues& values) {
    const std::string text = stepNamed(softwareLdiSteps(bodies, {.values = values}), "Culling").sentence;
    return text.substr(0, text.find(" pixels"));
  };
  CHECK(pixels({{"resolution", 40}}).ends_with(" x 40"));
  CHECK(pixels({{"resolution", 400}}).ends_with(" x 128"));
  BodySet set;
  for (const MethodBody& body : bodies) set.add(body.view);
  set.update();
  LdiDetector detector;
  Workers workers;
  Results results;
  detector.update(set, workers);
  detector.query(set, {.intersectionVolumes = true}, results, workers);
  CHECK(pixels({}).find(" " + std::to_string(results.counters.ldiResolution)) != std::string::npos);
  const std::vector<QueryStep> chosen = chosenSteps(bodies, {.answeredBy = "ldi-software", .reason = "Because."});
  REQUIRE(chosen.size() == steps.size() + 1);
  CHECK(chosen[0].sentence == "Because.");
  // A step by patches says so, and colours the bodies.
  StepwiseQuery patched;
  const AutoDetector::WorkItem item{0, 1, AutoDetector::Method::Patches, AutoDetector::Reason::ManyFaces, 1};
  setChosen(std::vector{item, AutoDetector::WorkItem{0, 0, item.method, item.reason, 1}}, patched);
  const QueryStep choice = chosenSteps(bodies, patched).front();
  CHECK(choice.title == "Choice: patches");
  CHECK(choice.picture.colours[0].at(0) == methodColour(AutoDetector::Method::Patches));
  CHECK(choice.picture.colours[1].at(0) == kUnchosenColour);
  CHECK(choice.picture.surfaces.size() == 1);
  CHECK(choice.legend.size() == 2);
  CHECK(chosen.back().sentence == steps.back().sentence);
}

TEST_CASE("what is left of a query in steps: one body, a cloud in a body, no closed body") {
  const std::vector<SoftMesh> one = {sphereAt(0, 0, 0)};
  const std::vector<QueryStep> alone = softwareLdiSteps(bodiesOf(one));
  CHECK(stepNamed(alone, "Stage 3: shared with itself").sentence.find("0 spans") != std::string::npos);
  SoftMesh cloud;
  cloud.positions = {vec(0, 0, 0), vec(0.5, 0, 0), vec(0.99, 0.99, 0.99)};
  const std::vector<SoftMesh> points = {sphereAt(0, 0, 0), cloud};
  const std::vector<QueryStep> inside = softwareLdiSteps(bodiesOf(points));
  CHECK(stepNamed(inside, "Stage 3b").sentence.find("2 of 3 of body 1 are inside body 0") != std::string::npos);
  CHECK(stepNamed(inside, "Culling").sentence.find("body 1 is a cloud") != std::string::npos);
  SoftMesh open = sphereAt(0, 0, 0);
  open.faces.pop_back();
  const std::vector<SoftMesh> refused = {open};
  REQUIRE(softwareLdiSteps(bodiesOf(refused)).size() == 1);
  CHECK(softwareLdiSteps(bodiesOf(refused))[0].title == "No volume");
  CHECK(softwareLdiSteps({}).size() == 1);
}

TEST_CASE("the outside faces are drawn at the ends of the volume of interest, with arrows inwards") {
  // The second cube reaches from 0.5 to 1.5 along x, so the volume of interest does from 0.5 to 1.
  const std::vector<SoftMesh> meshes = cubes(1, 1);
  const MethodPicture picture = drawOutsideFaces(bodiesOf(meshes));
  REQUIRE(picture.surfaces.size() == 1);
  double gridOfA = -9, gridOfB = -9, tipOfA = -9;
  for (const Rod& rod : rodsOf(picture.surfaces[0])) {
    const double along = std::abs(rod.to[0] - rod.from[0]), across = std::abs(rod.to[1] - rod.from[1]);
    // Lines of a grid are as long as the volume is wide, the boxes' edges along y are at other places.
    if (along == Approx(0).margin(1e-6) && across == Approx(1) && std::abs(rod.from[2]) < 0.4) {
      (rod.colour == bodyColour(0) ? gridOfA : gridOfB) = rod.from[0];
    }
    if (along > 0.01 && along < 0.9 && across < 1e-6 && rod.colour == bodyColour(0) && std::abs(rod.from[1]) < 1e-6)
      tipOfA = rod.to[0];
  }
  // Body 0 sticks out below x = 0.5 and ends at 1: its outside face is that at 1, which body 1 passes.
  CHECK(gridOfA == Approx(1));
  CHECK(gridOfB == Approx(0.5));
  CHECK(tipOfA == Approx(1));
  CHECK(picture.glass == std::vector<std::uint8_t>{1, 1});
  CHECK(rodsIn(picture, kVolumeBoxColour) == 12);
  CHECK(rodsIn(picture, kExtendedColour) == 0);
}

TEST_CASE("a body within another has no outside faces: the extended volume is drawn if it is asked for") {
  const std::vector<SoftMesh> meshes = cubes(0.2, 1);
  CHECK(rodsIn(drawOutsideFaces(bodiesOf(meshes)), kExtendedColour) == 0);
  CHECK(rodsIn(drawOutsideFaces(bodiesOf(meshes), {.depths = LdiGrid::Depths::Extended}), kExtendedColour) == 12);
  CHECK(drawOutsideFaces(bodiesOf(cubes(5, 1))).surfaces.empty());
}
