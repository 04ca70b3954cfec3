#pragma once

#include "CpuClock.h"

namespace pliant::detail {

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

}  // namespace pliant::detail
