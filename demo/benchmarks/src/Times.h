#pragma once

#include <pliant/benchmarks/Scene.h>
#include <pliant/plugin/StepStatistics.h>
#include <pliant/scenes/median.h>

#include <cstddef>
#include <ctime>
#include <initializer_list>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace pliant::benchmarks {

/// Usual number of steps at the start of a run whose times are not kept.
inline constexpr int kWarmUp = 3;

/// Returns the wall time [ms].
inline double wallMs() {
  timespec t{};
  clock_gettime(CLOCK_MONOTONIC, &t);
  return 1e3 * static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_nsec);
}

/// Statistics of samples, in their unit. All 0 if there are no samples.
struct Spread {
  double median = 0, average = 0, minimum = 0, maximum = 0;
  double deviation = 0;  ///< standard deviation

  static Spread of(const std::vector<double>& samples);
};

/// Runs the steps of a benchmark. Keeps a time per step for each named stage [ms].
/// Methods that are compared are stages of the same steps, so that a slow moment of the machine affects all of them.
class Times {
 public:
  using Clock = double (*)();
  explicit Times(Clock clock = threadCpuMs) : m_clock(clock) {}

  /// Calls step(n) for n from -warmUp to steps - 1. Times of negative steps are not kept.
  template <typename Step>
  void run(int steps, int warmUp, Step&& step) {
    for (int n = -warmUp; n < steps; ++n) {
      m_kept = n >= 0;
      step(n);
    }
  }

  /// Runs a stage of a step. Returns its time.
  template <typename Task>
  double operator()(const std::string& stage, Task&& task) {
    const double start = m_clock();
    task();
    const double ms = m_clock() - start;
    add(stage, ms);
    return ms;
  }
  void add(const std::string& stage, double ms) {
    if (m_kept) m_times[stage].push_back(ms);
  }

  /// Returns the time of some stages together, one per step. Throws std::out_of_range for an unknown stage.
  template <typename... Stages>
  std::vector<double> samples(const Stages&... stages) const {
    return sumsOf({stages...});
  }
  template <typename... Stages>
  Spread spread(const Stages&... stages) const {
    return Spread::of(samples(stages...));
  }
  template <typename... Stages>
  double median(const Stages&... stages) const {
    return pliant::median(samples(stages...));
  }
  /// Returns the median of each step's ratio: the time of some stages together / the time of `base`.
  template <typename... Stages>
  double ratio(const std::string& base, const Stages&... stages) const {
    std::vector<double> ratios = samples(stages...);
    const std::vector<double> bases = samples(base);
    for (std::size_t i = 0; i < ratios.size(); ++i) ratios[i] /= bases[i];
    return pliant::median(std::move(ratios));
  }

 private:
  std::vector<double> sumsOf(std::initializer_list<std::string> stages) const;

  Clock m_clock;
  bool m_kept = true;
  std::map<std::string, std::vector<double>> m_times;
};

/// Returns the median time of a task [ms], after a warm-up run.
template <typename Task>
double medianMs(int repeats, Task&& task) {
  Times times;
  times.run(repeats, 1, [&](int) { times("task", task); });
  return times.median("task");
}

/// Measures the next `steps` steps of a scene, after a warm-up step. The stages are "read" and "detection".
inline Times stepTimes(Scene& scene, Detector& detector, int steps, const Query& query = kWithin) {
  Times times;
  times.run(steps, 1, [&](int) {
    scene.next();
    times("read", [&] { scene.read(); });
    times("detection", [&] { scene.answer(detector, query); });
  });
  return times;
}

}  // namespace pliant::benchmarks
