#pragma once

#include <pliant/detectors/AutoDetector.h>
#include <pliant/detectors/Statistics.h>
#include <pliant/scenes/Runner.h>

#include <nlohmann/json.hpp>
#include <string>

namespace pliant::cli {

using Json = nlohmann::ordered_json;

/// Returns the counters of a detector on elements. Counters that do not apply to the method are 0.
Json toJson(const Counters& counters);

/// Returns the choice of AutoDetector for one work item: query kind, method, reason, and the times of the methods [ms].
/// The bodies are not included.
Json toJson(const AutoDetector::Job& job);

/// Returns the JSON of a work item as text for a table.
std::string describeChoice(const Json& choice);

Json toJson(const DrawnImages& images);
/// Returns the JSON of DrawnImages as text for a table.
std::string describeDrawnBy(const Json& images);
Json toJson(const RunCheck& check);
Json toJson(const RunReport& report);

}  // namespace pliant::cli
