#include "Pane.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <thread>
#include <utility>
#include <vector>

#include "PaneState.h"

namespace pliant::detail {
namespace {

// Time that a pane's destructor waits [s].
constexpr double kPatience = 2;

std::atomic<bool> g_someAbandoned{false};

}  // namespace

Pane::Pane(const SceneEntry& entry, const Simulation::Settings& settings, const Overlay& overlay, bool judgesAll)
    : m_state(std::make_shared<State>()) {
  m_state->stock = Simulation::isStock(settings.detector);
  m_state->scripted = entry.scripted;
  m_state->show(overlay);
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
    state.show(overlay);
    if (!overlay.intersections && !overlay.inside) return;
    state.judgeNow();
    state.addSample();
  });
}

void Pane::setBodyDetector(const BodyDetector& own) {
  post(false, [own](State& state) { state.simulation->setBodyDetector(own); });
}

void Pane::setDetector(const std::string& detector, const std::function<GivenDetector()>& given,
                       const MethodValues& values) {
  post(true, [detector, given, values](State& state) {
    state.simulation->setDetector(detector, given, values);
    state.measured = false;
    state.query.reset();
    state.ask();
  });
}

void Pane::setMethodValues(const MethodValues& values) {
  post(true, [values](State& state) {
    state.simulation->setMethodValues(values);
    state.query.reset();
    state.ask();
  });
}

void Pane::setQuestion(Question question) {
  post(true, [question](State& state) {
    state.question = question;
    if (state.scripted) state.measured = false;
    state.ask();
  });
}

int Pane::takeQuery(const StepwiseMethod& method) {
  const int ticket = ++m_tickets;
  post(false, [ticket, method](State& state) {
    auto taken = std::make_shared<TakenQuery>();
    taken->ticket = ticket;
    taken->bodies = drawScene(*state.simulation, {}, {.intersections = false});
    taken->ofStep = state.question == Question::Step;
    std::vector<MethodBody> bodies = methodBodies(*state.simulation);
    if (!taken->ofStep)
      for (MethodBody& body : bodies) body.self = true;
    taken->steps = method.steps(bodies, state.stepwiseQuery());
    const std::lock_guard lock(state.mutex);
    state.taken = std::move(taken);
  });
  return ticket;
}

std::shared_ptr<const TakenQuery> Pane::takenQuery() const {
  const std::lock_guard lock(m_state->mutex);
  return m_state->taken;
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
    state.addSample();
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
