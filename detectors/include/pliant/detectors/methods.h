#pragma once

#include <pliant/detectors/AutoDetector.h>
#include <pliant/detectors/Detector.h>
#include <pliant/detectors/Error.h>
#include <pliant/detectors/Export.h>
#include <pliant/detectors/Topology.h>

#include <memory>
#include <optional>
#include <span>
#include <string_view>

namespace pliant {

/// A detection method: one line of the registry.
struct DetectionMethod {
  std::string_view name;  ///< on the command line
  std::string_view description;
  Answers answers;
  /// Returns a detector with default settings that accepts all bodies.
  std::unique_ptr<Detector> (*make)() = nullptr;
  /// Throws Error for a body that the command line refuses; null: it accepts all bodies.
  void (*check)(const Topology& topology) = nullptr;
  /// For AutoDetector::setMethod. No value: the method cannot be set for a single body.
  std::optional<AutoDetector::Method> autoMethod = std::nullopt;
  /// True if it gathers the candidates of steps alone; its queries are those of another method.
  bool onlyInSteps = false;
};

/// Returns all methods that need no graphics.
PLIANT_DETECTORS_EXPORT std::span<const DetectionMethod> detectionMethods();
/// Returns null if none of them has this name.
PLIANT_DETECTORS_EXPORT const DetectionMethod* findDetectionMethod(std::string_view name);

}  // namespace pliant
