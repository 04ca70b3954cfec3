#pragma once

#include <chrono>

namespace pliant::detail {

/// Adds the wall time since the previous call to a sum [ms]. The clock is a steady one: a read of a CPU clock is a
/// system call, and takes longer than a whole stage of a small world.
class Lap {
 public:
  void addTo(double& sum) {
    const Clock::time_point now = Clock::now();
    sum += std::chrono::duration<double, std::milli>(now - m_last).count();
    m_last = now;
  }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point m_last = Clock::now();
};

/// Adds the wall time during the timer's lifetime to a sum [ms].
class StageTimer {
 public:
  explicit StageTimer(double& sum) : m_sum(sum) {}
  ~StageTimer() { m_lap.addTo(m_sum); }
  StageTimer(const StageTimer&) = delete;
  StageTimer& operator=(const StageTimer&) = delete;

 private:
  Lap m_lap;
  double& m_sum;
};

}  // namespace pliant::detail
