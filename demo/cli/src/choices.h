#pragma once

#include <pliant/detectors/AutoDetector.h>

#include <string>

#include "runJson.h"

namespace pliant::cli {

/// Returns the choice of AutoDetector for one work item: query kind, method, reason, and the times of the methods [ms].
/// The bodies are not included.
Json toJson(const AutoDetector::Job& job);

/// Returns the JSON of a job as text for a table.
std::string describe(const Json& choice);

}  // namespace pliant::cli
