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
  m_widgets.tip("How it works", "Explains the method of the chosen detector.");
  if (!open) return;
  const std::string source(method->source), text(method->text);
  ImGui::PushTextWrapPos();
  ImGui::TextDisabled("%s", source.c_str());
  ImGui::TextUnformatted(text.c_str());
  ImGui::PopTextWrapPos();
  if (m_widgets.button("Show it", "Shows only the overlay of this method (" + std::string(method->overlay) +
                                      "). Opens scene '" + std::string(method->scene) +
                                      "' if the method finds nothing in the present one."))
    attempt([&] { showInScene(app, *method); });
  if (!m_methodNote.empty()) ImGui::TextWrapped("%s", m_methodNote.c_str());
}

void Panels::showInScene(App& app, const MethodText& method) {
  const std::shared_ptr<const Snapshot> shown = app.views()[1].shown;
  m_methodNote.clear();
  Overlay overlay = parseOverlay(std::string(method.overlay));
  overlay.levelPatches = app.preferences().overlay.levelPatches;
  app.setOverlay(overlay);
  if (!shown || app.scene().name == method.scene) return;
  if (showsMethod(method, *shown, app.scene().scripted) && findsSomething(*shown)) return;
  const std::string before = app.scene().name;
  app.openScene(std::string(method.scene));
  m_methodNote = "'" + before + "': the method finds nothing there now; opened '" + app.scene().name + "'";
}

}  // namespace pliant::detail
