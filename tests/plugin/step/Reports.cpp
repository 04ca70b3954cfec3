// Reports of a step beside its contacts: debug drawing, zones for a profiler, failure of a detector.

#include <LinearMath/btQuickprof.h>
#include <pliant/detectors/BruteForce.h>

#include <stdexcept>
#include <string>

#include "../ForwardingDetector.h"
#include "../Worlds.h"

namespace {

/// A cube that rests on a pinned cube.
struct Resting {
  PliantStage stage;
  btSoftBody *lower, *upper;

  Resting() {
    lower = stage.addCube(vector(0, 0, 0), 1, 2);
    upper = stage.addCube(vector(0.1, 1.1, 0.05), 1, 2);
    pin(*lower);
    stage.step(20);
  }
  pliant::SoftCollision& collision() { return stage.collision(); }
};

/// Records the draw calls.
struct Drawer : btIDebugDraw {
  struct Line {
    btVector3 from, to;
  };
  std::vector<Line> lines;
  std::vector<btVector3> spheres;
  std::vector<Line> boxes;
  int mode = 0;

  void drawLine(const btVector3& from, const btVector3& to, const btVector3&) override { lines.push_back({from, to}); }
  void drawSphere(const btVector3& centre, btScalar radius, const btVector3&) override {
    CHECK(radius > 0);
    spheres.push_back(centre);
  }
  void drawAabb(const btVector3& from, const btVector3& to, const btVector3&) override { boxes.push_back({from, to}); }
  void drawContactPoint(const btVector3&, const btVector3&, btScalar, int, const btVector3&) override {}
  void reportErrorWarning(const char*) override {}
  void draw3dText(const btVector3&, const char*) override {}
  void setDebugMode(int to) override { mode = to; }
  int getDebugMode() const override { return mode; }
};

std::vector<std::string> g_zones;  // in the order of their entry

}  // namespace

TEST_CASE("debug draw shows contacts and boxes, as the drawer's mode has it") {
  Resting resting;
  const auto contacts = resting.collision().getContacts();
  REQUIRE(contacts.size() > 0);
  CHECK(&resting.collision().getContact(0) == contacts.data());
  Drawer drawer;
  const auto draw = [&](int mode) {
    drawer.mode = mode;
    debugDraw(resting.collision(), drawer);
  };
  SECTION("nothing that is not asked for") {
    draw(0);
    CHECK(drawer.lines.empty());
    CHECK(drawer.boxes.empty());
  }
  SECTION("contacts that press") {
    draw(btIDebugDraw::DBG_DrawContactPoints);
    std::vector<btVector3> pressing;
    for (const pliant::SoftContact& contact : contacts)
      if (contact.impulse > 0) pressing.push_back(contact.pointOnA);
    REQUIRE(pressing.size() > 0);
    REQUIRE(pressing.size() < contacts.size());
    CHECK(drawer.spheres == pressing);
    CHECK(drawer.lines.size() == 2 * pressing.size());
  }
  SECTION("those that only came near as well") {
    resting.collision().setNearContactsDrawn(true);
    draw(btIDebugDraw::DBG_DrawContactPoints);
    REQUIRE(drawer.spheres.size() == contacts.size());
    REQUIRE(drawer.lines.size() == 2 * contacts.size());
    for (std::size_t i = 0; i < contacts.size(); ++i) {
      CHECK(drawer.spheres[i] == contacts[i].pointOnA);
      const Drawer::Line normal = drawer.lines[2 * i], between = drawer.lines[2 * i + 1];
      CHECK(normal.from == contacts[i].pointOnB);
      CHECK((normal.to - normal.from).length() ==
            Approx(std::max(contacts[i].depth, contacts[i].contactDistance)).epsilon(1e-3));
      CHECK(between.from == contacts[i].pointOnA);
      CHECK(between.to == contacts[i].pointOnB);
    }
  }
  SECTION("boxes of bodies that take part") {
    btSoftBody* broken = resting.stage.addCube(vector(5, 0, 0), 1, 1);
    broken->m_nodes[0].m_x.setX(std::numeric_limits<btScalar>::quiet_NaN());
    resting.stage.step();
    draw(btIDebugDraw::DBG_DrawAabb);
    REQUIRE(drawer.boxes.size() == 2);
    for (const auto& node : nodesOf(*resting.upper))
      for (int k = 0; k < 3; ++k) {
        CHECK(node.m_q[k] >= drawer.boxes[1].from[k]);
        CHECK(node.m_q[k] <= drawer.boxes[1].to[k]);
      }
  }
  SECTION("through the world") {
    drawer.mode = btIDebugDraw::DBG_DrawContactPoints;
    resting.stage.world.setDebugDrawer(&drawer);
    resting.collision().setNearContactsDrawn(true);
    resting.stage.world.debugDrawWorld();
    CHECK(drawer.spheres.size() == contacts.size());
    resting.stage.world.setDebugDrawer(nullptr);
  }
}

TEST_CASE("a profiler hears of the stages of a step, in their order") {
  Resting resting;
  g_zones.clear();
  btEnterProfileZoneFunc* const before = btGetCurrentEnterProfileZoneFunc();
  btSetCustomEnterProfileZoneFunc([](const char* name) {
    const std::string zone = name;
    if (zone.starts_with("pliant ")) g_zones.push_back(zone);
  });
  resting.stage.step();
  btSetCustomEnterProfileZoneFunc(before);
  const std::vector<std::string> expected{"pliant predict", "pliant solve",  "pliant detect",
                                          "pliant check",   "pliant report", "pliant update"};
  g_zones.erase(std::unique(g_zones.begin(), g_zones.end()),
                g_zones.end());  // a check that finds hits is repeated
  CHECK(g_zones == expected);
}

TEST_CASE("a detector that fails is told of once, and the bodies are stepped without contacts") {
  struct Failing : ForwardingDetector<pliant::BruteForce> {
    bool failing = false;
    void candidates(const pliant::BodySet& bodies, const pliant::CandidateQuery& query, pliant::Candidates& candidates,
                    pliant::Counters& counters, pliant::Workers& workers) override {
      if (failing) throw std::runtime_error("no memory left");
      ForwardingDetector::candidates(bodies, query, candidates, counters, workers);
    }
  } detector;
  struct Listener : StatusListener {
    int contacts = 0;
    void contactsFound(std::span<const pliant::SoftContact> found) override { contacts = int(found.size()); }
  } listener;
  using Kind = pliant::SoftBodyStatus::Kind;
  Resting resting;
  pliant::SoftCollision& collision = resting.collision();
  collision.setListener(&listener);
  collision.setDetector(&detector);
  CHECK(collision.getDetector() == &detector);
  CHECK(collision.getListener() == &listener);
  resting.stage.step();
  CHECK(listener.contacts > 0);
  CHECK(listener.reported.empty());
  detector.failing = true;
  // The candidates of the last query do not suffice for a larger margin.
  collision.setMargin(resting.upper, btScalar(1.5) * collision.getMargin(resting.upper));
  resting.stage.step(2);
  CHECK(listener.contacts == 0);
  REQUIRE(listener.reported.size() == 1);
  CHECK(listener.reported[0].first == nullptr);
  CHECK(listener.reported[0].second.kind == Kind::DetectionFailed);
  CHECK(listener.reported[0].second.message == "forwarding: no memory left");
  CHECK(finite(*resting.upper));
  detector.failing = false;
  resting.stage.step();
  CHECK(listener.contacts > 0);
  collision.setDetector(nullptr);
  CHECK(collision.getDetector() != &detector);
}

TEST_CASE("the impulses of the contacts are the momentum that one body got from the other") {
  const btScalar friction = GENERATE(btScalar(0), btScalar(0.5));
  CAPTURE(friction);
  WeightlessStage stage;
  btSoftBody* low = stage.addCube(vector(0, 0, 0), 1, 3);
  btSoftBody* high = stage.addCube(vector(0.1, 1.12, 0), 1, 3);
  low->m_cfg.kDF = high->m_cfg.kDF = friction;
  high->addVelocity(vector(2, -4, 0.5));
  double worstAlong = 0;
  for (int step = 0; step < 10; ++step) {
    std::vector<btVector3> way;
    for (const auto& node : nodesOf(*high)) way.push_back(node.m_v / 60);
    stage.step();
    btVector3 got(0, 0, 0), reported(0, 0, 0);
    for (int i = 0; i < high->m_nodes.size(); ++i) {
      const btSoftBody::Node& node = high->m_nodes[i];
      got += (node.m_x - node.m_q - way[size_t(i)]) / node.m_im;
    }
    for (const pliant::SoftContact& contact : stage.collision().getContacts()) {
      if (contact.bodyA == contact.bodyB) continue;
      const btVector3 impulse = contact.normal * contact.impulse + contact.friction;
      reported += (contact.bodyA == high ? impulse : -impulse) / 60;
      CHECK(std::abs(contact.friction.dot(contact.normal)) < btScalar(1e-5));
      worstAlong = std::max(worstAlong, double(contact.friction.length()));
    }
    if (stage.collision().getCounters().zones == 0) CHECK((got - reported).length() < btScalar(1e-4));
  }
  CHECK((worstAlong > 0) == (friction > 0));
}

TEST_CASE("what rests on contacts gets its weight times the time from them, however long a step is") {
  const btScalar dt = 1 / GENERATE(btScalar(60), btScalar(120));
  CAPTURE(dt);
  Resting resting;
  const int steps = int(std::lround(1 / double(dt)));
  for (int i = 0; i < steps; ++i) resting.stage.world.stepSimulation(dt, 0);
  double push = 0;
  for (int i = 0; i < steps; ++i) {
    resting.stage.world.stepSimulation(dt, 0);
    for (const pliant::SoftContact& contact : resting.collision().getContacts()) {
      if (contact.bodyA == contact.bodyB) continue;
      const double up = double((contact.normal * contact.impulse + contact.friction).y());
      push += contact.bodyA == resting.upper ? up : -up;
    }
  }
  CHECK(push == Approx(10).epsilon(0.1));  // N s: 1 kg at 10 m/s², for a second
}
