#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace pliant {

enum class StepStage { Predict, Broadphase, Detect, Response, Solve, Update, Other, Count };

/// Thread CPU time of one step in milliseconds; each slice of time belongs to one stage only.
struct StepTimes {
  std::array<double, static_cast<std::size_t>(StepStage::Count)> ms{};
  /// Whether the stage has a time of its own. Stock Bullet fuses response with solve.
  std::array<bool, static_cast<std::size_t>(StepStage::Count)> known{};

  double& operator[](StepStage s) { return ms[static_cast<std::size_t>(s)]; }
  double operator[](StepStage s) const { return ms[static_cast<std::size_t>(s)]; }
  double total() const;
};

std::string_view stageName(StepStage stage);

/// Listens to Bullet's profile zones (BT_PROFILE) on the thread that begins it, and charges each slice of CPU time to
/// the innermost zone's stage. Bullet has one listener per process, which is these clocks' from the first begin on; on
/// each thread one clock at a time may run between begin and end.
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
  std::size_t m_depth = 0;  ///< zones entered; deeper ones than the stack holds share its last stage
  double m_last = 0;
};

}  // namespace pliant
