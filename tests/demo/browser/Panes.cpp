// Tests one simulation on a thread of its own. The browser has two of them.

#include <pliant/io/numbers.h>
#include <pliant/scenes/Scene.h>
#include <pliant_catch.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "Pane.h"
#include "timing.h"

using namespace pliant;
using namespace pliant::detail;

namespace {

void rest(double seconds) {
  std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
}

/// A scene that waits while it is built and before each step.
class Slow final : public Scene {
 public:
  Slow(double toBuild, double toStep) : m_toBuild(toBuild), m_toStep(toStep) {}
  Camera camera() const override { return {}; }
  void build(Simulation& simulation) override {
    rest(m_toBuild);
    simulation.addGround(6);
  }
  void beforeStep(Simulation&, int) override { rest(m_toStep); }

 private:
  double m_toBuild, m_toStep;
};

SceneEntry slow(double toBuild, double toStep) {
  SceneEntry entry;
  entry.name = "slow";
  entry.make = [=](const SceneOptions&) { return std::make_unique<Slow>(toBuild, toStep); };
  return entry;
}

template <typename Is>
void waitUntil(const Is& is) {
  const auto began = Clock::now();
  while (!is()) {
    REQUIRE(secondsSince(began) < 60);
    rest(0.001);
  }
}

}  // namespace

TEST_CASE("pane: of what is left behind only a step of stock Bullet may be an endless one") {
  struct Case {
    std::string detector;
    double toBuild, toStep;
    bool mayBeEndless;
  };
  for (const Case& c : {Case{"bullet", 1, 0, false}, Case{"bullet", 0, 1, true}, Case{"spatial-hash", 0, 1, false}}) {
    INFO(c.detector << ", " << c.toBuild);
    Pane pane(slow(c.toBuild, c.toStep), {.detector = c.detector}, {}, false);
    if (c.toStep > 0) {
      waitUntil([&] { return pane.snapshot() != nullptr; });
      pane.step();
      waitUntil([&] { return pane.busyFor() > 0; });
    }
    const auto left = pane.end(0.1);
    REQUIRE(left);
    CHECK(!left->ended());
    CHECK((left->inStockStepFor() > 0.05) == c.mayBeEndless);
    waitUntil([&] { return left->ended(); });
    CHECK(left->inStockStepFor() == 0);
    CHECK(!pane.end(0.1));
  }
}

TEST_CASE("pane: what ends soon is not left behind") {
  Pane pane(slow(0, 0.05), {.detector = "bullet"}, {}, false);
  pane.step(2);
  CHECK(!pane.end(10));
}

TEST_CASE("pane: how many pairs of faces intersect is told after each step, also after those that were not judged") {
  Overlay overlay;
  REQUIRE(overlay.intersections);
  Pane pane(*findScene("clothedge"), {.detector = "none"}, overlay, false);
  waitUntil([&] { return pane.snapshot() != nullptr; });
  int known = 0;
  for (int i = 1; i <= 40; ++i) {
    pane.step();
    waitUntil([&] { return !pane.busy(); });
    known += pane.snapshot()->pairs ? 1 : 0;
  }
  CHECK(known == 40);
  int judged = 0;
  for (const StepSample& sample : pane.takeSamples()) judged += sample.pairs ? 1 : 0;
  CHECK(judged > 0);
  pane.setOverlay(parseOverlay("none"));
  waitUntil([&] { return !pane.busy(); });
  CHECK(!pane.snapshot()->pairs);
  // A judgement between two steps is of the last step.
  pane.takeSamples();
  pane.setOverlay(parseOverlay("inside"));
  waitUntil([&] { return !pane.busy(); });
  const std::vector<StepSample> samples = pane.takeSamples();
  REQUIRE(samples.size() == 1);
  CHECK(samples[0].step == 40);
  CHECK(samples[0].pairs == pane.snapshot()->pairs);
}

TEST_CASE("pane: what Pliant's methods build is in Pliant's picture alone, and a new detector begins without figures") {
  const Overlay overlay = parseOverlay("intersections,cells,parts,layers");
  const auto shown = [](Pane& pane) {
    waitUntil([&] { return pane.snapshot() && !pane.busy(); });
    return pane.snapshot();
  };
  Pane stock(*findScene("tori"), {.detector = "bullet"}, overlay, false),
      pliant(*findScene("tori"), {.detector = "spatial-hash"}, overlay, false);
  CHECK(shown(stock)->drawing.surfaces.size() == 2);
  CHECK(!shown(stock)->load);
  CHECK(shown(stock)->pairs == 0u);
  CHECK(shown(pliant)->drawing.surfaces.size() > 2);
  CHECK(shown(pliant)->load);
  CHECK(!shown(pliant)->sample.measured);
  pliant.step();
  CHECK(shown(pliant)->sample.measured);
  CHECK(shown(pliant)->sample.counters);
  pliant.setDetector("brute-force", {}, {});
  CHECK(!shown(pliant)->sample.measured);
  CHECK(!shown(pliant)->sample.counters);
  CHECK(shown(pliant)->sample.times.total() == 0);
}

TEST_CASE("pane: a query in steps is the one of the figures, with the settings of the detector, and has its numbers") {
  struct Case {
    const char* detector;
    MethodValues values;
    std::uint64_t Counters::*counter;
    const char* text;
  };
  for (const Case& c : {Case{"bucket-tree", {{"levels", 2}}, &Counters::nodesVisited, " pairs of nodes"},
                        Case{"bucket-tree", {}, &Counters::boxTests, " box tests"},
                        Case{"spatial-hash", {{"hash", 0}, {"inside", 1}}, &Counters::boxTests, " box tests"},
                        Case{"regularity-tree", {{"directions", 12}}, &Counters::procedureCalls, " calls"},
                        Case{"auto", {}, &Counters::boxTests, " box tests"}}) {
    CAPTURE(c.detector, c.text);
    Pane pane(*findScene("overlap"), {.detector = c.detector, .methodValues = c.values}, {}, false);
    pane.setQuestion(Question::Paper);
    pane.step();
    const auto taken = [&](int ticket) {
      waitUntil([&] { return pane.takenQuery() && pane.takenQuery()->ticket == ticket; });
      return pane.takenQuery();
    };
    const StepwiseMethod& method = *findStepwiseMethod(c.detector);
    const auto ofPaper = taken(pane.takeQuery(method));
    const auto counters = pane.snapshot()->sample.answer->counters;
    const auto says = [&](const QueryStep& step) {
      const auto at = step.sentence.find(c.text);
      const std::string number = withCommas(counters.*c.counter);
      return at != std::string::npos && step.sentence.find(number + c.text) != std::string::npos;
    };
    CHECK(std::any_of(ofPaper->steps.begin(), ofPaper->steps.end(), says));
    CHECK(!ofPaper->ofStep);
    pane.setQuestion(Question::Step);
    const auto ofStep = taken(pane.takeQuery(method));
    CHECK(ofStep->ofStep);
    CHECK(ofStep->steps.size() > 2);
  }
}

TEST_CASE("pane: where what is held is led belongs to the step, whenever it is told") {
  const auto ray = [](float right) {
    return Ray{Eigen::Vector3f(0, 4, 0), Eigen::Vector3f(right, -4, 0).normalized()};
  };
  const auto at = [&](bool oneByOne) {
    Pane pane(*findScene("cloth"), {.detector = "spatial-hash"}, parseOverlay("none"), false);
    const auto rest = [&] { waitUntil([&] { return pane.snapshot() && !pane.busy(); }); };
    pane.grab(ray(0), 0);
    int made = 0;
    for (const float right : {0.5f, 0.8f, -0.3f}) {
      pane.setDragTarget(ray(right), made);
      // User input may be passed long before its steps.
      if (oneByOne) pane.step(2);
      if (oneByOne) rest();
      made += 2;
    }
    if (!oneByOne) pane.step(made);
    rest();
    const auto told = pane.snapshot()->held;
    REQUIRE(told);
    pane.release(6);
    rest();
    CHECK(!pane.snapshot()->held);
    return *told;
  };
  const btVector3 together = at(false), apart = at(true);
  CHECK(together.distance(apart) == 0);
  CHECK(together.length() > 0);
}

TEST_CASE("pane: what is done by hand is done after the step that it is told for, also where the picture is behind") {
  const Ray down{Eigen::Vector3f(0, 4, 0), Eigen::Vector3f(0.1f, -1, 0).normalized()};
  const Ray aside{down.from, Eigen::Vector3f(0.4f, -1, 0.2f).normalized()};
  constexpr int kAfter = 4, kSteps = 9;
  const auto run = [&](int before) {
    Pane pane(*findScene("cloth"), {.detector = "spatial-hash"}, parseOverlay("none"), false);
    const auto rest = [&] { waitUntil([&] { return pane.snapshot() && !pane.busy(); }); };
    rest();
    const std::size_t without = pane.snapshot()->drawing.surfaces.size();
    for (int i = 0; i < before; ++i) pane.step();
    rest();
    pane.throwBall(down, 4, kAfter);
    pane.grab(down, kAfter);
    pane.setDragTarget(aside, kAfter + 1);
    CHECK(pane.stepsRequested() == before);
    for (int i = before; i < kSteps; ++i) {
      rest();
      const auto seen = pane.snapshot();
      CHECK(seen->drawing.surfaces.size() == without + (i >= std::max(before, kAfter) ? 1 : 0));
      CHECK(seen->held.has_value() == (i >= std::max(before, kAfter)));
      pane.step();
    }
    rest();
    std::vector<std::array<btScalar, 3>> all;
    for (const DrawnSurface& surface : pane.snapshot()->drawing.surfaces)
      for (const btVector3& x : surface.mesh.positions) all.push_back({x.x(), x.y(), x.z()});
    return all;
  };
  const std::vector<std::array<btScalar, 3>> inTime = run(kAfter);
  REQUIRE(inTime.size() > 100);
  CHECK(run(0) == inTime);
  CHECK(run(kAfter - 1) == inTime);
  CHECK(run(kAfter + 2) != inTime);
}
