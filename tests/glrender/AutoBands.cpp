// Images too large to be drawn whole: AutoLdi hands them to the CPU, band by band.
#include <pliant/detectors/ldi/LdiDetector.h>
#include <pliant/glrender.h>

#include <memory>

#include "Asked.h"

using namespace pliant;
using namespace test;

TEST_CASE("AutoLdi: an image of more than 2^26 pixels is drawn by the CPU, in bands, between smaller ones") {
  Ask ask;
  const Shape ring = ldi_shapes::torus(40, 8, 1, 0.01);
  Shape other = ring;
  other.move(1, {0.004, 0.003, 0.002});
  ask.set.add(ring.view());
  ask.set.add(other.view());
  AutoLdiSettings preferGl;
  preferGl.choice = AutoLdiSettings::Choice::OpenGl;
  auto made = std::make_unique<AutoLdi>(std::make_shared<HeadlessContext>(), preferGl);
  const AutoLdi& renderer = *made;
  LdiDetector software, automatic(std::move(made));
  CHECK(renderer.drawsRows());
  Query query;
  query.verticesInside = query.intersectionVolumes = true;
  const auto compare = [&](Index resolution) {
    for (LdiDetector* const detector : {&software, &automatic}) {
      detector->setSettings({.grid = {.resolution = resolution, .axis = LdiGrid::Axis::Z}});
      ask.update(*detector);
      detector->query(ask.set, query, detector == &software ? ask.expected : ask.found, ask.workers);
    }
    REQUIRE(ask.expected.intersectionVolumes.size() == 1);
    REQUIRE(ask.found.intersectionVolumes.size() == 1);
    CHECK(ask.found.intersectionVolumes[0].volume == ask.expected.intersectionVolumes[0].volume);
    CHECK((ask.found.verticesInside == ask.expected.verticesInside));
    CHECK(!ask.found.verticesInside.empty());
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
