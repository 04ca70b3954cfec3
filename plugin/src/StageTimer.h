#pragma once

#include "CpuClock.h"

namespace pliant::detail {

/// Adds the calling thread's CPU time, in milliseconds, to a number while it lives.
class StageTimer {
 public:
  explicit StageTimer(double& sum) : m_sum(sum), m_begin(cpuMilliseconds()) {}
  ~StageTimer() { m_sum += cpuMilliseconds() - m_begin; }
  StageTimer(const StageTimer&) = delete;
  StageTimer& operator=(const StageTimer&) = delete;

 private:
  double& m_sum;
  double m_begin;
};

}  // namespace pliant::detail
