#pragma once

#include <pliant/detectors/AutoDetector.h>
#include <pliant/detectors/Results.h>
#include <pliant/detectors/Topology.h>
#include <pliant/detectors/capHoles.h>
#include <pliant/scenes/Simulation.h>

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pliant::cli {

struct DetectTimes {
  double update = 0, query = 0;  ///< medians over the repetitions, wall time, ms
};

/// What `detect` tells, as JSON or as a table. Lists are turned into text frame by frame, so that only one frame's are
/// held.
class DetectReport {
 public:
  virtual ~DetectReport() = default;
  /// `caps`: those among the body's faces; null where they were not asked for.
  virtual void addBody(const std::string& file, const Topology& topology, const HoleCaps* caps) = 0;
  /// Tells the lists that the query asked for.
  virtual void addFrame(const Results& results, const Query& query, const DetectTimes& ms) = 0;
  /// What was chosen for which bodies, by their index, as it stands at the end; none: nothing is told.
  virtual void addChosen(std::span<const AutoDetector::Job> jobs) = 0;
  /// Of all frames, where that is chosen from image to image.
  virtual void addDrawnBy(const DrawnImages& images) = 0;
  /// The whole text.
  virtual std::string finish() = 0;
};

class DetectJson final : public DetectReport {
 public:
  /// `glRenderer`: what draws by OpenGL; told unless empty.
  DetectJson(std::string_view method, std::string_view glRenderer);
  void addBody(const std::string& file, const Topology& topology, const HoleCaps* caps) override;
  void addFrame(const Results& results, const Query& query, const DetectTimes& ms) override;
  void addChosen(std::span<const AutoDetector::Job> jobs) override;
  void addDrawnBy(const DrawnImages& images) override;
  std::string finish() override;

 private:
  std::string m_text, m_bodies, m_frames;
};

class DetectTable final : public DetectReport {
 public:
  /// `glRenderer`: what draws by OpenGL; told unless empty.
  DetectTable(std::string_view method, std::string_view glRenderer);
  void addBody(const std::string& file, const Topology& topology, const HoleCaps* caps) override;
  void addFrame(const Results& results, const Query& query, const DetectTimes& ms) override;
  void addChosen(std::span<const AutoDetector::Job> jobs) override;
  void addDrawnBy(const DrawnImages& images) override;
  std::string finish() override;

 private:
  std::string m_method, m_chosen;
  using Rows = std::vector<std::vector<std::string>>;

  void addPairs(const Results& results, const Query& query, const std::string& frame);

  Rows m_bodies, m_frames, m_pairs;  ///< with their heads
  std::size_t m_morePairs = 0;       ///< for which the table has no line left
};

}  // namespace pliant::cli
