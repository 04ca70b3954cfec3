// Two sheets become one while they hang: faces and links are added in each step, under every detector.

#include <pliant/plugin/SoftCollision.h>
#include <pliant/scenes/Simulation.h>
#include <pliant_catch.h>

#include <algorithm>

#include "runFor.h"

using namespace pliant;

TEST_CASE("two sheets are joined in twenty steps, and nothing intersects") {
  Simulation simulation(*findScene("fusion"), {.detector = "bucket-tree"});
  const SimulatedBody& sheets = simulation.bodies().front();
  std::size_t faces = sheets.mesh.faces.size();
  CHECK(faces == 2 * (21 * 21 - 20));
  int joined = 0;
  for (int step = 0; step < 50; ++step) {
    simulation.step();
    INFO("step " << step);
    REQUIRE(sheets.mesh.faces.size() == std::size_t(sheets.body->m_faces.size()));
    if (sheets.mesh.faces.size() > faces) {
      CHECK(sheets.mesh.faces.size() == faces + 2);
      ++joined;
    }
    faces = sheets.mesh.faces.size();
    CHECK(simulation.judge().pairs.empty());
    CHECK(simulation.softCollision()->getStatus(sheets.body).kind == SoftBodyStatus::Kind::Active);
  }
  CHECK(joined == 20);
  CHECK(faces == 2 * 21 * 21);
}

TEST_CASE("cubes lie on the seam, which no face held before") {
  Simulation simulation(*findScene("fusion"), {.detector = "bucket-tree"});
  bool onSeam = false;
  while (simulation.steps() < 150) {
    simulation.step();
    if (simulation.steps() % 5 == 0) CHECK(simulation.judge().pairs.empty());
    for (const SoftContact& contact : simulation.softCollision()->getContacts())
      onSeam = onSeam || (contact.bodyA != contact.bodyB && std::abs(contact.pointOnA.x()) < btScalar(0.05));
  }
  CHECK(onSeam);
  for (const std::size_t cube : {1u, 2u}) {
    const btSoftBody& body = *simulation.bodies()[cube].body;
    for (int i = 0; i < body.m_nodes.size(); ++i) CHECK(body.m_nodes[i].m_x.y() > btScalar(0.2));
  }
}

TEST_CASE("every detector gives the joined sheets the same bits") {
  const std::string expected = runFor("fusion", "spatial-hash", 80, {}, 40).positionsHash;
  for (const char* const detector : {"bucket-tree", "regularity-tree", "auto"}) {
    INFO(detector);
    CHECK(runFor("fusion", detector, 80, {}, 40).positionsHash == expected);
  }
}
