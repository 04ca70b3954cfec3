// AutoLdi gives the CPU's answers, whichever renderer answers.
#include <pliant/detectors/ldi/LdiDetector.h>
#include <pliant/glrender.h>

#include <memory>
#include <optional>
#include <random>

#include "Asked.h"

using namespace pliant;
using namespace test;

TEST_CASE("AutoLdi answers the same, whichever answers, and when OpenGL goes and comes") {
  for (const auto choice : {AutoLdiSettings::Choice::Measured, AutoLdiSettings::Choice::OpenGl}) {
    // The clock advances by random amounts, so that each renderer is the faster one now and then.
    std::mt19937 ticks(1);
    double now = 0;
    AutoLdiSettings settings;
    settings.choice = choice;
    settings.share = 1;
    settings.clock = [&] { return now += static_cast<double>(ticks() % 1000); };
    const auto context = std::make_shared<HostContext>();
    std::size_t byCpu = 0, byGl = 0, gradients = 0;
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
        // In every other step no body moves, and kept images answer.
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
      gradients += ask.gradients;
      CHECK(renderer.memory() > 0);
    }
    CHECK(byCpu > 20);
    CHECK(byGl > 20);
    CHECK(gradients > 1000);
  }
}
