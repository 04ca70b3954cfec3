#pragma once

#include <chrono>
#include <ctime>

namespace pliant::detail {

/// Measures seconds since construction. If the calling thread works alone, CPU time of this thread is used: on a shared
/// machine, wall time would include other processes. Otherwise, and if the system has no such clock, wall time is used.
class Stopwatch {
 public:
  explicit Stopwatch(bool alone) : m_alone(alone), m_start(now()) {}
  double seconds() const { return now() - m_start; }

 private:
  double now() const {
#ifdef CLOCK_THREAD_CPUTIME_ID
    timespec time{};
    if (m_alone && clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time) == 0)
      return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
#endif
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
  }

  bool m_alone;
  double m_start;
};

}  // namespace pliant::detail
