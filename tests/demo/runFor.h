#pragma once

#include <pliant/detectors/Error.h>
#include <pliant/scenes/Runner.h>

#include <string>

/// A scene under a detector for some steps, judged at every fifth or as often as told.
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

/// What the scene has measured under that name. Throws Error where it hasn't.
inline const pliant::Figure& figure(const pliant::RunReport& report, const std::string& name) {
  for (const auto& [key, value] : report.figures) {
    if (key == name) return value;
  }
  throw pliant::Error("no figure " + name);
}
