// Tests which body the browser's mouse takes, and where the body moves.

#include <pliant/scenes/Scene.h>
#include <pliant/scenes/builders.h>
#include <pliant/scenes/mechanics.h>
#include <pliant_catch.h>

#include <cmath>
#include <memory>

#include "interaction.h"

using namespace pliant;
using namespace pliant::detail;

namespace {

/// A dynamic rigid box on a ground and a static box beside it. A cloth covers the first box if `covered` is set.
class Boxes final : public Scene {
 public:
  explicit Boxes(bool covered) : m_covered(covered) {}
  Camera camera() const override { return {}; }
  void build(Simulation& simulation) override {
    simulation.addGround(6);
    simulation.addBox(btVector3(btScalar(0.3), btScalar(0.2), btScalar(0.3)), btVector3(0, btScalar(0.2), 0), 1);
    simulation.addBox(btVector3(btScalar(0.3), btScalar(0.2), btScalar(0.3)), btVector3(2, btScalar(0.2), 0));
    SoftMesh cloth = makeCloth(8, m_covered ? 1 : 0.2);
    place(cloth, m_covered ? btVector3(0, 1, 0) : btVector3(0, 3, 3));
    simulation.addSoft("cloth", cloth, {});
  }

 private:
  bool m_covered;
};

struct Held {
  Simulation simulation;
  Picker picker;

  explicit Held(bool covered) : simulation(entry(covered), {.detector = "spatial-hash"}) {}
  static SceneEntry entry(bool covered) {
    SceneEntry entry;
    entry.name = "boxes";
    entry.make = [covered](const SceneOptions&) { return std::make_unique<Boxes>(covered); };
    return entry;
  }
  /// Returns the view ray from above the origin to a point.
  static Ray to(float x, float y, float z) {
    const Eigen::Vector3f eye(0, 6, 0);
    return {eye, (Eigen::Vector3f(x, y, z) - eye).normalized()};
  }
  const btRigidBody& box() const { return *simulation.rigid()[1].body; }
};

}  // namespace

TEST_CASE("picker: a rigid body goes where it is led, by the place where it was taken, and then falls") {
  Held held(false);
  held.picker.take(held.simulation, Held::to(0.2f, 0.4f, 0.1f));
  const auto taken = held.picker.held(held.simulation);
  REQUIRE(taken);
  // The taken point is on the top of the box.
  CHECK(taken->distance(btVector3(btScalar(0.2), btScalar(0.4), btScalar(0.1))) < btScalar(1e-5));
  const Ray aside = Held::to(1, 2, 1);
  const btScalar far = (*taken - btVector3(0, 6, 0)).length();
  for (int i = 0; i < 120; ++i) {
    held.picker.pull(held.simulation, aside);
    held.simulation.step();
  }
  const btVector3 aim = btVector3(0, 6, 0) + far * btVector3(btScalar(aside.along.x()), btScalar(aside.along.y()),
                                                             btScalar(aside.along.z()));
  CHECK(held.picker.held(held.simulation)->distance(aim) < btScalar(0.05));
  const btVector3 there = held.box().getWorldTransform().getOrigin();
  CHECK(there.y() > btScalar(0.5));
  held.picker.letGo();
  CHECK(!held.picker.held(held.simulation));
  for (int i = 0; i < 120; ++i) {
    held.picker.pull(held.simulation, Held::to(0, 0, 0));
    held.simulation.step();
  }
  CHECK(held.box().getWorldTransform().getOrigin().y() < btScalar(0.35));
}

TEST_CASE(
    "picker: of two sheets the one in front is taken, however near a vertex of the other is to the line of sight") {
  Simulation simulation(*findScene("sheetonsheet"), {.detector = "spatial-hash"});
  for (int i = 0; i < 60; ++i) simulation.step();
  const auto& lower = *simulation.bodies()[0].body;
  const auto& upper = *simulation.bodies()[1].body;
  Picker picker;
  int tried = 0;
  for (int i = 0; i < lower.m_nodes.size(); ++i) {
    // The view ray passes through a vertex of the lower sheet, from above.
    const btVector3& x = lower.m_nodes[i].m_x;
    if (std::abs(x.x()) > btScalar(0.7) || std::abs(x.z()) > btScalar(0.7)) continue;
    const auto at = [](btScalar value) { return static_cast<float>(value); };
    picker.take(simulation, {Eigen::Vector3f(at(x.x()), 9, at(x.z())), Eigen::Vector3f(0, -1, 0)});
    const auto taken = picker.held(simulation);
    REQUIRE(taken);
    bool isUpper = false;
    for (int k = 0; k < upper.m_nodes.size(); ++k) isUpper = isUpper || upper.m_nodes[k].m_x == *taken;
    CHECK(isUpper);
    ++tried;
  }
  CHECK(tried > 20);
}

TEST_CASE("picker: what lies in front is taken") {
  Held held(true);
  held.picker.take(held.simulation, Held::to(0.05f, 0.4f, 0));
  const auto taken = held.picker.held(held.simulation);
  REQUIRE(taken);
  CHECK(taken->y() == Approx(1));
}

TEST_CASE("picker: what nothing moves is not taken, and hides nothing that comes near the line of sight") {
  Held held(false);
  held.picker.take(held.simulation, Held::to(2, 0.4f, 0));
  CHECK(!held.picker.held(held.simulation));
  held.picker.take(held.simulation, Held::to(-2, 0, 0));
  CHECK(!held.picker.held(held.simulation));
}

TEST_CASE("picker: the tip of a tool goes to what is seen under the mouse, and cuts it") {
  Simulation simulation(*findScene("surgery"), {});
  for (int i = 0; i < 5; ++i) simulation.step();
  const Eigen::Vector3f eye(0.7f, 1.85f, 1.2f);
  const auto towards = [&](const btVector3& p) {
    return Ray{eye, (Eigen::Vector3f(float(p.x()), float(p.y()), float(p.z())) - eye).normalized()};
  };
  const auto& nodes = simulation.bodies()[2].body->m_nodes;
  Picker picker;
  picker.take(simulation, towards(centroid(*simulation.bodies()[2].body)));
  const auto tip = picker.held(simulation);
  REQUIRE(tip);
  for (int i = 0; i < nodes.size(); ++i) CHECK(nodes[i].m_x.y() >= tip->y());
  const int whole = simulation.bodies()[0].body->m_nodes.size();
  const auto lead = [&](const btVector3& from, const btVector3& to, int steps) {
    for (int i = 0; i < steps; ++i) {
      picker.pull(simulation, towards(from.lerp(to, btScalar(i) / btScalar(steps))));
      simulation.step();
    }
  };
  const auto besideRay = [&](const btVector3& p) {
    const btVector3 at(btScalar(eye.x()), btScalar(eye.y()), btScalar(eye.z()));
    return (*picker.held(simulation) - at).cross((p - at).normalized()).length();
  };
  // Along the liver's top, as the mouse sees it.
  const btVector3 left(btScalar(-0.4), btScalar(0.4), 0), right(btScalar(0.3), btScalar(0.42), 0);
  lead(left, left, 120);
  CHECK(besideRay(left) < btScalar(0.04));
  CHECK(simulation.bodies()[0].body->m_nodes.size() == whole);
  lead(left, right, 120);
  CHECK(besideRay(right) < btScalar(0.04));
  CHECK(simulation.bodies()[0].body->m_nodes.size() > whole);
}
