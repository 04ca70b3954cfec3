#include "History.h"

#include <pliant/detectors/Error.h>
#include <pliant/io/writeFile.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

namespace pliant::detail {
namespace {

constexpr std::size_t kStages = static_cast<std::size_t>(StepStage::Count);

template <typename Value>
std::vector<float> latest(const std::vector<StepSample>& samples, std::size_t most, Value&& value) {
  std::vector<float> values;
  for (std::size_t i = samples.size() - std::min(most, samples.size()); i < samples.size(); ++i)
    values.push_back(static_cast<float>(value(samples[i])));
  return values;
}

double median(std::vector<float> values) {
  if (values.empty()) return 0;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return static_cast<double>(*middle);
}

std::string toCsv(const std::vector<NamedHistory>& histories) {
  std::ostringstream text;
  text << "detector,step";
  for (std::size_t s = 0; s < kStages; ++s) text << ',' << stageName(static_cast<StepStage>(s)) << " ms";
  text << ",total ms,contacts,candidates,narrow tests,pairs left\n";
  for (const NamedHistory& named : histories) {
    for (const StepSample& sample : named.history->samples()) {
      text << sample.detector << ',' << sample.step;
      for (std::size_t s = 0; s < kStages; ++s) {
        text << ',';
        if (sample.times.known[s]) text << sample.times.ms[s];
      }
      text << ',' << sample.times.total() << ',' << sample.contacts << ',';
      if (sample.counters) text << sample.counters->candidates << ',' << sample.counters->narrowTests << ',';
      if (!sample.counters) text << ",,";
      if (sample.pairs) text << *sample.pairs;
      text << '\n';
    }
  }
  return text.str();
}

std::string toJson(const std::vector<NamedHistory>& histories) {
  nlohmann::ordered_json panes = nlohmann::ordered_json::array();
  for (const auto& [name, history] : histories) {
    nlohmann::ordered_json steps = nlohmann::ordered_json::array();
    for (const StepSample& sample : history->samples()) {
      nlohmann::ordered_json step{{"step", sample.step}, {"detector", sample.detector}, {"contacts", sample.contacts}};
      for (std::size_t s = 0; s < kStages; ++s) {
        nlohmann::ordered_json ms;
        if (sample.times.known[s]) ms = sample.times.ms[s];
        step["ms"][std::string(stageName(static_cast<StepStage>(s)))] = ms;
      }
      step["ms"]["total"] = sample.times.total();
      if (sample.counters) step["candidates"] = sample.counters->candidates;
      if (sample.counters) step["narrow_tests"] = sample.counters->narrowTests;
      if (sample.pairs) step["pairs_left"] = *sample.pairs;
      steps.push_back(step);
    }
    panes.push_back({{"detector", name}, {"steps", steps}});
  }
  return panes.dump(1) + "\n";
}

}  // namespace

void History::add(const StepSample& sample) {
  if (m_samples.size() == 2 * kKept) m_samples.erase(m_samples.begin(), m_samples.begin() + kKept);
  m_samples.push_back(sample);
}

std::vector<float> History::totals(std::size_t most) const {
  return latest(m_samples, most, [](const StepSample& s) { return s.times.total(); });
}
std::vector<float> History::stage(StepStage stage, std::size_t most) const {
  return latest(m_samples, most, [stage](const StepSample& s) { return s.times[stage]; });
}
std::vector<float> History::contacts(std::size_t most) const {
  return latest(m_samples, most, [](const StepSample& s) { return s.contacts; });
}
std::vector<float> History::candidates(std::size_t most) const {
  return latest(m_samples, most, [](const StepSample& s) { return s.counters ? s.counters->candidates : 0; });
}
std::vector<float> History::narrowTests(std::size_t most) const {
  return latest(m_samples, most, [](const StepSample& s) { return s.counters ? s.counters->narrowTests : 0; });
}
std::vector<float> History::pairs(std::size_t most) const {
  std::vector<float> values;
  for (auto sample = m_samples.rbegin(); sample != m_samples.rend() && values.size() < most; ++sample)
    if (sample->pairs) values.push_back(static_cast<float>(*sample->pairs));
  std::reverse(values.begin(), values.end());
  return values;
}

double History::medianTotal(std::size_t most) const {
  return median(totals(most));
}

std::optional<double> History::medianStage(StepStage stage, std::size_t most) const {
  if (m_samples.empty() || !m_samples.back().times.known[static_cast<std::size_t>(stage)]) return std::nullopt;
  return median(this->stage(stage, most));
}

void exportHistories(const std::vector<NamedHistory>& histories, const std::string& file) {
  if (file.ends_with(".csv")) return writeFile(file, toCsv(histories));
  if (file.ends_with(".json")) return writeFile(file, toJson(histories));
  throw Error("'" + file + "': a history is written to a file that ends in .csv or .json");
}

}  // namespace pliant::detail
