// Tests AbufferLdi with the oldest OpenGL that it supports. Mesa's driver imitates it; this must be set before its
// first use.
#include <pliant/glrender.h>
#include <pliant_catch.h>

#include <memory>

#include "DrawnShape.h"
#include "LdiComparison.h"
#include "MesaDriver.h"

using namespace pliant;

TEST_CASE("OpenGL 4.3 draws and answers the same in one pass") {
  test::pretendOldDriver("4.3", "430");
  test::DrawnShape knot(ldi_shapes::knot(200, 20, 1.4));
  const auto context = std::make_shared<HeadlessContext>();
  AbufferLdi renderer(context);
  knot.draw(renderer);
  CHECK(context->version().find("4.3") == 0);

  test::LdiComparison comparison;
  test::Shape other = knot.shape;
  other.move(1, {0.3, 0.2, 0.1});
  comparison.add(knot.shape, other);
  LdiDetector software = test::detectorOf(nullptr, 50),
              gl = test::detectorOf(std::make_unique<AbufferLdi>(context), 50);
  comparison.compare(software, gl);
  CHECK(!comparison.found.verticesInside.empty());
  CHECK(comparison.found.intersectionVolumes.size() == 1);
  CHECK(comparison.found.selfIntersectionVolumes.size() == 2);
  CHECK(comparison.gradients > 0);
  CHECK(comparison.ownGradients > 0);
}
