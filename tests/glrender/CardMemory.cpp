// Memory of renderers on the graphics card: it is reported separately from main memory, and unused memory is limited.
#include <pliant/detectors/ldi/LdiBackend.h>
#include <pliant/detectors/ldi/LdiDetector.h>
#include <pliant/glrender.h>

#include <memory>
#include <optional>
#include <vector>

#include "DrawnShape.h"
#include "EglHost.h"

using namespace pliant;

namespace {

/// Returns a view of `resolution` pixels along the longest side.
LdiView viewOf(const test::DrawnShape& ball, Index resolution) {
  return ldi_shapes::viewOf(ball.shape, {.resolution = resolution, .axis = LdiGrid::Axis::X});
}

}  // namespace

TEST_CASE(
    "bytes on the card: none before the first image, the more the larger images are, none once the context is gone") {
  const test::DrawnShape ball(test::ball());
  const auto context = std::make_shared<HostContext>();
  auto renderers = test::glRenderers(context);
  renderers.push_back(std::make_unique<AutoLdi>(context, AutoLdiSettings{AutoLdiSettings::Choice::OpenGl}));
  CHECK(SoftwareLdi().cardMemory() == 0);
  Workers workers;
  LayeredDepthImage image;
  for (const auto& renderer : renderers) {
    CAPTURE(renderer->name());
    std::optional<EglHost> host(std::in_place);
    CHECK(renderer->cardMemory() == 0);
    renderer->render(ball.surface, viewOf(ball, 32), image, workers);
    const std::size_t small = renderer->cardMemory();
    CHECK(small > ball.positions.size() * 8);
    renderer->render(ball.surface, viewOf(ball, 512), image, workers);
    CHECK(renderer->cardMemory() >= small + (image.view.pixels() - 32 * 32) * 4);
    const std::size_t large = renderer->cardMemory();
    renderer->render(ball.surface, viewOf(ball, 512), image, workers);
    CHECK(renderer->cardMemory() == large);
    host.reset();
    context->contextDestroyed();
    CHECK(renderer->cardMemory() == 0);
  }
}

TEST_CASE("images that are kept, and what asking takes, are told, and a detector tells what its renderer does") {
  const test::DrawnShape ball(test::ball());
  BodySet set;
  ldi_shapes::Shape other = ball.shape;
  other.move(1, {0.5, 0, 0});
  set.add(ball.shape.view());
  set.add(other.view());
  Workers workers;
  LdiDetector detector(std::make_unique<AbufferLdi>(std::make_shared<HeadlessContext>()),
                       {.grid = {.resolution = 200}}),
      software;
  Query query;
  query.verticesInside = query.intersectionVolumes = true;
  Results results;
  LdiOverlap overlap;
  LdiRegions regions;
  std::size_t last = 0;
  const auto grown = [&] { return detector.cardMemory() - std::exchange(last, detector.cardMemory()); };
  set.update(workers);
  for (LdiDetector* const each : {&detector, &software}) {
    each->update(set, workers);
    each->query(set, query, results, workers);
  }
  CHECK(software.cardMemory() == 0);
  CHECK(grown() >= results.counters.ldiBytes);
  detector.overlap(set, 0, 1, overlap, workers);
  CHECK(grown() > std::size_t{6} * 100 * 100 * 4);
  Counters counters;
  detector.regions(set, 0, 1, {}, regions, counters, workers);
  CHECK(grown() > 0);
  detector.regions(set, 0, 1, {}, regions, counters, workers);
  CHECK(grown() == 0);
}

TEST_CASE("images that nobody holds any more take 64 MiB in all") {
  const test::DrawnShape ball(test::ball());
  AbufferLdi renderer(std::make_shared<HeadlessContext>());
  LdiBackend& backend = renderer.backend();
  Workers workers;
  LdiVolume spans;
  const LdiView view = viewOf(ball, 1024);
  std::vector<std::unique_ptr<LdiImageHandle>> images;
  for (int i = 0; i < 7; ++i) images.push_back(backend.makeImage());
  for (const auto& image : images) backend.selfIntersection({ball.surface, view, image.get()}, spans, workers);
  const std::size_t each = (view.pixels() + 1) * 4 + images[0]->entries * sizeof(LdiEntry), all = renderer.cardMemory();
  REQUIRE(each > std::size_t{16} << 20);
  REQUIRE(each < std::size_t{20} << 20);
  CHECK(all > 7 * each);
  const auto first = std::move(images.front());
  images.clear();
  backend.selfIntersection({ball.surface, view, first.get(), true}, spans, workers);
  // 64 MiB hold three of the six released images.
  const std::size_t left = renderer.cardMemory();
  CHECK(left == all - 3 * each);
  // They are used again.
  const auto again = backend.makeImage();
  backend.selfIntersection({ball.surface, view, again.get()}, spans, workers);
  CHECK(renderer.cardMemory() == left);
}
