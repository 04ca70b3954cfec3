#include <LinearMath/btQuickprof.h>
#include <pliant/plugin/StepStatistics.h>
#include <pliant/scenes/StageClock.h>

#include <algorithm>
#include <mutex>
#include <numeric>

namespace pliant {
namespace {

thread_local StageClock* t_running = nullptr;

struct Zone {
  std::string_view name;
  StepStage stage;
};

// Zones of Bullet 3.24. Prediction includes the update of the soft bodies' trees; the solve includes contacts.
constexpr std::array<Zone, 12> kZones{
    {{"predictUnconstraintMotionSoftBody", StepStage::Predict},
     {"predictUnconstraintMotion", StepStage::Predict},
     {"updateAabbs", StepStage::Broadphase},
     {"calculateOverlappingPairs", StepStage::Broadphase},
     {"dispatchAllCollisionPairs", StepStage::Detect},
     {"solveSoftConstraints", StepStage::Solve},
     {"integrateTransforms", StepStage::Update},
     {"updateSoftBodies", StepStage::Update},
     {"btDeformableMultiBodyDynamicsWorld::solveConstraints", StepStage::Solve},
     {"btDeformableMultiBodyDynamicsWorld::applyRepulsionForce", StepStage::Solve},
     {"btDeformableMultiBodyDynamicsWorld::performGeometricCollisions", StepStage::Detect},
     {"btDeformableMultiBodyDynamicsWorld::softBodySelfCollision", StepStage::Detect}}};

}  // namespace

double StepTimes::total() const {
  return std::accumulate(ms.begin(), ms.end(), 0.0);
}

std::string_view stageName(StepStage stage) {
  constexpr std::array<std::string_view, static_cast<std::size_t>(StepStage::Count)> kNames{
      "predict", "broadphase", "detect", "response", "solve", "update", "other"};
  return kNames[static_cast<std::size_t>(stage)];
}

void StageClock::begin() {
  m_times = {};
  m_times.known.fill(true);
  m_times.known[static_cast<std::size_t>(StepStage::Response)] = false;
  m_depth = 0;
  m_stack[0] = StepStage::Other;
  t_running = this;
  // Set once per process: simulations may step on several threads.
  static std::once_flag listening;
  std::call_once(listening, [] {
    btSetCustomEnterProfileZoneFunc(&StageClock::enter);
    btSetCustomLeaveProfileZoneFunc(&StageClock::leave);
  });
  m_cpuAtBegin = threadCpuMs();
  m_last = Clock::now();
}

StepTimes StageClock::end() {
  charge();
  t_running = nullptr;
  const double wall = m_times.total(), cpu = threadCpuMs() - m_cpuAtBegin;
  m_share = wall > cpu ? cpu / wall : 1;
  for (double& ms : m_times.ms) ms *= m_share;
  return m_times;
}

void StageClock::charge() {
  const Clock::time_point now = Clock::now();
  m_times[m_stack[std::min(m_depth, m_stack.size() - 1)]] +=
      std::chrono::duration<double, std::milli>(now - m_last).count();
  m_last = now;
}

void StageClock::enter(const char* zone) {
  StageClock* clock = t_running;
  if (!clock) return;
  const auto known =
      std::find_if(kZones.begin(), kZones.end(), [zone](const Zone& z) { return z.name == std::string_view(zone); });
  const std::size_t top = std::min(clock->m_depth, clock->m_stack.size() - 1);
  const StepStage stage = known == kZones.end() ? clock->m_stack[top] : known->stage;
  if (stage != clock->m_stack[top]) clock->charge();
  ++clock->m_depth;
  if (clock->m_depth < clock->m_stack.size()) clock->m_stack[clock->m_depth] = stage;
}

void StageClock::leave() {
  StageClock* clock = t_running;
  if (!clock || clock->m_depth == 0) return;
  const std::size_t last = clock->m_stack.size() - 1;
  if (clock->m_stack[std::min(clock->m_depth, last)] != clock->m_stack[std::min(clock->m_depth - 1, last)])
    clock->charge();
  --clock->m_depth;
}

}  // namespace pliant
