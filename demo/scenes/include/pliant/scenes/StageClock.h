#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <string_view>

namespace pliant {

enum class StepStage { Predict, Broadphase, Detect, Response, Solve, Update, Other, Count };

/// Thread CPU time of a step [ms]. Each slice of time belongs to one stage only.
struct StepTimes {
  std::array<double, static_cast<std::size_t>(StepStage::Count)> ms{};
  /// True if the stage is measured separately. Stock Bullet does not separate response from solve.
  std::array<bool, static_cast<std::size_t>(StepStage::Count)> known{};

  double& operator[](StepStage s) { return ms[static_cast<std::size_t>(s)]; }
  double operator[](StepStage s) const { return ms[static_cast<std::size_t>(s)]; }
  double total() const;
};

std::string_view stageName(StepStage stage);

/// Measures stages by Bullet's profile zones (BT_PROFILE) on the thread that calls begin(). Each slice of time belongs
/// to the stage of the innermost zone. The stages share the step's CPU time in proportion to their wall times, because
/// a read of the CPU clock takes longer than a stage of a small scene. Bullet has one listener per process; the first
/// begin() sets it for all clocks. On each thread only one clock may run between begin() and end().
class StageClock {
 public:
  void begin();
  StepTimes end();
  /// Returns CPU time divided by wall time, at most 1, between begin() and end().
  double share() const { return m_share; }

 private:
  using Clock = std::chrono::steady_clock;
  static void enter(const char* zone);
  static void leave();
  void charge();

  StepTimes m_times;
  std::array<StepStage, 128> m_stack{};
  std::size_t m_depth = 0;  ///< zones entered; zones deeper than the stack share its last stage
  Clock::time_point m_last;
  double m_cpuAtBegin = 0, m_share = 1;
};

}  // namespace pliant
