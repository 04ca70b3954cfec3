// Images of some rows, and views that are so large that they are drawn band by band.
#include <pliant/detectors/Error.h>
#include <pliant/detectors/ldi/LdiQueries.h>
#include <pliant/detectors/ldi/SoftwareLdi.h>
#include <pliant/detectors/ldi/VolumeOfInterest.h>
#include <pliant_catch.h>
#include <pliant_share.h>

#include <algorithm>

#include "LdiStage.h"
#include "shapes/LdiShapes.h"

using namespace pliant;
using namespace ldi_shapes;

namespace {

bool same(const std::vector<LdiSpan>& a, const std::vector<LdiSpan>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const LdiSpan& x, const LdiSpan& y) {
    return x.pixel == y.pixel && x.low == y.low && x.high == y.high;
  });
}

/// A whole image, and the same image in bands of `rows` rows.
struct Drawn {
  LayeredDepthImage whole;
  std::vector<LayeredDepthImage> bands;

  Drawn(const Shape& shape, const LdiView& view, Index rows, unsigned threads) {
    const std::vector<PackedPosition> positions = shape.packed();
    const LdiSurface surface = surfaceOf(shape, positions);
    Workers workers(threads);
    SoftwareLdi renderer;
    renderer.render(surface, view, whole, workers);
    for (Index first = 0; first < view.height; first += rows) {
      renderer.renderRows(surface, view, first, std::min(first + rows, view.height) - 1, bands.emplace_back(), workers);
    }
  }
};

/// Returns the spans of all bands, one band after the other.
template <typename Answer>
std::vector<LdiSpan> spansOf(std::size_t bands, Answer&& answer) {
  std::vector<LdiSpan> all;
  LdiVolume volume;
  for (std::size_t i = 0; i < bands; ++i) {
    answer(i, volume);
    all.insert(all.end(), volume.spans.begin(), volume.spans.end());
  }
  return all;
}

}  // namespace

TEST_CASE("bands of an image hold what the whole one holds, and answer alike") {
  std::mt19937 random(3);
  const Shape a = knot(120, 12, 0.9);  // intersects itself
  Shape b = torus(40, 20, 1, 0.4);
  b.move(2, {0.5, 0.2, 0.1});
  const LdiPairViews views = viewsOf(a, b, {.resolution = 97});
  std::vector<PackedPosition> points(2000);
  const Box box = boxOf(a);
  for (PackedPosition& p : points) {
    Real* const x = &p.x;
    for (std::size_t k = 0; k < 3; ++k) x[k] = std::uniform_real_distribution<Real>(box.min[k], box.max[k])(random);
  }
  for (const Index rows : {1u, 7u, 96u, 1000u}) {
    CAPTURE(rows);
    const Drawn drawnA(a, views.a, rows, 1), drawnB(b, views.b, rows, 2);
    const LayeredDepthImage& whole = drawnA.whole;
    CHECK(whole.unbalancedPixels() == 0);
    std::size_t wrong = 0, next = 0;
    std::vector<Index> inside, found, expected;
    for (const LayeredDepthImage& band : drawnA.bands) {
      REQUIRE(band.view == whole.view);
      CHECK(band.firstPixel == next);
      next = band.endPixel();
      for (std::size_t p = band.firstPixel; p < band.endPixel(); ++p) {
        wrong += !std::equal(band.pixel(p).begin(), band.pixel(p).end(), whole.pixel(p).begin(), whole.pixel(p).end());
      }
      CHECK(band.unbalancedPixels() == 0);
      pointsInside(band, points, found);
      inside.insert(inside.end(), found.begin(), found.end());
    }
    CHECK(wrong == 0);
    CHECK(next == whole.view.pixels());
    std::sort(inside.begin(), inside.end());
    pointsInside(whole, points, expected);
    CHECK(expected.size() > 20);
    CHECK(inside == expected);
    LdiVolume volume;
    intersectionVolume(whole, drawnB.whole, volume);
    CHECK(volume.spans.size() > 100);
    CHECK(same(volume.spans, spansOf(drawnA.bands.size(), [&](std::size_t i, LdiVolume& part) {
                 intersectionVolume(drawnA.bands[i], drawnB.bands[i], part);
               })));
    insideVolume(whole, volume);
    CHECK(same(volume.spans, spansOf(drawnA.bands.size(),
                                     [&](std::size_t i, LdiVolume& part) { insideVolume(drawnA.bands[i], part); })));
    selfIntersectionVolume(whole, volume);
    CHECK(volume.spans.size() > 10);
    CHECK(same(volume.spans, spansOf(drawnA.bands.size(), [&](std::size_t i, LdiVolume& part) {
                 selfIntersectionVolume(drawnA.bands[i], part);
               })));
  }
  const Drawn whole(a, views.a, 1000, 1), cut(b, views.b, 20, 1);
  LdiVolume volume;
  CHECK_THROWS_AS(intersectionVolume(whole.whole, cut.bands[1], volume), Error);
}

TEST_CASE("pixels out of balance are counted in bands as in the whole image") {
  // Some faces are missing, so that entries and exits are unbalanced, in some rows more than in others.
  Shape open = torus(40, 20, 1, 0.4);
  std::erase_if(open.faces, [](const pliant::Triangle& t) { return t[0] % 7 == 3 && t[0] < 300; });
  const LdiView view = volumeOfInterest(boxOf(open), {.resolution = 61});
  for (const Index rows : {1u, 10u, 61u}) {
    const Drawn drawn(open, view, rows, 1);
    std::size_t all = 0, unbalanced = 0, outOfOrder = 0;
    for (std::size_t p = 0; p < view.pixels(); ++p) {
      int balance = 0;
      for (const LdiEntry& entry : drawn.whole.pixel(p)) balance += entry.entering() ? 1 : -1;
      all += balance != 0;
    }
    CHECK(all > 50);
    CHECK(drawn.whole.unbalancedPixels() == all);
    for (const LayeredDepthImage& band : drawn.bands) {
      unbalanced += band.unbalancedPixels();
      outOfOrder += pixelsOutOfOrder(band);
    }
    CHECK(unbalanced == all);
    CHECK(outOfOrder == pixelsOutOfOrder(drawn.whole));
  }
  CHECK(LayeredDepthImage{}.unbalancedPixels() == 0);
}

TEST_CASE("rows that an image does not have are refused, and whole images are whole again") {
  const Shape shape = box({0, 0, 0}, {1, 1, 1});
  const std::vector<PackedPosition> positions = shape.packed();
  const LdiSurface surface = surfaceOf(shape, positions);
  const LdiView view = volumeOfInterest(boxOf(shape), {.resolution = 10});
  Workers workers;
  SoftwareLdi renderer;
  LayeredDepthImage image;
  CHECK(renderer.drawsRows());
  CHECK_THROWS_AS(renderer.renderRows(surface, view, 3, 2, image, workers), Error);
  CHECK_THROWS_AS(renderer.renderRows(surface, view, 3, 10, image, workers), Error);
  renderer.renderRows(surface, view, 3, 5, image, workers);
  CHECK(image.firstPixel == 30);
  CHECK(image.endPixel() == 60);
  renderer.render(surface, view, image, workers);
  CHECK(image.firstPixel == 0);
  CHECK(image.endPixel() == 100);
  CHECK(LayeredDepthImage().endPixel() == 0);
}

TEST_CASE("images are whole up to a size whose memory is bearable, and beyond it memory falls") {
  const Shape a = box({0, 0, 0}, {1, 1, 0.2}), b = box({0, 0, 0.1}, {1, 1, 0.3});
  constexpr std::size_t kMiB = 1 << 20;
  for (const auto& [resolution, most] : {std::pair<Index, std::size_t>{2048, 448 * kMiB}, {2049, 64 * kMiB}}) {
    CAPTURE(resolution);
    LdiStage stage(resolution);
    stage.add(a, b);
    for (int again = 0; again < 2; ++again) {
      stage.query();
      REQUIRE(stage.results.intersectionVolumes.size() == 1);
      CHECK(stage.results.intersectionVolumes[0].volume == Approx(0.1).epsilon(1e-4));
      CHECK(stage.results.counters.ldiResolution == resolution);
      const bool isKept = again > 0 && resolution == 2048;
      CHECK(stage.results.counters.ldiImages == (isKept ? 0 : 4));
      CHECK(stage.results.counters.ldiImagesKept == (isKept ? 4 : 0));
      CHECK(stage.detector.memory() < most);
    }
  }
}

TEST_CASE("spans, gradients and regions are of whole images: too large ones are refused before any is drawn") {
  const Shape a = box({0, 0, 0}, {1, 1, 0.2}), b = box({0, 0, 0.1}, {1, 1, 0.3});
  LdiStage stage(4097);
  stage.add(a, b);
  Workers workers;
  stage.update();
  const std::size_t before = stage.detector.memory();
  LdiVolume volume;
  LdiOverlap overlap;
  LdiRegions regions;
  Counters counters;
  const auto refused = Catch::Contains("4097 × 4097 pixels is above the maximum of 16777216 for an image drawn whole");
  CHECK_THROWS_WITH(stage.detector.intersection(stage.set, 0, 1, volume, workers), refused);
  CHECK_THROWS_WITH(stage.detector.overlap(stage.set, 0, 1, overlap, workers), refused);
  CHECK_THROWS_WITH(stage.detector.overlap(stage.set, 1, 1, overlap, workers), refused);
  CHECK_THROWS_WITH(stage.detector.regions(stage.set, 0, 1, {}, regions, counters, workers), refused);
  CHECK(counters.ldiImages == 0);
  CHECK(stage.detector.memory() < before + (1 << 20));
  stage.detector.setSettings({.grid = {.resolution = 40}});
  stage.detector.intersection(stage.set, 0, 1, volume, workers);
  CHECK(volume.volume == Approx(0.1).epsilon(1e-4));
}

TEST_CASE("at 16,384 pixels memory stays small and the answer is right") {
  // Two rods that cross in the middle of the square that both boxes cover.
  const auto rod = [](double from, double to) {
    constexpr double kThick = 0.003;
    Shape shape;
    for (const double end : {0.0, 1.0}) {
      for (const auto& [y, z] : {std::pair(-kThick, -kThick), {kThick, -kThick}, {kThick, kThick}, {-kThick, kThick}}) {
        shape.points.push_back(
            {static_cast<Real>(end), static_cast<Real>(from + end * (to - from) + y), static_cast<Real>(z)});
      }
    }
    shape.faces = {{0, 3, 2}, {0, 2, 1}, {4, 5, 6}, {4, 6, 7}, {0, 1, 5}, {0, 5, 4},
                   {1, 2, 6}, {1, 6, 5}, {2, 3, 7}, {2, 7, 6}, {3, 0, 4}, {3, 4, 7}};
    return shape;
  };
  const Shape up = rod(0, 1), down = rod(1, 0);
  Shape cloud;
  cloud.points = {{Real(0.5), Real(0.5), 0}, {Real(0.5), Real(0.51), 0}, {Real(0.25), Real(0.25), Real(0.001)}};
  constexpr Index kPixels = kMostLdiResolution / (share::sanitized ? 2 : 1);
  LdiStage stage(kPixels);
  stage.add(up, down, cloud);
  stage.query();
  // Each side is exact to 0.72 of 98 pixels. Two strips of height 2h cross; their intersection is the parallelogram
  // |y - x| < h, |y + x - 1| < h.
  const double half = 0.003, area = 2 * half * half, volume = 2 * half * area;
  REQUIRE(stage.results.intersectionVolumes.size() == 1);
  CHECK(stage.results.intersectionVolumes[0].volume == Approx(volume).epsilon(share::sanitized ? 0.06 : 0.03));
  CHECK(stage.results.selfIntersectionVolumes.empty());
  const auto holds = [&](Index body, Index vertex, Index by) {
    return std::any_of(stage.results.verticesInside.begin(), stage.results.verticesInside.end(),
                       [&](const auto& i) { return i.vertexBody == body && i.vertex == vertex && i.volumeBody == by; });
  };
  CHECK(holds(2, 0, 0));
  CHECK(holds(2, 0, 1));
  CHECK(holds(2, 2, 0));
  CHECK(!holds(2, 2, 1));
  CHECK(stage.results.verticesInside.size() == 3);
  CHECK(stage.results.counters.ldiImagesKept == 0);
  CHECK(stage.results.counters.ldiResolution == kPixels);
  std::vector<InsideContact> contacts;
  Workers workers;
  stage.detector.contacts(stage.set, stage.results.verticesInside, contacts, workers);
  REQUIRE(contacts.size() == 3);
  CHECK(contacts[0].depth > 0);
  CHECK(stage.detector.memory() < std::size_t{64} << 20);
}
