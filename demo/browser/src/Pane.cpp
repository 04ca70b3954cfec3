#include "Pane.h"

#include <pliant/detectors/Error.h>
#include <pliant/pictures/drawMethods.h>
#include <pliant/plugin/SoftCollision.h>
#include <pliant/scenes/Judge.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "interaction.h"
#include "timing.h"

namespace pliant::detail {
namespace {

// Time that a pane's destructor waits [s].
constexpr double kPatience = 2;
// Least step time between two judgements, as a share of the time of a judgement.
constexpr double kShareOfJudging = 0.5;

// Number of steps for which a note is shown.
constexpr int kNoteSteps = 240;

std::atomic<bool> g_someAbandoned{false};

/// Returns the name of the first body with a position that is not finite; empty if there is none.
std::string nameOfLost(const Simulation& simulation) {
  for (const SimulatedBody& body : simulation.bodies()) {
    btScalar sum = 0;
    for (int i = 0; i < body.body->m_nodes.size(); ++i) {
      const btVector3& x = body.body->m_nodes[i].m_x;
      sum += 0 * (x.x() + x.y() + x.z());
    }
    if (!(sum == 0)) return body.name;
  }
  return {};
}

}  // namespace

struct Pane::State {
  struct Task {
    bool shows;
    std::function<void(State&)> what;
  };

  mutable std::mutex mutex;
  std::condition_variable wake, idle;
  std::deque<Task> tasks;
  bool working = true, building = true, quit = false, ended = false;  // building is the thread's first task
  Clock::time_point since = Clock::now();
  std::shared_ptr<const Snapshot> latest;
  std::vector<StepSample> samples;

  bool stock = false;  ///< true for Bullet's own detection; never changes

  // Used by the simulation's thread only.
  Overlay overlay;
  std::unique_ptr<Simulation> simulation;
  Verdict verdict;
  SceneTrail trail;
  Picker picker;
  std::optional<Ray> dragTarget;
  struct Later {
    int after;  ///< step number
    std::function<void(State&)> what;
  };
  std::deque<Later> later;  ///< sorted by step number
  std::string note;
  int noted = 0;                     ///< step number of the note
  std::optional<std::size_t> pairs;  ///< of the last judgement
  double judgeSeconds = 0, sinceJudged = 0;
  bool judgesAll = false, judged = false, failed = false;  ///< `judged`: after the last step

  void judgeNow();
  std::vector<std::optional<ClosedBody>> closedBodies() const;
  void publish();
  void fail(const std::string& fault);
  StepSample sample() const;
  void step();
  void doDue();
  void live(const SceneEntry& entry, const Simulation::Settings& settings);
  void work(const Task& task);
};

void Pane::State::judgeNow() {
  const auto start = Clock::now();
  verdict = simulation->judge();
  pairs = static_cast<std::size_t>(verdict.pairsBetween + verdict.pairsSelf);
  judged = true;
  judgeSeconds = secondsSince(start);
  sinceJudged = 0;
}

std::vector<std::optional<ClosedBody>> Pane::State::closedBodies() const {
  std::vector<std::optional<ClosedBody>> closed;
  for (const SimulatedBody& body : simulation->bodies()) {
    BodySet alone;
    const Index id = alone.add(body.view());
    alone.update();
    const bool shown = alone.topology(id).closed && alone.status(id).kind == BodyStatus::Kind::Active;
    closed.push_back(shown ? std::optional(ClosedBody{alone.box(0), looksInward(alone, 0)}) : std::nullopt);
  }
  return closed;
}

void Pane::State::publish() {
  auto next = std::make_shared<Snapshot>();
  const bool wanted = overlay.intersections || overlay.inside;
  if (!wanted) pairs.reset();
  // The last verdict is shown until the next judgement, because marks that flicker would be less clear.
  trail.follow(*simulation, overlay);
  next->drawing = drawScene(*simulation, wanted ? verdict : Verdict{}, overlay, &trail);
  if (overlay.cells) next->load = hashLoad(*simulation);
  next->markUpdates = trail.marks().updates();
  next->sample = sample();
  for (const SimulatedBody& body : simulation->bodies()) {
    next->bodies.push_back(body.name);
    next->solid.push_back(body.mesh.tetrahedra.empty() ? 0 : 1);
  }
  next->holdsGas = simulation->holdsGas();
  if (overlay.layers) next->closed = closedBodies();
  next->pairs = pairs;
  if (simulation->steps() < noted + kNoteSteps) next->note = note;
  next->held = picker.held(*simulation);
  const std::lock_guard lock(mutex);
  latest = std::move(next);
}

StepSample Pane::State::sample() const {
  StepSample sample;
  sample.step = simulation->steps();
  sample.detector = simulation->settings().detector;
  sample.times = simulation->times();
  sample.contacts = simulation->contacts();
  if (judged) sample.pairs = pairs;
  if (const SoftCollision* collision = simulation->softCollision())
    sample.counters = collision->getCounters().detection;
  return sample;
}

void Pane::State::step() {
  const auto start = Clock::now();
  if (dragTarget) picker.pull(*simulation, *dragTarget);
  simulation->step();
  if (const std::string lost = nameOfLost(*simulation); !lost.empty())
    throw Error("a position of '" + lost + "' is not finite");
  sinceJudged += secondsSince(start);
  trail.follow(*simulation, overlay);
  judged = false;
  const bool due = judgesAll || sinceJudged >= kShareOfJudging * judgeSeconds;
  if (due && (overlay.intersections || overlay.inside)) judgeNow();
  {
    const std::lock_guard lock(mutex);
    samples.push_back(sample());
  }
  doDue();
}

void Pane::State::doDue() {
  while (!later.empty() && later.front().after <= simulation->steps()) {
    const Later due = std::move(later.front());
    later.pop_front();
    due.what(*this);
  }
}

/// Stops the simulation: all later tasks are discarded.
void Pane::State::fail(const std::string& fault) {
  auto last = std::make_shared<Snapshot>();
  const std::lock_guard lock(mutex);
  if (latest) *last = *latest;
  last->fault = fault;
  latest = std::move(last);
  failed = true;
}

void Pane::State::work(const Task& task) {
  if (failed) return;
  try {
    task.what(*this);
    if (task.shows) publish();
  } catch (const std::exception& error) {
    fail(error.what());
  }
}

void Pane::State::live(const SceneEntry& entry, const Simulation::Settings& settings) {
  try {
    simulation = std::make_unique<Simulation>(entry, settings);
    judgeNow();
    publish();
  } catch (const std::exception& error) {
    fail(error.what());
  }
  std::unique_lock lock(mutex);
  building = false;
  while (!quit) {
    if (tasks.empty() || failed) {
      tasks.clear();
      working = false;
      idle.notify_all();
      wake.wait(lock, [&] { return quit || !tasks.empty(); });
      continue;
    }
    const auto task = std::move(tasks.front());
    tasks.pop_front();
    working = true;
    since = Clock::now();
    lock.unlock();
    work(task);
    lock.lock();
  }
  lock.unlock();
  simulation.reset();
  lock.lock();
  working = false;
  ended = true;
  idle.notify_all();
}

Pane::Pane(const SceneEntry& entry, const Simulation::Settings& settings, const Overlay& overlay, bool judgesAll)
    : m_state(std::make_shared<State>()) {
  m_state->stock = Simulation::isStock(settings.detector);
  m_state->overlay = overlay;
  m_state->judgesAll = judgesAll;
  m_thread = std::thread([state = m_state, entry, settings] { state->live(entry, settings); });
}

Pane::~Pane() {
  end(kPatience);
}

std::optional<Pane::AbandonedRun> Pane::end(double patience) {
  if (!m_thread.joinable()) return std::nullopt;
  std::unique_lock lock(m_state->mutex);
  m_state->quit = true;
  m_state->wake.notify_all();
  const bool ended =
      m_state->idle.wait_for(lock, std::chrono::duration<double>(patience), [&] { return m_state->ended; });
  lock.unlock();
  if (ended) {
    m_thread.join();
    return std::nullopt;
  }
  m_thread.detach();
  g_someAbandoned = true;
  return AbandonedRun(std::exchange(m_state, nullptr));
}

double Pane::AbandonedRun::inStockStepFor() const {
  const std::shared_ptr<State> state = m_state.lock();
  if (!state || !state->stock) return 0;
  const std::lock_guard lock(state->mutex);
  return state->working && !state->building ? secondsSince(state->since) : 0;
}

bool Pane::someAbandoned() {
  return g_someAbandoned;
}

void Pane::post(bool shows, std::function<void(State&)> task) {
  const std::lock_guard lock(m_state->mutex);
  if (m_state->tasks.empty() && !m_state->working) m_state->since = Clock::now();
  m_state->tasks.push_back({shows, std::move(task)});
  m_state->wake.notify_all();
}

void Pane::postAfter(int steps, bool shows, std::function<void(State&)> task) {
  post(shows, [steps, task = std::move(task)](State& state) {
    // A task never runs before one that was posted earlier.
    const int after = state.later.empty() ? steps : std::max(steps, state.later.back().after);
    state.later.push_back({after, task});
    state.doDue();
  });
}

void Pane::step(int steps) {
  m_stepsRequested += steps;
  for (int i = 0; i < steps; ++i) post(i + 1 == steps, [](State& state) { state.step(); });
}

std::vector<StepSample> Pane::takeSamples() {
  const std::lock_guard lock(m_state->mutex);
  return std::exchange(m_state->samples, {});
}

void Pane::setOverlay(const Overlay& overlay) {
  post(true, [overlay](State& state) {
    state.overlay = overlay;
    if (overlay.intersections || overlay.inside) state.judgeNow();
  });
}

void Pane::setBodyDetector(const BodyDetector& own) {
  post(false, [own](State& state) { state.simulation->setBodyDetector(own); });
}

void Pane::setDetector(const std::string& detector, const std::function<GivenDetector()>& given) {
  post(false, [detector, given](State& state) { state.simulation->setDetector(detector, given); });
}

void Pane::grab(const Ray& ray, int after) {
  postAfter(after, true, [ray](State& state) {
    state.picker.take(*state.simulation, ray);
    state.dragTarget.reset();
  });
}

void Pane::setDragTarget(const Ray& to, int after) {
  postAfter(after, false, [to](State& state) { state.dragTarget = to; });
}

void Pane::release(int after) {
  postAfter(after, true, [](State& state) { state.picker.letGo(); });
}

void Pane::cut(const Ray& from, const Ray& to, int after) {
  postAfter(after, true, [from, to](State& state) {
    state.note = cutAlong(*state.simulation, from, to);
    state.noted = state.simulation->steps();
    state.judgeNow();
  });
}

void Pane::throwBall(const Ray& ray, double distance, int after) {
  postAfter(after, true, [ray, distance](State& state) { detail::throwBall(*state.simulation, ray, distance); });
}

bool Pane::busy() const {
  const std::lock_guard lock(m_state->mutex);
  return m_state->working || !m_state->tasks.empty();
}

double Pane::busyFor() const {
  const std::lock_guard lock(m_state->mutex);
  return m_state->working ? secondsSince(m_state->since) : 0;
}

std::shared_ptr<const Snapshot> Pane::snapshot() const {
  const std::lock_guard lock(m_state->mutex);
  return m_state->latest;
}

}  // namespace pliant::detail
