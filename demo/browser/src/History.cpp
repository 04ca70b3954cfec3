#include "History.h"

#include <pliant/detectors/Error.h>
#include <pliant/io/writeFile.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <sstream>

namespace pliant::detail {
namespace {

constexpr double kNotMeasured = std::numeric_limits<double>::quiet_NaN();
constexpr std::size_t kStages = static_cast<std::size_t>(StepStage::Count);

template <typename Value>
std::vector<float> valuesOf(std::span<const StepSample> samples, Value&& value) {
  std::vector<float> values;
  for (const StepSample& sample : samples) values.push_back(static_cast<float>(value(sample)));
  return values;
}

double median(std::vector<float> values) {
  std::erase_if(values, [](float value) { return std::isnan(value); });
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

nlohmann::ordered_json toJson(const StaticAnswer& answer) {
  nlohmann::ordered_json json{{"update_ms", answer.updateMs}, {"query_ms", answer.queryMs}};
  const auto add = [&](const char* name, const auto& value) {
    if (value) json[name] = *value;
  };
  add("vertex_tetrahedron", answer.vertexTetrahedra);
  add("face_pairs", answer.facePairs);
  add("faces_cut", answer.facesCut);
  add("vertices_inside", answer.verticesInside);
  add("volume", answer.volume);
  add("self_volume", answer.selfVolume);
  const Counters& c = answer.counters;
  json["counters"] = {
      {"cells_visited", c.cellsVisited}, {"hash_collisions", c.hashCollisions}, {"nodes_visited", c.nodesVisited},
      {"box_tests", c.boxTests},         {"procedure_calls", c.procedureCalls}, {"parts_skipped", c.patchesSkipped},
      {"pairs_skipped", c.pairsSkipped}, {"element_tests", c.elementTests},     {"narrow_tests", c.narrowTests},
      {"images", c.ldiImages},           {"images_kept", c.ldiImagesKept},      {"layers", c.ldiLayers},
      {"entries", c.ldiEntries}};
  return json;
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
      if (sample.answer) step["paper"] = toJson(*sample.answer);
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
  if (!m_samples.empty() && m_samples.back().step >= sample.step) {
    if (m_samples.back().detector == sample.detector) m_samples.back() = sample;
    return;
  }
  if (m_samples.size() == 2 * kKept) m_samples.erase(m_samples.begin(), m_samples.begin() + kKept);
  m_samples.push_back(sample);
}

void History::answerAgain(const StepSample& sample) {
  if (m_samples.empty()) return;
  StepSample& newest = m_samples.back();
  if (newest.step == sample.step && newest.detector == sample.detector && sample.answer) newest.answer = sample.answer;
}

std::span<const StepSample> History::latest(std::size_t most) const {
  std::size_t first = m_samples.size();
  // Steps that were wanted before the detector was chosen may be added after it.
  while (first > 0 && m_samples.size() - first < most && m_samples[first - 1].detector == m_detector) --first;
  return std::span(m_samples).subspan(first);
}

std::vector<float> History::totals(std::size_t most) const {
  return valuesOf(latest(most), [](const StepSample& s) { return s.measured ? s.times.total() : kNotMeasured; });
}
std::vector<float> History::stage(StepStage stage, std::size_t most) const {
  return valuesOf(latest(most), [stage](const StepSample& s) {
    return s.times.known[static_cast<std::size_t>(stage)] ? s.times[stage] : kNotMeasured;
  });
}
std::vector<float> History::contacts(std::size_t most) const {
  return valuesOf(latest(most),
                  [](const StepSample& s) { return s.measured ? static_cast<double>(s.contacts) : kNotMeasured; });
}
std::vector<float> History::answers(std::size_t most) const {
  return valuesOf(latest(most),
                  [](const StepSample& s) { return s.answer ? s.answer->updateMs + s.answer->queryMs : kNotMeasured; });
}
std::vector<float> History::candidates(std::size_t most) const {
  return valuesOf(latest(most), [](const StepSample& s) {
    return s.counters ? static_cast<double>(s.counters->candidates) : kNotMeasured;
  });
}
std::vector<float> History::narrowTests(std::size_t most) const {
  return valuesOf(latest(most), [](const StepSample& s) {
    return s.counters ? static_cast<double>(s.counters->narrowTests) : kNotMeasured;
  });
}
std::vector<float> History::pairs(std::size_t most) const {
  return valuesOf(latest(most),
                  [](const StepSample& s) { return s.pairs ? static_cast<double>(*s.pairs) : kNotMeasured; });
}
std::vector<float> History::verticesInside(std::size_t most) const {
  return valuesOf(latest(most), [](const StepSample& s) {
    return s.verticesInside ? static_cast<double>(*s.verticesInside) : kNotMeasured;
  });
}

float topOf(std::span<const float> values) {
  float top = 0;
  // Comparisons with NaN are false, so NaN is skipped.
  for (const float value : values) top = value > top ? value : top;
  return top;
}

std::optional<float> lastOf(std::span<const float> values) {
  for (auto value = values.rbegin(); value != values.rend(); ++value)
    if (!std::isnan(*value)) return *value;
  return std::nullopt;
}

std::vector<std::array<float, 2>> curveOf(std::span<const float> values, float top) {
  std::vector<std::array<float, 2>> curve;
  if (values.size() < 2) return curve;
  for (std::size_t i = 0; i < values.size(); ++i)
    if (!std::isnan(values[i]))
      curve.push_back({static_cast<float>(i) / static_cast<float>(values.size() - 1), top > 0 ? values[i] / top : 0});
  return curve;
}

double History::medianTotal(std::size_t most) const {
  return median(totals(most));
}

std::optional<double> History::medianStage(StepStage stage, std::size_t most) const {
  const std::span<const StepSample> steps = latest(most);
  if (steps.empty() || !steps.back().times.known[static_cast<std::size_t>(stage)]) return std::nullopt;
  return median(this->stage(stage, most));
}

void exportHistories(const std::vector<NamedHistory>& histories, const std::string& file) {
  if (file.ends_with(".csv")) return writeFile(file, toCsv(histories));
  if (file.ends_with(".json")) return writeFile(file, toJson(histories));
  throw Error("'" + file + "': the name of the file must end in .csv or .json");
}

}  // namespace pliant::detail
