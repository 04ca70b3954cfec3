#pragma once

#include <pliant/detectors/Error.h>
#include <pliant/scenes/Runner.h>

#include <string>

/// Runs a scene under a detector. It is judged every `checkEvery` steps.
inline pliant::RunReport runFor(const std::string& scene, const std::string& detector, int steps,
                                const pliant::SceneOptions& options = {}, int checkEvery = 5) {
  pliant::RunSettings settings;
  settings.scene = scene;
  settings.simulation.detector = detector;
  settings.simulation.options = options;
  settings.steps = steps;
  settings.checkEvery = checkEvery;
  return pliant::runScene(settings);
}

/// Returns the figure of this name. Throws Error if the scene has not measured it.
inline const pliant::Figure& figure(const pliant::RunReport& report, const std::string& name) {
  for (const auto& [key, value] : report.figures) {
    if (key == name) return value;
  }
  throw pliant::Error("no figure " + name);
}
