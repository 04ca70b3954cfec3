// The oldest OpenGL that is enough, as which Mesa's driver is made to look before its first use.
#include <pliant/detectors/ldi/SoftwareLdi.h>
#include <pliant/detectors/ldi/VolumeOfInterest.h>
#include <pliant/glrender.h>

#include <array>
#include <cstdlib>
#include <memory>
#include <string>

#include "EglHost.h"
#include "detectors/LdiShapes.h"

using namespace pliant;

TEST_CASE("OpenGL 3.3 draws the same, and leaves viewport and scissor alone") {
  setenv("MESA_GL_VERSION_OVERRIDE", "3.3", 1);
  setenv("MESA_GLSL_VERSION_OVERRIDE", "330", 1);
  const ldi_shapes::Shape shape = ldi_shapes::knot(200, 20, 0.4);
  const auto positions = shape.packed();
  const LdiSurface surface{positions, 0, static_cast<Index>(positions.size()), shape.faces, false};
  const LdiView view = volumeOfInterest(ldi_shapes::boxOf(shape), LdiGrid{});
  Workers workers;
  LayeredDepthImage expected, found;
  SoftwareLdi().render(surface, view, expected, workers);

  const auto own = std::make_shared<HeadlessContext>();
  UnorderedLdi headless(own);
  headless.render(surface, view, found, workers);
  CHECK((found.entries == expected.entries));
  OrderedLdi(own).render(surface, view, found, workers);
  CHECK(own->version().find("3.3") == 0);
  CHECK((found.entries == expected.entries));

  EglHost host(3, 3);
  const auto context = std::make_shared<HostContext>();
  UnorderedLdi renderer(context);
  glViewport(1, 2, 3, 4);
  glScissor(5, 6, 7, 8);
  glEnable(GL_SCISSOR_TEST);
  glClearDepth(0.375);
  glClearStencil(7);
  renderer.render(surface, view, found, workers);
  CHECK((found.entries == expected.entries));
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
  OrderedLdi(context).render(surface, view, found, workers);
  CHECK((found.entries == expected.entries));
  CHECK(glIsEnabled(GL_SCISSOR_TEST) == GL_FALSE);
  AutoLdiSettings preferGl;
  preferGl.choice = AutoLdiSettings::Choice::OpenGl;
  AutoLdi automatic(context, preferGl);
  const auto drawnByGl = [&] {
    automatic.render(surface, view, found, workers);
    CHECK((found.entries == expected.entries));
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
  CHECK_THROWS_AS(DrawnLdi(context).render({[](LdiDrawer&) { FAIL(); }}, view, found), GlError);
  try {
    AbufferLdi(context).render(surface, view, found, workers);
    FAIL();
  } catch (const GlError& error) {
    CHECK(error.status() == GlStatus::TooOld);
    CHECK(std::string(error.what()).find("OpenGL 4.3 is needed, the context has 3.3") == 0);
  }
  CHECK(glGetError() == GL_NO_ERROR);
}
