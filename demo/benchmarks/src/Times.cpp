#include "Times.h"

#include <algorithm>
#include <cmath>

namespace pliant::benchmarks {

Spread Spread::of(const std::vector<double>& samples) {
  Spread s;
  if (samples.empty()) return s;
  const auto n = static_cast<double>(samples.size());
  s.median = pliant::median(samples);
  const auto [least, most] = std::minmax_element(samples.begin(), samples.end());
  s.minimum = *least;
  s.maximum = *most;
  for (const double x : samples) s.average += x / n;
  for (const double x : samples) s.deviation += (x - s.average) * (x - s.average) / n;
  s.deviation = std::sqrt(s.deviation);
  return s;
}

std::vector<double> Times::sumsOf(std::initializer_list<std::string> stages) const {
  std::vector<double> sums;
  for (const std::string& stage : stages) {
    const std::vector<double>& times = m_times.at(stage);
    if (sums.empty()) sums.assign(times.size(), 0);
    for (std::size_t i = 0; i < times.size(); ++i) sums[i] += times[i];
  }
  return sums;
}

}  // namespace pliant::benchmarks
