// Each renderer that uses OpenGL draws the same image as SoftwareLdi, to the bit.
#include <pliant/detectors/ldi/SoftwareLdi.h>
#include <pliant/detectors/ldi/VolumeOfInterest.h>
#include <pliant/glrender.h>
#include <pliant_catch.h>

#include <memory>
#include <random>
#include <string>
#include <vector>

#include "detectors/ldi/LdiDrawn.h"

using namespace pliant;
using ldi_shapes::Shape;

namespace {

struct Pair {
  std::shared_ptr<GlContext> context = std::make_shared<HeadlessContext>();
  UnorderedLdi unordered{context};
  OrderedLdi ordered{context};
  AbufferLdi abuffer{context};
  SoftwareLdi software;
  LayeredDepthImage expected, found;
  Workers workers;

  /// Compares all renderers that use OpenGL.
  template <typename... Arguments>
  void compare(const Arguments&... arguments) {
    for (LdiRenderer* const renderer : std::initializer_list<LdiRenderer*>{&unordered, &ordered, &abuffer}) {
      compareOne(*renderer, arguments...);
    }
  }

  void compareOne(LdiRenderer& renderer, const LdiSurface& surface, const LdiView& view) {
    CAPTURE(renderer.name());
    software.render(surface, view, expected, workers);
    renderer.render(surface, view, found, workers);
    REQUIRE(found.view == view);
    CHECK(found.layers() == expected.layers());
    CHECK(found.entries.size() == expected.entries.size());
    CHECK((found.offsets == expected.offsets));
    CHECK((found.entries == expected.entries));
  }
  void compareOne(LdiRenderer& renderer, const Shape& shape, const LdiView& view, bool inward = false) {
    const auto positions = shape.packed();
    compareOne(renderer, ldi_shapes::surfaceOf(shape, positions, inward), view);
  }
};

LdiView viewOf(const Shape& shape, Index resolution, LdiGrid::Axis axis = LdiGrid::Axis::Nearest) {
  return ldi_shapes::viewOf(shape, {.resolution = resolution, .axis = axis});
}

/// Returns a view of a share `part` of the shape's box, around a random vertex.
LdiView closeUp(const Shape& shape, double part, Index resolution, std::mt19937& random) {
  const Box box = ldi_shapes::boxOf(shape);
  Box small = box;
  const auto& at = shape.points[random() % shape.points.size()];
  for (std::size_t i = 0; i < 3; ++i) {
    const double half = part * (double{box.max[i]} - double{box.min[i]}) / 2;
    small.min[i] = static_cast<Real>(double{at[i]} - half);
    small.max[i] = static_cast<Real>(double{at[i]} + half);
  }
  return volumeOfInterest(small, {.resolution = resolution});
}

}  // namespace

TEST_CASE("spheres, tori and knots along all axes, both ways") {
  Pair pair;
  std::mt19937 random(3);
  for (int kind = 0; kind < 3; ++kind) {
    for (const Index resolution : {32u, 64u, 128u}) {
      Shape shape = kind == 0   ? ldi_shapes::sphere(30, 40)
                    : kind == 1 ? ldi_shapes::torus(60, 30, 1, 0.4)
                                : ldi_shapes::knot(300, 20, 0.4);
      for (const auto axis : {LdiGrid::Axis::X, LdiGrid::Axis::Y, LdiGrid::Axis::Z}) {
        for (const bool ascending : {false, true}) {
          LdiView view = viewOf(shape, resolution, axis);
          view.ascending = ascending;
          CAPTURE(kind, resolution, int(axis), ascending);
          pair.compare(shape, view);
          CHECK(pair.unordered.statistics().readBacks == (pair.expected.layers() > 2 ? 2 : 1));
          CHECK(pair.unordered.statistics().drawnByCpu == 0);
          CHECK(pair.ordered.statistics().readBacks == 1);
          CHECK(pair.ordered.statistics().passes >= pair.expected.layers() + 2);
        }
      }
      shape.turn(random);
      pair.compare(shape, viewOf(shape, resolution));
      shape.turnInsideOut();
      pair.compare(shape, viewOf(shape, resolution), true);
    }
  }
}

TEST_CASE("edges through the centres of pixels, and faces at one depth") {
  Pair pair;
  LdiView view;
  view.max = {8, 8, 8};
  view.width = view.height = 8;
  view.pixel = {1, 1};
  Shape shape = ldi_shapes::box({1.5, 1.5, 1.5}, {5.5, 5.5, 5.5});
  for (int i = 0; i < 3; ++i) shape.add(ldi_shapes::box({5.5, 1.5, 1.5}, {6.5, 5.5, 5.5}));
  for (int axis = 0; axis < 3; ++axis) {
    for (const bool ascending : {false, true}) {
      view.axis = static_cast<std::uint8_t>(axis);
      view.ascending = ascending;
      pair.compare(shape, view);
      CHECK(pair.found.entries.size() == (axis == 0 ? 2 * (16 + 3 * 16) : 2 * (16 + 3 * 4)));
    }
  }
}

TEST_CASE("close up, faces that reach far beyond the image are not cut") {
  Pair pair;
  std::mt19937 random(7);
  std::size_t byCpu = 0, byGl = 0;
  for (int trial = 0; trial < 60; ++trial) {
    Shape shape = trial % 3 == 0   ? ldi_shapes::sphere(12, 20)
                  : trial % 3 == 1 ? ldi_shapes::knot(100, 10, 0.4)
                                   : ldi_shapes::box({-1, -1, -1}, {1, 0.5, 2});
    shape.turn(random);
    shape.move(std::pow(10.0, int(random() % 21) - 10), {0, 0, 0});
    const double part = std::pow(10.0, -6.0 * static_cast<double>(random() % 1000) / 1000);
    CAPTURE(trial, part);
    pair.compare(shape, closeUp(shape, part, static_cast<Index>(1 + random() % 90), random));
    byCpu += pair.unordered.statistics().drawnByCpu;
    byGl += pair.found.entries.size() - pair.unordered.statistics().drawnByCpu;
  }
  CHECK(byCpu > 1000);
  CHECK(byGl > 1000);
}

TEST_CASE("more layers than the stencil counts") {
  Pair pair;
  Shape shape;
  for (int i = 0; i < 300; ++i) {
    const double half = 1 - i * 0.001;
    shape.add(ldi_shapes::box({-half, -half, -half}, {half, half, half}));
  }
  pair.compare(shape, viewOf(shape, 16));
  CHECK(pair.found.layers() == 600);
}

TEST_CASE("a small framebuffer: images in blocks, more read-backs") {
  Pair pair;
  Shape shape = ldi_shapes::knot(300, 20, 0.4);
  for (const Index frame : {1u, 7u, 32u, 100u}) {
    UnorderedLdi unordered(pair.context, {frame});
    OrderedLdi ordered(pair.context, {frame});
    CAPTURE(frame);
    pair.compareOne(unordered, shape, viewOf(shape, frame < 7 ? 5 : 64));
    CHECK(unordered.statistics().readBacks > 2);
    pair.compareOne(ordered, shape, viewOf(shape, frame < 7 ? 5 : 64));
    CHECK(ordered.statistics().readBacks > 1);
  }
}

TEST_CASE("lists of few fragments: images in parts, pixels by the CPU") {
  Pair pair;
  const Shape shape = ldi_shapes::knot(60, 10, 0.4);
  const LdiView view = viewOf(shape, 16);
  for (const std::size_t fragments : {1u, 2u, 9u, 200u, 100000u}) {
    CAPTURE(fragments);
    AbufferLdi renderer(pair.context, {2048, fragments});
    pair.compareOne(renderer, shape, view);
    CHECK((renderer.statistics().drawnByCpu == 0) == (fragments >= pair.expected.layers()));
    CHECK((renderer.statistics().readBacks == 1) == (fragments >= pair.expected.entries.size()));
  }
}

TEST_CASE("a list that is too short is made longer, and kept") {
  Pair pair;
  const Shape shape = ldi_shapes::knot(300, 20, 0.4);
  pair.compareOne(pair.abuffer, shape, viewOf(shape, 200));
  REQUIRE(pair.expected.entries.size() > (1 << 14));
  CHECK(pair.abuffer.statistics().passes == 2);
  pair.compareOne(pair.abuffer, shape, viewOf(shape, 200));
  CHECK(pair.abuffer.statistics().passes == 1);
  CHECK(pair.abuffer.statistics().readBacks == 1);
}

TEST_CASE("several views of a surface at once") {
  Pair pair;
  std::mt19937 random(11);
  AbufferLdi shortOfFragments(pair.context, {2048, 3000});
  for (int trial = 0; trial < 24; ++trial) {
    Shape shape = trial % 2 == 0 ? ldi_shapes::knot(100, 10, 0.4) : ldi_shapes::box({-1, -1, -1}, {1, 0.5, 2});
    shape.turn(random);
    if (trial % 3 == 0) shape.turnInsideOut();
    const auto positions = shape.packed();
    const LdiSurface surface = ldi_shapes::surfaceOf(shape, positions, trial % 3 == 0);
    std::vector<LdiView> views;
    for (const auto axis : {LdiGrid::Axis::X, LdiGrid::Axis::Y, LdiGrid::Axis::Z, LdiGrid::Axis::Y}) {
      if (views.size() == static_cast<std::size_t>(1 + trial % 4)) break;
      views.push_back(viewOf(shape, static_cast<Index>(1 + random() % 60), axis));
      views.back().ascending = random() % 2 == 0;
    }
    // This view is so close that OpenGL does not draw all faces.
    if (trial % 5 == 4) views[0] = closeUp(shape, 0.001, 30, random);
    CAPTURE(trial, views.size());
    for (LdiRenderer* const renderer :
         std::initializer_list<LdiRenderer*>{&pair.unordered, &pair.abuffer, &shortOfFragments}) {
      std::vector<LayeredDepthImage> images(views.size());
      renderer->renderViews(surface, views, images, pair.workers);
      for (std::size_t i = 0; i < views.size(); ++i) {
        pair.software.render(surface, views[i], pair.expected, pair.workers);
        CHECK(images[i].view == views[i]);
        CHECK((images[i].offsets == pair.expected.offsets));
        CHECK((images[i].entries == pair.expected.entries));
      }
    }
    if (trial % 5 == 4) continue;
    if (views.size() < 4) CHECK(pair.abuffer.statistics().passes <= 2);
    CHECK(pair.abuffer.statistics().readBacks == views.size());
    CHECK(pair.unordered.statistics().mostReadBacks <= 2);
    CHECK(pair.unordered.statistics().mostReadBacks * views.size() >= pair.unordered.statistics().readBacks);
  }
}

TEST_CASE("faces without area, twice the same ones, and walls along the view") {
  Pair pair;
  std::mt19937 random(17);
  for (int trial = 0; trial < 12; ++trial) {
    Shape shape = trial % 2 == 0 ? ldi_shapes::box({-1, -1, -1}, {1, 1, 1}) : ldi_shapes::torus(12, 8, 1, 0.4);
    if (trial % 3 == 1) shape.add(Shape(shape));  // all depths occur twice
    // Adds both sides of flaps, whose corners are equal, collinear or arbitrary, and a vertex without a face.
    for (int i = 0; i < 20; ++i) {
      const auto any = [&] { return static_cast<Index>(random() % shape.points.size()); };
      const Triangle flap{any(), any(), i % 2 == 0 ? any() : shape.faces[0][0]};
      shape.faces.push_back(flap);
      shape.faces.push_back({flap[1], flap[0], flap[2]});
    }
    shape.points.push_back({Real(0.5), Real(-0.5), Real(0.25)});
    if (trial % 4 == 3) {
      // Makes the shape almost flat. One view direction lies in its plane.
      for (auto& p : shape.points) p[1] *= Real(1e-6);
    } else if (trial % 4 == 2) {
      shape.turn(random);
    }
    for (const auto axis : {LdiGrid::Axis::X, LdiGrid::Axis::Y, LdiGrid::Axis::Z}) {
      CAPTURE(trial, int(axis));
      const LdiView view = viewOf(shape, 24, axis);
      if (isDrawable(view)) pair.compare(shape, view);
    }
  }
}

TEST_CASE("an image of odd shape, one of a single pixel, one with nothing on it") {
  Pair pair;
  Shape shape = ldi_shapes::box({0, 0, 0}, {1, 7, 100});
  for (const Index resolution : {1u, 3u, 100u, 333u}) pair.compare(shape, viewOf(shape, resolution));
  LdiView view = viewOf(shape, 20);
  view.min[0] += 1000;
  view.max[0] += 1000;
  view.axis = 2;
  pair.compare(shape, view);
  CHECK(pair.found.entries.empty());
  pair.compare(LdiSurface{}, view);
  CHECK(pair.found.entries.empty());
}

TEST_CASE("the part of a set of bodies that is its own") {
  Pair pair;
  const Shape first = ldi_shapes::torus(20, 10, 1, 0.4), second = ldi_shapes::sphere(20, 30);
  Shape both = first;
  both.add(second);
  const auto positions = both.packed();
  const std::span<const Triangle> faces = both.faces;
  const LdiSurface surface{positions, static_cast<Index>(first.points.size()), static_cast<Index>(second.points.size()),
                           faces.subspan(first.faces.size()), false};
  pair.compare(surface, viewOf(second, 50));
  pair.compare(surface, viewOf(first, 50));
  CHECK(pair.found.entries.size() > 100);
}

TEST_CASE("the bits don't depend on threads") {
  Pair pair;
  const Shape shape = ldi_shapes::knot(3000, 30, 0.4);
  pair.workers = Workers(2);
  pair.compare(shape, viewOf(shape, 128));
}

TEST_CASE("corners as far along the view as floats go") {
  Pair pair;
  const Real far = static_cast<Real>(1e38);
  Shape shape = ldi_shapes::torus(20, 10, 1, 0.4);
  LdiView view = viewOf(shape, 40);
  view.axis = 2;
  view.min = {-1.5, -1.5, -0.001};
  view.max = {1.5, 1.5, 0.001};
  view.width = view.height = 40;
  view.pixel = {3.0 / 40, 3.0 / 40};
  for (std::size_t i = 0; i < shape.points.size(); ++i) {
    if (i % 3 == 0) shape.points[i][2] *= far;
  }
  for (const bool ascending : {false, true}) {
    view.ascending = ascending;
    pair.compare(shape, view);
    CHECK(pair.found.entries.size() > 1000);
  }
}

TEST_CASE("what can't be drawn is refused, and memory is told") {
  Pair pair;
  const Shape shape = ldi_shapes::sphere(10, 20);
  const auto positions = shape.packed();
  const LdiSurface surface = ldi_shapes::surfaceOf(shape, positions);
  LdiView none = viewOf(shape, 30);
  none.width = 0;
  for (LdiRenderer* const renderer :
       std::initializer_list<LdiRenderer*>{&pair.unordered, &pair.ordered, &pair.abuffer}) {
    CAPTURE(renderer->name());
    try {
      renderer->render(surface, none, pair.found, pair.workers);
      FAIL();
    } catch (const Error& error) {
      CHECK(std::string(error.what()).starts_with(std::string(renderer->name()) + ": the view has no extent"));
    }
    const std::size_t before = renderer->memory();
    pair.compareOne(*renderer, surface, viewOf(shape, 30));
    const std::size_t small = renderer->memory();
    if (renderer == &pair.abuffer) {
      CHECK(small >= before + shape.points.size() * (2 * sizeof(float) + sizeof(double)));
      continue;
    }
    CHECK(small >= before + pair.found.entries.size() * (sizeof(std::uint32_t) + 2 * sizeof(std::uint64_t)));
    pair.compareOne(*renderer, surface, viewOf(shape, 300));
    CHECK(renderer->memory() > small);
  }
}
