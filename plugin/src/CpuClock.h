#pragma once

#include <chrono>
#include <ctime>

namespace pliant::detail {

/// Milliseconds of CPU time of the calling thread; where the system can't tell, of a steady clock.
inline double cpuMilliseconds() {
#ifdef CLOCK_THREAD_CPUTIME_ID
  timespec now{};
  if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now) == 0) {
    return 1e3 * static_cast<double>(now.tv_sec) + 1e-6 * static_cast<double>(now.tv_nsec);
  }
#endif
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// Adds what passes to one sum after the other.
class CpuLap {
 public:
  CpuLap() : m_last(cpuMilliseconds()) {}
  void addTo(double& sum) {
    const double now = cpuMilliseconds();
    sum += now - m_last;
    m_last = now;
  }

 private:
  double m_last;
};

}  // namespace pliant::detail
