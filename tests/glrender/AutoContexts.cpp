// AutoLdi on contexts that appear late, are lost, or are destroyed with the host: every image is drawn, and each change
// is reported.
#include <pliant/glrender.h>

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "DrawnShape.h"
#include "EglHost.h"
#include "Loss.h"
#include "MesaDriver.h"

using namespace pliant;

namespace {

constexpr AutoLdiSettings kPreferGl{AutoLdiSettings::Choice::OpenGl};

/// A renderer whose images are all compared with the CPU's.
struct Drawing : test::DrawnShape {
  std::vector<GlStatus> reported;
  AutoLdi renderer;

  explicit Drawing(std::shared_ptr<GlContext> context, const AutoLdiSettings& settings = kPreferGl)
      : DrawnShape(test::torus(), test::kAlongX), renderer(std::move(context), settings) {
    renderer.setListener([this](GlStatus status, const std::string& reason) {
      reported.push_back(status);
      CHECK(reason.empty() == (status == GlStatus::Ready));
    });
  }

  bool byGl(int images = 3) {
    bool all = true;
    for (int i = 0; i < images; ++i) {
      draw(renderer);
      all = all && renderer.status().drawnByGl;
    }
    return all;
  }
};

}  // namespace

TEST_CASE("a host's context that comes late, is lost, is destroyed, and is another one then") {
  const auto context = std::make_shared<HostContext>();
  Drawing drawing(context);
  CHECK(!drawing.byGl());
  CHECK(drawing.renderer.status().reason == "no OpenGL context is current on this thread");
  std::optional<EglHost> host(std::in_place);
  CHECK(drawing.byGl());
  {
    const Loss loss;
    CHECK(!drawing.byGl(1));
  }
  CHECK(!drawing.byGl());
  CHECK(drawing.renderer.status().reason == "the driver lost the host's OpenGL context");
  host.reset();
  CHECK(!drawing.byGl());
  host.emplace();
  context->contextDestroyed();
  CHECK(drawing.byGl());
  CHECK((drawing.reported == std::vector<GlStatus>{GlStatus::Missing, GlStatus::Ready, GlStatus::Lost,
                                                   GlStatus::Missing, GlStatus::Ready}));
}

TEST_CASE("one that shares with the host's goes on without it, and comes back after a loss") {
  const auto context = std::make_shared<SharedContext>();
  Drawing drawing(context);
  CHECK(!drawing.byGl());
  std::optional<EglHost> host(std::in_place);
  CHECK(drawing.byGl());
  host.reset();
  CHECK(drawing.byGl());
  {
    const Loss loss;
    CHECK(!drawing.byGl(1));
  }
  CHECK(!drawing.byGl());
  CHECK(drawing.renderer.status().gl == GlStatus::Missing);
  host.emplace();
  context->contextDestroyed();
  CHECK(drawing.byGl());
  CHECK((drawing.reported == std::vector<GlStatus>{GlStatus::Missing, GlStatus::Ready, GlStatus::Lost,
                                                   GlStatus::Missing, GlStatus::Ready}));
}

TEST_CASE("a headless one that is lost is made anew for the next image") {
  Drawing drawing(std::make_shared<HeadlessContext>());
  CHECK(drawing.byGl());
  {
    const Loss loss;
    CHECK(!drawing.byGl(1));
  }
  CHECK(drawing.byGl());
  CHECK((drawing.reported == std::vector<GlStatus>{GlStatus::Lost, GlStatus::Ready}));
}

TEST_CASE("a host in the midst of a query is not disturbed") {
  EglHost host;
  Drawing drawing(std::make_shared<HostContext>());
  GLuint query = 0;
  glGenQueries(1, &query);
  glBeginQuery(GL_SAMPLES_PASSED, query);
  CHECK(!drawing.byGl());
  glEndQuery(GL_SAMPLES_PASSED);
  CHECK(drawing.byGl());
  CHECK((drawing.reported == std::vector<GlStatus>{GlStatus::Busy, GlStatus::Ready}));
  glDeleteQueries(1, &query);
}

TEST_CASE("by the rule, OpenGL that can be used is told even if the CPU still draws") {
  test::mesaOnly();
  test::DrawnShape torus(test::torus(), {.resolution = 512, .axis = LdiGrid::Axis::Z});
  AutoLdi renderer(std::make_shared<HostContext>());
  torus.draw(renderer);
  CHECK(renderer.status().gl == GlStatus::Missing);
  CHECK(renderer.status().choice == "OpenGL cannot be used");
  const EglHost host;
  for (int i = 0; i < 65; ++i) torus.draw(renderer);  // 64 of them before OpenGL is tried again
  CHECK(renderer.status().gl == GlStatus::Ready);
  CHECK(renderer.status().choice == "no graphics card");
}

TEST_CASE("several views at once, by the CPU and by OpenGL") {
  Drawing drawing(std::make_shared<HostContext>());
  std::array<LdiView, 3> views;
  views.fill(drawing.view);
  views[1].ascending = !views[1].ascending;
  std::array<LayeredDepthImage, 3> expected, found;
  SoftwareLdi().renderViews(drawing.surface, views, expected, drawing.workers);
  const auto same = [&] {
    drawing.renderer.renderViews(drawing.surface, views, found, drawing.workers);
    for (std::size_t i = 0; i < 3; ++i) CHECK((found[i].entries == expected[i].entries));
  };
  same();
  CHECK(drawing.renderer.status().byCpu == 3);
  EglHost host;
  same();
  CHECK(drawing.renderer.status().byGl == 3);
}

TEST_CASE("what is the input's fault is thrown, by whatever draws") {
  EglHost host;
  for (const auto choice : {AutoLdiSettings::Choice::ByRule, AutoLdiSettings::Choice::OpenGl}) {
    Drawing drawing(std::make_shared<HostContext>(), {choice});
    LdiView none = drawing.view;
    none.width = 0;
    for (int i = 0; i < 10; ++i) {
      CHECK_THROWS_AS(drawing.renderer.render(drawing.surface, none, drawing.found, drawing.workers), Error);
    }
    drawing.byGl();
  }
}
