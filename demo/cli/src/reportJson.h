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

/// Returns the choice of AutoDetector for one work item: bodies, method, reason.
Json choiceJson(const Json& bodyA, const Json& bodyB, const AutoDetector::WorkItem& item);
/// Returns a list of such choices as lines of text, one for each method and reason.
std::string describeChoices(const Json& choices);

Json toJson(const DrawnImages& images);
/// Returns the JSON of DrawnImages as text for a table.
std::string describeDrawnBy(const Json& images);
Json toJson(const RunCheck& check);
Json toJson(const RunReport& report);

}  // namespace pliant::cli
