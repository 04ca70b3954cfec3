#include <pliant_catch.h>

#include <iterator>
#include <sstream>

#include "PictureColours.h"
#include "RunScene.h"

using namespace pliant;

TEST_CASE("the picture of a run shows shared volumes where that is asked for") {
  const ScratchFolder folder;
  const auto shot = [&](const std::string& overlay) {
    const std::string file = folder.path(overlay + ".png");
    runScene({"overlap", "--detector", "none", "--steps", "1", "--screenshot", file, "--overlay", overlay});
    return pictures::count(Image::load(file), pictures::isRed);
  };
  CHECK(shot("none") == 0);
  CHECK(shot("volumes") > 2000);
}

TEST_CASE("contacts of volumes are counted among all, and apart") {
  const Words scene{"balloons", "--steps", "60", "--check-every", "20", "--detector"};
  const auto last = [&](const char* detector) { return runScene(with(scene, {detector}))["checks"].back(); };
  const Json hashed = last("spatial-hash"), drawn = last("ldi-software");
  CHECK(hashed["contacts"] > 0);
  CHECK(hashed["volume_contacts"] == 0);
  CHECK(drawn["volume_contacts"] > 0);
  CHECK(drawn["contacts"] >= drawn["volume_contacts"]);
  // The last line of the table ends in both counts.
  std::istringstream table(runPliant(with(with({"run"}, scene), {"ldi-software"})).output);
  int all = -1, volumes = -1;
  for (std::string line; std::getline(table, line);) {
    std::istringstream cells(line);
    const std::vector<std::string> row{std::istream_iterator<std::string>(cells), {}};
    REQUIRE(row.size() >= 2);
    if (row[0] == "60") all = std::stoi(row[row.size() - 2]), volumes = std::stoi(row.back());
  }
  CHECK(all == drawn["contacts"]);
  CHECK(volumes == drawn["volume_contacts"]);
}

TEST_CASE("the table of a run tells who drew images") {
  const auto head = [](const char* detector) {
    const ProgramRun run = runPliant({"run", "balloons", "--steps", "20", "--detector", detector});
    return run.output.substr(0, run.output.find('\n'));
  };
  CHECK(head("ldi-software") == "balloons under ldi-software: 20 steps, done");
  CHECK(head("ldi").find("balloons under ldi, images drawn by the CPU: ") == 0);
#ifdef PLIANT_WITH_GLRENDER
  const Json drawn = runScene({"balloons", "--steps", "20", "--detector", "ldi-gl-ordered"});
  CHECK(head("ldi-gl-ordered") ==
        "balloons under ldi-gl-ordered, drawn by " + drawn["gl_renderer"].get<std::string>() + ": 20 steps, done");
#endif
}

#ifdef PLIANT_WITH_GLRENDER
TEST_CASE("a scene under images by OpenGL: the bits of the CPU's, and the driver's name") {
  const Words scene{"balloons", "--steps", "60", "--check-every", "60", "--detector"};
  const auto run = [&](const std::string& detector, const Words& more = {}) {
    return runScene(with(with(scene, {detector}), more));
  };
  const Json software = run("ldi-software");
  CHECK(!software.contains("gl_renderer"));
  REQUIRE(software["checks"].back()["contacts"].get<int>() > 0);
  CHECK(software["positions_hash"] != run("spatial-hash")["positions_hash"]);
  for (const std::string detector : {"ldi-gl-unordered", "ldi-gl-ordered", "ldi-gl-abuffer"}) {
    INFO(detector);
    const Json drawn = run(detector);
    CHECK(!drawn["gl_renderer"].get<std::string>().empty());
    CHECK(drawn["positions_hash"] == software["positions_hash"]);
  }
  const Json chosen = run("ldi");
  CHECK(chosen["positions_hash"] == software["positions_hash"]);
  CHECK(!chosen.contains("gl_renderer"));
  CHECK(!chosen["drawn_by"]["gl_renderer"].get<std::string>().empty());
  CHECK(chosen["drawn_by"]["cpu"].get<int>() > 0);
  CHECK(chosen["drawn_by"]["opengl"] == 0);
  CHECK(chosen["drawn_by"]["reason"] == "small images");
  // The child process finds OpenGL, too.
  CHECK(run("ldi", {"--step-limit", "300"})["drawn_by"]["gl_renderer"] == chosen["drawn_by"]["gl_renderer"]);
  CHECK(run("ldi-gl-unordered", {"--step-limit", "300"})["positions_hash"] == software["positions_hash"]);
}
#endif

TEST_CASE("a scene under images by OpenGL where there is none: one line and status 3") {
  for (const std::string detector : {"ldi-gl-unordered", "ldi-gl-ordered", "ldi-gl-abuffer"}) {
    for (const Words& more : {Words{}, Words{"--step-limit", "300"}}) {
      const Words words{"__EGL_VENDOR_LIBRARY_FILENAMES=/dev/null",
                        PLIANT_EXECUTABLE,
                        "run",
                        "balloons",
                        "--steps",
                        "1",
                        "--detector",
                        detector};
      checkFault(runProgram("/usr/bin/env", with(words, more)), 3, "--detector " + detector);
    }
  }
}
