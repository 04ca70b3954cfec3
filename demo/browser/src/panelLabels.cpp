// Panels: the text on the pictures.

#include <imgui.h>
#include <pliant/io/numbers.h>

#include <algorithm>
#include <cstdio>
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
void showCount(std::size_t count, const char* words, bool dark, float width) {
  const ImVec4 red = dark ? ImVec4(1, 0.4f, 0.35f, 1) : ImVec4(0.8f, 0.05f, 0.03f, 1);
  ImGui::PushStyleColor(ImGuiCol_Text, count > 0 ? red : ImGui::GetStyleColorVec4(ImGuiCol_Text));
  Widgets::paragraph(withCommas(count) + " " + words, width);
  ImGui::PopStyleColor();
}

/// Returns a sentence that tells what becomes of the bodies that meet; empty if there is nothing to tell.
const char* fateOf(const Snapshot& shown, bool scripted, const std::string& detector) {
  if (scripted && shown.question == Question::Paper && !Simulation::isStock(detector))
    return "the paper's question: what meets at these positions; the scene moves the bodies";
  if (scripted) return "scripted bodies: what meets in a step is found; the scene moves the bodies";
  if (shown.sample.volumeContacts > 0) return "closed bodies in contact overlap a little by design";
  return nullptr;
}

std::string rounded(const char* format, double value) {
  char text[48];
  std::snprintf(text, sizeof text, format, value);
  return text;
}

/// Returns what the last step cost and found.
std::string describeStep(const App::PaneView& view) {
  const StepSample& sample = view.shown->sample;
  std::string text;
  // Right after another detector was chosen, the last step is still the other one's.
  const bool isNew = sample.detector != view.detector;
  if (sample.measured && !isNew)
    text = rounded("%.2f", view.history.medianTotal(Panels::kMedianOf)) + " ms per step (median), " +
           withCommas(sample.contacts) + " contacts";
  else if (!sample.answer || isNew)
    text = view.history.samples().empty() ? "no steps yet" : "no step by this method yet";
  if (!sample.answer || isNew) return text;
  const std::string found = "found by " + view.detector + ": " + describeFound(*sample.answer) + " (" +
                            rounded("%.2f", sample.answer->updateMs + sample.answer->queryMs) + " ms)";
  return text.empty() ? found : text + "\n" + found;
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
    const float width = static_cast<float>(r.width) - 5 * pad;
    Widgets::paragraph(App::titleOf(view.detector), width);
    showState(app, view, width);
    if (v == 1 && !app.stepThrough()) showLegend(app, width);
    const ImVec2 at = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
    if (v == 1) m_label = {at.x, at.y, at.x + size.x, at.y + size.y, ImGui::GetScrollMaxY() <= 0};
    ImGui::End();
  }
}

void Panels::showState(App& app, const App::PaneView& view, float width) {
  const auto say = [width](const std::string& text) { Widgets::paragraph(text, width); };
  const bool shows = view.shown && view.shown->fault.empty();
  if (const char* const fate = shows ? fateOf(*view.shown, app.scene().scripted, view.detector) : nullptr) say(fate);
  if (!view.note.empty()) say(view.note);
  if (view.pane && !view.shown) say("the scene is being built");
  if (shows && !view.stuck) say(describeStep(view));
  if (shows) {
    // In a cloud the question is which vertices are inside.
    const bool asksInside = view.shown->hasCloud || app.preferences().overlay.inside;
    if (view.shown->verticesInside && asksInside)
      showCount(*view.shown->verticesInside, "vertices inside the surfaces of other bodies", m_dark, width);
    if (view.shown->pairs && (!view.shown->hasCloud || *view.shown->pairs > 0))
      showCount(*view.shown->pairs, "pairs of faces intersect", m_dark, width);
  }
  if (view.stuck && view.shown) say("the step has taken " + rounded("%.0f", view.pane->busyFor()) + " s so far");
  if (view.shown && !view.shown->fault.empty()) say("stopped: " + view.shown->fault);
}

std::string Panels::legendOf(const OverlayKind& kind, const std::string& detector, const Snapshot* shown) {
  if (!kind.ofStock && Simulation::isStock(detector)) return "only in Pliant's pictures";
  const bool isChoice = kind.shown == &Overlay::methods,
             ofStep = isChoice || kind.shown == &Overlay::contacts || kind.shown == &Overlay::normals;
  if (isChoice && detector != "auto") return "nothing to show: only auto chooses";
  if (ofStep && shown && !shown->sample.measured)
    return shown->sample.stepped ? "nothing yet: no step by this method"
                                 : "nothing to show: there are none without the question 'Bullet's step'";
  if (kind.shown == &Overlay::cutSides && shown && !shown->isCut) return "nothing to show: no body is cut";
  return std::string(kind.description);
}

/// Explains the overlays that are shown.
void Panels::showLegend(App& app, float width) {
  const auto say = [width](const std::string& text) { Widgets::description(text, width); };
  const Overlay& overlay = app.preferences().overlay;
  const bool stock = Simulation::isStock(app.views()[1].detector);
  for (const OverlayKind& kind : overlayKinds()) {
    if (!(overlay.*(kind.shown))) continue;
    say(std::string(kind.name) + ": " + legendOf(kind, app.views()[1].detector, app.views()[1].shown.get()));
  }
  const std::shared_ptr<const Snapshot>& shown = app.views()[1].shown;
  if (shown && !shown->drawing.particles.empty()) say("particles: " + shown->drawing.particles);
  if (stock) return;
  if (overlay.hierarchy && overlay.allLevels)
    say("levels: from the largest patches down blue, orange, green, violet, yellow, brown");
  if (overlay.marks && shown && shown->markUpdates < 2) say("marks: there was one update so far, so all marks are new");
}

}  // namespace pliant::detail
