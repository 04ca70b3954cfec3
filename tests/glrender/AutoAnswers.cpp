// AutoLdi gives the CPU's answers, whichever renderer answers.
#include <pliant/detectors/ldi/LdiDetector.h>
#include <pliant/glrender.h>

#include <memory>
#include <optional>
#include <random>

#include "LdiComparison.h"
#include "MesaDriver.h"

using namespace pliant;
using namespace test;

TEST_CASE("AutoLdi answers the same, whichever answers, and when OpenGL goes and comes") {
  const auto context = std::make_shared<HostContext>();
  std::size_t byCpu = 0, byGl = 0, gradients = 0;
  for (unsigned seed = 0; seed < 6; ++seed) {
    CAPTURE(seed);
    std::mt19937 random(seed);
    LdiComparison comparison;
    std::vector<Shape> shapes = shapesAndCloud(random);
    for (const Shape& shape : shapes) comparison.set.add(shape.view());
    auto made = std::make_unique<AutoLdi>(context, AutoLdiSettings{AutoLdiSettings::Choice::OpenGl});
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
      // In every other step no body moves, and kept images answer.
      if (step % 2 == 0) {
        for (auto& point : shapes[0].points) point[0] += static_cast<Real>(0.01f);
      }
      comparison.compare(software, automatic);
      CHECK(renderer.status().gl == (host ? GlStatus::Ready : GlStatus::Missing));
      CHECK(renderer.status().drawnByGl == host.has_value());
    }
    byCpu += renderer.status().byCpu;
    byGl += renderer.status().byGl;
    gradients += comparison.gradients;
    CHECK(renderer.memory() > 0);
  }
  CHECK(byCpu > 20);
  CHECK(byGl > 20);
  CHECK(gradients > 1000);
}

TEST_CASE("AutoLdi answers the same by its rule, on a pretended card") {
  pretendCard();
  LdiComparison comparison;
  const Shape a = ldi_shapes::torus(20, 12, 1, 0.4);
  Shape b = ldi_shapes::sphere(12, 16);
  b.move(1, {0.8, 0.1, 0.2});
  comparison.add(a, b);
  auto made = std::make_unique<AutoLdi>(std::make_shared<HeadlessContext>());
  const AutoLdiStatus& status = made->status();
  LdiDetector software, automatic(std::move(made));
  std::size_t last = 0;
  for (const Index resolution : {60u, 600u, 60u}) {
    CAPTURE(resolution);
    for (LdiDetector* const detector : {&software, &automatic})
      detector->setSettings({.grid = {.resolution = resolution}});
    comparison.compare(software, automatic);
    CHECK(comparison.found.intersectionVolumes.size() == 1);
    CHECK((status.byGl > last) == (resolution == 600));
    last = status.byGl;
  }
  CHECK(comparison.gradients > 100);
}
