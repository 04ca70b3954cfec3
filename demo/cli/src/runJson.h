#pragma once

#include <pliant/scenes/Runner.h>

#include <nlohmann/json.hpp>

namespace pliant::cli {

using Json = nlohmann::ordered_json;

Json toJson(const DrawnImages& images);
Json toJson(const RunCheck& check);
Json toJson(const RunReport& report);

}  // namespace pliant::cli
