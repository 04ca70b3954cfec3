#include <pliant/models/ModelScene.h>
#include <pliant/scenes/Scene.h>
#include <pliant/scenes/largeScenes.h>
#include <pliant_catch.h>

#include <algorithm>
#include <sstream>

#include "RunProgram.h"

using namespace pliant;

namespace {

const std::string kTree = PLIANT_TREE;

std::vector<std::string> lines(const std::string& text) {
  std::vector<std::string> all;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) all.push_back(line);
  return all;
}

/// Returns the rows of the tables in docs/scenes.md, with the scene's name.
std::vector<std::pair<std::string, std::string>> documented() {
  std::vector<std::pair<std::string, std::string>> rows;
  const auto page = lines(ScratchFolder::read(kTree + "/docs/scenes.md"));
  for (const std::string first : {"scene", "deformable scene"}) {
    const std::string head = "| " + first + " | steps | what happens | what it shows | parameters |";
    auto line = std::find(page.begin(), page.end(), head);
    REQUIRE(line != page.end());
    for (line += 2; line != page.end() && line->starts_with("| `"); ++line)
      rows.emplace_back(line->substr(3, line->find('`', 3) - 3), *line);
  }
  return rows;
}

}  // namespace

TEST_CASE("docs/scenes.md has one row for each scene: its steps, description, purpose and file") {
  const auto rows = documented();
  CHECK(rows.size() == scenes().size());
  for (const SceneEntry& scene : scenes()) {
    INFO(scene.name);
    const auto named = [&scene](const auto& row) { return row.first == scene.name; };
    REQUIRE(std::count_if(rows.begin(), rows.end(), named) == 1);
    const std::string row = std::find_if(rows.begin(), rows.end(), named)->second;
    INFO(row);
    const std::string known =
        "| `" + scene.name + "` | " + std::to_string(scene.steps) + " | " + scene.description + " | ";
    REQUIRE(row.starts_with(known));
    const std::size_t purpose = row.find(" | ", known.size()), link = row.find("](../", known.size());
    REQUIRE(purpose != std::string::npos);
    CHECK(purpose > known.size() + 10);
    REQUIRE(link != std::string::npos);
    const std::string file = kTree + row.substr(link + 4, row.find(')', link) - link - 4);
    CHECK(ScratchFolder::read(file).find('"' + scene.name + '"') != std::string::npos);
  }
}

TEST_CASE("docs/scenes.md has one row for each large scene: its steps and description") {
  const std::string page = ScratchFolder::read(kTree + "/docs/scenes.md");
  for (const SceneEntry& scene : largeScenes()) {
    INFO(scene.name);
    const std::string row =
        "\n| `" + scene.name + "` | " + std::to_string(scene.steps) + " | " + scene.description + " | ";
    CHECK(page.find(row) != std::string::npos);
  }
}

TEST_CASE("pliant list names every scene with its description, and what run's --detector takes") {
  const ProgramRun run = runPliant({"list"});
  REQUIRE(run.status == 0);
  const auto listed = lines(run.output);
  const auto has = [&listed](const std::string& name, const std::string& description) {
    return std::any_of(listed.begin(), listed.end(), [&](const std::string& line) {
      return line.starts_with("  " + name + " ") && line.ends_with(" " + description);
    });
  };
  for (const auto* const some : {&scenes(), &largeScenes()})
    for (const SceneEntry& scene : *some) CHECK(has(scene.name, scene.description));
  std::size_t inScenes = 0;
  bool scenePart = false;
  for (const std::string& line : listed) {
    scenePart = line.starts_with("  ") ? scenePart : line.starts_with("scenes");
    if (scenePart && line.starts_with("  ")) ++inScenes;
  }
  CHECK(inScenes == scenes().size() + largeScenes().size() + models::modelScenes().size());
  for (const models::ModelSceneEntry& scene : models::modelScenes())
    CHECK(has(std::string(scene.name), std::string(scene.description) + " (" + std::string(scene.source) + ")"));
  for (const char* detector :
       {"spatial-hash", "brute-force", "auto", "none", "bullet", "bullet-clusters", "bullet-deformable"})
    CHECK(run.output.find("\n  " + std::string(detector) + " ") != std::string::npos);
}
