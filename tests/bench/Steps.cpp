// Tests `pliant bench steps`: whole steps of scenes, beside stock Bullet's.

#include <pliant/benchmarks/benchmarks.h>
#include <pliant/scenes/Simulation.h>
#include <pliant/scenes/largeScenes.h>
#include <pliant_catch.h>

#include <algorithm>
#include <string>

#include "../demo/RunProgram.h"

using namespace pliant;
using benchmarks::Table;

TEST_CASE("steps of a scene are measured by phases: stock Bullet and Pliant, each stage, and nothing left within") {
  benchmarks::BenchSettings settings;
  settings.scenes = {"ropesheap", "twonodes"};
  settings.quick = true;
  int reported = 0;
  settings.progress = [&](const std::string&) { ++reported; };
  const Table table = benchmarks::makeTable("steps", settings);
  CHECK(reported > 4);
  REQUIRE(table.rows.size() == 3);
  CHECK(std::get<std::string>(table.cell(0, "scene")) == "twonodes");
  CHECK(std::get<std::string>(table.cell(1, "steps")) == "2 to 15");
  CHECK(std::get<std::string>(table.cell(2, "steps")) == "16 to 60");
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    CAPTURE(row);
    CHECK(table.number(row, "stock median") > 0);
    CHECK(table.number(row, "Pliant median") > 0);
    CHECK(table.number(row, "worst ") >= table.number(row, "Pliant median"));
    CHECK(table.number(row, "worst") >= table.number(row, "stock median"));
    CHECK(table.number(row, "median / stock") ==
          Approx(table.number(row, "Pliant median") / table.number(row, "stock median")));
    double shares = 0;
    for (const char* const stage : {"predict", "detect", "response", "solve", "other"})
      shares += table.number(row, stage);
    CHECK(shares == Approx(100).epsilon(1e-6));
    CHECK(table.number(row, "MiB") > 0);
    CHECK(table.number(row, "pairs") == 0);
  }
  CHECK(table.number(2, "contacts") > 100);
  CHECK(table.number(2, "candidates") >= table.number(2, "contacts") / 2);
}

TEST_CASE("steps end early with the rows so far") {
  benchmarks::BenchSettings settings;
  settings.scenes = {"twonodes", "flight"};
  settings.quick = true;
  for (const std::string end : {"flight...", "flight: step 10 of 30"}) {
    bool stops = false;
    settings.progress = [&](const std::string& what) { stops = stops || what == end; };
    settings.stopped = [&] { return stops; };
    const Table table = benchmarks::makeTable("steps", settings);
    REQUIRE(stops);
    const bool builds = end == "flight...";
    REQUIRE(table.rows.size() == (builds ? 1 : 2));
    CHECK(std::get<std::string>(table.cell(0, "steps")) == "2 to 30");
    if (!builds) CHECK(std::get<std::string>(table.cell(1, "steps")) == "2 to 11 of 30");
  }
}

TEST_CASE("a signal to steps is answered, and what was measured is printed and written") {
  const ScratchFolder folder;
  const std::string errors = folder.path("errors"), json = folder.path("steps.json");
  const pid_t child = startPliant({"bench", "steps", "--scene", "ropesheap", "--json", json}, errors);
  waitUntil([&] { return ScratchFolder::read(errors).find("ropesheap: step 10 of 240") != std::string::npos; });
  ::kill(child, SIGINT);
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  CHECK(WIFSIGNALED(status));
  CHECK(WTERMSIG(status) == SIGINT);
  CHECK(ScratchFolder::read(errors).find("ends after this step") != std::string::npos);
  CHECK(ScratchFolder::read(json).find("\"ropesheap\"") != std::string::npos);
}

TEST_CASE("large scenes have the faces that their descriptions say, and end clean under Pliant") {
  for (const SceneEntry& scene : largeScenes()) {
    if (scene.name == "layers50") continue;
    CAPTURE(scene.name);
    Simulation simulation(scene, {});
    std::size_t faces = 0, tetrahedra = 0;
    for (const SimulatedBody& body : simulation.bodies()) {
      faces += body.mesh.faces.size();
      tetrahedra += body.mesh.tetrahedra.size();
    }
    if (scene.name == "layers1") CHECK(faces == 50562);
    if (scene.name == "layers10") CHECK(faces == 48020);
    if (scene.name == "flight") CHECK(faces == 1022);
    if (scene.name == "solids27") CHECK(tetrahedra == 27 * 6000);
    if (scene.name == "solids1") CHECK(tetrahedra == 82944);
    for (int step = 0; step < 3; ++step) simulation.step();
    CHECK(simulation.judge().pairs.empty());
  }
}
