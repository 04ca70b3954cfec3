#pragma once

#include <string>
#include <vector>

#include "reportJson.h"

namespace pliant::cli {

/// A run of a scene under a detector: a row of the table.
struct ComparedRun {
  std::string scene, detector;
  std::string report, picture;  ///< file paths, or empty
  int steps = 0;
  bool complete = false;  ///< false after a hang, a crash or a failure: the figures are not valid
  bool cutShort = false;  ///< true if the time limit ended the run
  double msPerStep = 0, collisionShare = 0;
  double pairsBetween = 0, pairsSelf = 0, verticesInside = 0;  ///< medians over the last 100 steps
  double worstDepth = 0;                                       ///< maximum over the last 100 steps [length]
  std::string outcome;
};

/// Returns the row of a run from the JSON of `pliant run`.
ComparedRun summarize(const Json& report);
/// Returns the row of a run whose process failed.
ComparedRun failed(const std::string& scene, const std::string& detector, const std::string& why);

std::string asText(const std::vector<ComparedRun>& runs);
std::string asMarkdown(const std::vector<ComparedRun>& runs);
Json asJson(const std::vector<ComparedRun>& runs);

/// Saves all pictures as one image: one row per scene with its description, its runs from left to right in their order,
/// detector and outcome above each picture.
void saveContactSheet(const std::string& path, const std::vector<ComparedRun>& runs);

}  // namespace pliant::cli
