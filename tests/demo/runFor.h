#pragma once

#include <pliant/detectors/Error.h>
#include <pliant/scenes/Runner.h>

#include <algorithm>
#include <string>
#include <vector>

/// Runs a scene under a detector. It is judged every `checkEvery` steps.
inline pliant::RunReport runFor(const std::string& scene, const std::string& detector, int steps,
                                const pliant::SceneOptions& options = {}, int checkEvery = 5) {
  return pliant::runScene({.scene = scene,
                           .simulation = {.detector = detector, .options = options},
                           .steps = steps,
                           .checkEvery = checkEvery});
}

/// Returns the figure of this name. Throws Error if the scene has not measured it.
inline const pliant::Figure& figure(const pliant::RunReport& report, const std::string& name) {
  for (const auto& [key, value] : report.figures) {
    if (key == name) return value;
  }
  throw pliant::Error("no figure " + name);
}

/// Returns a figure that is one number.
inline double scalar(const pliant::RunReport& report, const std::string& name) {
  return std::get<double>(figure(report, name));
}

/// Returns a figure that has a number for each check.
inline const std::vector<double>& series(const pliant::RunReport& report, const std::string& name) {
  return std::get<std::vector<double>>(figure(report, name));
}

inline double most(const pliant::RunReport& report, const std::string& name) {
  return *std::max_element(series(report, name).begin(), series(report, name).end());
}
