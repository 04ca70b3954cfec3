#pragma once

#include <pliant/plugin/StepStatistics.h>

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

}  // namespace pliant::detail
