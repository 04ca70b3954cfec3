// Renderers that fail, and volumes that are not reported.
#include <pliant/detectors/Error.h>
#include <pliant/detectors/ldi/LdiDetector.h>
#include <pliant/detectors/ldi/SoftwareLdi.h>

#include "../VolumeStage.h"

namespace {

/// Renders like SoftwareLdi until its context is lost.
struct LosingLdi : pliant::LdiRenderer {
  explicit LosingLdi(const bool& isLost) : lost(&isLost) {}
  std::string_view name() const override { return "losing"; }
  std::size_t memory() const override { return drawer.memory(); }
  void render(const pliant::LdiSurface& surface, const pliant::LdiView& view, pliant::LayeredDepthImage& image,
              pliant::Workers& workers) override {
    if (*lost) throw pliant::Error("the context is lost");
    drawer.render(surface, view, image, workers);
  }
  const bool* lost;
  pliant::SoftwareLdi drawer;
};

/// Adds balloons that rotate and fall onto each other.
void fill(VolumeStage& stage) {
  stage.addGround();
  stage.addPosts();
  for (int i = 0; i < 3; ++i) {
    btSoftBody* ball =
        stage.addBall(vector(btScalar(0.15) * btScalar(i), btScalar(0.6) + btScalar(1.1) * btScalar(i), 0), 0.5, 10);
    const btVector3 centre = centreOf(*ball);
    for (auto& node : nodesOf(*ball)) node.m_v += vector(0, 0, 3).cross(node.m_x - centre);
  }
}

}  // namespace

TEST_CASE("where no volume can be drawn, steps have the bits of those without volumes, and a status tells it once") {
  bool lost = true;
  pliant::LdiDetector own(std::make_unique<LosingLdi>(lost));
  VolumeStage stage(-10), hashed(-10);
  stage.collision().setMethod(Method::Off);
  stage.collision().setDetector(&own);
  StatusListener listener(stage.collision());
  hashed.collision().setMethod(Method::SpatialHash);
  fill(stage);
  fill(hashed);
  int contacts = 0;
  stage.step(60, [&] {
    hashed.step();
    contacts = std::max(contacts, stage.collision().getNumContacts());
    REQUIRE(coordinatesOf(stage.bodies()) == coordinatesOf(hashed.bodies()));
    CHECK(stage.collision().getNumContacts() == hashed.collision().getNumContacts());
  });
  CHECK(contacts > 0);
  REQUIRE(listener.count(pliant::SoftBodyStatus::Kind::VolumesFailed) == 1);
  CHECK(listener.reported[0].second.message == "losing: the context is lost");

  // Volumes are used again as soon as the renderer works.
  lost = false;
  stage.step(60);
  CHECK(stage.collision().getCounters().volumes > 0);
  lost = true;
  stage.step();
  CHECK(stage.collision().getCounters().volumes == 0);
  CHECK(listener.count(pliant::SoftBodyStatus::Kind::VolumesFailed) == 2);
  stage.collision().setListener(nullptr);
}

TEST_CASE("a query tells volumes of soft bodies only, not of the rigid meshes that they meet") {
  VolumeStage stage(-10);
  stage.addMesh(rigid::box(vector(2, 1, 2), 4), vector(0, -1, 0));
  btSoftBody* ball = stage.addBall(vector(0, 0.6, 0), 0.5);
  stage.step(4);
  // The program moves the ball into the mesh.
  ball->translate(vector(0, -0.4, 0));
  pliant::Results results;
  const pliant::Query query{.verticesInside = true, .intersectionVolumes = true, .selfIntersectionVolumes = true};
  REQUIRE(stage.collision().query(query, results));
  CHECK(results.counters.candidates > 0);
  CHECK(results.verticesInside.empty());
  CHECK(results.intersectionVolumes.empty());
  CHECK(results.selfIntersectionVolumes.empty());
}
