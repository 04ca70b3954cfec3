// Tests the answers of AbufferLdi's images directly, without a detector.
#include <pliant/detectors/ldi/LdiBackend.h>
#include <pliant/detectors/ldi/SoftwareLdi.h>
#include <pliant/glrender.h>

#include <cmath>
#include <memory>
#include <random>

#include "LdiComparison.h"

using namespace pliant;
using namespace test;

TEST_CASE("volume, centroid and bounds of an intersection and of a self-intersection") {
  AbufferLdi renderer(std::make_shared<HeadlessContext>());
  LdiBackend& backend = renderer.backend();
  CHECK(backend.onCard());
  CHECK(!SoftwareLdi().backend().onCard());
  CHECK(!UnorderedLdi(std::make_shared<HeadlessContext>()).backend().onCard());
  const auto imageA = backend.makeImage(), imageB = backend.makeImage();
  Workers workers;
  std::mt19937 random(21);
  const auto same = [](const OverlapSummary& found, const LdiVolume& expected) {
    CHECK(found.volume == expected.volume);
    CHECK(found.min == expected.min);
    CHECK(found.max == expected.max);
    for (std::size_t i = 0; i < 3 && !expected.spans.empty(); ++i) {
      CHECK(std::abs(found.centroid[i] - expected.centroid[i]) <= 1e-9 * (expected.max[i] - expected.min[i]));
    }
    float longest = 0;
    for (const LdiSpan& span : expected.spans) longest = std::max(longest, span.high - span.low);
    CHECK(found.longest == static_cast<double>(longest));
  };
  for (int trial = 0; trial < 30; ++trial) {
    const Shape shapes[2] = {anyShape(random), anyShape(random)};
    const bool inward[2] = {random() % 2 == 0, random() % 2 == 0};
    LdiGrid grid;
    grid.resolution = static_cast<Index>(1 + random() % 70);
    grid.axis = static_cast<LdiGrid::Axis>(trial % 4);
    grid.stretched = trial % 5 == 0;
    const auto views = volumeOfInterest(ldi_shapes::boxOf(shapes[0]), ldi_shapes::boxOf(shapes[1]), grid);
    if (!views) continue;
    CAPTURE(trial);
    const DrawnPair pair(shapes[0], shapes[1], *views, inward[0], inward[1]);
    const LayeredDepthImage &drawnA = pair.images[0], &drawnB = pair.images[1];
    LdiVolume expected;
    intersectionVolume(drawnA, drawnB, expected);
    OverlapSummary found;
    std::vector<Index> aInB, bInA, points;
    backend.answer({pair.input(0, imageA.get()), pair.input(1, imageB.get()), &aInB, &bInA, &found}, workers);
    same(found, expected);
    CHECK(renderer.statistics().readBackMs > 0);  // the call waits for the drawing, although no image is read back
    pointsInside(drawnB, pair.positions[0], points);
    CHECK((aInB == points));
    pointsInside(drawnA, pair.positions[1], points);
    CHECK((bInA == points));
    CHECK(imageA->entries == drawnA.entries.size());
    CHECK(imageA->layers == drawnA.layers());
    selfIntersectionVolume(drawnA, expected);
    LdiVolume spans;
    same(backend.selfIntersection(pair.input(0, imageA.get(), true), spans, workers), expected);
    CHECK(spans.spans.empty());
    CHECK(renderer.statistics().passes == 0);
    const LayeredDepthImage& read = backend.read(pair.input(0, imageA.get(), true), workers);
    CHECK(read.view == drawnA.view);
    CHECK((read.offsets == drawnA.offsets));
    CHECK((read.entries == drawnA.entries));
  }
}

TEST_CASE("an image on the card and one that is too large for it") {
  AbufferLdi renderer(std::make_shared<HeadlessContext>(), {.fragments = 1500});
  LdiBackend& backend = renderer.backend();
  const Shape a = ldi_shapes::box({-1, -1, -1}, {1, 1, 1}), b = ldi_shapes::knot(60, 8, 0.4);
  const DrawnPair pair(a, b, viewsOf(a, b, {.resolution = 24}));
  const LayeredDepthImage &drawnA = pair.images[0], &drawnB = pair.images[1];
  Workers workers;
  REQUIRE(drawnA.entries.size() <= 1500);
  REQUIRE(drawnB.entries.size() > 1500);
  LdiVolume expected;
  intersectionVolume(drawnA, drawnB, expected);
  REQUIRE(expected.volume > 0);
  std::vector<Index> insideA, insideB, points;
  const auto imageA = backend.makeImage(), imageB = backend.makeImage();
  for (const bool drawn : {false, true}) {
    OverlapSummary found;
    backend.answer({pair.input(0, imageA.get(), drawn), pair.input(1, imageB.get(), drawn), &insideA, &insideB, &found},
                   workers);
    CHECK(found.volume == expected.volume);
    CHECK(found.max == expected.max);
    pointsInside(drawnB, pair.positions[0], points);
    CHECK((insideA == points));
    pointsInside(drawnA, pair.positions[1], points);
    CHECK((insideB == points));
    CHECK(imageB->entries == drawnB.entries.size());
    CHECK((renderer.statistics().passes == 0) == drawn);
  }
  CHECK(imageB->memory() >= drawnB.memory());
}

TEST_CASE("what the CPU draws of both images of a question is counted") {
  AbufferLdi renderer(std::make_shared<HeadlessContext>());
  LdiBackend& backend = renderer.backend();
  // A corner of each box lies in the other box. The other corners are farther away than OpenGL's pixels reach.
  const Shape shapes[2] = {ldi_shapes::box({-1000, -1000, -1000}, {0.5, 0.5, 0.5}),
                           ldi_shapes::box({-0.5, -0.5, -0.5}, {1000, 1000, 1000})};
  const DrawnPair pair(shapes[0], shapes[1], viewsOf(shapes[0], shapes[1], {.resolution = 24}));
  Workers workers;
  LayeredDepthImage image;
  renderer.render(pair.surfaces[0], pair.views.a, image, workers);
  const std::size_t ofA = renderer.statistics().drawnByCpu;
  renderer.render(pair.surfaces[1], pair.views.b, image, workers);
  const std::size_t ofB = renderer.statistics().drawnByCpu;
  REQUIRE(ofA > 0);
  REQUIRE(ofB > 0);
  const auto imageA = backend.makeImage(), imageB = backend.makeImage();
  OverlapSummary found;
  backend.answer({pair.input(0, imageA.get()), pair.input(1, imageB.get()), nullptr, nullptr, &found}, workers);
  CHECK(found.volume == Approx(1).epsilon(1e-6));
  CHECK(renderer.statistics().drawnByCpu == ofA + ofB);
}
