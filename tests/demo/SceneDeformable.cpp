// Scenes of Bullet's deformable world, under stock Bullet and under Pliant.
#include <pliant/pictures/drawScene.h>
#include <pliant/scenes/Simulation.h>
#include <pliant/scenes/mechanics.h>
#include <pliant_catch.h>

#include <cmath>

#include "RunProgram.h"
#include "runFor.h"

using namespace pliant;

TEST_CASE("stock Bullet's detectors serve the scenes of their world alone") {
  const SceneEntry &classic = *findScene("impact50"), &deformable = *findScene("dimpact50");
  CHECK(Simulation::stockDetector(classic) == "bullet");
  CHECK(Simulation::stockDetector(deformable) == "bullet-deformable");
  for (const char* const detector : {"bullet", "bullet-clusters"}) {
    CHECK(Simulation::isStock(detector));
    CHECK(Simulation::serves(detector, classic));
    CHECK_FALSE(Simulation::serves(detector, deformable));
    CHECK_THROWS_WITH(Simulation(deformable, {.detector = detector}),
                      "scene 'dimpact50' is in Bullet's deformable world, so stock Bullet's detector is "
                      "'bullet-deformable', not '" +
                          std::string(detector) + "'");
  }
  CHECK(Simulation::isStock("bullet-deformable"));
  CHECK_THROWS_WITH(Simulation(classic, {.detector = "bullet-deformable"}),
                    "scene 'impact50' is in Bullet's classic world, so stock Bullet's detector is 'bullet', not "
                    "'bullet-deformable'");
  for (const char* const detector : {"none", "auto", "bucket-tree"}) {
    CHECK(Simulation::serves(detector, classic));
    CHECK(Simulation::serves(detector, deformable));
  }
}

TEST_CASE("compare leaves out the detectors of stock Bullet's other world, and refuses if none is left") {
  const ScratchFolder folder;
  const ProgramRun run = runPliant({"compare", "impact200", "dimpact200", "--steps", "2", "--no-pictures",
                                    "--detectors", "bullet,bullet-deformable,auto", "--out", folder.path("out")});
  REQUIRE(run.status == 0);
  CHECK(run.output.find(" 4 runs,") != std::string::npos);
  for (const char* const name :
       {"impact200-bullet", "impact200-auto", "dimpact200-bullet-deformable", "dimpact200-auto"})
    CHECK_FALSE(ScratchFolder::read(folder.path("out/" + std::string(name) + ".json")).empty());
  const ProgramRun all =
      runPliant({"compare", "--detectors", "bullet", "--time", "0.001", "--no-pictures", "--out", folder.path("all")});
  REQUIRE(all.status == 0);
  CHECK(all.output.find(" 12 runs,") != std::string::npos);
  pliantRefuses({"compare", "dimpact200", "--detectors", "bullet,bullet-clusters", "--out", folder.path("none")},
                "--detectors: none serves scene 'dimpact200'; stock Bullet's is bullet-deformable");
}

TEST_CASE("cubes of the deformable world that meet at 50 m/s pass through each other under stock Bullet alone") {
  const RunReport stock = runFor("dimpact50", "bullet-deformable", 60), ours = runFor("dimpact50", "auto", 60);
  CHECK(stock.checks.back().pairsBetween > 100);
  CHECK(stock.checks.back().contacts > 100);
  CHECK(ours.checks.back().pairsBetween + ours.checks.back().pairsSelf == 0);
  CHECK(ours.checks.back().verticesInside == 0);
  for (const RunCheck& check : ours.checks) {
    CHECK(check.momentum[0] == Approx(50).epsilon(1e-3));
    CHECK(check.kinetic <= Approx(1250));
  }
}

TEST_CASE("the stage times of a step of the deformable world are those of all its substeps") {
  for (const char* const detector : {"bullet-deformable", "auto"}) {
    INFO(detector);
    Simulation simulation(*findScene("dimpact50"), {.detector = detector});
    const bool ours = simulation.softCollision() != nullptr;
    std::size_t candidates = 0;
    double solve = 0, detect = 0;
    for (int step = 0; step < 8; ++step) {
      simulation.step();
      const StepTimes& times = simulation.times();
      CHECK(times.known[static_cast<std::size_t>(StepStage::Response)] == ours);
      for (const double ms : times.ms) CHECK(ms >= 0);
      solve += times[StepStage::Solve];
      detect += times[StepStage::Detect];
      candidates += simulation.detection().candidates;
      if (ours)
        CHECK(simulation.detection().candidates >= simulation.softCollision()->getCounters().detection.candidates);
    }
    CHECK(solve > 0);
    CHECK(detect > 0);
    CHECK((candidates > 0) == ours);
  }
}

TEST_CASE("rings of the deformable world stay linked, and their drivers' work is what they gain") {
  const RunReport report = runFor("dtori", "auto", 200);
  for (const double linking : series(report, "linking_number")) CHECK(std::abs(linking) == Approx(1).margin(0.01));
  for (const RunCheck& check : report.checks) {
    CHECK(check.pairsBetween + check.pairsSelf == 0);
    CHECK(check.kinetic <= 1.05 * check.driverWork + 1e-4);
  }
  CHECK(report.checks.back().driverWork > 0.05);
}

TEST_CASE("driven plates lift a soft block, and their work covers its energy") {
  Simulation simulation(*findScene("dpinch"), {});
  const Mechanics start = measureMechanics(simulation);
  const double begin = static_cast<double>(centroid(*simulation.bodies()[0].body).y());
  for (int step = 0; step < 110; ++step) simulation.step();
  const double lifted = static_cast<double>(centroid(*simulation.bodies()[0].body).y()) - begin;
  CHECK(lifted > 0.4);
  const Mechanics end = measureMechanics(simulation);
  // The plates' own energy, of a thousand kilograms, is no part of it.
  CHECK(end.kinetic < 1);
  CHECK(simulation.driverWork() > end.kinetic + end.potential - start.kinetic - start.potential);
  CHECK(simulation.driverWork() < 20);
}

TEST_CASE("rigid boxes between soft cubes of implicit integration gain no energy") {
  for (const unsigned start : {0u, 2u}) {
    INFO(start);
    const RunReport report = runFor("dvolumetric", "auto", 130, {.seed = start});
    CHECK(scalar(report, "worst_energy_share") < 0.01);
    CHECK(report.checks.back().pairsBetween == 0);
  }
}

TEST_CASE("pictures show the contacts of stock Bullet's deformable world") {
  Simulation simulation(*findScene("dclothedge"), {.detector = "bullet-deformable"});
  for (int step = 0; step < 30 && simulation.contacts() < 20; ++step) simulation.step();
  const std::vector<SoftContact> contacts = contactsOf(simulation);
  REQUIRE(contacts.size() >= 20);
  CHECK(contacts.size() == simulation.contacts());
  for (const SoftContact& contact : contacts) {
    CHECK(contact.bodyA == simulation.bodies()[0].body);
    CHECK(contact.bodyB == simulation.bodies()[0].body);
    CHECK((contact.pointOnA - contact.pointOnB).length() < btScalar(0.2));
  }
}
