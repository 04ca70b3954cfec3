#pragma once

#include <pliant/scenes/median.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <vector>

namespace pliant::benchmarks {

/// Returns the wall time [ms].
inline double wallMilliseconds() {
  timespec t{};
  clock_gettime(CLOCK_MONOTONIC, &t);
  return 1e3 * static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_nsec);
}

/// Statistics of samples, in their unit. All 0 if there are no samples.
struct Spread {
  double median = 0, average = 0, minimum = 0, maximum = 0;
  double deviation = 0;  ///< standard deviation

  static Spread of(const std::vector<double>& samples) {
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
};

}  // namespace pliant::benchmarks
