#pragma once

#include <optional>
#include <string>
#include <vector>

#include "Pane.h"

namespace pliant::detail {

/// What the steps of one pane cost and left, one after the other: at least the last kKept.
class History {
 public:
  static constexpr std::size_t kKept = 100000;

  void clear() { m_samples.clear(); }
  void add(const StepSample& sample);

  const std::vector<StepSample>& samples() const { return m_samples; }
  /// ms of the last steps, the newest last.
  std::vector<float> totals(std::size_t most) const;
  std::vector<float> stage(StepStage stage, std::size_t most) const;
  /// Contacts, candidates, pairs left, of the last steps.
  std::vector<float> contacts(std::size_t most) const;
  std::vector<float> candidates(std::size_t most) const;
  std::vector<float> narrowTests(std::size_t most) const;
  /// Of those steps in which they were looked for.
  std::vector<float> pairs(std::size_t most) const;
  /// Median of the last steps' ms.
  double medianTotal(std::size_t most) const;
  /// The same of a stage; nothing where it is not known.
  std::optional<double> medianStage(StepStage stage, std::size_t most) const;

 private:
  std::vector<StepSample> m_samples;
};

/// A pane's name and its history.
struct NamedHistory {
  std::string name;
  const History* history;
};

/// Writes them as a table (a file that ends in .csv) or as JSON (.json). Throws Error for other names, or where the
/// file can't be written.
void exportHistories(const std::vector<NamedHistory>& histories, const std::string& file);

}  // namespace pliant::detail
