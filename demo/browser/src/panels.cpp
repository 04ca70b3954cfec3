#include "panels.h"

#include <backends/imgui_impl_opengl3.h>
#include <imgui.h>
#include <pliant/detectors/Error.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <utility>

namespace pliant::detail {
namespace {

constexpr float kLeft = 240, kRight = 230, kFont = 15, kPlainFont = 13;
constexpr int kMostShownParts = 5000;
constexpr std::size_t kShown = 240, kMedianOf = 60;  // steps: in a plot, of a median
constexpr const char* kFontFile = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf";
constexpr const char *kTable = "pliant-steps.csv", *kJson = "pliant-steps.json", *kPicture = "pliant-browser.png";
constexpr ImGuiWindowFlags kFixed = ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoCollapse |
                                    ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoBringToFrontOnFocus;

constexpr std::array<std::pair<const char*, const char*>, 14> kKeys{
    {{"space", "run or pause"},
     {".", "one step"},
     {"R", "restart the scene"},
     {"B", "stock Bullet beside it, or not"},
     {"W", "wires"},
     {"T", "throw a ball at the mouse"},
     {"H", "the camera's first place"},
     {"F1", "these keys"},
     {"left button", "turn the camera"},
     {"right button", "move the camera"},
     {"wheel", "nearer, farther"},
     {"shift + left button", "take a body and pull"},
     {"control + left button", "cut a cloth, from where it is pressed to where it is let go"},
     {"files let fall", "mesh files: their bodies make a scene"}}};

void tip(const char* text) {
  if (!ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) return;
  ImGui::BeginTooltip();
  ImGui::PushTextWrapPos(ImGui::GetFontSize() * 24);
  ImGui::TextUnformatted(text);
  ImGui::PopTextWrapPos();
  ImGui::EndTooltip();
}

void plot(const char* name, const char* tipText, const std::vector<float>& values, const char* format) {
  const float newest = values.empty() ? 0 : values.back();
  // One step that took very long, as first ones may, goes over the top: the others are to be seen.
  std::vector<float> sorted = values;
  std::sort(sorted.begin(), sorted.end());
  const float most = sorted.empty() ? 1 : std::max(1e-6f, sorted[sorted.size() - 1 - sorted.size() / 50]);
  char text[64];
  std::snprintf(text, sizeof text, format, static_cast<double>(newest));
  ImGui::Text("%s: %s", name, text);
  tip(tipText);
  ImGui::PushID(name);
  ImGui::PlotLines("##plot", values.data(), static_cast<int>(values.size()), 0, nullptr, 0, most * 1.1f,
                   ImVec2(ImGui::GetContentRegionAvail().x, 2.4f * ImGui::GetFontSize()));
  ImGui::PopID();
  tip(tipText);
}

/// A pointer in some versions of Dear ImGui, a number in others.
template <typename Id>
Id textureId(GLuint texture) {
  if constexpr (std::is_pointer_v<Id>) {
    return reinterpret_cast<Id>(static_cast<std::uintptr_t>(texture));
  } else {
    return static_cast<Id>(texture);
  }
}

/// A slider for something that has a value of its own where it isn't set.
void variant(const char* name, const char* tipText, std::optional<double>& value, double first, double least,
             double most) {
  ImGui::PushID(name);
  bool own = value.has_value();
  if (ImGui::Checkbox("##own", &own)) value = own ? std::optional(first) : std::nullopt;
  tip(tipText);
  ImGui::SameLine();
  float x = static_cast<float>(value.value_or(first));
  ImGui::BeginDisabled(!own);
  if (ImGui::SliderFloat(name, &x, static_cast<float>(least), static_cast<float>(most), "%.3f"))
    value = static_cast<double>(x);
  ImGui::EndDisabled();
  tip(tipText);
  ImGui::PopID();
}

}  // namespace

void Panels::dress(const Preferences& preferences, float displayScale) {
  const float scale = displayScale * std::clamp(preferences.fontScale, 0.5f, 3.0f);
  if (m_dressed && m_dark == preferences.dark && m_fontScale == scale) return;
  if (m_fontScale != scale) makeLetters(scale);
  ImGuiStyle style;
  preferences.dark ? ImGui::StyleColorsDark(&style) : ImGui::StyleColorsLight(&style);
  style.WindowRounding = 0;
  style.FrameRounding = 3;
  style.WindowBorderSize = 0;
  style.Colors[ImGuiCol_WindowBg].w = 1;
  style.ScaleAllSizes(scale);
  ImGui::GetStyle() = style;
  m_dark = preferences.dark;
  m_fontScale = scale;
  m_dressed = true;
}

void Panels::makeLetters(float scale) {
  ImFontAtlas& fonts = *ImGui::GetIO().Fonts;
  fonts.Clear();
  if (std::filesystem::exists(kFontFile)) {
    fonts.AddFontFromFileTTF(kFontFile, kFont * scale);
  } else {
    ImFontConfig plain;
    plain.SizePixels = std::round(kPlainFont * scale);
    fonts.AddFontDefault(&plain);
  }
  // The first are made with the window's first frame.
  if (!m_dressed) return;
  ImGui_ImplOpenGL3_DestroyFontsTexture();
  ImGui_ImplOpenGL3_CreateFontsTexture();
}

void Panels::showScenes(App& app) {
  ImGui::SetNextItemWidth(-1);
  if (!ImGui::BeginCombo("##scene", app.scene().name.c_str(), ImGuiComboFlags_HeightLarge)) {
    tip("The scene. All of them can be run by `pliant run` as well.");
    ImGui::PushTextWrapPos();
    ImGui::TextDisabled("%s", app.scene().description.c_str());
    ImGui::PopTextWrapPos();
    return;
  }
  std::string category, chosen;
  for (const SceneEntry* const scene : app.scenes()) {
    if (scene->category != category) ImGui::TextDisabled("%s", scene->category.c_str());
    category = scene->category;
    if (ImGui::Selectable(scene->name.c_str(), scene->name == app.scene().name)) chosen = scene->name;
    tip(scene->description.c_str());
  }
  ImGui::EndCombo();
  if (!chosen.empty()) attempt([&] { app.openScene(chosen); });
}

void Panels::showMotion(App& app) {
  if (ImGui::Button(app.running() ? "Pause" : "Run")) app.setRunning(!app.running());
  tip("Lets the scene go on or stand still (space).");
  ImGui::SameLine();
  if (ImGui::Button("Step")) app.step();
  tip("One step of a sixtieth of a second (full stop).");
  ImGui::SameLine();
  if (ImGui::Button("Restart")) app.restart();
  tip("From the start, with the values below (R).");
  ImGui::SameLine();
  if (ImGui::Button("Keys")) m_help = !m_help;
  tip("What keys and the mouse do (F1).");
  float speed = static_cast<float>(app.speed());
  ImGui::SetNextItemWidth(-6 * ImGui::GetFontSize());
  if (ImGui::SliderFloat("speed", &speed, 0.02f, 1, "%.2f", ImGuiSliderFlags_AlwaysClamp))
    attempt([&] { app.setSpeed(static_cast<double>(speed)); });
  tip("1: as fast as it would be, where the machine can; less: slow motion.");
}

void Panels::showDetectors(App& app) {
  std::string chosen;
  const std::string& now = app.preferences().detector;
  ImGui::SetNextItemWidth(-1);
  if (ImGui::BeginCombo("##detector", now.c_str(), ImGuiComboFlags_HeightLarge)) {
    for (const BrowserDetector& detector : app.detectors()) {
      if (ImGui::Selectable(detector.name.c_str(), detector.name == now)) chosen = detector.name;
      tip(detector.description.c_str());
    }
    ImGui::EndCombo();
  } else {
    for (const BrowserDetector& detector : app.detectors())
      if (detector.name == now) tip(detector.description.c_str());
  }
  if (!chosen.empty()) attempt([&] { app.setDetector(chosen); });
  showBodyDetectors(app);
  bool beside = app.beside();
  ImGui::BeginDisabled(app.scene().led);
  if (ImGui::Checkbox("stock Bullet beside it", &beside)) app.setBeside(beside);
  ImGui::EndDisabled();
  tip("The same scene in two pictures, step by step: Bullet's own detection on the left (B). Not where bodies are led "
      "along, whatever is found.");
}

void Panels::showBodyDetectors(App& app) {
  const std::shared_ptr<const Snapshot> shown = app.views()[1].shown;
  if (app.preferences().detector != "auto" || !shown) return;
  const bool open = ImGui::CollapsingHeader("of each body");
  tip("By which detector a body and others, and it and itself, go; auto: by the fastest. The overlay 'engines' shows "
      "what is in use.");
  if (!open) return;
  // More than a few scroll.
  const float row = ImGui::GetFrameHeightWithSpacing();
  const auto rows = static_cast<float>(std::min<std::size_t>(shown->bodies.size(), 6));
  ImGui::BeginChild("bodies", ImVec2(0, rows * row));
  std::optional<BodyDetector> chosen;
  for (std::size_t b = 0; b < shown->bodies.size(); ++b) {
    const std::string& body = shown->bodies[b];
    ImGui::PushID(static_cast<int>(b));
    const std::string now = app.bodyDetector(body);
    ImGui::SetNextItemWidth(-6 * ImGui::GetFontSize());
    if (ImGui::BeginCombo(body.c_str(), now.c_str())) {
      for (const std::string& name : Simulation::bodyDetectors())
        if (ImGui::Selectable(name.c_str(), name == now)) chosen = BodyDetector{body, name};
      ImGui::EndCombo();
    }
    tip("The detector of this body.");
    ImGui::PopID();
  }
  ImGui::EndChild();
  if (chosen) attempt([&] { app.setBodyDetector(*chosen); });
}

void Panels::showOverlays(App& app) {
  Overlay overlay = app.preferences().overlay;
  bool changed = false;
  for (const OverlayKind& kind : overlayKinds()) {
    changed |= ImGui::Checkbox(std::string(kind.name).c_str(), &(overlay.*(kind.shown)));
    tip(std::string(kind.description).c_str());
    if (!(overlay.*(kind.shown)) || kind.shown == &Overlay::intersections) continue;
    ImGui::PushTextWrapPos();
    ImGui::TextDisabled("%s", std::string(kind.description).c_str());
    ImGui::PopTextWrapPos();
  }
  if (overlay.hierarchy || overlay.directions) {
    int parts = static_cast<int>(overlay.levelParts);
    ImGui::SetNextItemWidth(-6 * ImGui::GetFontSize());
    changed |= ImGui::SliderInt("parts of it", &parts, 1, kMostShownParts, "%d",
                                ImGuiSliderFlags_Logarithmic | ImGuiSliderFlags_AlwaysClamp);
    tip("Hierarchy and directions: of the level that has about so many parts of each body.");
    overlay.levelParts = static_cast<std::size_t>(std::max(1, parts));
  }
  if (changed) app.setOverlay(overlay);
}

void Panels::showVariants(App& app) {
  SceneOptions options = app.options();
  ImGui::PushItemWidth(-6 * ImGui::GetFontSize());
  variant("friction", "Of all soft bodies, instead of the scene's own; from the next restart on.", options.friction,
          0.5, 0, 1);
  variant("margin", "Contact distance of each soft body, instead of the scene's own; from the next restart on.",
          options.margin, 0.04, 0.005, 0.2);
  variant("stiffness", "Of the links of all soft bodies, instead of the scene's own; from the next restart on.",
          options.stiffness, 0.7, 0.05, 1);
  if (app.scene().hasSpacing)
    variant("spacing", "From body to body in a pile; from the next restart on.", options.spacing, 1.2, 0.6, 3);
  float scale = static_cast<float>(options.scale);
  if (ImGui::SliderFloat("size", &scale, 0.01f, 100, "%.2f", ImGuiSliderFlags_Logarithmic))
    options.scale = static_cast<double>(scale);
  tip("Of all lengths, gravity included, so that the motion stays the same; from the next restart on.");
  int seed = static_cast<int>(options.seed);
  if (ImGui::InputInt("seed", &seed)) options.seed = static_cast<std::uint32_t>(std::max(0, seed));
  tip("0: bodies start where the scene puts them; else a little beside that, elsewhere for each number; from the next "
      "restart on.");
  ImGui::PopItemWidth();
  attempt([&] { app.setOptions(options); });
}

void Panels::showLook(App& app) {
  Preferences& p = app.preferences();
  ImGui::Checkbox("wires", &p.wires);
  tip("The edges of all faces (W).");
  ImGui::SameLine();
  ImGui::Checkbox("shadows", &p.shadows);
  tip("Off saves time where a processor draws.");
  ImGui::SameLine();
  ImGui::Checkbox("dark", &p.dark);
  tip("Dark controls and a dark sky.");
  ImGui::SetNextItemWidth(-6 * ImGui::GetFontSize());
  ImGui::SliderFloat("letters", &p.fontScale, 0.7f, 2.5f, "%.2f", ImGuiSliderFlags_AlwaysClamp);
  tip("Size of letters and controls.");
  if (ImGui::Button("Camera home")) app.resetCamera();
  tip("Back to where the scene is seen from at first (H).");
}

void Panels::showFigures(App& app) {
  for (App::PaneView& view : app.views()) {
    if (!view.pane) continue;
    ImGui::PushID(&view);
    ImGui::TextUnformatted(App::titleOf(view.detector).c_str());
    ImGui::Separator();
    const History& h = view.history;
    plot("step", "CPU time of the whole step, of the thread that steps.", h.totals(kShown), "%.2f ms");
    plot("detection", "CPU time of the step's detection. Stock Bullet answers within it too.",
         h.stage(StepStage::Detect, kShown), "%.2f ms");
    plot("contacts", "Contacts between soft bodies and of bodies with themselves.", h.contacts(kShown), "%.0f");
    if (view.shown && view.shown->sample.counters) {
      plot("candidates", "Pairs of elements that the detector found near each other.", h.candidates(kShown), "%.0f");
      plot("narrow tests", "Candidates that were tested for a contact.", h.narrowTests(kShown), "%.0f");
    }
    if (app.preferences().overlay.intersections || app.preferences().overlay.inside)
      plot("intersecting", "Pairs of faces that intersect, found by an exact judge of its own.", h.pairs(kShown),
           "%.0f pairs");
    ImGui::Spacing();
    ImGui::PopID();
  }
}

void Panels::showStages(App& app) {
  const bool open = ImGui::CollapsingHeader("ms of each stage");
  tip("Where a step's time goes: medians of the last 60 steps, and how it went; CPU time.");
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
        plot(std::string(stageName(stage)).c_str(), "CPU time of this stage of each step.",
             view.history.stage(stage, kShown), "%.2f ms");
    }
    ImGui::PopID();
  }
}

void Panels::attempt(const std::function<void()>& what) {
  try {
    what();
  } catch (const std::exception& error) {
    m_message = error.what();
  }
}

/// All go into the folder in which the browser was started.
void Panels::showFiles(App& app) {
  const auto written = [this](const std::string& file) {
    m_message = "written: " + std::filesystem::absolute(file).string();
  };
  if (ImGui::Button("Table")) {
    attempt([&] {
      app.exportHistory(kTable);
      written(kTable);
    });
  }
  tip("All steps since the restart as pliant-steps.csv, in the folder in which the browser was started.");
  ImGui::SameLine();
  if (ImGui::Button("JSON")) {
    attempt([&] {
      app.exportHistory(kJson);
      written(kJson);
    });
  }
  tip("The same as pliant-steps.json.");
  ImGui::SameLine();
  if (ImGui::Button("Picture")) {
    m_picture = kPicture;
    written(kPicture);
  }
  tip("This window as pliant-browser.png.");
  ImGui::SameLine();
  const auto record = [&] {
    // None that is there already.
    for (int n = 1;; ++n) {
      std::string to = "pliant-browser";
      if (n > 1) to.append("-").append(std::to_string(n));
      to.append(Recorder::canFilm() ? ".mp4" : "-frames");
      if (!std::filesystem::exists(to)) return app.record(to);
    }
  };
  if (!app.recorder()) {
    if (ImGui::Button("Record")) attempt(record);
    tip("A picture of the window at each step: as pliant-browser.mp4 where ffmpeg is installed, else as PNG files in "
        "the folder pliant-browser-frames; with a number where there is one.");
  } else {
    if (ImGui::Button("Stop")) {
      attempt([&] {
        written(app.recorder()->to());
        app.stopRecording();
      });
    }
    tip("Ends the recording.");
    if (app.recorder()) ImGui::Text("%d pictures recorded", app.recorder()->pictures());
  }
  if (!m_message.empty()) ImGui::TextWrapped("%s", m_message.c_str());
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
    tip("Layered depth images, the nearest layer first: near is bright, entries are bluish, exits yellowish.");
  }
  ImGui::TextWrapped("%s", layers->caption().c_str());
}

/// What each picture is, in its upper left corner.
void Panels::showLabels(App& app, int height) {
  for (std::size_t v = 0; v < app.views().size(); ++v) {
    App::PaneView& view = app.views()[v];
    if (!view.pane && view.note.empty()) continue;
    const Region r = app.regionOf(v);
    const float pad = ImGui::GetFontSize() / 2;
    ImGui::SetNextWindowPos(
        ImVec2(static_cast<float>(r.left) + pad, static_cast<float>(height - r.bottom - r.height) + pad));
    ImGui::SetNextWindowBgAlpha(0.75f);
    ImGui::SetNextWindowSizeConstraints(ImVec2(0, 0), ImVec2(static_cast<float>(r.width) - 2 * pad, 1e4f));
    ImGui::Begin(v == 0 ? "##stock" : "##pliant", nullptr,
                 kFixed | ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoInputs | ImGuiWindowFlags_NoNav);
    ImGui::TextUnformatted(App::titleOf(view.detector).c_str());
    if (app.scene().led) ImGui::TextUnformatted("bodies are led along: what they share is found, not undone");
    if (view.detector.starts_with("ldi"))
      ImGui::TextUnformatted("closed bodies share a little by design, from which it pushes them apart");
    if (!view.note.empty()) ImGui::TextUnformatted(view.note.c_str());
    if (view.pane && !view.shown) ImGui::TextUnformatted("is being built");
    if (view.shown && view.shown->fault.empty() && !view.stuck)
      ImGui::Text("%.2f ms a step, %zu contacts", view.history.medianTotal(kMedianOf), view.shown->sample.contacts);
    if (view.shown && view.shown->sample.pairs && view.shown->fault.empty())
      ImGui::Text("%zu pairs of faces intersect", *view.shown->sample.pairs);
    if (view.stuck) ImGui::Text("its step has been going on for %.0f s", view.pane->busyFor());
    if (view.shown && !view.shown->fault.empty()) ImGui::Text("stopped: %s", view.shown->fault.c_str());
    ImGui::End();
  }
}

void Panels::showHelp() {
  if (!m_help) return;
  ImGui::SetNextWindowPos(ImGui::GetMainViewport()->GetCenter(), ImGuiCond_Appearing, ImVec2(0.5f, 0.5f));
  if (ImGui::Begin("Keys", &m_help, ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoCollapse)) {
    if (ImGui::BeginTable("keys", 2)) {
      for (const auto& [key, meaning] : kKeys) {
        ImGui::TableNextColumn();
        ImGui::TextUnformatted(key);
        ImGui::TableNextColumn();
        ImGui::TextUnformatted(meaning);
      }
      ImGui::EndTable();
    }
  }
  ImGui::End();
}

float Panels::leftWidth(int width) const {
  return std::min(kLeft * m_fontScale, static_cast<float>(width) * 0.4f);
}
float Panels::rightWidth(int width) const {
  return std::min(kRight * m_fontScale, static_cast<float>(width) * 0.3f);
}

Region Panels::pictures(int width, int height) const {
  const int from = static_cast<int>(leftWidth(width)),
            to = static_cast<int>(static_cast<float>(width) - rightWidth(width));
  return {from, 0, std::max(1, to - from), height};
}

void Panels::show(App& app, int width, int height, const std::string& renderer, double frameMs) {
  const float left = leftWidth(width), right = rightWidth(width);
  const auto w = static_cast<float>(width), h = static_cast<float>(height);
  ImGui::SetNextWindowPos(ImVec2(0, 0));
  ImGui::SetNextWindowSize(ImVec2(left, h));
  ImGui::Begin("##controls", nullptr, kFixed);
  showScenes(app);
  ImGui::Spacing();
  showMotion(app);
  ImGui::Spacing();
  ImGui::TextUnformatted("Detector");
  ImGui::Separator();
  showDetectors(app);
  ImGui::Spacing();
  ImGui::TextUnformatted("Shown");
  ImGui::Separator();
  showOverlays(app);
  ImGui::Spacing();
  ImGui::TextUnformatted("Values");
  ImGui::Separator();
  showVariants(app);
  ImGui::Spacing();
  ImGui::TextUnformatted("Look");
  ImGui::Separator();
  showLook(app);
  ImGui::End();

  ImGui::SetNextWindowPos(ImVec2(w - right, 0));
  ImGui::SetNextWindowSize(ImVec2(right, h));
  ImGui::Begin("##figures", nullptr, kFixed);
  std::size_t triangles = 0;
  for (const App::PaneView& view : app.views())
    if (view.pane) triangles += view.renderer.triangles();
  ImGui::PushTextWrapPos();
  ImGui::TextDisabled("%zu triangles, %.1f ms to draw", triangles, frameMs);
  ImGui::PopTextWrapPos();
  tip(("Drawn by " + renderer + "; the scenes step on threads of their own.").c_str());
  ImGui::Spacing();
  showFigures(app);
  showStages(app);
  showFiles(app);
  showLayers(app);
  ImGui::End();
}

/// A line from what is held to where it is pulled.
void Panels::showHold(App& app) {
  if (!app.holds()) return;
  for (std::size_t v = 0; v < app.views().size(); ++v) {
    const auto line = app.holdLine(v);
    if (!line) continue;
    ImDrawList& list = *ImGui::GetForegroundDrawList();
    const ImVec2 from((*line)[0], (*line)[1]), to((*line)[2], (*line)[3]);
    list.AddLine(from, to, IM_COL32(20, 20, 20, 255), 2);
    list.AddCircleFilled(from, 4, IM_COL32(20, 20, 20, 255));
  }
}

void Panels::listen(App& app, Window& window) {
  const ImGuiIO& io = ImGui::GetIO();
  showLabels(app, static_cast<int>(io.DisplaySize.y));
  showHelp();
  if (window.pressed(GLFW_KEY_SPACE)) app.setRunning(!app.running());
  if (window.pressed(GLFW_KEY_PERIOD)) app.step();
  if (window.pressed(GLFW_KEY_R)) app.restart();
  if (window.pressed(GLFW_KEY_B)) app.setBeside(!app.preferences().beside);
  if (window.pressed(GLFW_KEY_W)) app.preferences().wires = !app.preferences().wires;
  if (window.pressed(GLFW_KEY_T)) app.throwBall(io.MousePos.x, io.MousePos.y);
  if (window.pressed(GLFW_KEY_H)) app.resetCamera();
  if (window.pressed(GLFW_KEY_F1)) m_help = !m_help;
  if (const std::vector<std::string> files = window.dropped(); !files.empty()) attempt([&] { app.openMeshes(files); });
  showHold(app);
  if (app.holds() && ImGui::IsMouseReleased(ImGuiMouseButton_Left)) app.release();
  if (m_cutFrom) {
    ImGui::GetForegroundDrawList()->AddLine(*m_cutFrom, io.MousePos, IM_COL32(200, 20, 20, 255), 2);
    if (!ImGui::IsMouseDown(ImGuiMouseButton_Left)) {
      app.cut(m_cutFrom->x, m_cutFrom->y, io.MousePos.x, io.MousePos.y);
      m_cutFrom.reset();
    }
    return;
  }
  if (io.WantCaptureMouse) return;
  if (io.MouseWheel != 0) app.camera().zoom(io.MouseWheel);
  if (io.KeyShift && ImGui::IsMouseClicked(ImGuiMouseButton_Left)) app.grab(io.MousePos.x, io.MousePos.y);
  if (io.KeyCtrl && ImGui::IsMouseClicked(ImGuiMouseButton_Left)) {
    m_cutFrom = io.MousePos;
    return;
  }
  if (io.MouseDelta.x == 0 && io.MouseDelta.y == 0) return;
  if (app.holds()) {
    app.lead(io.MousePos.x, io.MousePos.y);
  } else if (ImGui::IsMouseDown(ImGuiMouseButton_Left)) {
    app.camera().orbit(io.MouseDelta.x * 0.4f, io.MouseDelta.y * 0.4f);
  } else if (ImGui::IsMouseDown(ImGuiMouseButton_Right) || ImGui::IsMouseDown(ImGuiMouseButton_Middle)) {
    app.camera().pan(-io.MouseDelta.x / io.DisplaySize.y, io.MouseDelta.y / io.DisplaySize.y);
  }
}

}  // namespace pliant::detail
