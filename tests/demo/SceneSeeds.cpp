// A seed moves the bodies of a scene at its start, and bodies that are closely around each other as one.
#include <pliant/scenes/Runner.h>
#include <pliant/scenes/Simulation.h>
#include <pliant_catch.h>
#include <pliant_share.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "runFor.h"

using namespace pliant;

namespace {

btVector3 first(const Simulation& simulation, std::size_t body) {
  return simulation.bodies()[body].body->m_nodes[0].m_x;
}

}  // namespace

TEST_CASE("a scene that starts without intersections does so under any seed") {
  const std::vector<std::string> intersecting{"overlap", "tangle"}, close{"walk", "particles", "garment", "room"};
  const auto isIn = [](const std::vector<std::string>& names, const std::string& name) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  int place = 0;
  for (const SceneEntry& entry : scenes()) {
    if (isIn(intersecting, entry.name) || !share::takes(place++, 3)) continue;
    // Bodies that are closely around others meet them under some seeds only.
    const std::uint32_t seeds = isIn(close, entry.name) ? 8 : 1;
    for (std::uint32_t number = 0; number <= seeds; ++number) {
      INFO(entry.name << ", seed " << number);
      const RunReport report = runFor(entry.name, "none", 1, {.seed = number}, 1);
      const RunCheck& start = report.checks.front();
      CHECK(start.pairsBetween + start.pairsSelf == 0);
      CHECK(start.verticesInside == 0);
      for (const auto& [name, figure] : report.figures)
        if (name == "pairs_with_rigid_mesh" || name == "vertices_in_rigid_mesh")
          CHECK(std::get<std::vector<double>>(figure).front() == 0);
    }
  }
}

TEST_CASE("what follows a path keeps the offset of its seed, and clothes that of their wearer") {
  struct Led {
    const char* scene;
    std::vector<std::size_t> bodies;  ///< their first vertices follow a path, and one offset is that of all
  };
  for (const Led& led : {Led{"walk", {0, 1}}, Led{"particles", {0, 1}}, Led{"surgery", {2}}, Led{"hand", {1}}}) {
    INFO(led.scene);
    Simulation plain(*findScene(led.scene), {.detector = "none"}),
        moved(*findScene(led.scene), {.detector = "none", .options = {.seed = 5}});
    const btVector3 aside = moved.aside(led.bodies.front());
    CHECK(plain.aside(led.bodies.front()).length() == 0);
    CHECK(aside.length() > btScalar(1e-4));
    for (int step = 0; step < 40; ++step) {
      for (const std::size_t body : led.bodies) {
        INFO("body " << body << ", step " << step);
        CHECK((first(moved, body) - first(plain, body) - aside).length() < btScalar(1e-5));
      }
      plain.step();
      moved.step();
    }
  }
}

TEST_CASE("clothes stay outside their wearer, and no particle is left inside, under a seed") {
  const RunReport walk = runFor("walk", "auto", 60, {.seed = 8}, 20);
  for (const RunCheck& check : walk.checks) {
    CHECK(check.pairsBetween + check.pairsSelf == 0);
    CHECK(check.verticesInside == 0);
  }
  CHECK(scalar(walk, "shirt_lost_at_step") == -1);
  const RunReport particles = runFor("particles", "none", 10, {.seed = 8}, 5);
  for (const RunCheck& check : particles.checks) CHECK(check.verticesInside < 20);
}
