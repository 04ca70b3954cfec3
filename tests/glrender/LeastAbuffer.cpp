// The oldest OpenGL that is enough for AbufferLdi, as which Mesa's driver is made to look before its first use.
#include <pliant/detectors/ldi/LdiAnswering.h>
#include <pliant/detectors/ldi/LdiQueries.h>
#include <pliant/detectors/ldi/SoftwareLdi.h>
#include <pliant/detectors/ldi/VolumeOfInterest.h>
#include <pliant/glrender.h>
#include <pliant_catch.h>

#include <cstdlib>
#include <memory>
#include <vector>

#include "detectors/LdiShapes.h"

using namespace pliant;

TEST_CASE("OpenGL 4.3 draws and answers the same in one pass") {
  setenv("MESA_GL_VERSION_OVERRIDE", "4.3", 1);
  setenv("MESA_GLSL_VERSION_OVERRIDE", "430", 1);
  const ldi_shapes::Shape shape = ldi_shapes::knot(200, 20, 1.4);
  const auto positions = shape.packed();
  const LdiSurface surface{positions, 0, static_cast<Index>(positions.size()), shape.faces, false};
  const LdiView view = volumeOfInterest(ldi_shapes::boxOf(shape), LdiGrid{});
  Workers workers;
  LayeredDepthImage expected, found;
  SoftwareLdi().render(surface, view, expected, workers);
  const auto context = std::make_shared<HeadlessContext>();
  AbufferLdi renderer(context);
  renderer.render(surface, view, found, workers);
  CHECK(context->version().find("4.3") == 0);
  CHECK((found.offsets == expected.offsets));
  CHECK((found.entries == expected.entries));
  LdiVolume volume;
  selfIntersectionVolume(expected, volume);
  LdiAnswering& answering = *renderer.answering();
  const auto image = answering.makeImage();
  const LdiSubject subject{surface, view, image.get(), false};
  CHECK(volume.volume > 0);
  CHECK(answering.selfIntersection(subject, workers).volume == volume.volume);
  std::vector<Index> inside, expectedInside;
  pointsInside(expected, positions, expectedInside);
  answering.answer({subject, subject, &inside, nullptr, nullptr}, workers);
  CHECK((inside == expectedInside));
}
