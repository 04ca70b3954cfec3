// The host's state is the same before and after a scope, whatever the scope does.
#include <pliant/glrender.h>

#include <memory>

#include "UndisturbedDrawing.h"

using namespace pliant;
using namespace host_state;

TEST_CASE("all that can be asked of OpenGL is the same after a scope") {
  EglHost host;
  HostContext context;
  REQUIRE(names().size() > 300);
  for (unsigned seed = 0; seed < 4; ++seed) {
    std::mt19937 random(seed);
    const Peculiar peculiar(random);
    CAPTURE(seed);
    const State before = stateOf();
    { const GlContext::Scope scope(context); }
    compare(before, stateOf());
  }
}

TEST_CASE("the host's state neither suffers from drawing nor disturbs it") {
  EglHost host;
  drawsUndisturbed(std::make_shared<HostContext>(), 12, [](std::mt19937& random) { const Peculiar peculiar(random); });
}

TEST_CASE("nor does what only the compatibility profile has") {
  EglHost host(4, 5, false);
  drawsUndisturbed(std::make_shared<HostContext>(), 2, [](std::mt19937& random) {
    const Peculiar peculiar(random);
    glEnable(GL_ALPHA_TEST);
    glAlphaFunc(GL_NEVER, 0.5f);
    glEnable(GL_POLYGON_STIPPLE);
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
    const GLubyte holes[128] = {};
    glPolygonStipple(holes);
    glEnable(GL_POLYGON_SMOOTH);
    glPolygonMode(GL_FRONT, GL_LINE);
    glPolygonMode(GL_BACK, GL_POINT);
    glPixelTransferf(GL_DEPTH_SCALE, 0.25f);
    glPixelTransferf(GL_DEPTH_BIAS, 0.125f);
    glPixelTransferi(GL_INDEX_SHIFT, 1);
    glPixelTransferi(GL_INDEX_OFFSET, 3);
    REQUIRE(glGetError() == GL_NO_ERROR);
  });
}
