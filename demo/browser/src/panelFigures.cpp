// The window's right: what came of it.

#include <imgui.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <string>
#include <type_traits>

#include "panels.h"

namespace pliant::detail {
namespace {

constexpr std::size_t kShown = 240;  // steps in a plot

/// A pointer in some versions of Dear ImGui, a number in others.
template <typename Id>
Id textureId(GLuint texture) {
  if constexpr (std::is_pointer_v<Id>) {
    return reinterpret_cast<Id>(static_cast<std::uintptr_t>(texture));
  } else {
    return static_cast<Id>(texture);
  }
}

/// One that is not there already.
std::string newFile(const std::string& name, const std::string& ending) {
  for (int n = 1;; ++n) {
    std::string file = name;
    if (n > 1) file.append("-").append(std::to_string(n));
    file.append(ending);
    if (!std::filesystem::exists(file)) return file;
  }
}

}  // namespace

void Panels::showFigures(App& app, const std::string& renderer, double frameMs) {
  std::size_t triangles = 0;
  for (const App::PaneView& view : app.views())
    if (view.pane) triangles += view.renderer.triangles();
  ImGui::TextDisabled("%zu triangles", triangles);
  ImGui::TextDisabled("%.1f ms to draw", frameMs);
  m_widgets.tip("ms to draw", "Drawn by " + renderer + "; the scenes step on threads of their own.");
  ImGui::Spacing();
  for (App::PaneView& view : app.views())
    if (view.pane) showPlots(app, view);
  showStages(app);
  showFiles(app);
  showLayers(app);
}

void Panels::showPlots(App& app, App::PaneView& view) {
  ImGui::PushID(&view);
  ImGui::TextUnformatted(App::titleOf(view.detector).c_str());
  ImGui::Separator();
  const History& h = view.history;
  m_widgets.plot("step", "CPU time of the whole step, of the thread that steps.", h.totals(kShown), "%.2f ms");
  m_widgets.plot("detection", "CPU time of the step's detection. Stock Bullet answers within it too.",
                 h.stage(StepStage::Detect, kShown), "%.2f ms");
  m_widgets.plot("contacts", "Contacts between soft bodies and of bodies with themselves.", h.contacts(kShown), "%.0f");
  if (view.shown && view.shown->sample.counters) {
    m_widgets.plot("candidates", "Pairs of elements that the detector found near each other.", h.candidates(kShown),
                   "%.0f");
    m_widgets.plot("narrow tests", "Candidates that were tested for a contact.", h.narrowTests(kShown), "%.0f");
  }
  if (app.preferences().overlay.intersections || app.preferences().overlay.inside)
    m_widgets.plot("intersecting", "Pairs of faces that intersect, found by an exact judge of its own.",
                   h.pairs(kShown), "%.0f pairs");
  ImGui::Spacing();
  ImGui::PopID();
}

void Panels::showStages(App& app) {
  const bool open = ImGui::CollapsingHeader("ms of each stage");
  m_widgets.tip("ms of each stage",
                "Where a step's time goes: medians of the last 60 steps, and how it went; CPU time.");
  if (!open || !ImGui::BeginTable("stages", 3)) return;
  ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthStretch, 1.4f);
  ImGui::TableSetupColumn("left");
  ImGui::TableSetupColumn("right");
  ImGui::TableHeadersRow();
  for (std::size_t s = 0; s < static_cast<std::size_t>(StepStage::Count); ++s) {
    const auto stage = static_cast<StepStage>(s);
    ImGui::TableNextColumn();
    ImGui::TextUnformatted(std::string(stageName(stage)).c_str());
    for (const App::PaneView& view : app.views()) {
      ImGui::TableNextColumn();
      const auto ms = view.pane ? view.history.medianStage(stage, kMedianOf) : std::nullopt;
      ms ? ImGui::Text("%.2f", *ms) : ImGui::TextDisabled("-");
    }
  }
  ImGui::EndTable();
  for (const App::PaneView& view : app.views()) {
    if (!view.pane) continue;
    ImGui::PushID(&view);
    ImGui::TextUnformatted(App::titleOf(view.detector).c_str());
    for (std::size_t s = 0; s < static_cast<std::size_t>(StepStage::Count); ++s) {
      const auto stage = static_cast<StepStage>(s);
      if (view.history.medianStage(stage, kMedianOf))
        m_widgets.plot(std::string(stageName(stage)).c_str(), "CPU time of this stage of each step.",
                       view.history.stage(stage, kShown), "%.2f ms");
    }
    ImGui::PopID();
  }
}

/// All go into the folder in which the browser was started.
void Panels::showFiles(App& app) {
  const auto exported = [&](const char* ending) {
    attempt([&] {
      const std::string file = newFile("pliant-steps", ending);
      app.exportHistory(file);
      tellWritten(file);
    });
  };
  if (m_widgets.button("Table",
                       "All steps since the restart as pliant-steps.csv, with a number where there is one, in the "
                       "folder in which the browser was started."))
    exported(".csv");
  Widgets::beside("JSON");
  if (m_widgets.button("JSON", "The same as pliant-steps.json.")) exported(".json");
  Widgets::beside("Picture");
  if (m_widgets.button("Picture", "This window as pliant-browser.png, with a number where there is one."))
    m_picture = newFile("pliant-browser", ".png");
  Widgets::beside("Record");
  const auto record = [&] { app.record(newFile("pliant-browser", Recorder::canFilm() ? ".mp4" : "-frames")); };
  if (!app.recorder()) {
    if (m_widgets.button(
            "Record",
            "A picture of the window at each step: as pliant-browser.mp4 where ffmpeg is installed, else as "
            "PNG files in the folder pliant-browser-frames; with a number where there is one."))
      attempt(record);
  } else {
    if (m_widgets.button("Stop", "Ends the recording.")) {
      attempt([&] {
        const std::string to = app.recorder()->to();
        app.stopRecording();
        tell("being written: " + to);
      });
    }
    if (app.recorder()) ImGui::Text("%d pictures recorded", app.recorder()->pictures());
  }
  attempt([&] {
    if (const std::string file = app.recordingEnded(); !file.empty()) tellWritten(file);
  });
}

void Panels::showLayers(const App& app) {
  const LayerView* const layers = app.layers();
  if (!layers) return;
  ImGui::Spacing();
  if (layers->texture() != 0) {
    const float width = ImGui::GetContentRegionAvail().x,
                shape = static_cast<float>(layers->height()) / static_cast<float>(layers->width());
    const float shown = std::min(width, static_cast<float>(layers->width()) * m_fontScale);
    ImGui::Image(textureId<ImTextureID>(layers->texture()), ImVec2(shown, shown * shape));
    m_widgets.tip(
        "layers' pictures",
        "Layered depth images, the nearest layer first: near is bright, entries are bluish, exits yellowish.");
  }
  ImGui::TextWrapped("%s", layers->caption().c_str());
}

}  // namespace pliant::detail
