#pragma once

#include <nlohmann/json.hpp>

#include "RunProgram.h"

using Json = nlohmann::ordered_json;

/// Returns the report of `pliant run` with these arguments. The command must print nothing else.
inline Json runScene(const Words& arguments) {
  const ScratchFolder folder;
  const ProgramRun run = runPliant(with(with({"run"}, arguments), {"--json", folder.path("run.json")}));
  INFO(run.errors);
  REQUIRE(run.status == 0);
  REQUIRE(run.errors.empty());
  REQUIRE(run.output.empty());
  return Json::parse(ScratchFolder::read(folder.path("run.json")));
}
