#pragma once

#include <pliant/detectors/Results.h>
#include <pliant/detectors/Topology.h>
#include <pliant/detectors/capHoles.h>
#include <pliant/scenes/Simulation.h>

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace pliant::cli {

struct DetectTimes {
  double update = 0, query = 0;  ///< wall times, medians over the repetitions [ms]
};

/// The report of `detect`, as JSON or as a table.
/// Each frame is converted to text at once, so that only the results of one frame are in memory.
class DetectReport {
 public:
  virtual ~DetectReport() = default;
  /// `caps`: the caps among the body's faces; null if --cap-holes is not given.
  virtual void addBody(const std::string& file, const Topology& topology, const HoleCaps* caps) = 0;
  /// Adds the results that the query requests.
  virtual void addFrame(const Results& results, const Query& query, const DetectTimes& ms) = 0;
  /// Adds the methods that AutoDetector has chosen by the end, a list of choiceJson() with body ids.
  virtual void addChosen(const nlohmann::ordered_json& chosen) = 0;
  /// Adds the numbers of images per renderer over all frames. Call if the renderer is chosen for each image.
  virtual void addDrawnBy(const DrawnImages& images) = 0;
  /// Returns the whole text.
  virtual std::string finish() = 0;
};

class DetectJson final : public DetectReport {
 public:
  /// `glRenderer`: name of the OpenGL renderer; written unless empty.
  DetectJson(std::string_view method, std::string_view glRenderer);
  void addBody(const std::string& file, const Topology& topology, const HoleCaps* caps) override;
  void addFrame(const Results& results, const Query& query, const DetectTimes& ms) override;
  void addChosen(const nlohmann::ordered_json& chosen) override;
  void addDrawnBy(const DrawnImages& images) override;
  std::string finish() override;

 private:
  std::string m_text, m_bodies, m_frames;
};

class DetectTable final : public DetectReport {
 public:
  /// `glRenderer`: name of the OpenGL renderer; written unless empty.
  DetectTable(std::string_view method, std::string_view glRenderer);
  void addBody(const std::string& file, const Topology& topology, const HoleCaps* caps) override;
  void addFrame(const Results& results, const Query& query, const DetectTimes& ms) override;
  void addChosen(const nlohmann::ordered_json& chosen) override;
  void addDrawnBy(const DrawnImages& images) override;
  std::string finish() override;

 private:
  std::string m_method, m_chosen;
  using Rows = std::vector<std::vector<std::string>>;

  void addPairs(const Results& results, const Query& query, const std::string& frame);

  Rows m_bodies, m_frames, m_pairs;  ///< the first row holds the column names
  std::size_t m_morePairs = 0;       ///< number of pairs beyond the table's last line
};

}  // namespace pliant::cli
