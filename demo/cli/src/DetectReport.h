#pragma once

#include <pliant/detectors/Results.h>
#include <pliant/detectors/Topology.h>
#include <pliant/detectors/capHoles.h>
#include <pliant/detectors/ldi/InsideContact.h>
#include <pliant/scenes/Simulation.h>

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "detectSteps.h"
#include "reportJson.h"

namespace pliant::cli {

struct DetectTimes {
  double update = 0, query = 0;  ///< wall times, medians over the repetitions [ms]
};

/// The report of `detect`.
/// Each frame is converted to text at once, so that only the results of one frame are in memory.
class DetectReport {
 public:
  virtual ~DetectReport() = default;
  /// `caps`: the caps among the body's faces; null if --cap-holes is not given.
  virtual void addBody(const std::string& file, const Topology& topology, const HoleCaps* caps) = 0;
  /// Adds the results that the query requests. `contacts`: of the vertices inside; null if --contacts is not given.
  virtual void addFrame(const Results& results, const Query& query, const std::vector<InsideContact>* contacts,
                        const DetectTimes& ms) = 0;
  /// Adds the methods that AutoDetector has chosen by the end, a list of choiceJson() with body ids.
  virtual void addChosen(const Json& chosen) = 0;
  /// Adds the numbers of images per renderer over all frames. Call if the renderer is chosen for each image.
  virtual void addDrawnBy(const DrawnImages& images) = 0;
  /// Adds the steps of the last frame's query, with pictures in this folder.
  virtual void addSteps(const std::string& folder, std::span<const WrittenStep> steps) = 0;
  /// Returns the whole text.
  virtual std::string finish() = 0;
};

/// Returns an empty report: JSON, or else a table.
/// `glRenderer`: name of the OpenGL renderer; written unless empty.
std::unique_ptr<DetectReport> makeDetectReport(bool json, std::string_view method, std::string_view glRenderer);

}  // namespace pliant::cli
