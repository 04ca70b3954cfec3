#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "Pane.h"

namespace pliant::detail {

/// Costs and results of a pane's steps in order, at least of the last kKept.
class History {
 public:
  static constexpr std::size_t kKept = 100000;

  void clear() { m_samples.clear(); }
  /// Adds a step, or replaces the last one by a sample that has more of it. A detector that was chosen after the last
  /// step has no sample of it.
  void add(const StepSample& sample);
  /// Replaces the answer of the newest step if `sample` is of the same step and detector: the papers' question was
  /// asked again there, with other settings.
  void answerAgain(const StepSample& sample);
  /// Names the detector whose values are wanted from now on. Earlier samples are kept.
  void follow(const std::string& detector) { m_detector = detector; }

  const std::vector<StepSample>& samples() const { return m_samples; }
  /// Returns the steps since the detector was chosen, at most the last `most`.
  std::span<const StepSample> latest(std::size_t most) const;
  // Values of latest(), the newest last; NaN if not measured.
  /// Times of whole steps [ms].
  std::vector<float> totals(std::size_t most) const;
  std::vector<float> stage(StepStage stage, std::size_t most) const;
  std::vector<float> contacts(std::size_t most) const;
  /// Times of the papers' question, update and query [ms]; NaN if not asked.
  std::vector<float> answers(std::size_t most) const;
  std::vector<float> candidates(std::size_t most) const;
  std::vector<float> narrowTests(std::size_t most) const;
  /// Intersecting face pairs; NaN if not tested.
  std::vector<float> pairs(std::size_t most) const;
  /// Vertices in other bodies; NaN if not tested.
  std::vector<float> verticesInside(std::size_t most) const;
  /// Returns the median time of the last `most` steps [ms].
  double medianTotal(std::size_t most) const;
  /// Returns the median time of a stage [ms]; empty if the last step did not measure it.
  std::optional<double> medianStage(StepStage stage, std::size_t most) const;

 private:
  std::vector<StepSample> m_samples;
  std::string m_detector;  ///< see follow()
};

/// Returns the largest measured value; 0 if there is none.
float topOf(std::span<const float> values);
/// Returns the newest measured value.
std::optional<float> lastOf(std::span<const float> values);
/// Returns a curve through the measured values: x from 0 to 1 in equal steps, y = value / top. Empty for fewer than two
/// values.
std::vector<std::array<float, 2>> curveOf(std::span<const float> values, float top);

/// A pane's name and its history.
struct NamedHistory {
  std::string name;
  const History* history;
};

/// Writes histories as a table (.csv) or as JSON (.json). Throws Error for another extension, or if the file can't be
/// written.
void exportHistories(const std::vector<NamedHistory>& histories, const std::string& file);

}  // namespace pliant::detail
