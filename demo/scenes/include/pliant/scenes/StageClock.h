#pragma once

#include <array>
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

/// Measures stages by Bullet's profile zones (BT_PROFILE) on the thread that calls begin(). Each slice of CPU time
/// belongs to the stage of the innermost zone. Bullet has one listener per process; the first begin() sets it for all
/// clocks. On each thread only one clock may run between begin() and end().
class StageClock {
 public:
  void begin();
  StepTimes end();

 private:
  static void enter(const char* zone);
  static void leave();
  void charge();

  StepTimes m_times;
  std::array<StepStage, 128> m_stack{};
  std::size_t m_depth = 0;  ///< zones entered; zones deeper than the stack share its last stage
  double m_last = 0;
};

}  // namespace pliant
