// Passes of the two ways in which a graphics card draws a layered depth image, and their steps.

#include <pliant/detectors/ldi/SoftwareLdi.h>
#include <pliant/detectors/ldi/VolumeOfInterest.h>
#include <pliant/models/paperScenes.h>
#include <pliant/pictures/ldiPasses.h>
#include <pliant/pictures/querySteps.h>
#include <pliant/scenes/builders.h>
#include <pliant_catch.h>

#include <algorithm>
#include <set>

using namespace pliant;

namespace {

LayeredDepthImage imageOf(const models::ClosedModel& model) {
  BodySet set;
  set.add(model.view());
  Workers workers;
  set.update(workers);
  SoftwareLdi renderer;
  LayeredDepthImage image;
  renderer.render({set.positions(), 0, set.vertices(0).size(), set.faces(), false},
                  volumeOfInterest(set.box(0), {.resolution = 48}), image, workers);
  return image;
}

/// Returns the entries of all passes at a pixel, sorted as in an image.
std::vector<LdiEntry> gathered(const std::vector<LdiPass>& passes, std::size_t pixel) {
  std::vector<LdiEntry> all;
  for (const LdiPass& pass : passes)
    for (const LdiEntry& entry : pass.found.pixel(pixel)) all.push_back(entry);
  std::sort(all.begin(), all.end(), [](const LdiEntry& a, const LdiEntry& b) {
    return std::pair(a.depth, a.faceAndSide) < std::pair(b.depth, b.faceAndSide);
  });
  return all;
}

bool holdsImage(const std::vector<LdiPass>& passes, const LayeredDepthImage& image) {
  for (std::size_t p = 0; p < image.view.pixels(); ++p) {
    const auto entries = image.pixel(p);
    const std::vector<LdiEntry> all = gathered(passes, p);
    if (!std::equal(entries.begin(), entries.end(), all.begin(), all.end())) return false;
  }
  return true;
}

/// Returns the largest number of entries of a side at a pixel.
std::size_t mostOf(const LayeredDepthImage& image, bool front) {
  std::ptrdiff_t most = 0;
  for (std::size_t p = 0; p < image.view.pixels(); ++p) {
    const auto entries = image.pixel(p);
    most = std::max(most, std::count_if(entries.begin(), entries.end(),
                                        [front](const LdiEntry& entry) { return entry.entering() == front; }));
  }
  return static_cast<std::size_t>(most);
}

/// Two spheres that overlap.
struct BodyPair {
  std::vector<SoftMesh> meshes{makeSphere(2, 1), placed(makeSphere(2, 0.7), vec(0.9, 0.1, 0.2))};
  std::vector<MethodBody> bodies{{meshes[0].view()}, {meshes[1].view()}};
};

std::size_t titled(const std::vector<QueryStep>& steps, const std::string& word) {
  return static_cast<std::size_t>(std::count_if(
      steps.begin(), steps.end(), [&](const QueryStep& step) { return step.title.find(word) != std::string::npos; }));
}

}  // namespace

TEST_CASE("the passes of each way hold every entry of the image once") {
  const LayeredDepthImage image = imageOf(models::closingHand(1));
  REQUIRE(image.layers() > 4);
  CHECK(holdsImage(orderedPasses(image), image));
  CHECK(holdsImage(unorderedPasses(image), image));
}

TEST_CASE("an ordered pass finds depths behind those of the pass before, and the last of a side finds none") {
  const LayeredDepthImage image = imageOf(models::closingHand(1));
  const std::vector<LdiPass> passes = orderedPasses(image);
  REQUIRE(passes.size() == mostOf(image, true) + mostOf(image, false) + 2);
  const LdiPass* before = nullptr;
  for (const LdiPass& pass : passes) {
    if (before && before->front == pass.front) {
      CHECK(pass.number == before->number + 1);
      for (std::size_t p = 0; p < image.view.pixels(); ++p)
        for (const LdiEntry& entry : pass.found.pixel(p)) CHECK(before->found.pixel(p)[0].depth <= entry.depth);
    }
    for (const LdiEntry& entry : pass.found.entries) CHECK(entry.entering() == pass.front);
    before = &pass;
  }
  CHECK(passes.back().found.entries.empty());
  CHECK_FALSE(passes.back().front);
}

TEST_CASE("an unordered pass finds the next face in the order of drawing, whatever its depth") {
  const LayeredDepthImage image = imageOf(models::closingHand(1));
  const std::vector<LdiPass> passes = unorderedPasses(image);
  // One pass a layer of each side: the counts of pass 1 say when to stop.
  REQUIRE(passes.size() == mostOf(image, true) + mostOf(image, false));
  bool nearer = false;
  for (std::size_t i = 2; i < passes.size(); ++i) {
    const LdiPass& pass = passes[i];
    const auto before = std::find_if(passes.begin(), passes.end(), [&](const LdiPass& other) {
      return other.front == pass.front && other.number + 1 == pass.number;
    });
    REQUIRE(before != passes.end());
    for (std::size_t p = 0; p < image.view.pixels(); ++p)
      for (const LdiEntry& entry : pass.found.pixel(p)) {
        CHECK(before->found.pixel(p)[0].face() < entry.face());
        nearer = nearer || entry.depth < before->found.pixel(p)[0].depth;
      }
  }
  CHECK(nearer);
}

TEST_CASE("the picture of passes has a row for the front faces and one for the back faces") {
  const std::vector<LdiPass> passes = orderedPasses(imageOf(models::closingHand(1)));
  const Image picture = drawPasses(passes, 1);
  const LdiView& view = passes[0].found.view;
  CHECK(picture.height() == 2 * static_cast<int>(view.height) + 6);
  // Rays enter at bluish pixels in the upper row, and leave at yellowish ones in the lower row.
  int bluish = 0, yellowish = 0, wrong = 0;
  for (int y = 0; y < picture.height(); ++y)
    for (int x = 0; x < picture.width(); ++x) {
      const Rgb& c = picture.at(x, y);
      const bool blue = c[2] > c[0] + 15, yellow = c[0] > c[2] + 15, above = y < static_cast<int>(view.height);
      bluish += blue;
      yellowish += yellow;
      wrong += above ? yellow : blue;
    }
  CHECK(bluish > 100);
  CHECK(yellowish > 100);
  CHECK(wrong == 0);
}

TEST_CASE("the steps of ordered and unordered layers tell each pass apart, and end with the same results") {
  const BodyPair pair;
  const std::vector<QueryStep> ordered = orderedLdiSteps(pair.bodies), unordered = unorderedLdiSteps(pair.bodies),
                               software = softwareLdiSteps(pair.bodies);
  // A sphere has one front layer and one back layer: two passes and an empty one for each side, or one pass for both.
  CHECK(titled(ordered, "front faces, pass") == 2);
  CHECK(titled(ordered, "back faces, pass") == 2);
  CHECK(titled(unordered, "Unordered, pass 1") == 1);
  CHECK(titled(unordered, ", pass 2") == 0);
  CHECK(titled(unordered, "Sorted on the CPU") == 1);
  CHECK(titled(software, "pass 2") == 0);
  for (const std::vector<QueryStep>* steps : {&ordered, &unordered}) {
    REQUIRE(steps->size() > 2);
    for (std::size_t last = 1; last <= 2; ++last)
      CHECK((*steps)[steps->size() - last].sentence == software[software.size() - last].sentence);
    for (const QueryStep& step : *steps) {
      CHECK_FALSE(step.sentence.empty());
      CHECK(step.picture.glass.size() == 2);
    }
  }
  CHECK_FALSE(ordered[3].image.empty());
}

TEST_CASE("steps of bodies without an inside say so") {
  const SoftMesh cloth = makeCloth(4, 1);
  const std::vector<MethodBody> bodies{{cloth.view()}};
  CHECK(orderedLdiSteps(bodies).size() == 1);
  CHECK(unorderedLdiSteps(bodies).size() == 1);
}
