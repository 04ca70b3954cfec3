#pragma once

#include <pliant/scenes/Runner.h>

#include <nlohmann/json.hpp>
#include <string>

namespace pliant::cli {

using Json = nlohmann::ordered_json;

Json toJson(const DrawnImages& images);
/// Returns the JSON of DrawnImages as text for a table.
std::string describeDrawnBy(const Json& images);
Json toJson(const RunCheck& check);
Json toJson(const RunReport& report);

}  // namespace pliant::cli
