#pragma once

#include <pliant/detectors/AutoDetector.h>

#include <nlohmann/json.hpp>
#include <string>

namespace pliant::cli {

/// Returns the choice of AutoDetector for one work item: bodies, method, reason.
nlohmann::ordered_json choiceJson(const nlohmann::ordered_json& bodyA, const nlohmann::ordered_json& bodyB,
                                  const AutoDetector::Job& job);
/// Returns a list of such choices as lines of text, one for each method and reason.
std::string describeChoices(const nlohmann::ordered_json& choices);

}  // namespace pliant::cli
