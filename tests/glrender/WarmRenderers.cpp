// A renderer that draws and answers the same again allocates nothing from C++'s heap. Drivers are written in C, so
// Mesa's own allocations are not counted. Under a sanitizer nothing is counted, since it has its own allocator.
#include <pliant/detectors/ldi/LdiBackend.h>
#include <pliant/detectors/ldi/LdiDetector.h>
#include <pliant/glrender.h>

#include <atomic>
#include <cstdlib>
#include <memory>
#include <new>

#include "DrawnShape.h"
#include "LdiComparison.h"

using namespace pliant;
using namespace test;

namespace {

std::atomic<long> g_news{0};

}  // namespace

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
constexpr bool kCounted = true;

static void* counted(std::size_t size) {
  ++g_news;
  void* const made = std::malloc(size);
  if (made == nullptr) throw std::bad_alloc();
  return made;
}

void* operator new(std::size_t size) {
  return counted(size);
}
void* operator new[](std::size_t size) {
  return counted(size);
}
void operator delete(void* p) noexcept {
  std::free(p);
}
void operator delete[](void* p) noexcept {
  std::free(p);
}
void operator delete(void* p, std::size_t) noexcept {
  std::free(p);
}
void operator delete[](void* p, std::size_t) noexcept {
  std::free(p);
}
#else
constexpr bool kCounted = false;
#endif

namespace {

std::unique_ptr<LdiRenderer> made(std::size_t kind, const std::shared_ptr<GlContext>& context) {
  if (kind < 3) return std::move(glRenderers(context)[kind]);
  return std::make_unique<AutoLdi>(context, AutoLdiSettings{AutoLdiSettings::Choice::OpenGl});
}

}  // namespace

TEST_CASE("a detector whose images OpenGL draws allocates nothing once it is warm, whatever it is asked") {
  const auto context = std::make_shared<HeadlessContext>();
  for (std::size_t kind = 0; kind < 4; ++kind) {
    LdiComparison comparison;
    Shape knot = ldi_shapes::knot(60, 8, 1.4), ball = ldi_shapes::sphere(12, 16);
    ball.move(1, {0.8, 0.1, 0.2});
    comparison.add(knot, ball);
    LdiDetector detector = detectorOf(made(kind, context), 40);
    CAPTURE(detector.name());
    LdiVolume volume;
    std::vector<InsideContact> contacts;
    Counters counters;
    // The ball moves back and forth, so that every step occurred before.
    const auto step = [&](int i) {
      const double by = i % 2 == 0 ? 0.01 : -0.01;
      ball.move(1, {by, 0, 0});
      comparison.update(detector);
      detector.query(comparison.set, LdiComparison::all(), comparison.found, comparison.workers);
      detector.overlap(comparison.set, 0, 1, comparison.foundOverlap, comparison.workers);
      detector.overlap(comparison.set, 0, 0, comparison.foundOverlap, comparison.workers);
      detector.regions(comparison.set, 0, 1, {}, comparison.foundRegions, counters, comparison.workers);
      detector.regions(comparison.set, 0, 0, {}, comparison.foundRegions, counters, comparison.workers);
      detector.intersection(comparison.set, 0, 1, volume, comparison.workers);
      detector.contacts(comparison.set, comparison.found.verticesInside, contacts, comparison.workers);
    };
    for (int i = 0; i < 8; ++i) step(i);
    REQUIRE(!comparison.found.intersectionVolumes.empty());
    REQUIRE(!comparison.found.selfIntersectionVolumes.empty());
    REQUIRE(!contacts.empty());
    const long before = g_news;
    for (int i = 0; i < 6; ++i) step(i);
    CHECK(g_news == before);
  }
  if (kCounted) CHECK(g_news > 100);
}
