// Panels: the explanation of the chosen detector.

#include <imgui.h>

#include <string>

#include "methodTexts.h"
#include "panels.h"

namespace pliant::detail {

void Panels::showMethod(App& app) {
  const std::string& detector = app.preferences().detector;
  const bool isNew = m_explained != detector, opens = isNew && !m_explained.empty();
  if (isNew) m_methodNote.clear();
  m_explained = detector;
  const MethodText* const method = findMethodText(detector);
  if (!method) return;
  showStepButton(app);
  // Opened if the user has just chosen another detector. The call is for the next item alone.
  if (opens) ImGui::SetNextItemOpen(true);
  const bool open = ImGui::CollapsingHeader("How it works");
  m_widgets.tip("How it works", "Explains the chosen method.");
  if (!open) return;
  Widgets::description(std::string(method->source));
  Widgets::paragraph(std::string(method->text));
  if (m_widgets.button("Show it", "Shows only the overlay of this method (" + std::string(method->overlay) +
                                      "). If the method finds nothing now, goes on to step " +
                                      std::to_string(method->step) + " of scene '" + std::string(method->scene) +
                                      "', and stops there."))
    attempt([&] { showInScene(app, *method); });
  if (!m_methodNote.empty()) Widgets::paragraph(m_methodNote);
  if (app.stepsWanted() == 0) m_methodGoesOn = 0;
  if (m_methodGoesOn == 0) return;
  const int done = m_methodGoesOn - app.stepsWanted();
  ImGui::ProgressBar(static_cast<float>(done) / static_cast<float>(m_methodGoesOn), ImVec2(-1, 0),
                     ("step " + std::to_string(done) + " of " + std::to_string(m_methodGoesOn)).c_str());
}

void Panels::showInScene(App& app, const MethodText& method) {
  const std::shared_ptr<const Snapshot> shown = app.views()[1].shown;
  m_methodNote.clear();
  Overlay overlay = parseOverlay(std::string(method.overlay));
  overlay.levelPatches = app.preferences().overlay.levelPatches;
  app.setOverlay(overlay);
  if (shown && showsMethod(method, *shown, app.scene().scripted) && findsSomething(*shown)) return;
  const std::string before = app.scene().name, scene(method.scene);
  const bool isBefore = before == scene && shown && shown->sample.step < method.step;
  if (!isBefore) app.openScene(scene);
  m_methodGoesOn = method.step - (isBefore ? shown->sample.step : 0);
  app.goOn(m_methodGoesOn);
  m_methodNote = "'" + before + "': the method finds nothing there now. Shown: '" + scene + "', step " +
                 std::to_string(method.step);
}

}  // namespace pliant::detail
