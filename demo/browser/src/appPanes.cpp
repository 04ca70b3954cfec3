// How the pictures' scenes are begun, stepped side by side and ended.

#include <pliant/detectors/Error.h>

#include <algorithm>
#include <chrono>
#include <limits>
#include <thread>
#include <utility>

#include "App.h"

namespace pliant::detail {
namespace {

// Seconds of a step after which the other pane goes on alone; and where all steps are waited for.
constexpr double kStuck = 2, kStuckSteadily = 60;
// Seconds that the window waits for the end of a pane; and of a step of stock Bullet that is thought endless.
constexpr double kSoon = 0.25, kEndless = 20;
// Steps that are made between two pictures at the most, if they take no more together; and of how many the time is
// taken.
constexpr int kMostAtOnce = 6;
constexpr double kSoonMs = 60;
constexpr std::size_t kOfLast = 10;

}  // namespace

void App::stop(PaneView& view) {
  view.waits = false;
  if (!view.pane) return;
  if (const auto left = view.pane->end(m_steadily && !view.stuck ? kStuckSteadily : kSoon))
    m_left.push_back({view.scene, view.detector, *left});
  view.pane.reset();
}

void App::start(PaneView& view, const std::string& detector) {
  stop(view);
  view.history.clear();
  view.shown.reset();
  view.renderer.take({});
  view.stuck = false;
  view.scene = m_scene.name;
  if (m_meshes && m_scene.name == m_meshes->name) view.scene.append(" ").append(std::to_string(m_meshesOpened));
  view.detector = detector;
  view.note.clear();
  if (m_scene.stockCrashes && detector.starts_with(kStock)) {
    view.note = "stock Bullet crashes in this scene";
    return;
  }
  begin(view);
}

void App::begin(PaneView& view) {
  std::erase_if(m_left, [](const LeftBehind& left) { return left.run.ended(); });
  view.waits = false;
  view.note.clear();
  for (const LeftBehind& left : m_left) {
    if (left.scene != view.scene || left.detector != view.detector) continue;
    view.waits = true;
    view.note = left.run.inStockStepFor() < kEndless ? "the last run is still ending"
                                                     : "not begun again: a step of stock Bullet does not end";
  }
  if (view.waits) return;
  Simulation::Settings settings;
  settings.detector = view.detector;
  settings.options = m_inUse;
  if (view.detector == "auto") settings.bodyDetectors = m_bodyDetectors;
  settings.given = givenOf(view.detector);
  view.pane = std::make_unique<Pane>(m_scene, settings, m_preferences.overlay, m_steadily);
}

void App::beginThatWait() {
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

/// Pictures that go on are of the same step: what is ahead is shown when the other has come there too.
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
    view.note = latest->note;
    view.renderer.take(latest->drawing);
  }
}

void App::watch(double patience) {
  for (PaneView& view : m_views)
    if (view.pane) view.stuck = view.pane->busyFor() > patience;
}

void App::wait() {
  for (watch(kStuckSteadily); building() || !bothIdle(); watch(kStuckSteadily))
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

/// By how many steps one of the pictures that go on is behind the other.
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

/// What is behind goes first.
void App::stepPanes(int steps) {
  const int behind = stepsBehind();
  if (behind > 0) steps = std::min(steps, behind);
  leadHeld();
  int least = std::numeric_limits<int>::max();
  for (const PaneView& view : m_views)
    if (const auto latest = latestOf(view)) least = std::min(least, latest->sample.step);
  for (const PaneView& view : m_views)
    if (const auto latest = latestOf(view); latest && latest->sample.step == least) view.pane->step(steps);
}

/// What a slow display takes at once, but no more than is done soon; what is recorded is seen step by step.
int App::stepsAtOnce() const {
  if (m_recorder) return 1;
  double ms = 0;
  for (const PaneView& view : m_views)
    if (view.pane && view.shown) ms = std::max(ms, view.history.medianTotal(kOfLast));
  return std::clamp(static_cast<int>(kSoonMs / std::max(ms, 1e-3)), 1, kMostAtOnce);
}

void App::advance(double seconds) {
  beginThatWait();
  m_steadily ? wait() : watch(kStuck);
  // Before the next step, since then one of them is soon ahead.
  const bool ready = !building() && bothIdle();
  collect();
  constexpr double kStep = Simulation::kTimeStep;
  const int most = m_steadily ? 1 : stepsAtOnce();
  // Slow steps are not made up for.
  m_due = std::min(m_due + (m_running ? seconds * m_speed : 0), (most + 1) * kStep);
  const int behind = stepsBehind();
  const bool one = m_wanted > 0 || (m_running && m_steadily);
  // What is behind catches up, also where all stands still.
  const int due = behind > 0  ? std::min(behind, most)
                  : one       ? 1
                  : m_running ? std::min(static_cast<int>(m_due / kStep), most)
                              : 0;
  // Where pictures come quicker than they can be written, steps wait for that, and not the window.
  const bool recorded = m_steadily || !m_recorder || !m_recorder->full();
  if (due > 0 && ready && recorded) {
    stepPanes(due);
    m_due = std::max(0.0, m_due - due * kStep);
    if (behind == 0) m_wanted = std::max(0, m_wanted - 1);
  }
  if (!m_steadily) return;
  wait();
  collect();
  // What stock Bullet makes of a scene is to be seen, a failure too.
  for (const PaneView& view : m_views)
    if (view.shown && !view.shown->fault.empty() && !Simulation::isStock(view.detector))
      throw Error("scene " + m_scene.name + ", " + titleOf(view.detector) + ": " + view.shown->fault);
}

}  // namespace pliant::detail
