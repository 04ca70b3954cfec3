#pragma once

#include <pliant/detectors/AutoDetector.h>

#include <nlohmann/json.hpp>
#include <string>

namespace pliant::cli {

/// Returns the choice of AutoDetector for one work item: query kind, method, reason, and the times of the methods [ms].
/// The bodies are not included.
nlohmann::ordered_json toJson(const AutoDetector::Job& job);
std::string describe(const AutoDetector::Job& job);

}  // namespace pliant::cli
