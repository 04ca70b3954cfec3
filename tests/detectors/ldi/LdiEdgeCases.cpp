// Layered depth images of bodies that touch, are flat, tiny, huge, empty, not finite or no volume.
#include <pliant/detectors/Error.h>
#include <pliant/detectors/ldi/LdiDetector.h>
#include <pliant/detectors/ldi/SoftwareLdi.h>
#include <pliant_catch.h>

#include <limits>
#include <random>

#include "LdiStage.h"
#include "shapes/LdiShapes.h"

using namespace pliant;
using ldi_shapes::LdiStage;
using ldi_shapes::Shape;

TEST_CASE("boxes that only touch: exact, and no volume") {
  LdiStage stage(64);
  const Shape a = ldi_shapes::box({0, 0, 0}, {1, 1, 1}), b = ldi_shapes::box({1, 0.25, 0.25}, {2, 0.75, 3});
  stage.add(a, b);
  stage.query();
  CHECK(stage.results.intersectionVolumes.empty());
  // The two lower corners of b's left side lie on a. No corner of a lies on b.
  REQUIRE(stage.results.verticesInside.size() == 2);
  for (const InsideVertex& inside : stage.results.verticesInside) {
    CHECK(inside.vertexBody == 1);
    CHECK(b.points[inside.vertex][2] == Real(0.25));
  }
}

TEST_CASE("what is no volume is refused, and names itself") {
  const Shape closed = ldi_shapes::sphere(8, 12);
  Shape open = closed;
  open.faces.pop_back();
  LdiStage stage;
  stage.add(closed, open);
  CHECK_THROWS_WITH(stage.query(), Catch::Contains("body 1") && Catch::Contains("3 open edges"));
  Shape turned = ldi_shapes::sphere(8, 12);
  std::swap(turned.faces[0][0], turned.faces[0][1]);
  LdiStage other;
  other.add(turned);
  CHECK_THROWS_WITH(other.query(),
                    Catch::Contains("body 0") && Catch::Contains("3 edges with inconsistent orientation"));
  CHECK_THROWS_AS(other.detector.setSettings({.grid = {.resolution = kMostLdiResolution + 1}}), Error);
}

TEST_CASE("a body with a NaN sits out") {
  Shape a = ldi_shapes::sphere(8, 12), b = a;
  b.move(1, {0.5, 0, 0});
  LdiStage stage(32);
  stage.add(a, b);
  stage.query();
  CHECK(stage.results.intersectionVolumes.size() == 1);
  const Real x = b.points[3][1];
  b.points[3][1] = std::numeric_limits<Real>::quiet_NaN();
  stage.query();
  CHECK(stage.results.intersectionVolumes.empty());
  CHECK(stage.results.counters.bodiesSkipped == 1);
  b.points[3][1] = x;
  stage.query();
  CHECK(stage.results.intersectionVolumes.size() == 1);
}

TEST_CASE("a body that sits out while others come is still known to be inside out") {
  Shape a = ldi_shapes::sphere(8, 12), b = a;
  a.turnInsideOut();
  b.move(1, {0.5, 0, 0});
  LdiStage stage(32);
  stage.add(a, b);
  stage.query();
  REQUIRE(stage.results.intersectionVolumes.size() == 1);
  const double volume = stage.results.intersectionVolumes[0].volume;
  const Real x = a.points[3][1];
  a.points[3][1] = std::numeric_limits<Real>::infinity();
  stage.query();
  Shape far = b;
  far.move(1, {100, 0, 0});
  stage.add(far);
  stage.query();
  CHECK(stage.results.intersectionVolumes.empty());
  a.points[3][1] = x;
  stage.query();
  REQUIRE(stage.results.intersectionVolumes.size() == 1);
  CHECK(stage.results.intersectionVolumes[0].volume == volume);
}

TEST_CASE("boxes that touch in a corner, an edge, a face") {
  const Shape a = ldi_shapes::box({0, 0, 0}, {1, 1, 1});
  const std::array<double, 3> lows[] = {{1, 1, 1}, {1, 1, 0.25}, {1, 0.25, 0.25}};
  for (const auto& low : lows) {
    const Shape b = ldi_shapes::box(low, {low[0] + 1, low[1] + 1, low[2] + 1});
    for (const bool stretched : {false, true}) {
      LdiGrid grid;
      grid.stretched = stretched;
      const auto views = volumeOfInterest(ldi_shapes::boxOf(a), ldi_shapes::boxOf(b), grid);
      REQUIRE(views);
      CHECK(!isDrawable(views->a));
      CHECK(views->a.width >= 1);
      CHECK(views->a.height <= grid.resolution);
      SoftwareLdi renderer;
      LayeredDepthImage image;
      Workers workers;
      const auto positions = a.packed();
      CHECK_THROWS_AS(renderer.render({positions, 0, 8, a.faces, false}, views->a, image, workers), Error);
    }
    LdiStage stage;
    stage.add(a, b);
    stage.query();
    CHECK(stage.results.intersectionVolumes.empty());
    CHECK(!stage.results.verticesInside.empty());
  }
  const Shape apart = ldi_shapes::box({2, 0, 0}, {3, 1, 1});
  CHECK(!volumeOfInterest(ldi_shapes::boxOf(a), ldi_shapes::boxOf(apart), {}));
}

TEST_CASE("the longest side has as many pixels as were asked for, whatever its length rounds to") {
  std::mt19937 random(17);
  std::uniform_real_distribution<double> part(0.1, 10);
  for (int trial = 0; trial < 2000; ++trial) {
    Box box{};
    for (Real& x : box.max) x = static_cast<Real>(part(random));
    LdiGrid grid;
    grid.resolution = static_cast<Index>(1 + random() % 300);
    grid.axis = static_cast<LdiGrid::Axis>(trial % 4);
    const LdiView view = volumeOfInterest(box, grid);
    const double longest = std::max({double{box.max[0]}, double{box.max[1]}, double{box.max[2]}});
    const bool seen = longest > view.range() || grid.axis == LdiGrid::Axis::Nearest;
    CHECK(std::max(view.width, view.height) <= grid.resolution);
    if (seen) CHECK(std::max(view.width, view.height) == grid.resolution);
  }
  for (const Index resolution : {Index{0}, kMostLdiResolution + 1}) {
    const Box box{{0, 0, 0}, {1, 1, 1}};
    LdiGrid grid;
    grid.resolution = resolution;
    CHECK_THROWS_WITH(volumeOfInterest(box, grid), Catch::Contains(std::to_string(resolution)));
    CHECK_THROWS_AS(volumeOfInterest(box, box, grid), Error);
  }
  LdiGrid none;
  none.axis = static_cast<LdiGrid::Axis>(4);
  const Box box{{0, 0, 0}, {1, 1, 1}};
  CHECK_THROWS_WITH(volumeOfInterest(box, none), Catch::Contains("axis 4"));
  CHECK_THROWS_AS(volumeOfInterest(box, box, none), Error);
}

TEST_CASE("a view whose corner no coordinate can have") {
  // Coordinates near 2^20 are multiples of 1/8 in the float build; pixels are 1/64 wide.
  const double at = 1 << 20;
  Shape shape = ldi_shapes::box({at - 8, at - 8, -8}, {at + 8, at + 8, 8});
  for (const double shift : {0.0, 0.0624, -0.0624, 0.03}) {
    LdiView view;
    view.min = {at + shift, at + shift, -10};
    view.max = {at + shift + 1, at + shift + 1, 10};
    view.width = view.height = 64;
    view.pixel = {1.0 / 64, 1.0 / 64};
    CAPTURE(shift);
    CHECK(imageOf(shape, view).entries.size() == 2 * 64 * 64);
    // A side of the box crosses the image.
    view.min = {at + 8 + shift - 0.5, at, -10};
    view.max = {at + 8 + shift + 0.5, at + 1, 10};
    std::size_t columns = 0;
    for (int c = 0; c < 64; ++c) columns += view.min[0] + (c + 0.5) / 64 < at + 8;
    CHECK(imageOf(shape, view).entries.size() == 2 * columns * 64);
  }
}

TEST_CASE("tiny and huge bodies") {
  const Shape unit = ldi_shapes::sphere(24, 48);
  Shape other = unit;
  other.move(1, {0.5, 0.25, -0.5});
  double volume = 0;
  const int most = std::numeric_limits<Real>::max_exponent10 - 2;
  for (const int exponent : {0, -30, 30, -40, most, -most}) {
    Shape a = unit, b = other;
    a.move(std::pow(10.0, exponent), {0, 0, 0});
    b.move(std::pow(10.0, exponent), {0, 0, 0});
    LdiStage stage(48);
    stage.add(a, b);
    stage.query();
    CAPTURE(exponent);
    CHECK(!stage.results.verticesInside.empty());
    if (std::abs(exponent) > 100) continue;  // double build: the volume overflows or underflows
    REQUIRE(stage.results.intersectionVolumes.size() == 1);
    const double found = stage.results.intersectionVolumes[0].volume;
    if (exponent == 0) volume = found;
    CHECK(found / std::pow(10.0, exponent) / std::pow(10.0, exponent) / std::pow(10.0, exponent) ==
          Approx(volume).epsilon(0.01));
  }
}

TEST_CASE("a body that has blown up has few entries for each face, and few regions") {
  const Shape whole = ldi_shapes::sphere(8, 12);
  Shape a = whole, b = whole;
  b.move(1, {0.5, 0.25, -0.5});
  LdiStage stage;
  stage.add(a, b);
  stage.query();
  const auto resolution = stage.results.counters.ldiResolution;
  const double volume = stage.results.intersectionVolumes.at(0).volume;
  std::mt19937 random(3);
  std::uniform_real_distribution<double> at(-1, 1);
  for (const double far : {5.0, 50.0}) {
    CAPTURE(far);
    for (std::size_t i = 0; i < a.points.size(); ++i) {
      for (std::size_t k = 0; k < 3; ++k) a.points[i][k] = static_cast<Real>(far * at(random));
    }
    for (const bool both : {false, true}) {
      for (std::size_t i = 0; both && i < b.points.size(); ++i) {
        for (std::size_t k = 0; k < 3; ++k) b.points[i][k] = static_cast<Real>(far * at(random));
      }
      stage.query();
      // Two images of the pair, one of each body with itself.
      CHECK(stage.results.counters.ldiEntries < 4 * 100 * whole.faces.size());
      LdiRegions regions;
      Counters counters;
      Workers workers;
      for (const Index other : {Index{0}, Index{1}}) {
        stage.detector.regions(stage.set, 0, other, {0.1, false}, regions, counters, workers);
        CHECK(regions.regions.size() < 3 * 10 * whole.faces.size());
      }
    }
    b = whole;
    b.move(1, {0.5, 0.25, -0.5});
  }
  // The original shape gives the original results.
  a = whole;
  stage.query();
  CHECK(stage.results.counters.ldiResolution == resolution);
  CHECK(stage.results.intersectionVolumes.at(0).volume == volume);
}

TEST_CASE("an image without entries, and a volume without spans") {
  const Shape shape = ldi_shapes::box({0, 0, 0}, {1, 1, 1});
  LdiView view;
  view.min = {2, 2, 2};
  view.max = {3, 3, 3};
  view.width = view.height = 8;
  view.pixel = {0.125, 0.125};
  const LayeredDepthImage image = imageOf(shape, view);
  CHECK(image.entries.empty());
  CHECK(image.layers() == 0);
  CHECK(image.memory() > 0);
  LdiVolume volume;
  volume.spans.push_back({0, 0, 1});
  insideVolume(image, volume);
  CHECK(volume.spans.empty());
  CHECK(volume.volume == 0);
  CHECK(volume.min[0] > volume.max[0]);
  CHECK(pixelsOutOfOrder(image) == 0);
  std::vector<Index> inside{7};
  pointsInside(image, shape.packed(), inside);
  CHECK(inside.empty());
  volume.volume = 1;
  volume.min = {0, 0, 0};
  volume.clear();
  CHECK(volume.volume == 0);
  CHECK(volume.min[0] > volume.max[0]);

  LayeredDepthImage finer = image;
  finer.view.width = 9;
  CHECK_THROWS_AS(intersectionVolume(image, finer, volume), Error);
}

TEST_CASE("a self-intersection that is a hair but for one bulge") {
  // Viewed along z, with pixels of width 1: the hair lies around the centre of a pixel and is thinner than the possible
  // rounding error. The bulge at one end contains a ball of 1.45 pixels.
  Shape shape = ldi_shapes::box({0, 0, 0}, {64, 64, 63});
  Shape hair = ldi_shapes::box({30.497, 30.497, 2}, {30.503, 30.503, 50});
  Shape bulge = ldi_shapes::box({29.75, 29.75, 49}, {31.25, 31.25, 50.5});
  shape.add(hair);
  LdiStage thin(64);
  thin.add(shape);
  thin.query();
  CHECK(thin.results.selfIntersectionVolumes.empty());
  shape.add(bulge);
  LdiStage stage(64);
  stage.add(shape);
  stage.query();
  CHECK(stage.results.selfIntersectionVolumes.size() == 1);
}

TEST_CASE("a query before the update that it needs is refused, and one for a margin that is none") {
  const Shape shape = ldi_shapes::sphere(8, 12);
  LdiStage stage(16);
  stage.add(shape);
  stage.query();
  LdiVolume volume;
  Workers workers;
  CHECK_THROWS_AS(stage.detector.intersection(stage.set, 0, 1, volume, workers), Error);
  CHECK_THROWS_AS(stage.detector.selfIntersection(stage.set, 1, volume, workers), Error);
  stage.detector.selfIntersection(stage.set, 0, volume, workers);
  CHECK(volume.spans.empty());
  Query query;
  query.vertexFace = true;
  CHECK_THROWS_WITH(stage.detector.query(stage.set, query, stage.results, workers), Catch::Contains("vertexFace"));
  query.vertexFace = false;
  stage.add(shape);
  stage.set.update();
  CHECK_THROWS_WITH(stage.detector.query(stage.set, query, stage.results, workers), Catch::Contains("call update()"));
  CHECK_THROWS_WITH(stage.detector.intersection(stage.set, 0, 1, volume, workers), Catch::Contains("call update()"));
  stage.query();
  CHECK(stage.results.intersectionVolumes.size() == 1);

  LdiStage nothing;
  nothing.query();
  CHECK(nothing.results.intersectionVolumes.empty());
}
