#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "RunProgram.h"

using Json = nlohmann::ordered_json;
using Words = std::vector<std::string>;

/// Returns the report of `pliant run` with these arguments. The command must print nothing else.
inline Json runScene(const Words& arguments) {
  const ScratchFolder folder;
  Words all{"run"};
  all.insert(all.end(), arguments.begin(), arguments.end());
  all.insert(all.end(), {"--json", folder.path("run.json")});
  const ProgramRun run = runPliant(all);
  INFO(run.errors);
  REQUIRE(run.status == 0);
  REQUIRE(run.errors.empty());
  REQUIRE(run.output.empty());
  return Json::parse(ScratchFolder::read(folder.path("run.json")));
}
