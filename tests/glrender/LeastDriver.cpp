// Tests the oldest OpenGL that is supported. Mesa's driver imitates it; this must be set before its first use.
#include <pliant/glrender.h>

#include <array>
#include <memory>
#include <string>

#include "DrawnShape.h"
#include "EglHost.h"
#include "MesaDriver.h"

using namespace pliant;

TEST_CASE("OpenGL 3.3 draws the same, and leaves viewport and scissor alone") {
  test::pretendOldDriver("3.3", "330");
  test::DrawnShape knot(ldi_shapes::knot(200, 20, 0.4));

  const auto own = std::make_shared<HeadlessContext>();
  UnorderedLdi headless(own);
  knot.draw(headless);
  OrderedLdi ordered(own);
  knot.draw(ordered);
  CHECK(own->version().find("3.3") == 0);

  EglHost host(3, 3);
  const auto context = std::make_shared<HostContext>();
  UnorderedLdi renderer(context);
  glViewport(1, 2, 3, 4);
  glScissor(5, 6, 7, 8);
  glEnable(GL_SCISSOR_TEST);
  glClearDepth(0.375);
  glClearStencil(7);
  knot.draw(renderer);
  std::array<GLint, 4> box{};
  glGetIntegerv(GL_VIEWPORT, box.data());
  CHECK(box == std::array<GLint, 4>{1, 2, 3, 4});
  glGetIntegerv(GL_SCISSOR_BOX, box.data());
  CHECK(box == std::array<GLint, 4>{5, 6, 7, 8});
  CHECK(glIsEnabled(GL_SCISSOR_TEST) == GL_TRUE);
  GLdouble depth = 0;
  glGetDoublev(GL_DEPTH_CLEAR_VALUE, &depth);
  CHECK(depth == 0.375);
  GLint stencil = 0;
  glGetIntegerv(GL_STENCIL_CLEAR_VALUE, &stencil);
  CHECK(stencil == 7);
  glDisable(GL_SCISSOR_TEST);
  OrderedLdi hosted(context);
  knot.draw(hosted);
  CHECK(glIsEnabled(GL_SCISSOR_TEST) == GL_FALSE);
  AutoLdi automatic(context, AutoLdiSettings{AutoLdiSettings::Choice::OpenGl});
  const auto drawnByGl = [&] {
    knot.draw(automatic);
    return automatic.status().drawnByGl;
  };
  host.release();
  CHECK(!drawnByGl());
  host.makeCurrent();
  CHECK(drawnByGl());
  GLuint query = 0;
  glGenQueries(1, &query);
  glBeginQuery(GL_SAMPLES_PASSED, query);
  CHECK(!drawnByGl());
  glEndQuery(GL_SAMPLES_PASSED);
  CHECK(drawnByGl());
  CHECK(automatic.status().gl == GlStatus::Ready);
  glDeleteQueries(1, &query);
  CHECK(context->check(43) == GlStatus::TooOld);
  CHECK_THROWS_AS(DrawnLdi(context).render({[](LdiDrawer&) { FAIL(); }}, knot.view, knot.found), GlError);
  try {
    AbufferLdi(context).render(knot.surface, knot.view, knot.found, knot.workers);
    FAIL();
  } catch (const GlError& error) {
    CHECK(error.status() == GlStatus::TooOld);
    CHECK(std::string(error.what()).find("OpenGL 4.3 is needed, but the context has 3.3") == 0);
  }
  CHECK(glGetError() == GL_NO_ERROR);
}
