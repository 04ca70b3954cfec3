#pragma once

#include <pliant/plugin/StepStatistics.h>

#include <chrono>

namespace pliant::detail {

/// Adds the thread's CPU time since the previous call to a sum [ms].
class CpuLap {
 public:
  CpuLap() : m_last(threadCpuMs()) {}
  void addTo(double& sum) {
    const double now = threadCpuMs();
    sum += now - m_last;
    m_last = now;
  }

 private:
  double m_last;
};

/// Adds the calling thread's CPU time during the timer's lifetime to a sum [ms].
class StageTimer {
 public:
  explicit StageTimer(double& sum) : m_sum(sum) {}
  ~StageTimer() { m_lap.addTo(m_sum); }
  StageTimer(const StageTimer&) = delete;
  StageTimer& operator=(const StageTimer&) = delete;

 private:
  CpuLap m_lap;
  double& m_sum;
};

/// Divides a period of CPU time between solve and response. They alternate too often for the CPU clock, which is a
/// system call and would take part of that time. The steady clock takes a twentieth of it.
class TurnTimer {
 public:
  void begin() {
    m_last = Clock::now();
    m_solve = m_response = {};
  }
  void solved() { addTo(m_solve); }
  void responded() { addTo(m_response); }
  /// Adds to each sum its share of `ms`, in proportion to the wall times.
  void share(double ms, double& solve, double& response) const {
    const double part = m_solve.count() > 0 ? m_solve / (m_solve + m_response) : 0;
    solve += part * ms;
    response += (1 - part) * ms;
  }

 private:
  using Clock = std::chrono::steady_clock;
  using Duration = std::chrono::duration<double>;

  void addTo(Duration& sum) {
    const Clock::time_point now = Clock::now();
    sum += now - m_last;
    m_last = now;
  }

  Clock::time_point m_last;
  Duration m_solve{}, m_response{};
};

}  // namespace pliant::detail
