#pragma once

#include <chrono>

namespace pliant::detail {

/// Adds the time from construction to stop() to `ms` [ms].
class Stopwatch {
 public:
  explicit Stopwatch(double& ms) : m_ms(ms) {}
  void stop() const {
    m_ms += std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - m_start).count();
  }

 private:
  double& m_ms;
  std::chrono::steady_clock::time_point m_start = std::chrono::steady_clock::now();
};

}  // namespace pliant::detail
