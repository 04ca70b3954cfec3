#pragma once

#include <string>
#include <vector>

#include "runJson.h"

namespace pliant::cli {

/// One scene under one detector, as it is told in a table.
struct ComparedRun {
  std::string scene, detector;
  std::string report, picture;  ///< files, or empty
  int steps = 0;
  bool complete = false;  ///< went to its end, so that the figures mean something
  bool cutShort = false;  ///< by the limit of time
  double msPerStep = 0, collisionShare = 0;
  double pairsBetween = 0, pairsSelf = 0, verticesInside = 0;  ///< medians over the last 100 steps
  double worstDepth = 0;                                       ///< over the last 100 steps
  std::string outcome;
};

/// From the JSON of `pliant run`.
ComparedRun summarize(const Json& report);
/// A run whose program failed.
ComparedRun failed(const std::string& scene, const std::string& detector, const std::string& why);

std::string asText(const std::vector<ComparedRun>& runs);
std::string asMarkdown(const std::vector<ComparedRun>& runs);
Json asJson(const std::vector<ComparedRun>& runs);

/// All pictures, a row for each scene and a column for each detector, with what happened above each.
void saveContactSheet(const std::string& path, const std::vector<ComparedRun>& runs);

}  // namespace pliant::cli
