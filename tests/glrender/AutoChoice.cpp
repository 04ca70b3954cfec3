// AutoLdi chooses a renderer by a rule, and another one if OpenGL fails. Here stub renderers count the images.
#include <pliant/glrender.h>
#include <pliant_catch.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "MesaDriver.h"

using namespace pliant;

namespace {

using Choice = AutoLdiSettings::Choice;

/// Draws nothing, or throws that OpenGL is not usable.
class Pretended final : public LdiRenderer {
 public:
  std::string_view name() const override { return "pretended"; }
  void render(const LdiSurface&, const LdiView&, LayeredDepthImage&, Workers&) override {
    if (noMemory) throw Error("no memory");
    if (status != GlStatus::Ready) {
      ++failures;
      throw GlError(status, "pretended " + std::to_string(static_cast<int>(status)));
    }
    ++images;
  }
  std::size_t memory() const override { return 1000; }

  GlStatus status = GlStatus::Ready;
  bool noMemory = false;
  std::size_t images = 0, failures = 0;
};

/// A CPU renderer and two OpenGL renderers.
struct Stage {
  std::vector<Pretended*> all;
  std::vector<std::string> reported;
  std::vector<Triangle> faces;
  std::unique_ptr<AutoLdi> renderer;
  Pretended *cpu, *gl, *other;

  explicit Stage(Choice choice) {
    const auto make = [this] {
      auto made = std::make_unique<Pretended>();
      all.push_back(made.get());
      return made;
    };
    auto first = make();
    std::vector<std::unique_ptr<LdiRenderer>> rest;
    for (int i = 0; i < 2; ++i) rest.push_back(make());
    cpu = all[0];
    gl = all[1];
    other = all[2];
    renderer = std::make_unique<AutoLdi>(std::make_shared<HeadlessContext>(), std::move(first), std::move(rest),
                                         AutoLdiSettings{choice});
    renderer->setListener([this](GlStatus status, const std::string& reason) {
      reported.push_back(std::to_string(static_cast<int>(status)) + " " + reason);
    });
  }

  void draw(std::size_t count, std::size_t faceCount = kLeastForCard) {
    faces.resize(faceCount);
    LdiView view;
    view.width = view.height = 64;
    const LdiSurface surface{{}, 0, 0, faces, false};
    LayeredDepthImage image;
    Workers workers;
    for (std::size_t i = 0; i < count; ++i) renderer->render(surface, view, image, workers);
  }
  /// Returns how many of the next images the renderer `of` draws.
  std::size_t drawnBy(const Pretended* of, std::size_t count, std::size_t faceCount = kLeastForCard) {
    const std::size_t before = of->images;
    draw(count, faceCount);
    return of->images - before;
  }
};

}  // namespace

TEST_CASE("the rule: OpenGL for large images on a graphics card, else the CPU") {
  struct Case {
    const char* glRenderer;
    bool isCard;
    std::size_t faces, pixels;
    const char* reason;
  };
  constexpr const char *small = "small images", *none = "no graphics card", *card = "large images, and a graphics card";
  const Case cases[] = {
      {"NVIDIA H100 80GB HBM3/PCIe", true, kLeastForCard, 0, card},
      {"NVIDIA H100 80GB HBM3/PCIe", true, 0, kLeastForCard, card},
      {"NVIDIA H100 80GB HBM3/PCIe", true, kLeastForCard - 4097, 4096, small},
      {"AMD Radeon RX 6800 (radeonsi, navi21)", true, kLeastForCard - 4096, 4096, card},
      {"Mesa Intel(R) UHD Graphics 630 (CFL GT2)", true, 10 * kLeastForCard, 0, card},
      {"llvmpipe (LLVM 15.0.6, 256 bits)", false, 10 * kLeastForCard, 0, none},
      {"softpipe", false, 10 * kLeastForCard, 0, none},
      {"Google SwiftShader", false, 10 * kLeastForCard, 0, none},
      {"", false, 10 * kLeastForCard, 0, none},
      {"", false, 100, 100, small},
  };
  for (const Case& each : cases) {
    CAPTURE(each.glRenderer, each.faces, each.pixels);
    const AutoLdiChoice choice = chooseLdi(each.glRenderer, each.faces, each.pixels);
    CHECK(choice.reason == each.reason);
    CHECK(choice.byGl == (choice.reason == card));
    CHECK(isGraphicsCard(each.glRenderer) == each.isCard);
  }
}

TEST_CASE("small images never enter a context, and a software rasteriser draws none") {
  test::mesaOnly();
  Stage stage(Choice::ByRule);
  CHECK(stage.drawnBy(stage.cpu, 100, 1000) == 100);
  CHECK(stage.renderer->status().choice == "small images");
  CHECK(stage.drawnBy(stage.cpu, 100) == 100);
  CHECK(stage.renderer->status().choice == "no graphics card");
  CHECK(stage.renderer->status().gl == GlStatus::Ready);
  CHECK(stage.gl->failures == 0);
  CHECK(stage.reported.empty());
}

TEST_CASE("a graphics card draws large images, and is left alone for a while if it fails") {
  test::pretendCard();
  Stage stage(Choice::ByRule);
  CHECK(stage.drawnBy(stage.gl, 10) == 10);
  CHECK(stage.renderer->status().choice == "large images, and a graphics card");
  CHECK(stage.drawnBy(stage.cpu, 10, 1000) == 10);
  CHECK(stage.drawnBy(stage.gl, 10) == 10);
  stage.gl->status = GlStatus::Failed;
  CHECK(stage.drawnBy(stage.cpu, 6500) == 6500);
  CHECK(stage.renderer->status().choice == "OpenGL cannot be used");
  CHECK(stage.gl->failures == 100);
  CHECK(stage.other->images == 0);  // the rule chooses only the first
  CHECK(stage.reported == std::vector<std::string>{"5 pretended 5"});
  stage.gl->status = GlStatus::Ready;
  stage.draw(65);
  CHECK(stage.drawnBy(stage.gl, 10) == 10);
  CHECK(stage.reported.back() == "0 ");
}

TEST_CASE("the CPU takes over and OpenGL comes back, which is told once each time") {
  Stage stage(Choice::OpenGl);
  stage.gl->status = stage.other->status = GlStatus::Missing;
  stage.draw(500, 1);
  CHECK(stage.cpu->images == 500);
  CHECK(stage.reported == std::vector<std::string>{"1 pretended 1"});
  CHECK(stage.renderer->status().gl == GlStatus::Missing);
  CHECK(stage.renderer->status().reason == "pretended 1");
  CHECK(!stage.renderer->status().drawnByGl);
  CHECK(stage.gl->failures == 500);

  stage.gl->status = GlStatus::Ready;
  CHECK(stage.drawnBy(stage.gl, 20, 1) == 20);
  CHECK(stage.reported.size() == 2);
  CHECK(stage.reported.back() == "0 ");
  CHECK(stage.renderer->status().reason.empty());

  for (const GlStatus status : {GlStatus::Lost, GlStatus::Busy, GlStatus::Failed, GlStatus::TooOld}) {
    stage.gl->status = stage.other->status = status;
    CHECK(stage.drawnBy(stage.cpu, 7, 1) == 7);
    CHECK(stage.renderer->status().gl == status);
    stage.gl->status = GlStatus::Ready;
    CHECK(stage.drawnBy(stage.gl, 7, 1) == 7);
    CHECK(stage.renderer->status().gl == GlStatus::Ready);
  }
  CHECK(stage.reported.size() == 10);
  CHECK(stage.renderer->status().byCpu == stage.cpu->images);
  CHECK(stage.renderer->status().byGl == stage.gl->images);
}

TEST_CASE("a fixed choice follows no rule, and takes the first renderer of OpenGL that can be used") {
  test::pretendCard();
  Stage onCpu(Choice::Cpu);
  CHECK(onCpu.drawnBy(onCpu.cpu, 100) == 100);

  Stage byGl(Choice::OpenGl);
  CHECK(byGl.drawnBy(byGl.gl, 100, 1) == 100);
  for (const GlStatus status : {GlStatus::TooOld, GlStatus::Failed}) {
    byGl.gl->status = status;
    CHECK(byGl.drawnBy(byGl.other, 10, 1) == 10);
    CHECK(byGl.reported.empty());
  }
  byGl.other->status = GlStatus::Lost;
  CHECK(byGl.drawnBy(byGl.cpu, 10, 1) == 10);
  CHECK(byGl.reported == std::vector<std::string>{"4 pretended 4"});
  byGl.gl->status = GlStatus::Ready;
  CHECK(byGl.drawnBy(byGl.gl, 10, 1) == 10);
  CHECK(byGl.reported.back() == "0 ");
  CHECK(byGl.renderer->status().choice == "set");
  CHECK(byGl.renderer->memory() >= 3000);
  CHECK(byGl.renderer->name() == "ldi-auto");
}

TEST_CASE("a context that comes with too little for one way is taken up by the other") {
  for (const GlStatus atFirst : {GlStatus::Missing, GlStatus::Busy, GlStatus::Lost}) {
    CAPTURE(int(atFirst));
    Stage stage(Choice::OpenGl);
    stage.gl->status = stage.other->status = atFirst;
    stage.draw(10, 1);
    CHECK(stage.renderer->status().gl == atFirst);
    stage.gl->status = GlStatus::TooOld;
    stage.other->status = GlStatus::Ready;
    CHECK(stage.drawnBy(stage.other, 20, 1) == 20);
    CHECK(stage.renderer->status().gl == GlStatus::Ready);
    CHECK(stage.reported.size() == 2);
    stage.other->status = GlStatus::Busy;
    stage.draw(5, 1);
    stage.other->status = GlStatus::Ready;
    CHECK(stage.drawnBy(stage.other, 20, 1) == 20);
  }
}

TEST_CASE("that OpenGL fails is told even if the CPU throws then") {
  Stage stage(Choice::OpenGl);
  stage.gl->status = stage.other->status = GlStatus::Lost;
  stage.cpu->noMemory = true;
  CHECK_THROWS_AS(stage.draw(10, 1), Error);
  CHECK(stage.reported.size() == 1);
}

TEST_CASE("none, or too many to choose from, are refused") {
  for (const std::size_t count : {0u, 4u}) {
    std::vector<std::unique_ptr<LdiRenderer>> gl;
    for (std::size_t i = 0; i < count; ++i) gl.push_back(std::make_unique<Pretended>());
    try {
      AutoLdi renderer(std::make_shared<HeadlessContext>(), std::make_unique<Pretended>(), std::move(gl));
      FAIL();
    } catch (const Error& error) {
      CHECK(std::string(error.what()) ==
            "AutoLdi: the number of OpenGL renderers must be from 1 to 3, not " + std::to_string(count));
    }
  }
}
