// The papers' test beds in a Bullet world.
#include <pliant/models/ModelScene.h>
#include <pliant/pictures/drawScene.h>
#include <pliant/plugin/SoftCollision.h>
#include <pliant/scenes/Judge.h>
#include <pliant/scenes/Simulation.h>
#include <pliant/scenes/playedScenes.h>
#include <pliant_catch.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

using namespace pliant;

namespace {

// The other scenes are of the same kinds, but larger.
const std::vector<std::string> kSmallScenes = {"setupA", "hat", "hand", "santa"};

void step(Simulation& simulation, int steps) {
  for (int i = 0; i < steps; ++i) simulation.step();
}

/// Returns the largest distance of a vertex from its place in the model, relative to the offset of the body's first
/// vertex.
btScalar offModel(const Simulation& simulation, const std::string& name, double time) {
  models::ModelScene model = models::findModelScene(name)->make({});
  model.setTime(time);
  btScalar most = 0;
  REQUIRE(simulation.bodies().size() == model.bodies().size());
  for (std::size_t b = 0; b < model.bodies().size(); ++b) {
    const auto& points = model.bodies()[b].surface.points;
    const auto& nodes = simulation.bodies()[b].body->m_nodes;
    REQUIRE(nodes.size() == static_cast<int>(points.size()));
    const auto scale = static_cast<btScalar>(simulation.scale());
    const auto off = [&](std::size_t v) {
      return nodes[static_cast<int>(v)].m_x / scale - btVector3(points[v][0], points[v][1], points[v][2]);
    };
    const btVector3 aside = off(0);
    CHECK(aside.length() < (simulation.settings().options.seed == 0 ? btScalar(1e-5) : btScalar(0.03)));
    for (std::size_t v = 0; v < points.size(); ++v) most = std::max(most, (off(v) - aside).length());
  }
  return most;
}

}  // namespace

TEST_CASE("a test bed is played from one end to the other and back, for ever") {
  CHECK(playedTime(0) == 0);
  CHECK(playedTime(kPlayedSteps / 2) == 0.5);
  CHECK(playedTime(kPlayedSteps) == 1);
  CHECK(playedTime(kPlayedSteps + 1) == playedTime(kPlayedSteps - 1));
  CHECK(playedTime(2 * kPlayedSteps) == 0);
  CHECK(playedTime(7 * kPlayedSteps) == 1);
}

TEST_CASE("each test bed of the papers is played, under its own name, and no scene has that") {
  REQUIRE(playedScenes().size() == models::modelScenes().size());
  for (const models::ModelSceneEntry& model : models::modelScenes()) {
    const std::string name(model.name);
    const SceneEntry* const entry = findScene(name);
    REQUIRE(entry != nullptr);
    CHECK(entry->description.starts_with(model.description));
    CHECK(std::none_of(scenes().begin(), scenes().end(), [&](const SceneEntry& one) { return one.name == name; }));
  }
}

TEST_CASE("bodies of a test bed are where the model has them, at any scale, under every world") {
  for (const char* const detector : {"auto", "ldi-software", "bullet", "none"}) {
    INFO(detector);
    for (const std::string& name : kSmallScenes) {
      INFO(name);
      Simulation simulation(*findScene(name), {.detector = detector});
      step(simulation, 3);
      CHECK(offModel(simulation, name, playedTime(3)) < btScalar(1e-5));
    }
  }
  Simulation simulation(*findScene("hat"), {.options = {.scale = 20, .seed = 3}});
  step(simulation, 5);
  CHECK(offModel(simulation, "hat", playedTime(5)) < btScalar(1e-5));
}

TEST_CASE("what a test bed is for is found in it") {
  for (const std::string& name : kSmallScenes) {
    INFO(name);
    Simulation simulation(*findScene(name), {});
    step(simulation, name == "santa" ? 5 : kPlayedSteps);
    const Verdict end = simulation.judge();
    if (name == "santa") {
      CHECK(end.verticesInside > 500);
    } else {
      CHECK(end.pairsBetween + end.pairsSelf > 100);
    }
    CHECK(simulation.contacts() > 100);
    CHECK_FALSE(end.nan);
  }
}

TEST_CASE("all detectors by elements tell the same contacts of a test bed") {
  for (const auto& [name, steps] : {std::pair("hand", 25), std::pair("santa", 3)}) {
    INFO(name);
    std::vector<std::size_t> contacts;
    for (const char* const detector : {"spatial-hash", "bucket-tree", "regularity-tree"}) {
      Simulation simulation(*findScene(name), {.detector = detector});
      step(simulation, steps);
      contacts.push_back(simulation.contacts());
    }
    CHECK(contacts.front() > 0);
    for (const std::size_t one : contacts) CHECK(one == contacts.front());
  }
}

TEST_CASE("particles are drawn, those within a body red and in front") {
  Simulation simulation(*findScene("santa"), {.detector = "none"});
  const std::size_t particles = simulation.bodies()[1].mesh.positions.size();
  const Verdict verdict = simulation.judge();
  std::vector<Index> within;
  for (const Verdict::Inside& inside : verdict.inside)
    if (inside.body == 1) within.push_back(inside.vertex);
  REQUIRE(within.size() > 100);
  const Drawing drawing = drawScene(simulation, verdict);
  REQUIRE(drawing.points.size() == particles);
  const auto inFront = std::count_if(drawing.points.begin(), drawing.points.end(),
                                     [](const DrawnPoint& point) { return point.inFront; });
  CHECK(static_cast<std::size_t>(inFront) == within.size());
  for (const Index v : within) {
    CHECK(drawing.points[v].inFront);
    CHECK(drawing.points[v].colour == kMarkColour);
  }
  const Drawing plain = drawScene(simulation, verdict, parseOverlay("none"));
  CHECK(std::none_of(plain.points.begin(), plain.points.end(), [](const DrawnPoint& point) { return point.inFront; }));
}

TEST_CASE("played scenes: all of the bodies is in the picture all the time, in a narrow one too") {
  for (const SceneEntry& entry : playedScenes()) {
    if (entry.name == "dragon") continue;  // is like the others, but takes seconds
    INFO(entry.name);
    const Camera camera = entry.make({})->camera();
    const double slope = std::tan(camera.fieldOfView / 2 * std::numbers::pi / 180);
    const btVector3 back = (camera.eye - camera.target).normalized();
    const btVector3 right = btVector3(0, 1, 0).cross(back).normalized(), up = back.cross(right);
    models::ModelScene model = models::findModelScene(entry.name)->make({});
    double widest = 0, highest = 0;
    constexpr int kTimes = 10;
    for (int t = 0; t <= kTimes; ++t) {
      model.setTime(static_cast<double>(t) / kTimes);
      for (const models::ModelBody& body : model.bodies()) {
        for (const auto& p : body.surface.points) {
          const btVector3 at = btVector3(p[0], p[1], p[2]) - camera.eye;
          const double depth = -double{at.dot(back)};
          REQUIRE(depth > 0);
          widest = std::max(widest, std::abs(double{at.dot(right)}) / depth);
          highest = std::max(highest, std::abs(double{at.dot(up)}) / depth);
        }
      }
    }
    // The browser's narrow picture shows a little more across than a square picture.
    CHECK(widest < 1.05 * slope);
    CHECK(highest < slope);
    CHECK(std::max(widest, highest) > 0.5 * slope);
  }
}
