// Volume of interest, view axis and depth range (Heidelberger 2003, 3.1); order of entries and exits (2004, 3.1).
#include <pliant/detectors/ldi/LdiQueries.h>
#include <pliant_catch.h>

#include <algorithm>

#include "LdiDrawn.h"

using namespace pliant;
using ldi_shapes::Shape;

namespace {

LdiPairViews viewsOf(const Shape& a, const Shape& b, LdiGrid::Depths depths) {
  const auto views = volumeOfInterest(ldi_shapes::boxOf(a), ldi_shapes::boxOf(b), {.resolution = 48, .depths = depths});
  REQUIRE(views);
  // Exchanging the bodies exchanges the views. Both views have one grid, from opposite sides.
  const auto turned =
      volumeOfInterest(ldi_shapes::boxOf(b), ldi_shapes::boxOf(a), {.resolution = 48, .depths = depths});
  REQUIRE(turned);
  LdiView other = views->b;
  other.ascending = !other.ascending;
  CHECK((other == views->a));
  CHECK(turned->outside == views->outside);
  CHECK(turned->extended == views->extended);
  if (!views->outside) {
    CHECK((turned->a == views->b));
    CHECK((turned->b == views->a));
  }
  return *views;
}

/// Returns the number of entries that are clamped to the far end.
std::size_t clampedFar(const LayeredDepthImage& image) {
  return static_cast<std::size_t>(std::count_if(image.entries.begin(), image.entries.end(),
                                                [](const LdiEntry& entry) { return entry.depth == 1; }));
}

/// Checks a pair without opposite outside faces. `outerLimits` and `innerLimits` are the bounds of the bodies along the
/// view axis.
void checkNoOutside(const Shape& outer, const Shape& inner, int axis, const std::array<double, 2>& outerLimits,
                    const std::array<double, 2>& innerLimits) {
  const auto i = static_cast<std::size_t>(axis);
  const LdiPairViews tight = viewsOf(outer, inner, LdiGrid::Depths::Tight);
  CHECK(tight.a.axis == axis);
  CHECK(!tight.outside);
  CHECK(!tight.extended);
  CHECK(tight.a.min[i] == innerLimits[0]);
  CHECK(tight.a.max[i] == innerLimits[1]);

  // The range extends to the outer body's nearer side, where its view starts. The inner body's view starts at its
  // opposite side.
  const LdiPairViews extended = viewsOf(outer, inner, LdiGrid::Depths::Extended);
  const bool down = outerLimits[1] - innerLimits[1] <= innerLimits[0] - outerLimits[0];
  CHECK(extended.a.axis == axis);
  CHECK(!extended.outside);
  CHECK(extended.extended);
  CHECK(extended.a.min[i] == (down ? innerLimits : outerLimits)[0]);
  CHECK(extended.a.max[i] == (down ? outerLimits : innerLimits)[1]);
  CHECK(extended.a.ascending == !down);
  for (std::size_t k = 0; k < 3; ++k) {
    if (k == i) continue;
    CHECK(extended.a.min[k] == tight.a.min[k]);
    CHECK(extended.a.max[k] == tight.a.max[k]);
  }
  CHECK(extended.a.width == tight.a.width);
  CHECK(extended.a.height == tight.a.height);

  double volume = 1;
  for (std::size_t k = 0; k < 3; ++k) volume *= tight.a.max[k] - tight.a.min[k];
  CHECK(sharedVolume(outer, inner, tight) == Approx(volume).epsilon(1e-6));
  CHECK(sharedVolume(outer, inner, extended) == Approx(volume).epsilon(1e-6));
  // No entry of the inner body lies beyond the range; its exits lie inside the extended range.
  const LayeredDepthImage innerImage = imageOf(inner, extended.b);
  CHECK(clampedFar(innerImage) == 0);
  CHECK(innerImage.entries.front().depth == 0);
}

}  // namespace

TEST_CASE("a box in a box: depths from side to side of the inner one, or up to the outer one's nearer side") {
  const Shape outer = ldi_shapes::box({0, 0, 0}, {4, 5, 6});
  checkNoOutside(outer, ldi_shapes::box({1, 1, 2}, {2, 3, 5}), 0, {0, 4}, {1, 2});
  checkNoOutside(outer, ldi_shapes::box({3, 1, 2}, {3.5, 3, 5}), 0, {0, 4}, {3, 3.5});
  checkNoOutside(outer, ldi_shapes::box({1, 4, 2}, {3, 4.5, 5}), 1, {0, 5}, {4, 4.5});
  checkNoOutside(outer, ldi_shapes::box({1, 1, 0.5}, {3, 3, 1.5}), 2, {0, 6}, {0.5, 1.5});
  checkNoOutside(outer, ldi_shapes::box({1.5, 1, 2}, {2.5, 3, 5}), 0, {0, 4}, {1.5, 2.5});  // two sides equally near
}

TEST_CASE("crossed bars, neither of which holds the other") {
  const Shape along = ldi_shapes::box({-3, -1, -1}, {3, 1, 1});
  checkNoOutside(along, ldi_shapes::box({-1, -3, -0.75}, {1, 3, 0.25}), 2, {-1, 1}, {-0.75, 0.25});
  checkNoOutside(along, ldi_shapes::box({-1, -3, -0.25}, {1, 3, 0.75}), 2, {-1, 1}, {-0.25, 0.75});
}

TEST_CASE("opposite outside faces: each body is looked at from its own, and nothing is extended") {
  const Shape low = ldi_shapes::box({0, 0, 0}, {2, 3, 3}), high = ldi_shapes::box({1.5, 0.5, 0.5}, {4, 2.5, 2.5});
  for (const auto depths : {LdiGrid::Depths::Tight, LdiGrid::Depths::Extended}) {
    const LdiPairViews views = viewsOf(low, high, depths);
    CHECK(views.a.axis == 0);
    CHECK(views.outside);
    CHECK(!views.extended);
    CHECK(views.a.min[0] == 1.5);
    CHECK(views.a.max[0] == 2);
    CHECK(!views.a.ascending);  // the lower body's outside face is its upper side
    CHECK(views.b.ascending);
    CHECK(sharedVolume(low, high, views) == Approx(0.5 * 2 * 2).epsilon(1e-6));
  }
}

TEST_CASE("entries and exits alternate in a convex body, and do not where a body passes through itself") {
  std::mt19937 random(5);
  Shape turned = ldi_shapes::box({0, 0, 0}, {1, 2, 0.5});
  turned.turn(random);
  const Shape convex[] = {ldi_shapes::box({0, 0, 0}, {1, 1, 1}), turned, ldi_shapes::sphere(20, 30)};
  Shape twice = ldi_shapes::box({0, 0, 0}, {1, 1, 1}), beside = twice;
  twice.add(ldi_shapes::box({0.25, 0.25, 0.5}, {0.75, 0.75, 1.5}));
  beside.add(ldi_shapes::box({0.25, 0.25, 1.25}, {0.75, 0.75, 1.5}));
  const LdiGrid grid{.resolution = 96, .axis = LdiGrid::Axis::Z};
  for (const bool ascending : {false, true}) {
    CAPTURE(ascending);
    const auto seen = [&](const Shape& shape) {
      LdiView view = ldi_shapes::viewOf(shape, grid);
      view.ascending = ascending;
      return imageOf(shape, view);
    };
    for (const Shape& shape : convex) {
      const LayeredDepthImage image = seen(shape);
      CHECK(image.entries.size() > 100);
      CHECK(pixelsOutOfOrder(image) == 0);
    }
    CHECK(pixelsOutOfOrder(seen(beside)) == 0);
    const LayeredDepthImage image = seen(twice);
    CHECK(pixelsOutOfOrder(image) == 32 * 32);  // out of 64 × 64 pixels
    LdiVolume volume;
    selfIntersectionVolume(image, volume);
    CHECK(volume.spans.size() == 32 * 32);
    CHECK(volume.volume == Approx(0.5 * 0.5 * 0.5).epsilon(1e-6));
    // In a body that is inside out, every ray exits before it enters.
    Shape inward = convex[0];
    inward.turnInsideOut();
    CHECK(pixelsOutOfOrder(seen(inward)) == 96 * 96);
  }
}
