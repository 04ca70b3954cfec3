#pragma once

#include <array>
#include <optional>
#include <span>
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
  // Of the last steps, the newest last; NaN where something was not measured.
  /// ms.
  std::vector<float> totals(std::size_t most) const;
  std::vector<float> stage(StepStage stage, std::size_t most) const;
  std::vector<float> contacts(std::size_t most) const;
  std::vector<float> candidates(std::size_t most) const;
  std::vector<float> narrowTests(std::size_t most) const;
  /// Pairs left, where they were looked for.
  std::vector<float> pairs(std::size_t most) const;
  /// Median of the last steps' ms.
  double medianTotal(std::size_t most) const;
  /// The same of a stage; nothing where it is not known.
  std::optional<double> medianStage(StepStage stage, std::size_t most) const;

 private:
  std::vector<StepSample> m_samples;
};

/// The largest value that was measured; 0 of none.
float topOf(std::span<const float> values);
/// The newest value that was measured.
std::optional<float> lastOf(std::span<const float> values);
/// A curve through the values that were measured, from 0 to 1 to the right in equal steps, and from 0 up to 1 at `top`.
/// Nothing of fewer than two values.
std::vector<std::array<float, 2>> curveOf(std::span<const float> values, float top);

/// A pane's name and its history.
struct NamedHistory {
  std::string name;
  const History* history;
};

/// Writes them as a table (a file that ends in .csv) or as JSON (.json). Throws Error for other names, or where the
/// file can't be written.
void exportHistories(const std::vector<NamedHistory>& histories, const std::string& file);

}  // namespace pliant::detail
