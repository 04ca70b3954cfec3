#include <pliant/detectors/Config.h>
#include <pliant/pictures/Image.h>
#include <pliant/scenes/Scene.h>
#include <pliant_catch.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <thread>

#include "RunProgram.h"

using Json = nlohmann::ordered_json;
using namespace pliant;

namespace {

/// Returns a command whose fourth run never ends: the scene "parts" under stock Bullet.
Words endless(const std::string& seconds, const std::string& out) {
  return {"compare",      "impact50", "parts",   "net",  "--detectors",  "bullet,spatial-hash",
          "--steps",      "2",        "--jobs",  "1",    "--out",        out,
          "--time",       seconds,    "--limit", "1000", "--step-limit", "1000",
          "--no-pictures"};
}

/// Checks that the table and its files hold the three finished runs and name the runs that were left out.
void checkPartial(const std::string& out, const std::string& why) {
  const Json rows = Json::parse(ScratchFolder::read(out + "/comparison.json"));
  REQUIRE(rows.size() == 3);
  CHECK(rows[2]["scene"] == "parts");
  CHECK(rows[2]["detector"] == "spatial-hash");
  CHECK(rows[2]["steps"] == 2);
  for (const char* file : {"/comparison.txt", "/comparison.md"}) {
    const std::string text = ScratchFolder::read(out + file);
    INFO(text);
    CHECK(text.find("impact50") != std::string::npos);
    CHECK(text.find(why + " Left out: parts (under bullet), net.\n") != std::string::npos);
    CHECK(text.find("demo/run parts net --time 3600") != std::string::npos);
  }
}

}  // namespace

TEST_CASE("compare makes a table of every scene and detector, reports and pictures") {
  const ScratchFolder folder;
  const ProgramRun run =
      runPliant({"compare", "impact50", "parts", "--steps", "4", "--step-limit", "1", "--out", folder.path("out")});
  INFO(run.errors);
  REQUIRE(run.status == 0);
  CHECK(run.output.find("hangs") != std::string::npos);
  const Json table = Json::parse(ScratchFolder::read(folder.path("out/comparison.json")));
  REQUIRE(table.size() == 6);
  for (const Json& row : table) {
    const std::string stem =
        folder.path("out/" + row["scene"].get<std::string>() + "-" + row["detector"].get<std::string>());
    CHECK(std::filesystem::file_size(stem + ".json") > 100);
    CHECK(std::filesystem::file_size(stem + ".png") > 1000);
    CHECK(folder.path("out/" + row["report"].get<std::string>()) == stem + ".json");
    CHECK(folder.path("out/" + row["picture"].get<std::string>()) == stem + ".png");
    CHECK(row.contains("ms_per_step") == (row["outcome"].get<std::string>().find("hangs") == std::string::npos));
  }
  for (const char* file : {"comparison.txt", "comparison.md", "comparison.png"}) {
    CHECK(std::filesystem::file_size(folder.path("out/" + std::string(file))) > 100);
  }
  // A reader needs these facts to understand the table later.
  for (const char* file : {"comparison.txt", "comparison.md"}) {
    const std::string text = ScratchFolder::read(folder.path("out/" + std::string(file)));
    for (const char* word : {"UTC", "Pliant " PLIANT_VERSION, "Bullet ", " 4 ", "CPU time", "SCENE-DETECTOR.png"}) {
      INFO(file << ": " << word);
      CHECK(text.find(word) != std::string::npos);
    }
  }
  CHECK(run.output.find("auto is Pliant") < run.output.find("ms per step  collision"));
  const std::string log = ScratchFolder::read(folder.path("out/comparison.log"));
  for (const Json& row : table) {
    const std::string line = row["scene"].get<std::string>() + " under " + row["detector"].get<std::string>() + ": " +
                             std::to_string(row["steps"].get<int>()) + " of 4 steps in ";
    INFO(line);
    const std::size_t at = log.find(line);
    REQUIRE(at != std::string::npos);
    CHECK(log.substr(at, log.find('\n', at) - at).ends_with(" s; " + row["outcome"].get<std::string>()));
  }
}

TEST_CASE("compare draws the runs of a scene beside each other, whichever detectors serve it") {
  const ScratchFolder folder;
  const std::string out = folder.path("out");
  const auto widthOf = [&](const Words& scenes) {
    REQUIRE(runPliant(with({"compare", "--steps", "1", "--out", out}, scenes)).status == 0);
    return Image::load(out + "/comparison.png").width();
  };
  const int two = widthOf({"dpinch"}), three = widthOf({"impact50"});
  CHECK(two < three);
  CHECK(widthOf({"dpinch", "impact50"}) == three);
}

TEST_CASE("compare stops when its time is over, and tells what it has and what it left out") {
  const ScratchFolder folder;
  constexpr double kSeconds = 8;
  const auto start = std::chrono::steady_clock::now();
  const ProgramRun run = runPliant(endless(std::to_string(kSeconds), folder.path("out")));
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  INFO(run.output << run.errors << seconds << " s");
  CHECK(run.status == 0);
  CHECK(seconds < kSeconds + 10);
  CHECK(run.output.find("impact50") != std::string::npos);
  CHECK(run.output.find("The time is over. Left out: parts (under bullet), net.\n") != std::string::npos);
  checkPartial(folder.path("out"), "The time is over.");
}

TEST_CASE("compare that is interrupted or terminated tells what it has, and ends by that signal") {
  for (const int signal : {SIGINT, SIGTERM}) {
    INFO(signal);
    const ScratchFolder folder;
    const std::string out = folder.path("out");
    const pid_t child = startPliant(endless("1000", out));
    waitUntil([&] {
      return ScratchFolder::read(out + "/comparison.log").find("parts under spatial-hash") != std::string::npos;
    });
    ::kill(child, signal);
    int status = 0;
    ::waitpid(child, &status, 0);
    CHECK((WIFSIGNALED(status) && WTERMSIG(status) == signal));
    checkPartial(out, "Interrupted.");
  }
}

TEST_CASE("compare refuses links in its folder, and replaces those of the files that it writes itself") {
  const ScratchFolder folder;
  const std::string victim = folder.write("victim", "precious"), out = folder.path("out");
  std::filesystem::create_directory(out);
  const Words command = {"compare", "--detectors",   "auto,none", "impact50", "--steps",
                         "2",       "--no-pictures", "--out",     out};
  for (const char* name : {"/comparison.log", "/impact50-auto.json", "/impact50-auto.png"}) {
    std::filesystem::create_symlink(victim, out + name);
    const ProgramRun run = runPliant(command);
    CHECK(run.status == 2);
    CHECK(run.errors == "pliant: " + out + name + ": can't be written: it is a symbolic link\n");
    std::filesystem::remove(out + name);
  }
  std::filesystem::create_symlink(victim, out + "/comparison.txt");
  CHECK(runPliant(command).status == 0);
  CHECK_FALSE(std::filesystem::is_symlink(out + "/comparison.txt"));
  CHECK(ScratchFolder::read(victim) == "precious");
}

TEST_CASE("compare runs fourteen scenes by default, and with --all every scene, these first") {
  const ScratchFolder folder;
  const ProgramRun some = runPliant({"compare", "--time", "0.001", "--no-pictures", "--out", folder.path("out")});
  REQUIRE(some.status == 0);
  CHECK(some.output.find(" 40 runs,") != std::string::npos);
  const ProgramRun run =
      runPliant({"compare", "--all", "--time", "0.001", "--no-pictures", "--out", folder.path("out")});
  REQUIRE(run.status == 0);
  // No run fits into this time, so all are left out, listed in their order.
  const std::size_t list = run.output.find("Left out: ");
  REQUIRE(list != std::string::npos);
  std::size_t lastFeatured = 0, firstOther = std::string::npos;
  int featured = 0;
  for (const SceneEntry& scene : scenes()) {
    const std::size_t at =
        std::min(run.output.find(" " + scene.name + ",", list), run.output.find(" " + scene.name + ".", list));
    INFO(scene.name);
    REQUIRE(at != std::string::npos);
    featured += scene.featured;
    if (scene.featured) lastFeatured = std::max(lastFeatured, at);
    if (!scene.featured) firstOther = std::min(firstOther, at);
  }
  CHECK(featured == 14);
  CHECK(lastFeatured < firstOther);
}
