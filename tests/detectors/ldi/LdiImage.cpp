// Compares the rasteriser with a reference that tests every pixel against every face.
#include <pliant_allocations.h>
#include <pliant_catch.h>

#include <algorithm>

#include "LdiDrawn.h"
#include "detectors/AllTargets.h"

using namespace pliant;
using ldi_shapes::Shape;

namespace {

__extension__ using Wide = __int128;

/// Returns the entries of every pixel as (face, side), sorted. A pixel centre on an edge counts as moved a little to
/// the right, and even less upwards.
std::vector<std::vector<std::uint32_t>> everyPixel(const Shape& shape, const LdiView& view) {
  std::vector<std::vector<std::uint32_t>> pixels(view.pixels());
  const auto column = static_cast<std::size_t>(view.columnAxis()), row = static_cast<std::size_t>(view.rowAxis());
  const auto snapped = [&](std::size_t axis, double pixel, Real x) {
    return static_cast<std::int64_t>(std::nearbyint((double{x} - view.min[axis]) * (256 / pixel)));
  };
  for (Index f = 0; f < shape.faces.size(); ++f) {
    std::int64_t x[3], y[3];
    for (std::size_t k = 0; k < 3; ++k) {
      const auto& p = shape.points[shape.faces[f][k]];
      x[k] = snapped(column, view.pixel[0], p[column]);
      y[k] = snapped(row, view.pixel[1], p[row]);
    }
    const Wide area = Wide{x[1] - x[0]} * (y[2] - y[0]) - Wide{x[2] - x[0]} * (y[1] - y[0]);
    if (area == 0) continue;
    const int turn = area > 0 ? 1 : -1;
    const auto pixelAt = [](std::int64_t at, Index count) {
      return static_cast<Index>(std::clamp<std::int64_t>(at / 256, 0, count - 1));
    };
    const auto [left, right] = std::minmax({x[0], x[1], x[2]});
    const auto [bottom, top] = std::minmax({y[0], y[1], y[2]});
    for (Index r = pixelAt(bottom, view.height); r <= pixelAt(top, view.height); ++r) {
      for (Index c = pixelAt(left, view.width); c <= pixelAt(right, view.width); ++c) {
        const std::int64_t px = std::int64_t{c} * 256 + 128, py = std::int64_t{r} * 256 + 128;
        bool within = true;
        for (int i = 0; i < 3 && within; ++i) {
          const int j = (i + 1) % 3;
          const std::int64_t dx = x[j] - x[i], dy = y[j] - y[i];
          const Wide e = Wide{dx} * (py - y[i]) - Wide{dy} * (px - x[i]);
          int sign = e > 0 ? 1 : e < 0 ? -1 : 0;
          if (sign == 0) sign = dy < 0 ? 1 : dy > 0 ? -1 : dx > 0 ? 1 : -1;
          within = sign * turn > 0;
        }
        if (within) pixels[r * view.width + c].push_back(f << 1 | std::uint32_t{(turn > 0) != view.ascending});
      }
    }
  }
  return pixels;
}

void compare(const Shape& shape, const LdiView& view, LayeredDepthImage& image, SoftwareLdi& renderer) {
  Workers workers;
  const auto positions = shape.packed();
  const LdiSurface surface = ldi_shapes::surfaceOf(shape, positions);
  renderer.render(surface, view, image, workers);
  REQUIRE(image.view == view);
  REQUIRE(image.offsets.size() == view.pixels() + 1);
  REQUIRE(image.offsets.front() == 0);
  REQUIRE(image.offsets.back() == image.entries.size());
  const auto expected = everyPixel(shape, view);
  std::size_t wrong = 0, unbalanced = 0, unsorted = 0, outside = 0;
  std::vector<std::uint32_t> found;
  for (std::size_t p = 0; p < view.pixels(); ++p) {
    found.clear();
    int winding = 0;
    const LdiEntry* last = nullptr;
    for (const LdiEntry& entry : image.pixel(p)) {
      found.push_back(entry.faceAndSide);
      winding += entry.entering() ? 1 : -1;
      outside += !(0 <= entry.depth && entry.depth <= 1);
      if (last != nullptr) {
        unsorted += entry.depth < last->depth || (entry.depth == last->depth && entry.faceAndSide < last->faceAndSide);
      }
      last = &entry;
    }
    std::sort(found.begin(), found.end());
    wrong += found != expected[p];
    unbalanced += winding != 0;
  }
  CHECK(wrong == 0);
  CHECK(unbalanced == 0);
  CHECK(unsorted == 0);
  CHECK(outside == 0);
}

/// Compares the images of all instruction sets, too.
void compareAll(const Shape& shape, const LdiView& view, LayeredDepthImage& image, SoftwareLdi& renderer) {
  compare(shape, view, image, renderer);
  Workers workers;
  const auto positions = shape.packed();
  const LdiSurface surface = ldi_shapes::surfaceOf(shape, positions);
  LayeredDepthImage other;
  test::onAllTargets([&] {
    renderer.render(surface, view, other, workers);
    CHECK((other.offsets == image.offsets && other.entries == image.entries));
  });
}

LdiView randomView(std::mt19937& random, const Box& box) {
  const auto part = [&] { return std::uniform_real_distribution<double>(0, 1)(random); };
  LdiView view;
  double longest = 0;
  // Views from ten times the box down to a thousandth of it.
  const double size = std::pow(10.0, 1 - 4 * part());
  for (std::size_t i = 0; i < 3; ++i) {
    const double extent = double{box.max[i]} - box.min[i], at = box.min[i] + part() * extent;
    const double half = size * extent * (0.1 + part());
    view.min[i] = static_cast<Real>(at - half);
    view.max[i] = static_cast<Real>(at + half);
    longest = std::max(longest, view.max[i] - view.min[i]);
  }
  view.axis = static_cast<std::uint8_t>(random() % 3);
  view.ascending = random() % 2 == 0;
  const auto resolution = static_cast<Index>(1 + random() % 40);
  const auto pixels = [&](int axis, double& pixel) {
    const auto i = static_cast<std::size_t>(axis);
    pixel = longest / resolution;
    return static_cast<Index>(std::max(1.0, std::ceil((view.max[i] - view.min[i]) / pixel)));
  };
  view.width = pixels(view.columnAxis(), view.pixel[0]);
  view.height = pixels(view.rowAxis(), view.pixel[1]);
  return view;
}

/// Closed tetrahedra at random places, which contain and intersect each other.
Shape soup(std::mt19937& random, int count) {
  std::uniform_real_distribution<double> part(-1, 1);
  Shape shape;
  for (int i = 0; i < count; ++i) {
    Shape one;
    for (int k = 0; k < 4; ++k) {
      one.points.push_back(
          {static_cast<Real>(part(random)), static_cast<Real>(part(random)), static_cast<Real>(part(random))});
    }
    one.faces = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}};
    shape.add(one);
  }
  return shape;
}

}  // namespace

TEST_CASE("the rasteriser covers exactly the pixels of each face, and every pixel is in balance") {
  std::mt19937 random(11);
  SoftwareLdi renderer;
  LayeredDepthImage image;
  const Shape shapes[] = {ldi_shapes::sphere(12, 20), ldi_shapes::torus(24, 12, 1, 0.4), ldi_shapes::knot(60, 8, 0.4),
                          Shape(), ldi_shapes::box({-1, -1, -1}, {1, 0.5, 2})};
  for (int trial = 0; trial < 120; ++trial) {
    Shape shape = trial % 5 == 3 ? soup(random, 20) : shapes[trial % 5];
    if (trial % 2 == 1) shape.turn(random);
    shape.move(std::pow(10.0, int(random() % 61) - 30), {0, 0, 0});
    CAPTURE(trial);
    compareAll(shape, randomView(random, ldi_shapes::boxOf(shape)), image, renderer);
  }
}

TEST_CASE("edges through the centres of pixels belong to one side") {
  SoftwareLdi renderer;
  LayeredDepthImage image;
  for (int axis = 0; axis < 3; ++axis) {
    for (const bool ascending : {false, true}) {
      LdiView view;
      view.min = {0, 0, 0};
      view.max = {8, 8, 8};
      view.axis = static_cast<std::uint8_t>(axis);
      view.ascending = ascending;
      view.width = view.height = 8;
      view.pixel = {1, 1};
      Shape shape = ldi_shapes::box({1.5, 1.5, 1.5}, {5.5, 5.5, 5.5});
      shape.add(ldi_shapes::box({5.5, 1.5, 1.5}, {6.5, 5.5, 5.5}));
      compare(shape, view, image, renderer);
      // Coverage is half-open: the boxes cover 4 × 4 pixels each along x, else 4 × 4 and 1 × 4.
      CHECK(image.entries.size() == (axis == 0 ? 2 * (16 + 16) : 2 * (16 + 4)));
    }
  }
}

TEST_CASE("far away and close up, what lies off the image is not lost") {
  std::mt19937 random(5);
  SoftwareLdi renderer;
  LayeredDepthImage image;
  for (const double zoom : {1e3, 1e5, 1e7, 1e9}) {
    Shape shape = ldi_shapes::box({-1, -1, -1}, {1, 1, 1});
    LdiView view;
    view.min = {-1 / zoom, -1 / zoom, -1 / zoom};
    view.max = {1 / zoom, 1 / zoom, 1 / zoom};
    view.axis = 2;
    view.width = view.height = 16;
    view.pixel = {2 / zoom / 16, 2 / zoom / 16};
    CAPTURE(zoom);
    compare(shape, view, image, renderer);
    CHECK(image.entries.size() == 2 * 16 * 16);
    CHECK(image.entries[0].depth == 0);  // clamped
    CHECK(image.entries[1].depth == 1);
    shape.turn(random);
    compare(shape, view, image, renderer);
    CHECK(image.entries.size() == 2 * 16 * 16);
  }
}

TEST_CASE("images larger than the small words reach") {
  SoftwareLdi renderer;
  LayeredDepthImage image;
  // Large faces, and faces of at most a pixel.
  for (const Shape& shape : {ldi_shapes::torus(10, 6, 1, 0.4), ldi_shapes::torus(300, 150, 1, 0.4)}) {
    for (const Index resolution : {253u, 254u, 300u}) {
      CAPTURE(resolution, shape.faces.size());
      compareAll(shape, viewOf(shape, {.resolution = resolution}), image, renderer);
    }
  }
}

TEST_CASE("images that are drawn in several bands") {
  std::mt19937 random(29);
  SoftwareLdi renderer;
  LayeredDepthImage image;
  Shape shape = soup(random, 2);
  shape.add(ldi_shapes::box({-1, -1, -1}, {1, 1, 1}));
  for (const bool turned : {false, true}) {
    if (turned) shape.turn(random);
    compare(shape, viewOf(shape, {.resolution = turned ? 2500u : 3001u}), image, renderer);
  }
}

TEST_CASE("depths are those of the faces") {
  // Sloped planes, viewed from below and from above.
  const Shape shape = ldi_shapes::box({-1, -1, -1}, {1, 1, 1});
  Shape sloped = shape;
  for (auto& p : sloped.points) p[2] = static_cast<Real>(double{p[2]} + 0.5 * double{p[0]} - 0.25 * double{p[1]});
  LdiView view = viewOf(sloped, {.resolution = 32, .axis = LdiGrid::Axis::Z});
  SoftwareLdi renderer;
  LayeredDepthImage image;
  Workers workers;
  const auto positions = sloped.packed();
  const LdiSurface surface = ldi_shapes::surfaceOf(sloped, positions);
  for (const bool ascending : {false, true}) {
    view.ascending = ascending;
    renderer.render(surface, view, image, workers);
    double worst = 0;
    for (std::size_t p = 0; p < view.pixels(); ++p) {
      const double x = view.min[0] + (static_cast<double>(p % view.width) + 0.5) * view.pixel[0];
      const double y = view.min[1] + (static_cast<double>(p / view.width) + 0.5) * view.pixel[1];
      if (x > 1 || y > 1) continue;  // the last pixels extend beyond the box
      REQUIRE(image.pixel(p).size() == 2);
      for (int i = 0; i < 2; ++i) {
        const double z = (i == 0) == ascending ? -1 : 1;
        const double height = (z + 0.5 * x - 0.25 * y - view.min[2]) / view.range();
        worst =
            std::max(worst, std::abs((ascending ? height : 1 - height) - double{image.pixel(p)[std::size_t(i)].depth}));
      }
    }
    // Corners are rounded to 1/256 pixel, which shifts the depth along the slope.
    CHECK(worst < 0.75 / 256 * view.pixel[0] / view.range());
  }
}

TEST_CASE("two threads draw the same bits, and nothing is allocated once an image is warm") {
  const Shape shape = ldi_shapes::knot(3000, 30, 0.4);
  const LdiView view = viewOf(shape, {.resolution = 128});
  const auto positions = shape.packed();
  const LdiSurface surface = ldi_shapes::surfaceOf(shape, positions);
  LayeredDepthImage images[2];
  for (unsigned threads : {1u, 2u}) {
    SoftwareLdi renderer;
    Workers workers(threads);
    LayeredDepthImage& image = images[threads - 1];
    renderer.render(surface, view, image, workers);
    renderer.render(surface, view, image, workers);
    if (threads == 1) {
      const long before = allocations::count();
      renderer.render(surface, view, image, workers);
      CHECK(allocations::count() == before);
    }
  }
  CHECK(images[0].offsets == images[1].offsets);
  CHECK(images[0].entries == images[1].entries);
  CHECK(images[0].layers() >= 4);
}

TEST_CASE("images that grow a little each time allocate seldom, and none that is drawn once takes more than it holds") {
  const Shape shape = ldi_shapes::knot(3000, 30, 0.4);
  const auto positions = shape.packed();
  const LdiSurface surface = ldi_shapes::surfaceOf(shape, positions);
  SoftwareLdi renderer;
  Workers workers(1);
  LayeredDepthImage image;
  renderer.render(surface, viewOf(shape, {.resolution = 64}), image, workers);
  CHECK(image.offsets.capacity() == image.offsets.size());
  CHECK(image.entries.capacity() == image.entries.size());
  const long before = allocations::count();
  for (Index resolution = 65; resolution <= 128; ++resolution)
    renderer.render(surface, viewOf(shape, {.resolution = resolution}), image, workers);
  // Less than one allocation per image: about twenty arrays grow in powers of two. The number depends on the SIMD
  // width.
  if (allocations::counted) CHECK(allocations::count() - before < 64);
}
