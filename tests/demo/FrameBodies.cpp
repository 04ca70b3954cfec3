// Tests the camera that holds the bodies of a scene.

#include <pliant/pictures/drawScene.h>
#include <pliant/pictures/frameBodies.h>
#include <pliant_catch.h>

#include <limits>
#include <string>
#include <vector>

#include "PictureColours.h"

using namespace pliant;

namespace {

void moveBody(const Simulation& simulation, std::size_t body, const btVector3& by) {
  auto& nodes = simulation.bodies()[body].body->m_nodes;
  for (int i = 0; i < nodes.size(); ++i) nodes[i].m_x += by;
}

}  // namespace

TEST_CASE("a picture's camera moves back until the bodies are in the picture, and names those that are too far away") {
  const auto isBlue = [](const Rgb& c) { return c[2] > 100 && c[2] > 1.5 * c[0]; };
  for (const double scale : {1.0, 10.0}) {
    CAPTURE(scale);
    const Simulation simulation(*findScene("tori"), {.detector = "none", .options = {.scale = scale}});
    const Camera usual = simulation.scene().camera();
    const auto length = [scale](double x) { return static_cast<btScalar>(scale * x); };
    const auto blue = [&](const Framing& framing) {
      Drawing drawing = drawScene(simulation, {}, {.intersections = false});
      drawing.camera = framing.camera;
      return pictures::count(render(drawing, pictures::kSmall), isBlue);
    };
    CHECK(frameBodies(simulation).camera.eye == usual.eye);
    CHECK(frameBodies(simulation).outside.empty());
    // The left ring is blue, and just outside of the scene's own picture.
    moveBody(simulation, 0, {length(-5.2), 0, 0});
    CHECK(blue({usual, {}}) == 0);
    const Framing framing = frameBodies(simulation);
    CHECK(framing.outside.empty());
    CHECK(blue(framing) > 20);
    moveBody(simulation, 0, {0, length(-100), 0});
    CHECK(frameBodies(simulation).camera.eye == usual.eye);
    CHECK(frameBodies(simulation).outside == std::vector<std::string>{"left ring"});
    moveBody(simulation, 0, {0, std::numeric_limits<btScalar>::quiet_NaN(), 0});
    CHECK(frameBodies(simulation).outside == std::vector<std::string>{"left ring"});
  }
}

TEST_CASE("a picture shows the walls that hold bodies by the edges of their inner sides") {
  const auto surfaces = [](const char* scene) {
    const Simulation simulation(*findScene(scene), {.detector = "none"});
    return drawScene(simulation, {}).surfaces.size() - simulation.bodies().size();
  };
  CHECK(surfaces("parts") == 4);
  CHECK(surfaces("knot") == 0);
}
