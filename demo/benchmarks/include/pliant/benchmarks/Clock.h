#pragma once

#include <algorithm>
#include <cmath>
#include <ctime>
#include <vector>

namespace pliant::benchmarks {

/// CPU time of the calling thread, ms.
inline double threadMilliseconds() {
  timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return 1e3 * static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_nsec);
}

/// Time on the wall, ms.
inline double wallMilliseconds() {
  timespec t{};
  clock_gettime(CLOCK_MONOTONIC, &t);
  return 1e3 * static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_nsec);
}

struct Spread {
  double median = 0, average = 0, minimum = 0, maximum = 0, deviation = 0;

  static Spread of(std::vector<double> samples) {
    Spread s;
    if (samples.empty()) return s;
    std::sort(samples.begin(), samples.end());
    const std::size_t n = samples.size();
    s.median = (samples[(n - 1) / 2] + samples[n / 2]) / 2;
    s.minimum = samples.front();
    s.maximum = samples.back();
    for (double x : samples) s.average += x / static_cast<double>(n);
    for (double x : samples) s.deviation += (x - s.average) * (x - s.average) / static_cast<double>(n);
    s.deviation = std::sqrt(s.deviation);
    return s;
  }
};

}  // namespace pliant::benchmarks
