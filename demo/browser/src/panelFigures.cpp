// Panels: the figures on the right.

#include <imgui.h>
#include <pliant/io/concatenated.h>
#include <pliant/io/numbers.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <numeric>
#include <string>

#include "methodCounters.h"
#include "panels.h"
#include "textureId.h"

namespace pliant::detail {
namespace {

constexpr std::size_t kShown = 240;   // number of steps in a plot
constexpr std::size_t kMostBars = 6;  // bars of the hash table; one more for all fuller buckets

/// Returns the name of a file that does not exist.
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
  ImGui::TextDisabled("%s triangles", withCommas(triangles).c_str());
  ImGui::TextDisabled("%.1f ms to draw", frameMs);
  m_widgets.tip("ms to draw", "Time to draw the window by " + renderer + ". Scenes step on threads of their own.");
  ImGui::Spacing();
  showCounters(app);
  // Before the curves, which would push them out of a small window.
  showLoad(app);
  showLayers(app);
  for (App::PaneView& view : app.views())
    if (view.pane) showPlots(app, view);
  showStages(app);
  showFiles(app);
}

/// Shows the counters of Pliant's method, each beside the paper's number.
void Panels::showCounters(App& app) {
  const std::shared_ptr<const Snapshot>& shown = app.views()[1].shown;
  const std::string& detector = app.views()[1].detector;
  if (!shown || Simulation::isStock(detector) || shown->sample.detector != detector) return;
  const std::vector<CounterRow> rows =
      counterRows(detector, app.scene().name, shown->sample, shown->faces, app.methodValues());
  if (rows.empty()) return;
  ImGui::SetNextItemOpen(true, ImGuiCond_Once);
  const bool open = ImGui::CollapsingHeader("counters");
  m_widgets.tip("counters", "Counters of the method, for the question that is asked, and the paper's numbers.");
  if (!open) return;
  Widgets::description(shown->sample.answer
                           ? "the paper's question: what meets at these positions, without motion and margins"
                           : "Bullet's question: what meets during a step, within margins");
  for (const CounterRow& row : rows) {
    Widgets::paragraph(row.name + ": " + row.value);
    m_widgets.tip("counter " + row.name, row.tip);
    if (row.paper.empty()) continue;
    Widgets::description("  paper: " + row.paper);
    m_widgets.tip("paper's " + row.name, row.tip);
  }
  if (shown->sample.answer) Widgets::paragraph("found: " + describeFound(*shown->sample.answer));
  ImGui::Spacing();
}

/// Plots both pictures on one scale, so that the curves can be compared.
void Panels::plot(App& app, const App::PaneView& view, const char* name, const char* text, const Values& values,
                  const char* format) {
  float top = 0;
  for (const App::PaneView& either : app.views())
    if (either.pane) top = std::max(top, topOf(values(either.history)));
  m_widgets.plot(name, text, values(view.history), top, format);
}

void Panels::showPlots(App& app, App::PaneView& view) {
  ImGui::PushID(&view);
  ImGui::TextUnformatted(App::titleOf(view.detector).c_str());
  ImGui::Separator();
  if (view.shown && view.shown->sample.answer)
    plot(
        app, view, "paper's query", "Wall time of the papers' question: update and query.",
        [](const History& h) { return h.answers(kShown); }, "%.2f ms");
  if (view.shown && !view.shown->sample.stepped) {
    plotPairs(app, view);
    ImGui::PopID();
    return;
  }
  plot(
      app, view, "step", "CPU time of the whole step on the stepping thread.",
      [](const History& h) { return h.totals(kShown); }, "%.2f ms");
  plot(
      app, view, "detection", "CPU time of detection. Under stock Bullet it includes the generation of contacts.",
      [](const History& h) { return h.stage(StepStage::Detect, kShown); }, "%.2f ms");
  plot(
      app, view, "contacts", "Contacts of soft bodies with each other and with themselves.",
      [](const History& h) { return h.contacts(kShown); }, "%.0f");
  if (view.shown && view.shown->sample.counters) {
    plot(
        app, view, "candidates", "Pairs of elements that may collide.",
        [](const History& h) { return h.candidates(kShown); }, "%.0f");
    plot(
        app, view, "narrow tests", "Exact tests of candidates.", [](const History& h) { return h.narrowTests(kShown); },
        "%.0f");
  }
  plotPairs(app, view);
  ImGui::PopID();
}

void Panels::plotPairs(App& app, const App::PaneView& view) {
  const Overlay& overlay = app.preferences().overlay;
  const bool judged = overlay.intersections || overlay.inside;
  if (judged && view.shown && view.shown->hasCloud)
    plot(
        app, view, "inside", "Vertices inside other bodies, found exactly and independently of the method.",
        [](const History& h) { return h.verticesInside(kShown); }, "%.0f vertices");
  if (judged)
    plot(
        app, view, "intersecting", "Pairs of intersecting faces, found exactly and independently of the method.",
        [](const History& h) { return h.pairs(kShown); }, "%.0f pairs");
  ImGui::Spacing();
}

void Panels::showStages(App& app) {
  const bool open = ImGui::CollapsingHeader("ms of each stage");
  m_widgets.tip(
      "ms of each stage",
      "CPU time of each stage of a step: medians over the last 60 steps, and curves. The number at a curve is that of "
      "the last step.");
  if (!open || !ImGui::BeginTable("stages", 3)) return;
  ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthStretch, 1.4f);
  ImGui::TableSetupColumn(app.beside() ? "stock" : "");
  ImGui::TableSetupColumn("Pliant");
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
        plot(
            app, view, std::string(stageName(stage)).c_str(), "CPU time of this stage in each step.",
            [stage](const History& h) { return h.stage(stage, kShown); }, "%.2f ms");
    }
    ImGui::PopID();
  }
}

/// Files are written to the folder in which the browser was started.
void Panels::showFiles(App& app) {
  const auto exported = [&](const char* ending) {
    attempt([&] {
      const std::string file = newFile("pliant-steps", ending);
      app.exportHistory(file);
      reportWritten(file);
    });
  };
  if (m_widgets.button("Table",
                       "Saves all steps since the restart as pliant-steps.csv in the folder in which the browser was "
                       "started; adds a number to the name if the file exists."))
    exported(".csv");
  Widgets::beside("JSON");
  if (m_widgets.button("JSON", "Saves the same as pliant-steps.json.")) exported(".json");
  Widgets::beside("Picture");
  if (m_widgets.button("Picture",
                       "Saves this window as pliant-browser.png; adds a number to the name if the file exists."))
    m_picture = newFile("pliant-browser", ".png");
  Widgets::beside("Record");
  const auto record = [&] { app.record(newFile("pliant-browser", Recorder::canFilm() ? ".mp4" : "-frames")); };
  if (!app.recorder()) {
    if (m_widgets.button(
            "Record",
            "Records the window at each step: as pliant-browser.mp4 if ffmpeg is installed, else as PNG files in "
            "the folder pliant-browser-frames; adds a number to the name if it exists."))
      attempt(record);
  } else {
    if (m_widgets.button("Stop", "Ends the recording.")) {
      attempt([&] {
        const std::string to = app.recorder()->to();
        app.stopRecording();
        report("recording is being written: " + to);
      });
    }
    if (app.recorder()) ImGui::Text("%d pictures recorded", app.recorder()->pictures());
  }
}

void Panels::showLayers(const App& app) {
  const LayerView* const layers = app.layers();
  if (!layers) return;
  if (layers->texture() != 0) {
    const float width = ImGui::GetContentRegionAvail().x, whole = static_cast<float>(layers->height()),
                factor = width / static_cast<float>(layers->width());
    for (const LayerView::Part& part : layers->parts()) {
      Widgets::description(part.title);
      const auto top = static_cast<float>(part.top), high = static_cast<float>(part.height);
      ImGui::Image(textureId<ImTextureID>(layers->texture()), ImVec2(width, high * factor), ImVec2(0, top / whole),
                   ImVec2(1, (top + high) / whole));
    }
    m_widgets.tip("layers' pictures",
                  "Layered depth images, a row or more for each body, nearest layer first: near points are bright, "
                  "entries bluish, "
                  "exits yellowish.");
  }
  Widgets::paragraph(layers->caption());
  ImGui::Spacing();
}

/// Shows the load of the hash table in the right picture: one bar for the buckets with 0, 1, 2 and so on blocks.
void Panels::showLoad(App& app) {
  const std::shared_ptr<const Snapshot>& shown = app.views()[1].shown;
  if (!shown || !shown->load) return;
  const SpatialHash::Load& load = *shown->load;
  ImGui::TextUnformatted("Hash table");
  ImGui::Separator();
  const std::string held = load.cellsAlong > 1 ? "blocks" : "cells";
  const auto row = [&](const std::string& holds, Index buckets) {
    ImGui::Text("%s", holds.c_str());
    ImGui::SameLine(2.5f * ImGui::GetFontSize());
    const float share = static_cast<float>(buckets) / static_cast<float>(std::max<Index>(load.buckets, 1));
    ImGui::ProgressBar(share, ImVec2(-1, 1.1f * ImGui::GetFontSize()), withCommas(buckets).c_str());
    m_widgets.tip("buckets with " + holds, "Number of buckets with " + holds + " " + held + ".");
  };
  const std::size_t bars = std::min(load.bucketsWith.size(), kMostBars);
  for (std::size_t n = 0; n < bars; ++n) row(std::to_string(n), load.bucketsWith[n]);
  if (bars < load.bucketsWith.size())
    row(std::to_string(bars) + "+",
        std::accumulate(load.bucketsWith.begin() + kMostBars, load.bucketsWith.end(), Index{0}));
  std::string of = held;
  if (load.cellsAlong > 1) {
    const std::string along = std::to_string(load.cellsAlong);
    of += " of " + along + " x " + along + " x " + along + " cells";
  }
  const std::size_t most = load.bucketsWith.empty() ? 0 : load.bucketsWith.size() - 1;
  char width[32];
  std::snprintf(width, sizeof width, "%.3g", double{load.cellSize});
  Widgets::description(concatenated(
      "Bars: how many of ", withCommas(load.buckets), " buckets hold 0, 1, 2 and so on of ", withCommas(load.blocks),
      " ", of, " with ", withCommas(load.vertices), " vertices; ", withCommas(load.sharing),
      " share a bucket. Most in one: ", withCommas(most), " ", most == 1 ? held.substr(0, held.size() - 1) : held, ", ",
      withCommas(load.mostVertices), " vertices. A cell is ", width, " m wide."));
  m_widgets.tip("hash table", "How full the table of the spatial hash is at the present positions.");
  ImGui::Spacing();
}

}  // namespace pliant::detail
