#pragma once

#include <pliant/plugin/StepStatistics.h>

#include <chrono>

namespace pliant::detail {

/// Adds the CPU time that passes, in milliseconds, to one sum after the other.
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

/// How solve and response share a stretch of CPU time in which they take turns so often that the CPU clock, a system
/// call, would take part of it. The steady clock takes a twentieth of that.
class TurnTimer {
 public:
  void begin() {
    m_last = Clock::now();
    m_solve = m_response = {};
  }
  void solved() { addTo(m_solve); }
  void responded() { addTo(m_response); }
  /// Adds each one's share of `ms`.
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
