// OpenGL draws the CPU's images, and shaders give the CPU's answers, on real closed meshes that move and bend. They are
// read from the folder PLIANT_MESHES.

#include <pliant_catch.h>

#if PLIANT_WITH_GLRENDER

#include <pliant/detectors/ldi/LdiDetector.h>
#include <pliant/detectors/ldi/SoftwareLdi.h>
#include <pliant/glrender.h>

#include <memory>

#include "MovingMeshes.h"

using namespace pliant;
using test::BendingBody;
using test::meshFiles;

namespace {

struct LdiStage {
  LdiDetector detector;
  Results results;
  LdiVolume volume;
  LdiOverlap overlap, own;

  explicit LdiStage(std::unique_ptr<LdiRenderer> renderer)
      : detector(std::move(renderer), {.grid = {.resolution = 96}}) {}

  void ask(const BodySet& set, Workers& workers) {
    Query query;
    query.verticesInside = query.intersectionVolumes = query.selfIntersectionVolumes = true;
    detector.update(set, workers);
    detector.query(set, query, results, workers);
    detector.intersection(set, 0, 1, volume, workers);
    detector.overlap(set, 0, 1, overlap, workers);
    detector.overlap(set, 0, 0, own, workers);
  }
};

void compare(const LdiOverlap& found, const LdiOverlap& expected) {
  CHECK(found.volume == expected.volume);
  REQUIRE(found.gradients.size() == expected.gradients.size());
  std::size_t different = 0;
  for (std::size_t i = 0; i < found.gradients.size(); ++i) {
    different += found.gradients[i].gradient != expected.gradients[i].gradient;
  }
  CHECK(different == 0);
}

void compare(const LdiStage& found, const LdiStage& expected) {
  CHECK((found.results.verticesInside == expected.results.verticesInside));
  REQUIRE(found.results.intersectionVolumes.size() == expected.results.intersectionVolumes.size());
  for (std::size_t i = 0; i < found.results.intersectionVolumes.size(); ++i) {
    CHECK(found.results.intersectionVolumes[i].volume == expected.results.intersectionVolumes[i].volume);
  }
  REQUIRE(found.results.selfIntersectionVolumes.size() == expected.results.selfIntersectionVolumes.size());
  for (std::size_t i = 0; i < found.results.selfIntersectionVolumes.size(); ++i) {
    CHECK(found.results.selfIntersectionVolumes[i].volume == expected.results.selfIntersectionVolumes[i].volume);
  }
  CHECK(found.results.counters.ldiEntries == expected.results.counters.ldiEntries);
  CHECK(found.volume.spans.size() == expected.volume.spans.size());
  CHECK(found.volume.volume == expected.volume.volume);
  compare(found.overlap, expected.overlap);
  compare(found.own, expected.own);
}

}  // namespace

TEST_CASE("OpenGL, each way, sees real meshes as the CPU does") {
  const auto context = std::make_shared<HeadlessContext>();
  for (const char* const name : {"bunny.off", "cow.off", "fertility.off", "armadillo.obj"}) {
    const std::vector<std::string> files = meshFiles({name});
    if (files.empty()) return;
    CAPTURE(name);
    BendingBody a(files[0]), b(files[0]);
    BodySet set;
    set.add(a.mesh.view());
    set.add(b.mesh.view());
    Workers workers;
    LdiStage software(nullptr), unordered(std::make_unique<UnorderedLdi>(context)),
        ordered(std::make_unique<OrderedLdi>(context)), abuffer(std::make_unique<AbufferLdi>(context));
    for (int frame = 0; frame < 3; ++frame) {
      CAPTURE(frame);
      const auto step = static_cast<Real>(frame);
      a.bend(step, {0, 0, 0});
      b.bend(2 - step, {Real(0.2) + Real(0.05) * step, Real(0.1), Real(-0.15)});
      set.setPositions(0, a.mesh.view().positions);
      set.setPositions(1, b.mesh.view().positions);
      set.update(workers);
      software.ask(set, workers);
      CHECK(!software.results.verticesInside.empty());
      for (LdiStage* const other : {&unordered, &ordered, &abuffer}) {
        CAPTURE(other->detector.name());
        other->ask(set, workers);
        compare(*other, software);
      }
    }
  }
}

#else

TEST_CASE("a build without OpenGL has no meshes to draw by it") {
  SUCCEED();
}

#endif
