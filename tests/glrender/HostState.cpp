// The host's state is the same after a scope as before it, whatever was done in it.
#include <pliant/detectors/ldi/SoftwareLdi.h>
#include <pliant/detectors/ldi/VolumeOfInterest.h>
#include <pliant/glrender.h>

#include <memory>

#include "HostStates.h"
#include "detectors/LdiShapes.h"

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

namespace {

/// Draws by each renderer under the state that `disturb` makes, several times. It is to be as before, and no bit of the
/// image another.
template <typename Disturb>
void drawsUndisturbed(unsigned times, Disturb&& disturb) {
  const auto context = std::make_shared<HostContext>();
  const ldi_shapes::Shape shape = ldi_shapes::torus(30, 20, 1, 0.4);
  const auto positions = shape.packed();
  const LdiSurface surface{positions, 0, static_cast<Index>(positions.size()), shape.faces, false};
  LdiGrid grid;
  grid.axis = LdiGrid::Axis::X;
  const LdiView view = volumeOfInterest(ldi_shapes::boxOf(shape), grid);
  Workers workers;
  LayeredDepthImage expected, found;
  SoftwareLdi().render(surface, view, expected, workers);
  std::vector<std::unique_ptr<LdiRenderer>> renderers;
  renderers.push_back(std::make_unique<UnorderedLdi>(context));
  renderers.push_back(std::make_unique<OrderedLdi>(context));
  for (const auto& renderer : renderers) {
    CAPTURE(renderer->name());
    for (unsigned seed = 0; seed < times; ++seed) {
      CAPTURE(seed);
      std::mt19937 random(seed);
      disturb(random);
      const State before = stateOf();
      renderer->render(surface, view, found, workers);
      compare(before, stateOf());
      CHECK((found.offsets == expected.offsets));
      CHECK((found.entries == expected.entries));
    }
  }
}

}  // namespace

TEST_CASE("the host's state neither suffers from drawing nor disturbs it") {
  EglHost host;
  drawsUndisturbed(12, [](std::mt19937& random) { const Peculiar peculiar(random); });
}

TEST_CASE("nor does what only the compatibility profile has") {
  EglHost host(4, 5, false);
  drawsUndisturbed(2, [](std::mt19937& random) {
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
