// App: starts, steps and ends the two simulations.

#include <pliant/detectors/Error.h>

#include <algorithm>
#include <chrono>
#include <limits>
#include <thread>

#include "App.h"

namespace pliant::detail {
namespace {

// Time of a step after which the other pane continues alone, and the same if steadily [s].
constexpr double kStuck = 2, kStuckSteadily = 60;
// Time that the window waits for the end of a pane, and for a step of stock Bullet before it counts as endless [s].
constexpr double kSoon = 0.25, kEndless = 20;
// Largest number of steps between two frames, their largest total time, and the number of steps for the median time.
constexpr int kMostAtOnce = 6;
constexpr double kSoonMs = 60;
constexpr std::size_t kOfLast = 10;

}  // namespace

void App::stop(PaneView& view) {
  view.waits = false;
  if (!view.pane) return;
  if (const auto abandoned = view.pane->end(m_steadily && !view.stuck ? kStuckSteadily : kSoon))
    m_abandoned.push_back({view.scene, view.detector, *abandoned});
  view.pane.reset();
}

void App::start(PaneView& view, const std::string& detector) {
  stop(view);
  view.history.clear();
  view.history.follow(detector);
  view.shown.reset();
  view.renderer.take({});
  view.stuck = false;
  view.scene = m_scene.name;
  if (m_meshes && m_scene.name == m_meshes->name) view.scene.append(" ").append(std::to_string(m_meshesOpened));
  view.detector = detector;
  view.note.clear();
  if (m_scene.stockCrashes && detector.starts_with("bullet")) {
    view.note = "stock Bullet crashes in this scene";
    return;
  }
  begin(view);
}

void App::begin(PaneView& view) {
  std::erase_if(m_abandoned, [](const Abandoned& abandoned) { return abandoned.run.ended(); });
  view.waits = false;
  view.note.clear();
  for (const Abandoned& abandoned : m_abandoned) {
    if (abandoned.scene != view.scene || abandoned.detector != view.detector) continue;
    view.waits = true;
    view.note = abandoned.run.inStockStepFor() < kEndless
                    ? "waiting for the end of the previous run"
                    : "not started: a step of stock Bullet in the previous run does not end";
  }
  if (view.waits) return;
  Simulation::Settings settings;
  settings.detector = view.detector;
  settings.options = m_inUse;
  if (view.detector == "auto") settings.bodyDetectors = m_bodyDetectors;
  settings.given = givenOf(view.detector);
  if (!Simulation::isStock(view.detector)) settings.methodValues = valuesOf(view.detector);
  view.pane = std::make_unique<Pane>(m_scene, settings, m_preferences.overlay, m_steadily);
  if (&view == &m_views[1] && m_question != Question::Step) view.pane->setQuestion(m_question);
}

void App::beginWaiting() {
  for (PaneView& view : m_views)
    if (view.waits) begin(view);
}

bool App::building() const {
  return std::any_of(m_views.begin(), m_views.end(),
                     [](const PaneView& view) { return view.pane && !view.stuck && !view.pane->snapshot(); });
}

bool App::bothIdle() const {
  return std::none_of(m_views.begin(), m_views.end(),
                      [](const PaneView& view) { return view.pane && !view.stuck && view.pane->busy(); });
}

std::shared_ptr<const Snapshot> App::latestOf(const PaneView& view) {
  const auto latest = view.pane && !view.stuck ? view.pane->snapshot() : nullptr;
  return latest && latest->fault.empty() ? latest : nullptr;
}

std::optional<int> App::shownStep() const {
  std::optional<int> step;
  for (const PaneView& view : m_views) {
    if (!latestOf(view)) continue;
    if (!view.shown || (step && *step != view.shown->sample.step)) return std::nullopt;
    step = view.shown->sample.step;
  }
  return step;
}

/// Takes new snapshots. Running pictures show the same step: the snapshot of a pane that is ahead waits for the other
/// pane.
void App::collect() {
  std::array<std::shared_ptr<const Snapshot>, 2> going;
  int least = std::numeric_limits<int>::max();
  for (std::size_t v = 0; v < m_views.size(); ++v) {
    going[v] = latestOf(m_views[v]);
    if (going[v]) least = std::min(least, going[v]->sample.step);
  }
  for (std::size_t v = 0; v < m_views.size(); ++v) {
    PaneView& view = m_views[v];
    if (!view.pane) continue;
    for (const StepSample& sample : view.pane->takeSamples()) view.history.add(sample);
    const auto latest = going[v] ? going[v] : view.pane->snapshot();
    if (!latest || latest == view.shown) continue;
    const int step = latest->sample.step;
    if (going[v] && step > least && !(view.shown && view.shown->sample.step == step)) continue;
    view.shown = latest;
    view.history.answerAgain(latest->sample);
    view.note = latest->note;
    if (v == 0 || !m_through || !m_through->ready()) view.renderer.take(latest->drawing);
  }
  collectSteps();
}

void App::watch(double patience) {
  for (PaneView& view : m_views)
    if (view.pane) view.stuck = view.pane->busyFor() > patience;
}

void App::wait() {
  for (watch(kStuckSteadily); building() || !bothIdle(); watch(kStuckSteadily))
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

/// Returns by how many steps one running pane is behind the other.
int App::stepsBehind() const {
  int least = std::numeric_limits<int>::max(), most = 0;
  for (const PaneView& view : m_views) {
    if (const auto latest = latestOf(view)) {
      least = std::min(least, latest->sample.step);
      most = std::max(most, latest->sample.step);
    }
  }
  return std::max(0, most - least);
}

/// Steps the panes that are behind, or both if they are equal.
void App::stepPanes(int steps) {
  const int behind = stepsBehind();
  if (behind > 0) steps = std::min(steps, behind);
  dragHeld();
  int least = std::numeric_limits<int>::max();
  for (const PaneView& view : m_views)
    if (const auto latest = latestOf(view)) least = std::min(least, latest->sample.step);
  for (const PaneView& view : m_views)
    if (const auto latest = latestOf(view); latest && latest->sample.step == least) view.pane->step(steps);
}

/// Returns the number of steps for one frame: as many as fit into kSoonMs, up to kMostAtOnce, and 1 while recording.
int App::stepsAtOnce() const {
  if (m_recorder) return 1;
  double ms = 0;
  for (const PaneView& view : m_views)
    if (view.pane && view.shown) ms = std::max(ms, view.history.medianTotal(kOfLast));
  return std::clamp(static_cast<int>(kSoonMs / std::max(ms, 1e-3)), 1, kMostAtOnce);
}

void App::advance(double seconds) {
  m_left.reset();
  beginWaiting();
  m_steadily ? wait() : watch(kStuck);
  // Tested before the next step, during which one pane may soon be ahead.
  const bool ready = !building() && bothIdle();
  collect();
  constexpr double kStep = Simulation::kTimeStep;
  const int most = !m_steadily ? stepsAtOnce() : m_goesOn && !m_recorder ? kMostAtOnce : 1;
  // Delays of slow steps are not made up for.
  m_due = std::min(m_due + (m_running ? seconds * m_speed : 0), (most + 1) * kStep);
  const int behind = stepsBehind();
  const int wanted = m_goesOn ? std::min(m_wanted, most) : std::min(m_wanted, 1);
  // A pane that is behind catches up, even if the scene is paused.
  const int due = behind > 0   ? std::min(behind, most)
                  : wanted > 0 ? wanted
                  : m_running  ? (m_steadily ? 1 : std::min(static_cast<int>(m_due / kStep), most))
                               : 0;
  // If pictures come faster than they are written, steps wait, but the window does not.
  const bool recorded = m_steadily || !m_recorder || !m_recorder->full();
  if (due > 0 && ready && recorded) {
    stepPanes(due);
    m_due = std::max(0.0, m_due - due * kStep);
    if (behind == 0) m_wanted = std::max(0, m_wanted - due);
  }
  if (!m_steadily) return;
  wait();
  collect();
  // Failures of stock Bullet are shown, not thrown.
  for (const PaneView& view : m_views)
    if (view.shown && !view.shown->fault.empty() && !Simulation::isStock(view.detector))
      throw Error("scene " + m_scene.name + ", " + titleOf(view.detector) + ": " + view.shown->fault);
}

}  // namespace pliant::detail
