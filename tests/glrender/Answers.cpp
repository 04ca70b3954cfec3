// AbufferLdi's answers for images on the graphics card equal the CPU's answers: the same vertices, volumes and
// gradients, to the bit; centroids within rounding.
#include <pliant/detectors/ldi/LdiBackend.h>
#include <pliant/detectors/ldi/LdiDetector.h>
#include <pliant/glrender.h>

#include <memory>
#include <optional>
#include <random>

#include "Asked.h"

using namespace pliant;
using namespace test;

TEST_CASE("random bodies and a cloud: the CPU's vertices, volumes and gradients") {
  const auto context = std::make_shared<HeadlessContext>();
  std::size_t vertices = 0, volumes = 0, selves = 0, gradients = 0, ownGradients = 0, regions = 0;
  for (unsigned seed = 0; seed < 24; ++seed) {
    CAPTURE(seed);
    std::mt19937 random(seed);
    Ask ask;
    std::vector<Shape> shapes = shapesAndCloud(random);
    for (const Shape& shape : shapes) ask.set.add(shape.view());
    const auto resolution = static_cast<Index>(1 + random() % 90);
    const bool exact = random() % 4 == 0;
    LdiDetector software = detectorOf(nullptr, resolution, exact);
    LdiDetector gl = detectorOf(std::make_unique<AbufferLdi>(context), resolution, exact);
    ask.compare(software, gl);
    ask.compare(software, gl);
    CHECK(ask.found.counters.ldiImages == 0);
    vertices += ask.expected.verticesInside.size();
    volumes += ask.expected.intersectionVolumes.size();
    selves += ask.expected.selfIntersectionVolumes.size();
    gradients += ask.gradients;
    ownGradients += ask.ownGradients;
    regions += ask.regions;
  }
  CHECK(vertices > 1000);
  CHECK(volumes > 30);
  CHECK(selves > 5);
  CHECK(gradients > 3000);
  CHECK(ownGradients > 1000);
  CHECK(regions > 300);
}

TEST_CASE("what does not fit on the card at once is answered for too") {
  const auto context = std::make_shared<HeadlessContext>();
  std::mt19937 random(5);
  Ask ask;
  const Shape a = anyShape(random), b = anyShape(random);
  ask.add(a, b);
  for (const LdiDrawingSettings& settings : {LdiDrawingSettings{.frame = 7}, LdiDrawingSettings{.fragments = 100},
                                             LdiDrawingSettings{.fragments = 700}, LdiDrawingSettings{}}) {
    LdiDetector software = detectorOf(nullptr, 30),
                gl = detectorOf(std::make_unique<AbufferLdi>(context, settings), 30);
    ask.compare(software, gl);
    ask.compare(software, gl);
    CHECK(ask.gradients > 0);
    CHECK(ask.found.counters.ldiImagesKept > 0);
    LdiVolume expected, found;
    software.intersection(ask.set, 0, 1, expected, ask.workers);
    gl.intersection(ask.set, 0, 1, found, ask.workers);
    CHECK(found.spans.size() == expected.spans.size());
    CHECK(found.volume == expected.volume);
  }
}

TEST_CASE("the same bits each time") {
  const auto context = std::make_shared<HeadlessContext>();
  const Shape shape = ldi_shapes::knot(100, 12, 1.4);
  Shape other = shape;
  other.move(1, {0.3, 0.2, 0.1});
  Ask ask;
  ask.add(shape, other);
  std::optional<Results> first;
  for (int i = 0; i < 4; ++i) {
    LdiDetector gl = detectorOf(std::make_unique<AbufferLdi>(context), 100);
    ask.update(gl);
    ask.set.update(ask.workers);
    gl.query(ask.set, Ask::all(), ask.found, ask.workers);
    if (!first) first = ask.found;
    REQUIRE(ask.found.intersectionVolumes.size() == 1);
    REQUIRE(ask.found.selfIntersectionVolumes.size() == 2);
    CHECK(ask.found.intersectionVolumes[0].volume == first->intersectionVolumes[0].volume);
    for (const std::size_t body : {0u, 1u}) {
      CHECK(ask.found.selfIntersectionVolumes[body].volume == first->selfIntersectionVolumes[body].volume);
    }
  }
}

TEST_CASE("spans and contacts are those of the image that is kept") {
  const auto context = std::make_shared<HeadlessContext>();
  std::mt19937 random(8);
  Ask ask;
  const Shape a = ldi_shapes::torus(20, 12, 1, 0.4);
  Shape b = ldi_shapes::sphere(12, 16);
  b.move(1, {0.8, 0.1, 0.2});
  ask.add(a, b);
  LdiDetector software = detectorOf(nullptr, 50), gl = detectorOf(std::make_unique<AbufferLdi>(context), 50);
  ask.compare(software, gl);
  LdiVolume expected, found;
  software.intersection(ask.set, 0, 1, expected, ask.workers);
  gl.intersection(ask.set, 0, 1, found, ask.workers);
  REQUIRE(!expected.spans.empty());
  REQUIRE(found.spans.size() == expected.spans.size());
  for (std::size_t i = 0; i < found.spans.size(); ++i) {
    CHECK(found.spans[i].pixel == expected.spans[i].pixel);
    CHECK(found.spans[i].low == expected.spans[i].low);
    CHECK(found.spans[i].high == expected.spans[i].high);
  }
  CHECK(found.volume == expected.volume);
  std::vector<InsideContact> contacts, others;
  software.contacts(ask.set, ask.expected.verticesInside, contacts, ask.workers);
  gl.contacts(ask.set, ask.expected.verticesInside, others, ask.workers);
  REQUIRE(contacts.size() == others.size());
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    CHECK(contacts[i].face == others[i].face);
    CHECK(contacts[i].depth == others[i].depth);
  }
}

TEST_CASE("a shared volume's gradient and parts: images along three axes in one draw, of which none is read back") {
  const auto context = std::make_shared<HeadlessContext>();
  Ask ask;
  Shape a = ldi_shapes::torus(20, 12, 1, 0.4), b = ldi_shapes::sphere(12, 16);
  b.move(1, {0.8, 0.1, 0.2});
  ask.add(a, b);
  auto renderer = std::make_unique<AbufferLdi>(context);
  const LdiDrawingStatistics& drawing = renderer->statistics();
  LdiDetector software = detectorOf(nullptr, 50), gl = detectorOf(std::move(renderer), 50);
  const auto compare = [&](Index first, Index second) {
    ask.update(software);
    ask.update(gl);
    ask.compareOverlap(software, gl, first, second);
    CHECK(drawing.readBacks == 0);
  };
  compare(0, 1);
  CHECK(!ask.foundOverlap.gradients.empty());
  CHECK(drawing.passes == 2);
  // The images stay on the card while no body moves. Regions use them too.
  compare(0, 1);
  CHECK(drawing.passes == 0);
  ask.compareRegions(software, gl, 0, 1);
  CHECK(ask.regions > 0);
  CHECK(drawing.passes == 0);
  CHECK(drawing.readBacks == 0);
  a.move(1, {0.01, 0, 0});
  compare(0, 1);
  CHECK(drawing.passes == 2);
  compare(0, 0);
  CHECK(drawing.passes == 1);
  CHECK(ask.foundOverlap.gradients.empty());
}

TEST_CASE("gradients of bodies that reach far beyond what they share") {
  const auto context = std::make_shared<HeadlessContext>();
  // A corner of each box lies in the other box. With 24 pixels OpenGL draws only some of their faces, or none.
  for (const double size : {1.0, 20.0, 1000.0}) {
    CAPTURE(size);
    Ask ask;
    const Shape a = ldi_shapes::box({-size, -size, -size}, {0.5, 0.5, 0.5}),
                b = ldi_shapes::box({-0.5, -0.5, -0.5}, {size, size, size});
    ask.add(a, b);
    LdiDetector software = detectorOf(nullptr, 24), gl = detectorOf(std::make_unique<AbufferLdi>(context), 24);
    ask.compare(software, gl);
    CHECK(ask.gradients > 10);
    CHECK(ask.foundOverlap.volume == 0);  // the self-intersection volume of the second box
  }
}

TEST_CASE("images that went with their context are drawn again, and one that is held outlives its renderer") {
  const Shape shape = ldi_shapes::torus(20, 12, 1, 0.4);
  Shape other = shape;
  other.move(1, {0.3, 0.2, 0.1});
  Ask ask;
  ask.add(shape, other);
  LdiDetector software = detectorOf(nullptr, 40);
  LdiDetector gl = detectorOf(std::make_unique<AbufferLdi>(std::make_shared<HostContext>()), 40);
  std::optional<EglHost> host(std::in_place);
  ask.compare(software, gl);
  {
    EglHost second;
    ask.compare(software, gl);
  }
  host->makeCurrent();
  ask.compare(software, gl);
  host.reset();
  ask.update(gl);
  CHECK_THROWS_AS(gl.query(ask.set, Ask::all(), ask.found, ask.workers), GlError);
  host.emplace();
  ask.update(software);
  software.query(ask.set, Ask::all(), ask.expected, ask.workers);
  gl.query(ask.set, Ask::all(), ask.found, ask.workers);
  CHECK((ask.found.verticesInside == ask.expected.verticesInside));
  CHECK(!ask.found.verticesInside.empty());

  std::unique_ptr<LdiImageHandle> held;
  {
    AbufferLdi renderer(std::make_shared<HeadlessContext>());
    held = renderer.backend().makeImage();
  }
  CHECK(held->entries == 0);
}
