// AutoLdi uses the CPU for images that are too large to be drawn whole. The CPU draws them in bands.
#include <pliant/detectors/ldi/LdiDetector.h>
#include <pliant/glrender.h>

#include <memory>
#include <string>

#include "DrawnShape.h"
#include "LdiComparison.h"

using namespace pliant;
using namespace test;

namespace {

/// Two thin rings that overlap a little along their whole length: large images with few entries.
struct Rings {
  LdiComparison comparison;
  Shape ring = ldi_shapes::torus(40, 8, 1, 0.01), other = ring;

  Rings() {
    other.move(1, {0.004, 0.003, 0.002});
    comparison.add(ring, other);
  }
};

}  // namespace

TEST_CASE("AutoLdi: an image of more than 2^22 pixels is drawn by the CPU, in bands, between smaller ones") {
  Rings rings;
  LdiComparison& comparison = rings.comparison;
  auto made =
      std::make_unique<AutoLdi>(std::make_shared<HeadlessContext>(), AutoLdiSettings{AutoLdiSettings::Choice::OpenGl});
  const AutoLdi& renderer = *made;
  LdiDetector software, automatic(std::move(made));
  CHECK(renderer.drawsRows());
  Query query;
  query.verticesInside = query.intersectionVolumes = true;
  const auto compare = [&](Index resolution) {
    for (LdiDetector* const detector : {&software, &automatic}) {
      detector->setSettings({.grid = {.resolution = resolution, .axis = LdiGrid::Axis::Z}});
      comparison.update(*detector);
      detector->query(comparison.set, query, detector == &software ? comparison.expected : comparison.found,
                      comparison.workers);
    }
    REQUIRE(comparison.expected.intersectionVolumes.size() == 1);
    REQUIRE(comparison.found.intersectionVolumes.size() == 1);
    CHECK(comparison.found.intersectionVolumes[0].volume == comparison.expected.intersectionVolumes[0].volume);
    CHECK((comparison.found.verticesInside == comparison.expected.verticesInside));
    CHECK(!comparison.found.verticesInside.empty());
  };
  compare(100);
  CHECK(renderer.status().byGl == 2);
  CHECK(renderer.status().byCpu == 0);
  compare(8250);
  CHECK(renderer.status().byGl == 2);
  CHECK(renderer.status().byCpu == 2);
  CHECK(!renderer.status().drawnByGl);
  CHECK(automatic.memory() < std::size_t{64} << 20);
  CHECK(automatic.cardMemory() < std::size_t{64} << 20);
  compare(120);
  CHECK(renderer.status().byGl == 4);
}

TEST_CASE("renderers that draw whole images alone refuse those that would take GBs, and go on") {
  Rings rings;
  LdiComparison& comparison = rings.comparison;
  const auto context = std::make_shared<HeadlessContext>();
  for (auto& renderer : glRenderers(context)) {
    const std::string name(renderer->name());
    CAPTURE(name);
    LdiDetector detector(std::move(renderer));
    Query pairs, bodies;
    pairs.verticesInside = pairs.intersectionVolumes = true;
    bodies.selfIntersectionVolumes = true;
    for (const Query& query : {pairs, bodies}) {
      detector.setSettings({.grid = {.resolution = 4300, .axis = LdiGrid::Axis::Z}});
      comparison.update(detector);
      try {
        detector.query(comparison.set, query, comparison.found, comparison.workers);
        FAIL();
      } catch (const GlError&) {
        FAIL();
      } catch (const Error& error) {
        const std::string message = error.what();
        CHECK(message.starts_with(name + ": an image of 4"));
        CHECK(message.ends_with(
            " pixels is above the maximum of 16777216 for an image drawn whole: lower the resolution, or use "
            "ldi-software or ldi, which draw it in bands"));
      }
      CHECK(detector.memory() < std::size_t{8} << 20);
      CHECK(detector.cardMemory() < std::size_t{8} << 20);
      detector.setSettings({.grid = {.resolution = 60, .axis = LdiGrid::Axis::Z}});
      comparison.update(detector);
      detector.query(comparison.set, query, comparison.found, comparison.workers);
      CHECK(comparison.found.intersectionVolumes.size() == (query.intersectionVolumes ? 1 : 0));
    }
  }
}
