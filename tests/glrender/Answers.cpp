// AbufferLdi's answers for images on the graphics card equal the CPU's answers: the same vertices, volumes and
// gradients, to the bit; centroids within rounding.
#include <pliant/detectors/ldi/LdiBackend.h>
#include <pliant/detectors/ldi/LdiDetector.h>
#include <pliant/glrender.h>

#include <memory>
#include <optional>
#include <random>

#include "LdiComparison.h"

using namespace pliant;
using namespace test;

TEST_CASE("random bodies and a cloud: the CPU's vertices, volumes and gradients") {
  const auto context = std::make_shared<HeadlessContext>();
  std::size_t vertices = 0, volumes = 0, selves = 0, gradients = 0, ownGradients = 0, regions = 0;
  for (unsigned seed = 0; seed < 24; ++seed) {
    CAPTURE(seed);
    std::mt19937 random(seed);
    LdiComparison comparison;
    std::vector<Shape> shapes = shapesAndCloud(random);
    for (const Shape& shape : shapes) comparison.set.add(shape.view());
    const auto resolution = static_cast<Index>(1 + random() % 90);
    const bool exact = random() % 4 == 0;
    LdiDetector software = detectorOf(nullptr, resolution, exact);
    LdiDetector gl = detectorOf(std::make_unique<AbufferLdi>(context), resolution, exact);
    comparison.compare(software, gl);
    comparison.compare(software, gl);
    CHECK(comparison.found.counters.ldiImages == 0);
    vertices += comparison.expected.verticesInside.size();
    volumes += comparison.expected.intersectionVolumes.size();
    selves += comparison.expected.selfIntersectionVolumes.size();
    gradients += comparison.gradients;
    ownGradients += comparison.ownGradients;
    regions += comparison.regions;
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
  LdiComparison comparison;
  const Shape a = anyShape(random), b = anyShape(random);
  comparison.add(a, b);
  for (const LdiDrawingSettings& settings : {LdiDrawingSettings{.frame = 7}, LdiDrawingSettings{.fragments = 100},
                                             LdiDrawingSettings{.fragments = 700}, LdiDrawingSettings{}}) {
    LdiDetector software = detectorOf(nullptr, 30),
                gl = detectorOf(std::make_unique<AbufferLdi>(context, settings), 30);
    comparison.compare(software, gl);
    comparison.compare(software, gl);
    CHECK(comparison.gradients > 0);
    CHECK(comparison.found.counters.ldiImagesKept > 0);
    LdiVolume expected, found;
    software.intersection(comparison.set, 0, 1, expected, comparison.workers);
    gl.intersection(comparison.set, 0, 1, found, comparison.workers);
    CHECK(found.spans.size() == expected.spans.size());
    CHECK(found.volume == expected.volume);
  }
}

TEST_CASE("the same bits each time") {
  const auto context = std::make_shared<HeadlessContext>();
  const Shape shape = ldi_shapes::knot(100, 12, 1.4);
  Shape other = shape;
  other.move(1, {0.3, 0.2, 0.1});
  LdiComparison comparison;
  comparison.add(shape, other);
  std::optional<Results> first;
  for (int i = 0; i < 4; ++i) {
    LdiDetector gl = detectorOf(std::make_unique<AbufferLdi>(context), 100);
    comparison.update(gl);
    comparison.set.update(comparison.workers);
    gl.query(comparison.set, LdiComparison::all(), comparison.found, comparison.workers);
    if (!first) first = comparison.found;
    REQUIRE(comparison.found.intersectionVolumes.size() == 1);
    REQUIRE(comparison.found.selfIntersectionVolumes.size() == 2);
    CHECK(comparison.found.intersectionVolumes[0].volume == first->intersectionVolumes[0].volume);
    for (const std::size_t body : {0u, 1u}) {
      CHECK(comparison.found.selfIntersectionVolumes[body].volume == first->selfIntersectionVolumes[body].volume);
    }
  }
}

TEST_CASE("spans and contacts are those of the image that is kept") {
  const auto context = std::make_shared<HeadlessContext>();
  std::mt19937 random(8);
  LdiComparison comparison;
  const Shape a = ldi_shapes::torus(20, 12, 1, 0.4);
  Shape b = ldi_shapes::sphere(12, 16);
  b.move(1, {0.8, 0.1, 0.2});
  comparison.add(a, b);
  LdiDetector software = detectorOf(nullptr, 50), gl = detectorOf(std::make_unique<AbufferLdi>(context), 50);
  comparison.compare(software, gl);
  LdiVolume expected, found;
  software.intersection(comparison.set, 0, 1, expected, comparison.workers);
  gl.intersection(comparison.set, 0, 1, found, comparison.workers);
  REQUIRE(!expected.spans.empty());
  REQUIRE(found.spans.size() == expected.spans.size());
  for (std::size_t i = 0; i < found.spans.size(); ++i) {
    CHECK(found.spans[i].pixel == expected.spans[i].pixel);
    CHECK(found.spans[i].low == expected.spans[i].low);
    CHECK(found.spans[i].high == expected.spans[i].high);
  }
  CHECK(found.volume == expected.volume);
  std::vector<InsideContact> contacts, others;
  software.contacts(comparison.set, comparison.expected.verticesInside, contacts, comparison.workers);
  gl.contacts(comparison.set, comparison.expected.verticesInside, others, comparison.workers);
  REQUIRE(contacts.size() == others.size());
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    CHECK(contacts[i].face == others[i].face);
    CHECK(contacts[i].depth == others[i].depth);
  }
}

TEST_CASE("a shared volume's gradient and parts: images along three axes in one draw, of which none is read back") {
  const auto context = std::make_shared<HeadlessContext>();
  LdiComparison comparison;
  Shape a = ldi_shapes::torus(20, 12, 1, 0.4), b = ldi_shapes::sphere(12, 16);
  b.move(1, {0.8, 0.1, 0.2});
  comparison.add(a, b);
  auto renderer = std::make_unique<AbufferLdi>(context);
  const LdiDrawingStatistics& drawing = renderer->statistics();
  LdiDetector software = detectorOf(nullptr, 50), gl = detectorOf(std::move(renderer), 50);
  const auto compare = [&](Index first, Index second) {
    comparison.update(software);
    comparison.update(gl);
    comparison.compareOverlap(software, gl, first, second);
    CHECK(drawing.readBacks == 0);
  };
  compare(0, 1);
  CHECK(!comparison.foundOverlap.gradients.empty());
  CHECK(drawing.passes == 2);
  // The images stay on the card while no body moves. Regions use them too.
  compare(0, 1);
  CHECK(drawing.passes == 0);
  comparison.compareRegions(software, gl, 0, 1);
  CHECK(comparison.regions > 0);
  CHECK(drawing.passes == 0);
  CHECK(drawing.readBacks == 0);
  a.move(1, {0.01, 0, 0});
  compare(0, 1);
  CHECK(drawing.passes == 2);
  compare(0, 0);
  CHECK(drawing.passes == 1);
  CHECK(comparison.foundOverlap.gradients.empty());
}

TEST_CASE("gradients of bodies that reach far beyond what they share") {
  const auto context = std::make_shared<HeadlessContext>();
  // A corner of each box lies in the other box. With 24 pixels OpenGL draws only some of their faces, or none.
  for (const double size : {1.0, 20.0, 1000.0}) {
    CAPTURE(size);
    LdiComparison comparison;
    const Shape a = ldi_shapes::box({-size, -size, -size}, {0.5, 0.5, 0.5}),
                b = ldi_shapes::box({-0.5, -0.5, -0.5}, {size, size, size});
    comparison.add(a, b);
    LdiDetector software = detectorOf(nullptr, 24), gl = detectorOf(std::make_unique<AbufferLdi>(context), 24);
    comparison.compare(software, gl);
    CHECK(comparison.gradients > 10);
    CHECK(comparison.foundOverlap.volume == 0);  // the self-intersection volume of the second box
  }
}

TEST_CASE("images that went with their context are drawn again, and one that is held outlives its renderer") {
  const Shape shape = ldi_shapes::torus(20, 12, 1, 0.4);
  Shape other = shape;
  other.move(1, {0.3, 0.2, 0.1});
  LdiComparison comparison;
  comparison.add(shape, other);
  LdiDetector software = detectorOf(nullptr, 40);
  LdiDetector gl = detectorOf(std::make_unique<AbufferLdi>(std::make_shared<HostContext>()), 40);
  std::optional<EglHost> host(std::in_place);
  comparison.compare(software, gl);
  {
    EglHost second;
    comparison.compare(software, gl);
  }
  host->makeCurrent();
  comparison.compare(software, gl);
  host.reset();
  comparison.update(gl);
  CHECK_THROWS_AS(gl.query(comparison.set, LdiComparison::all(), comparison.found, comparison.workers), GlError);
  host.emplace();
  comparison.update(software);
  software.query(comparison.set, LdiComparison::all(), comparison.expected, comparison.workers);
  gl.query(comparison.set, LdiComparison::all(), comparison.found, comparison.workers);
  CHECK((comparison.found.verticesInside == comparison.expected.verticesInside));
  CHECK(!comparison.found.verticesInside.empty());

  std::unique_ptr<LdiImageHandle> held;
  {
    AbufferLdi renderer(std::make_shared<HeadlessContext>());
    held = renderer.backend().makeImage();
  }
  CHECK(held->entries == 0);
}
