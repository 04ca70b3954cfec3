// What AbufferLdi answers for images on the card is what the CPU answers for its own: the same vertices and volumes, to
// the bit; centroids to rounding.
#include <pliant/detectors/ldi/LdiAnswering.h>
#include <pliant/detectors/ldi/LdiDetector.h>
#include <pliant/detectors/ldi/SoftwareLdi.h>
#include <pliant/glrender.h>

#include <cmath>
#include <memory>
#include <optional>
#include <random>

#include "EglHost.h"
#include "detectors/LdiShapes.h"

using namespace pliant;
using ldi_shapes::Shape;

namespace {

struct Ask {
  BodySet set;
  Workers workers;
  Results expected, found;

  static Query all() {
    Query query;
    query.verticesInside = query.intersectionVolumes = query.selfIntersectionVolumes = true;
    return query;
  }

  void update(LdiDetector& detector) {
    set.update(workers);
    detector.update(set, workers);
  }

  void compare(LdiDetector& software, LdiDetector& gl) {
    update(software);
    software.query(set, all(), expected, workers);
    update(gl);
    gl.query(set, all(), found, workers);
    CHECK((found.verticesInside == expected.verticesInside));
    compareVolumes(found.intersectionVolumes, expected.intersectionVolumes);
    compareVolumes(found.selfIntersectionVolumes, expected.selfIntersectionVolumes);
    CHECK(found.counters.ldiImages == expected.counters.ldiImages);
    CHECK(found.counters.ldiImagesKept == expected.counters.ldiImagesKept);
    CHECK(found.counters.ldiEntries == expected.counters.ldiEntries);
    CHECK(found.counters.ldiLayers == expected.counters.ldiLayers);
    CHECK(found.counters.ldiBytes == expected.counters.ldiBytes);
  }

 private:
  static std::pair<Index, Index> bodiesOf(const IntersectionVolume& row) { return {row.bodyA, row.bodyB}; }
  static std::pair<Index, Index> bodiesOf(const SelfIntersectionVolume& row) { return {row.body, row.body}; }
  template <typename Rows>
  static void compareVolumes(const Rows& found, const Rows& expected) {
    REQUIRE(found.size() == expected.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
      CHECK(bodiesOf(found[i]) == bodiesOf(expected[i]));
      CHECK(found[i].volume == expected[i].volume);
    }
  }
};

LdiDetector detectorOf(std::unique_ptr<LdiRenderer> renderer, Index resolution, bool exact = false) {
  return LdiDetector(std::move(renderer), {.grid = {.resolution = resolution}, .exactNearSurface = exact});
}

/// As random as they come: turned, moved, some inside out, some that pass through themselves.
Shape anyShape(std::mt19937& random) {
  const auto kind = random() % 5;
  Shape shape = kind == 0   ? ldi_shapes::sphere(10, 14)
                : kind == 1 ? ldi_shapes::torus(20, 12, 1, 0.4)
                : kind == 2 ? ldi_shapes::knot(60, 8, 0.4)
                : kind == 3 ? ldi_shapes::knot(60, 8, 1.4)
                            : ldi_shapes::box({-1, -1, -1}, {1, 0.5, 2});
  shape.turn(random);
  const auto at = [&] { return 1.2 * static_cast<double>(random() % 1000) / 1000; };
  shape.move(0.5 + at(), {at(), at(), at()});
  if (random() % 3 == 0) shape.turnInsideOut();
  return shape;
}

/// Three such bodies, and points alone.
std::vector<Shape> shapesAndCloud(std::mt19937& random) {
  std::vector<Shape> shapes;
  for (int i = 0; i < 3; ++i) shapes.push_back(anyShape(random));
  shapes.push_back(ldi_shapes::sphere(9, 9));
  shapes.back().faces.clear();
  return shapes;
}

}  // namespace

TEST_CASE("random bodies and a cloud: the CPU's vertices and volumes") {
  const auto context = std::make_shared<HeadlessContext>();
  std::size_t vertices = 0, volumes = 0, selves = 0;
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
  }
  CHECK(vertices > 1000);
  CHECK(volumes > 30);
  CHECK(selves > 5);
}

TEST_CASE("what does not fit on the card at once is answered for too") {
  const auto context = std::make_shared<HeadlessContext>();
  std::mt19937 random(5);
  Ask ask;
  const Shape a = anyShape(random), b = anyShape(random);
  ask.set.add(a.view());
  ask.set.add(b.view());
  for (const LdiDrawingSettings& settings : {LdiDrawingSettings{.frame = 7}, LdiDrawingSettings{.fragments = 100},
                                             LdiDrawingSettings{.fragments = 700}, LdiDrawingSettings{}}) {
    LdiDetector software = detectorOf(nullptr, 30),
                gl = detectorOf(std::make_unique<AbufferLdi>(context, settings), 30);
    ask.compare(software, gl);
    ask.compare(software, gl);
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
  ask.set.add(shape.view());
  ask.set.add(other.view());
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
  ask.set.add(a.view());
  ask.set.add(b.view());
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

TEST_CASE("a shared volume's gradient, from three images in one draw") {
  const auto context = std::make_shared<HeadlessContext>();
  Ask ask;
  const Shape a = ldi_shapes::torus(20, 12, 1, 0.4);
  Shape b = ldi_shapes::sphere(12, 16);
  b.move(1, {0.8, 0.1, 0.2});
  ask.set.add(a.view());
  ask.set.add(b.view());
  auto renderer = std::make_unique<AbufferLdi>(context);
  const AbufferLdi& drawing = *renderer;
  LdiDetector software = detectorOf(nullptr, 50), gl = detectorOf(std::move(renderer), 50);
  ask.update(software);
  ask.update(gl);
  LdiOverlap expected, found;
  software.overlap(ask.set, 0, 1, expected, ask.workers);
  for (int i = 0; i < 2; ++i) {
    gl.overlap(ask.set, 0, 1, found, ask.workers);
    CHECK(found.volume == expected.volume);
    REQUIRE(!expected.gradients.empty());
    REQUIRE(found.gradients.size() == expected.gradients.size());
    for (std::size_t k = 0; k < found.gradients.size(); ++k) {
      CHECK(found.gradients[k].body == expected.gradients[k].body);
      CHECK(found.gradients[k].vertex == expected.gradients[k].vertex);
      CHECK(found.gradients[k].gradient == expected.gradients[k].gradient);
    }
  }
  CHECK(drawing.statistics().passes == 1);
  CHECK(drawing.statistics().readBacks == 3);
}

TEST_CASE("volume, centroid and bounds of an intersection and of a self-intersection") {
  AbufferLdi renderer(std::make_shared<HeadlessContext>());
  LdiAnswering* const answering = renderer.answering();
  REQUIRE(answering != nullptr);
  CHECK(SoftwareLdi().answering() == nullptr);
  CHECK(UnorderedLdi(std::make_shared<HeadlessContext>()).answering() == nullptr);
  const auto imageA = answering->makeImage(), imageB = answering->makeImage();
  Workers workers;
  std::mt19937 random(21);
  SoftwareLdi software;
  const auto same = [](const LdiFigures& found, const LdiVolume& expected) {
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
    const auto positionsA = shapes[0].packed(), positionsB = shapes[1].packed();
    const LdiSurface a{positionsA, 0, static_cast<Index>(positionsA.size()), shapes[0].faces, inward[0]},
        b{positionsB, 0, static_cast<Index>(positionsB.size()), shapes[1].faces, inward[1]};
    LayeredDepthImage drawnA, drawnB;
    software.render(a, views->a, drawnA, workers);
    software.render(b, views->b, drawnB, workers);
    LdiVolume expected;
    intersectionVolume(drawnA, drawnB, expected);
    LdiFigures found;
    std::vector<Index> aInB, bInA, points;
    answering->answer({{a, views->a, imageA.get(), false}, {b, views->b, imageB.get(), false}, &aInB, &bInA, &found},
                      workers);
    same(found, expected);
    CHECK(renderer.statistics().readBackMs > 0);  // for drawing is waited, though no image is read back
    pointsInside(drawnB, positionsA, points);
    CHECK((aInB == points));
    pointsInside(drawnA, positionsB, points);
    CHECK((bInA == points));
    CHECK(imageA->entries == drawnA.entries.size());
    CHECK(imageA->layers == drawnA.layers());
    selfIntersectionVolume(drawnA, expected);
    same(answering->selfIntersection({a, views->a, imageA.get(), true}, workers), expected);
    CHECK(renderer.statistics().passes == 0);
    LayeredDepthImage read;
    answering->read({a, views->a, imageA.get(), true}, read, workers);
    CHECK(read.view == drawnA.view);
    CHECK((read.offsets == drawnA.offsets));
    CHECK((read.entries == drawnA.entries));
  }
}

TEST_CASE("images that went with their context are drawn again, and one that is held outlives its renderer") {
  const Shape shape = ldi_shapes::torus(20, 12, 1, 0.4);
  Shape other = shape;
  other.move(1, {0.3, 0.2, 0.1});
  Ask ask;
  ask.set.add(shape.view());
  ask.set.add(other.view());
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

  std::unique_ptr<LdiKeptImage> held;
  {
    AbufferLdi renderer(std::make_shared<HeadlessContext>());
    held = renderer.answering()->makeImage();
  }
  CHECK(held->entries == 0);
}

TEST_CASE("an image on the card and one that is too large for it") {
  AbufferLdi renderer(std::make_shared<HeadlessContext>(), {.fragments = 1500});
  LdiAnswering& answering = *renderer.answering();
  const Shape a = ldi_shapes::box({-1, -1, -1}, {1, 1, 1}), b = ldi_shapes::knot(60, 8, 0.4);
  const auto views = volumeOfInterest(ldi_shapes::boxOf(a), ldi_shapes::boxOf(b), {.resolution = 24});
  REQUIRE(views);
  const auto positionsA = a.packed(), positionsB = b.packed();
  const LdiSurface surfaceA{positionsA, 0, static_cast<Index>(positionsA.size()), a.faces, false},
      surfaceB{positionsB, 0, static_cast<Index>(positionsB.size()), b.faces, false};
  Workers workers;
  LayeredDepthImage drawnA, drawnB;
  SoftwareLdi software;
  software.render(surfaceA, views->a, drawnA, workers);
  software.render(surfaceB, views->b, drawnB, workers);
  REQUIRE(drawnA.entries.size() <= 1500);
  REQUIRE(drawnB.entries.size() > 1500);
  LdiVolume expected;
  intersectionVolume(drawnA, drawnB, expected);
  REQUIRE(expected.volume > 0);
  std::vector<Index> insideA, insideB, points;
  const auto imageA = answering.makeImage(), imageB = answering.makeImage();
  const std::size_t before = renderer.memory();
  for (const bool drawn : {false, true}) {
    LdiFigures found;
    answering.answer({{surfaceA, views->a, imageA.get(), drawn},
                      {surfaceB, views->b, imageB.get(), drawn},
                      &insideA,
                      &insideB,
                      &found},
                     workers);
    CHECK(found.volume == expected.volume);
    CHECK(found.max == expected.max);
    pointsInside(drawnB, positionsA, points);
    CHECK((insideA == points));
    pointsInside(drawnA, positionsB, points);
    CHECK((insideB == points));
    CHECK(imageB->entries == drawnB.entries.size());
    CHECK((renderer.statistics().passes == 0) == drawn);
  }
  CHECK(renderer.memory() >= before + drawnB.memory());
}

TEST_CASE("what the CPU draws of both images of a question is counted") {
  AbufferLdi renderer(std::make_shared<HeadlessContext>());
  LdiAnswering& answering = *renderer.answering();
  // Two boxes with a corner in each other, and the others farther than OpenGL's pixels reach.
  const Shape shapes[2] = {ldi_shapes::box({-1000, -1000, -1000}, {0.5, 0.5, 0.5}),
                           ldi_shapes::box({-0.5, -0.5, -0.5}, {1000, 1000, 1000})};
  const auto views = volumeOfInterest(ldi_shapes::boxOf(shapes[0]), ldi_shapes::boxOf(shapes[1]), {.resolution = 24});
  REQUIRE(views);
  const auto positionsA = shapes[0].packed(), positionsB = shapes[1].packed();
  const LdiSurface a{positionsA, 0, static_cast<Index>(positionsA.size()), shapes[0].faces, false},
      b{positionsB, 0, static_cast<Index>(positionsB.size()), shapes[1].faces, false};
  Workers workers;
  LayeredDepthImage image;
  renderer.render(a, views->a, image, workers);
  const std::size_t ofA = renderer.statistics().drawnByCpu;
  renderer.render(b, views->b, image, workers);
  const std::size_t ofB = renderer.statistics().drawnByCpu;
  REQUIRE(ofA > 0);
  REQUIRE(ofB > 0);
  const auto imageA = answering.makeImage(), imageB = answering.makeImage();
  LdiFigures found;
  answering.answer({{a, views->a, imageA.get(), false}, {b, views->b, imageB.get(), false}, nullptr, nullptr, &found},
                   workers);
  CHECK(found.volume == Approx(1).epsilon(1e-6));
  CHECK(renderer.statistics().drawnByCpu == ofA + ofB);
}

TEST_CASE("AutoLdi answers the same, whichever answers, and when OpenGL goes and comes") {
  for (const auto choice : {AutoLdiSettings::Choice::Measured, AutoLdiSettings::Choice::OpenGl}) {
    // By a clock that goes as it likes either is the faster, now and then.
    std::mt19937 ticks(1);
    double now = 0;
    AutoLdiSettings settings;
    settings.choice = choice;
    settings.share = 1;
    settings.clock = [&] { return now += static_cast<double>(ticks() % 1000); };
    const auto context = std::make_shared<HostContext>();
    std::size_t byCpu = 0, byGl = 0;
    for (unsigned seed = 0; seed < 6; ++seed) {
      CAPTURE(int(choice), seed);
      std::mt19937 random(seed);
      Ask ask;
      std::vector<Shape> shapes = shapesAndCloud(random);
      for (const Shape& shape : shapes) ask.set.add(shape.view());
      auto made = std::make_unique<AutoLdi>(context, settings);
      AutoLdi& renderer = *made;
      LdiDetector software = detectorOf(nullptr, 40), automatic = detectorOf(std::move(made), 40);
      std::optional<EglHost> host;
      for (int step = 0; step < 8; ++step) {
        CAPTURE(step);
        if (step == 2) host.emplace();
        if (step == 5) {
          host.reset();
          context->contextDestroyed();
        }
        if (step == 6) host.emplace();
        // Every other step nothing moves, and images that were kept are asked again.
        if (step % 2 == 0) {
          for (auto& point : shapes[0].points) point[0] += static_cast<Real>(0.01f);
        }
        ask.compare(software, automatic);
        if (choice == AutoLdiSettings::Choice::OpenGl) {
          CHECK(renderer.status().gl == (host ? GlStatus::Ready : GlStatus::Missing));
          CHECK(renderer.status().drawnByGl == host.has_value());
        }
      }
      byCpu += renderer.status().byCpu;
      byGl += renderer.status().byGl;
      CHECK(renderer.memory() > 0);
    }
    CHECK(byCpu > 20);
    CHECK(byGl > 20);
  }
}
