#pragma once

#include <pliant/detectors/AutoDetector.h>

#include <nlohmann/json.hpp>
#include <string>

namespace pliant::cli {

/// What AutoDetector has chosen for one job, without the bodies: the question, the engine, why, and what each engine
/// takes, in ms.
nlohmann::ordered_json toJson(const AutoDetector::Job& job);
std::string describe(const AutoDetector::Job& job);

}  // namespace pliant::cli
