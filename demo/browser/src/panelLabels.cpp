// Panels: the text on the pictures.

#include <imgui.h>
#include <pliant/io/numbers.h>

#include <algorithm>
#include <string>

#include "methodCounters.h"
#include "panels.h"

namespace pliant::detail {
namespace {

constexpr ImGuiWindowFlags kFixed = kFixedPanel | ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoInputs |
                                    ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoScrollbar;
// Width of a picture, at which letters begin to shrink [letters].
constexpr float kLabelLetters = 16;
// Largest share of a picture's height that its text covers.
constexpr float kMostCovered = 0.5f;

/// Shows a count in red if it is not 0.
void showCount(std::size_t count, const char* words, bool dark) {
  const ImVec4 red = dark ? ImVec4(1, 0.4f, 0.35f, 1) : ImVec4(0.8f, 0.05f, 0.03f, 1);
  const ImVec4 colour = count > 0 ? red : ImGui::GetStyleColorVec4(ImGuiCol_Text);
  ImGui::TextColored(colour, "%s %s", withCommas(count).c_str(), words);
}

/// Returns a sentence that tells what becomes of the bodies that meet; empty if there is nothing to tell.
const char* fateOf(const Snapshot& shown, bool scripted, const std::string& detector) {
  if (scripted && shown.question == Question::Paper && !Simulation::isStock(detector))
    return "the paper's question: what meets at these positions; the scene moves the bodies";
  if (scripted) return "scripted bodies: what meets in a step is found; the scene moves the bodies";
  if (shown.sample.volumeContacts > 0) return "closed bodies in contact overlap a little by design";
  return nullptr;
}

}  // namespace

/// Shows the title and the state of each picture in its upper left corner.
void Panels::showLabels(App& app, int height) {
  for (std::size_t v = 0; v < app.views().size(); ++v) {
    App::PaneView& view = app.views()[v];
    if (!view.pane && view.note.empty()) continue;
    const Region r = app.regionOf(v);
    const float pad = ImGui::GetFontSize() / 2;
    ImGui::SetNextWindowPos(
        ImVec2(static_cast<float>(r.left) + pad, static_cast<float>(height - r.bottom - r.height) + pad));
    ImGui::SetNextWindowBgAlpha(0.75f);
    ImGui::SetNextWindowSizeConstraints(ImVec2(0, 0), ImVec2(static_cast<float>(r.width) - 2 * pad,
                                                             kMostCovered * static_cast<float>(r.height) - 2 * pad));
    ImGui::Begin(v == 0 ? "##stock" : "##pliant", nullptr, kFixed);
    Widgets::shrinkLetters(static_cast<float>(r.width), kLabelLetters);
    ImGui::PushTextWrapPos(static_cast<float>(r.width) - 4 * pad);
    ImGui::TextUnformatted(App::titleOf(view.detector).c_str());
    showState(app, view);
    if (v == 1 && !app.stepThrough()) showLegend(app);
    ImGui::PopTextWrapPos();
    const ImVec2 at = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
    if (v == 1) m_label = {at.x, at.y, at.x + size.x, at.y + size.y, ImGui::GetScrollMaxY() <= 0};
    ImGui::End();
  }
}

void Panels::showState(App& app, const App::PaneView& view) {
  const bool shows = view.shown && view.shown->fault.empty();
  if (const char* const fate = shows ? fateOf(*view.shown, app.scene().scripted, view.detector) : nullptr)
    ImGui::TextUnformatted(fate);
  if (!view.note.empty()) ImGui::TextUnformatted(view.note.c_str());
  if (view.pane && !view.shown) ImGui::TextUnformatted("the scene is being built");
  if (shows) {
    const StepSample& sample = view.shown->sample;
    const bool hasSteps = !view.history.samples().empty();
    if (!hasSteps && !view.stuck && !sample.answer) ImGui::TextUnformatted("no steps yet");
    if (hasSteps && !view.stuck && sample.stepped)
      ImGui::Text("%.2f ms per step (median), %zu contacts", view.history.medianTotal(kMedianOf), sample.contacts);
    if (sample.answer)
      ImGui::Text("found by %s: %s (%.2f ms)", view.detector.c_str(), describeFound(*sample.answer).c_str(),
                  sample.answer->updateMs + sample.answer->queryMs);
    // In a cloud the question is which vertices are inside.
    const bool asksInside = view.shown->hasCloud || app.preferences().overlay.inside;
    if (view.shown->verticesInside && asksInside)
      showCount(*view.shown->verticesInside, "vertices inside other bodies", m_dark);
    if (view.shown->pairs && (!view.shown->hasCloud || *view.shown->pairs > 0))
      showCount(*view.shown->pairs, "pairs of faces intersect", m_dark);
  }
  if (view.stuck && view.shown) ImGui::Text("the step has taken %.0f s so far", view.pane->busyFor());
  if (view.shown && !view.shown->fault.empty()) ImGui::Text("stopped: %s", view.shown->fault.c_str());
}

/// Explains the overlays that are shown.
void Panels::showLegend(App& app) {
  const Overlay& overlay = app.preferences().overlay;
  for (const OverlayKind& kind : overlayKinds()) {
    if (!(overlay.*(kind.shown))) continue;
    const std::string name(kind.name), description(kind.description);
    ImGui::TextDisabled("%s: %s", name.c_str(), description.c_str());
  }
  if (overlay.hierarchy && overlay.allLevels)
    ImGui::TextDisabled("levels: from the largest patches down blue, orange, green, violet, yellow, brown");
  const std::shared_ptr<const Snapshot>& shown = app.views()[1].shown;
  if (overlay.marks && shown && shown->markUpdates < 2)
    ImGui::TextDisabled("marks: there was one update so far, so all marks are new");
  const bool needsSteps = overlay.contacts || overlay.normals || overlay.methods;
  if (needsSteps && shown && !shown->sample.stepped)
    ImGui::TextDisabled("contacts and choices belong to the question 'step'");
}

}  // namespace pliant::detail
