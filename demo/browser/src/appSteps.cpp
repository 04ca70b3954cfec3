// App: one query taken apart into the steps of a method's paper.

#include <pliant/detectors/Error.h>
#include <pliant/io/printable.h>

#include <utility>

#include "App.h"

namespace pliant::detail {

void App::startSteps() {
  const PaneView& view = m_views[1];
  const StepwiseMethod* const method = findStepwiseMethod(m_preferences.detector);
  if (!method)
    throw Error("detector '" + m_preferences.detector + "' has no steps; detectors with steps are " +
                joined(stepwiseMethods(), ", ", &StepwiseMethod::name));
  if (!latestOf(view)) throw Error("the scene is not ready to be stepped through");
  leaveSteps();
  const int ticket = view.pane->takeQuery(*method);
  m_through = std::make_unique<StepThrough>(std::string(method->name), ticket, m_running);
  m_running = false;
  m_wanted = 0;
}

void App::leaveSteps() {
  if (!m_through) return;
  m_running = m_through->wasRunning();
  m_left = std::move(m_through);
  if (m_views[1].shown) m_views[1].renderer.take(m_views[1].shown->drawing);
}

void App::showStep(std::size_t step) {
  if (!m_through || !m_through->ready()) throw Error("no query is taken apart");
  m_through->show(step);
  m_views[1].renderer.take(m_through->drawing());
}

/// Takes the query when it has arrived.
void App::collectSteps() {
  if (!m_through || m_through->ready()) return;
  const PaneView& view = m_views[1];
  if (!latestOf(view) && !view.stuck) {
    leaveSteps();
    return;
  }
  const auto query = view.pane->takenQuery();
  if (!query || query->ticket != m_through->ticket()) return;
  m_through->take(query);
  showStep(0);
}

}  // namespace pliant::detail
