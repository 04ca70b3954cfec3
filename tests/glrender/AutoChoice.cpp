// AutoLdi chooses a renderer by measured times. Here stub renderers and a stub clock determine the times.
#include <pliant/glrender.h>
#include <pliant_catch.h>

#include <cmath>
#include <functional>
#include <map>
#include <random>
#include <string>
#include <vector>

using namespace pliant;

namespace {

/// Advances the clock by a given cost and draws nothing, or throws that OpenGL is not usable.
class Pretended final : public LdiRenderer {
 public:
  using Cost = std::function<double(double faces, double pixels)>;

  Pretended(double& now, Cost costs) : m_now(now), cost(std::move(costs)) {}

  std::string_view name() const override { return "pretended"; }
  void render(const LdiSurface& surface, const LdiView& view, LayeredDepthImage&, Workers&) override {
    if (status != GlStatus::Ready) {
      m_now += failure;
      ++failures;
      throw GlError(status, "pretended " + std::to_string(static_cast<int>(status)));
    }
    m_now += cost(static_cast<double>(surface.faces.size()), static_cast<double>(view.pixels()));
    ++images;
  }
  std::size_t memory() const override { return 1000; }

 private:
  double& m_now;

 public:
  Cost cost;
  GlStatus status = GlStatus::Ready;
  double failure = 0;
  std::size_t images = 0, failures = 0;
};

struct Stage {
  double now = 0;
  Pretended *cpu = nullptr, *gl = nullptr, *other = nullptr;
  std::unique_ptr<AutoLdi> renderer;
  std::vector<std::string> told;
  std::vector<Triangle> faces;

  explicit Stage(Pretended::Cost onCpu, Pretended::Cost byGl, AutoLdiSettings settings = {},
                 Pretended::Cost byOther = nullptr) {
    settings.clock = [this] { return now; };
    auto first = std::make_unique<Pretended>(now, std::move(onCpu));
    cpu = first.get();
    std::vector<std::unique_ptr<LdiRenderer>> rest;
    const auto add = [&](Pretended::Cost cost) {
      auto made = std::make_unique<Pretended>(now, std::move(cost));
      Pretended* const added = made.get();
      rest.push_back(std::move(made));
      return added;
    };
    gl = add(std::move(byGl));
    if (byOther) other = add(std::move(byOther));
    renderer = std::make_unique<AutoLdi>(std::move(first), std::move(rest), settings);
    renderer->setListener([this](GlStatus status, const std::string& reason) {
      told.push_back(std::to_string(static_cast<int>(status)) + " " + reason);
    });
  }

  void draw(std::size_t count, std::size_t faceCount = 1000, Index side = 64) {
    if (faces.size() < faceCount) faces.resize(faceCount);
    LdiView view;
    view.width = view.height = side;
    const LdiSurface surface{{}, 0, 0, std::span<const Triangle>(faces).first(faceCount), false};
    LayeredDepthImage image;
    Workers workers;
    for (std::size_t i = 0; i < count; ++i) renderer->render(surface, view, image, workers);
  }
  /// Returns how many of the next images the renderer `of` draws.
  std::size_t drawnBy(const Pretended* of, std::size_t count, std::size_t faceCount = 1000, Index side = 64) {
    const std::size_t before = of->images;
    draw(count, faceCount, side);
    return of->images - before;
  }
};

Pretended::Cost perFace(double perThousand, double fixed = 0) {
  return [=](double faces, double) { return fixed + perThousand * faces / 1000; };
}

}  // namespace

TEST_CASE("what is slower is drawn with a few times, and then takes at most its share") {
  for (const double factor : {1.3, 3.0, 15.0, 100.0}) {
    for (const bool glSlower : {true, false}) {
      CAPTURE(factor, glSlower);
      Stage stage(perFace(glSlower ? 1 : factor), perFace(glSlower ? factor : 1));
      const Pretended* const slow = glSlower ? stage.gl : stage.cpu;
      stage.draw(10);
      CHECK(slow->images <= 4);
      const double start = stage.now;
      CHECK(stage.drawnBy(slow, 40000) > 0);
      CHECK(stage.now - start < 40000 * 1.02);
      CHECK(stage.renderer->status().drawnByGl != glSlower);
    }
  }
}

TEST_CASE("each size has its own answer") {
  // OpenGL has a fixed cost of 1 ms and is ten times as fast per face: both take the same time at 1,111 faces.
  Stage stage(perFace(1), perFace(0.1, 1));
  for (int turn = 0; turn < 50; ++turn) {
    for (const std::size_t faces : {100u, 500u, 4000u, 100000u}) stage.draw(3, faces);
  }
  CHECK(stage.drawnBy(stage.gl, 30, 100) <= 2);
  CHECK(stage.drawnBy(stage.gl, 30, 500) <= 2);
  CHECK(stage.drawnBy(stage.cpu, 30, 4000) <= 2);
  CHECK(stage.drawnBy(stage.cpu, 30, 100000) <= 2);
}

TEST_CASE("pixels make sizes as well") {
  const auto pixels = [](double perMillion, double fixed) {
    return [=](double, double count) { return fixed + perMillion * count / 1e6; };
  };
  Stage stage(pixels(10, 0), pixels(1, 0.1));
  stage.draw(20, 1000, 32);
  stage.draw(20, 1000, 512);
  CHECK(stage.drawnBy(stage.gl, 30, 1000, 32) <= 2);
  CHECK(stage.drawnBy(stage.cpu, 30, 1000, 512) <= 2);
}

TEST_CASE("a small advantage is none, and noise doesn't make the choice flicker") {
  Stage close(perFace(1), perFace(0.9));
  close.draw(20);
  CHECK(close.drawnBy(close.cpu, 10000) > 8000);

  std::mt19937 random(5);
  std::lognormal_distribution<double> noise(0, 0.5);
  const auto noisy = [&](double mean) { return [&, mean](double, double) { return mean * noise(random); }; };
  Stage stage(noisy(1), noisy(3));
  stage.draw(20);
  const double start = stage.now;
  stage.draw(20000);
  const double mean = std::exp(0.125);
  CHECK(stage.now - start < 20000 * mean * 1.06);
  CHECK(stage.cpu->images > 18000);
}

TEST_CASE("the choice follows when times change, and first images that build shaders don't count") {
  Stage stage(perFace(1), perFace(2));
  double once = 500;
  stage.gl->cost = [&](double, double) { return 2 + std::exchange(once, 0.0); };
  stage.draw(2000);
  CHECK(stage.cpu->images > 1900);
  stage.gl->cost = perFace(0.5);
  stage.draw(3000);
  CHECK(stage.drawnBy(stage.gl, 100) >= 95);
  stage.gl->cost = perFace(2);
  stage.draw(3000);
  CHECK(stage.drawnBy(stage.cpu, 100) >= 95);
}

TEST_CASE("what was decided stays where nothing is to be measured again") {
  AutoLdiSettings settings;
  settings.share = 0;
  Stage stage(perFace(1), perFace(2), settings);
  stage.draw(10);
  CHECK(stage.drawnBy(stage.gl, 5000) == 0);
}

TEST_CASE("the CPU takes over and OpenGL comes back, which is told once each time") {
  Stage stage(perFace(1), perFace(0.1));
  stage.gl->status = GlStatus::Missing;
  stage.gl->failure = 0.001;
  stage.draw(500);
  CHECK(stage.cpu->images == 500);
  CHECK(stage.told == std::vector<std::string>{"1 pretended 1"});
  CHECK(stage.renderer->status().gl == GlStatus::Missing);
  CHECK(stage.renderer->status().reason == "pretended 1");
  CHECK(!stage.renderer->status().drawnByGl);
  CHECK(stage.gl->failures > 100);

  stage.gl->status = GlStatus::Ready;
  stage.draw(20);
  CHECK(stage.told.size() == 2);
  CHECK(stage.told.back() == "0 ");
  CHECK(stage.renderer->status().reason.empty());
  CHECK(stage.drawnBy(stage.gl, 20) == 20);

  for (const GlStatus status : {GlStatus::Lost, GlStatus::Busy, GlStatus::Failed, GlStatus::TooOld}) {
    stage.gl->status = status;
    CHECK(stage.drawnBy(stage.cpu, 7) == 7);
    CHECK(stage.renderer->status().gl == status);
    stage.gl->status = GlStatus::Ready;
    stage.draw(2);
    CHECK(stage.renderer->status().gl == GlStatus::Ready);
    CHECK(stage.drawnBy(stage.gl, 7) == 7);
  }
  CHECK(stage.told.size() == 10);
  CHECK(stage.renderer->status().byCpu == stage.cpu->images);
  CHECK(stage.renderer->status().byGl == stage.gl->images);
}

TEST_CASE("failures that take long are not had often") {
  Stage stage(perFace(1), perFace(0.1));
  stage.draw(20);
  stage.gl->status = GlStatus::Failed;
  stage.gl->failure = 100;
  const double start = stage.now;
  stage.draw(20000);
  CHECK(stage.gl->failures > 1);
  CHECK(stage.now - start < 20000 * 1.02 + 100);
}

TEST_CASE("a clock that stands still is no trouble") {
  Stage stage(perFace(0), perFace(0));
  stage.draw(100);
  stage.gl->status = GlStatus::Lost;
  stage.draw(100);
  CHECK(stage.cpu->images + stage.gl->images == 200);
}

TEST_CASE("a fixed choice looks at no clock") {
  AutoLdiSettings settings;
  settings.choice = AutoLdiSettings::Choice::Cpu;
  Stage onCpu(perFace(10), perFace(1), settings);
  CHECK(onCpu.drawnBy(onCpu.cpu, 100) == 100);

  settings.choice = AutoLdiSettings::Choice::OpenGl;
  Stage byGl(perFace(1), perFace(10), settings, perFace(20));
  CHECK(byGl.drawnBy(byGl.gl, 100) == 100);
  byGl.gl->status = GlStatus::TooOld;
  CHECK(byGl.drawnBy(byGl.other, 10) == 10);
  CHECK(byGl.told.empty());
  byGl.other->status = GlStatus::Lost;
  CHECK(byGl.drawnBy(byGl.cpu, 10) == 10);
  CHECK(byGl.told == std::vector<std::string>{"4 pretended 4"});
  byGl.gl->status = GlStatus::Ready;
  CHECK(byGl.drawnBy(byGl.gl, 10) == 10);
  CHECK(byGl.told.back() == "0 ");
}

TEST_CASE("of several ways by OpenGL the fastest that can be used is taken") {
  Stage stage(perFace(3), perFace(1), {}, perFace(2));
  stage.draw(20);
  CHECK(stage.drawnBy(stage.gl, 60) >= 50);
  stage.gl->status = GlStatus::Failed;
  CHECK(stage.drawnBy(stage.other, 60) >= 50);
  CHECK(stage.told.empty());
  stage.other->status = GlStatus::Failed;
  CHECK(stage.drawnBy(stage.cpu, 60) == 60);
  CHECK(stage.told.size() == 1);
  CHECK(stage.renderer->memory() >= 3000);
  CHECK(stage.renderer->name() == "ldi-auto");
}

TEST_CASE("a context that comes with too little for one way is taken up by the other") {
  for (const auto choice : {AutoLdiSettings::Choice::Measured, AutoLdiSettings::Choice::OpenGl}) {
    for (const GlStatus atFirst : {GlStatus::Missing, GlStatus::Busy, GlStatus::Lost}) {
      CAPTURE(int(choice), int(atFirst));
      AutoLdiSettings settings;
      settings.choice = choice;
      Stage stage(perFace(1), perFace(0.05), settings, perFace(0.1));
      stage.gl->failure = stage.other->failure = 0.001;
      stage.gl->status = stage.other->status = atFirst;
      stage.draw(10);
      CHECK(stage.renderer->status().gl == atFirst);
      stage.gl->status = GlStatus::TooOld;
      stage.other->status = GlStatus::Ready;
      stage.draw(40);
      CHECK(stage.drawnBy(stage.other, 20) == 20);
      CHECK(stage.renderer->status().gl == GlStatus::Ready);
      CHECK(stage.told.size() == 2);
      stage.other->status = GlStatus::Busy;
      stage.draw(5);
      stage.other->status = GlStatus::Ready;
      stage.draw(10);
      CHECK(stage.drawnBy(stage.other, 20) == 20);
    }
  }
}

TEST_CASE("that OpenGL fails is told even if the CPU throws then") {
  Stage stage(perFace(1), perFace(0.1));
  stage.gl->status = GlStatus::Lost;
  stage.cpu->cost = [&](double, double) -> double {
    if (stage.gl->failures > 0) throw Error("no memory");
    return 1;
  };
  CHECK_THROWS_AS(stage.draw(10), Error);
  CHECK(stage.told.size() == 1);
}

TEST_CASE("none, or too many to choose from, are refused") {
  for (const std::size_t count : {0u, 4u}) {
    double now = 0;
    std::vector<std::unique_ptr<LdiRenderer>> gl;
    for (std::size_t i = 0; i < count; ++i) gl.push_back(std::make_unique<Pretended>(now, perFace(1)));
    try {
      AutoLdi renderer(std::make_unique<Pretended>(now, perFace(1)), std::move(gl));
      FAIL();
    } catch (const Error& error) {
      CHECK(std::string(error.what()) ==
            "AutoLdi: the number of OpenGL renderers must be from 1 to 3, not " + std::to_string(count));
    }
  }
}
