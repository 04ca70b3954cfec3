#pragma once

#include <ctime>

namespace pliant::detail {

/// Adds the calling thread's CPU time, in milliseconds, to a number while it lives.
class StageTimer {
 public:
  explicit StageTimer(double& sum) : m_sum(sum), m_begin(now()) {}
  ~StageTimer() { m_sum += now() - m_begin; }
  StageTimer(const StageTimer&) = delete;
  StageTimer& operator=(const StageTimer&) = delete;

 private:
  static double now() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) * 1e-6;
  }

  double& m_sum;
  double m_begin;
};

}  // namespace pliant::detail
