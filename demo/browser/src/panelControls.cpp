// Panels: the controls on the left.

#include <imgui.h>

#include <algorithm>
#include <string>

#include "methodCounters.h"
#include "panels.h"

namespace pliant::detail {
namespace {

constexpr int kMostShownPatches = 5000;

void titled(const char* title) {
  ImGui::Spacing();
  ImGui::TextUnformatted(title);
  ImGui::Separator();
}

// Sets the width of a control with its name to the right.
void leaveRoomForName() {
  ImGui::SetNextItemWidth(-6 * ImGui::GetFontSize());
}

/// Turns off other overlays that colour faces, and returns a message about them.
std::string makeRoom(const OverlayKind& shown, Overlay& overlay) {
  std::string off;
  for (const OverlayKind& other : overlayKinds()) {
    if (!shown.coloursFaces || !other.coloursFaces || other.shown == shown.shown || !(overlay.*(other.shown))) continue;
    overlay.*(other.shown) = false;
    off = std::string(other.name);
  }
  return off.empty()
             ? off
             : "'" + off + "' was switched off: it and '" + std::string(shown.name) + "' both colour the faces.";
}

}  // namespace

void Panels::showControls(App& app) {
  if (m_widgets.button("Hide", "Hides the panels (F2).")) m_hidden = true;
  ImGui::SameLine();
  showScenes(app);
  ImGui::Spacing();
  showMotion(app);
  titled("Method");
  showDetectors(app);
  showQuestion(app);
  titled("Overlays");
  showOverlays(app);
  titled("Values");
  showVariants(app);
  titled("Appearance");
  showLook(app);
}

void Panels::showScenes(App& app) {
  ImGui::SetNextItemWidth(-1);
  if (!ImGui::BeginCombo("##scene", app.scene().name.c_str(), ImGuiComboFlags_HeightLarge)) {
    m_widgets.tip("scene", "The scene. `pliant run` runs it without a window.");
    Widgets::description(app.scene().description);
    if (const std::string paper(paperOf(app.scene().name)); !paper.empty()) {
      Widgets::description("Paper: " + paper + "; beside ours in docs/papers.md");
      m_widgets.tip("paper",
                    "docs/papers.md has the paper's tables and figures beside Pliant's. `pliant bench papers "
                    "--out FOLDER` makes it anew.");
    }
    return;
  }
  std::string category, chosen;
  for (const SceneEntry* const scene : app.scenes()) {
    if (scene->category != category) ImGui::TextDisabled("%s", scene->category.c_str());
    category = scene->category;
    if (m_widgets.choice(scene->name, scene->description, scene->name == app.scene().name)) chosen = scene->name;
  }
  ImGui::EndCombo();
  if (!chosen.empty()) attempt([&] { app.openScene(chosen); });
}

void Panels::showMotion(App& app) {
  if (m_widgets.button(app.running() ? "Pause" : "Run", "Runs or stops the scene (space)."))
    app.setRunning(!app.running());
  Widgets::beside("Step");
  if (m_widgets.button("Step", "Makes one step of 1/60 s (full stop).")) app.step(app.stepsWanted() + 1);
  Widgets::beside("Restart");
  if (m_widgets.button("Restart", "Starts the scene again with the values below (R).")) app.restart();
  Widgets::beside("Keys");
  if (m_widgets.button("Keys", "Lists the keys and mouse buttons (F1).")) m_help = !m_help;
  float speed = static_cast<float>(app.speed());
  leaveRoomForName();
  if (m_widgets.slider("speed", "1: real time, if the machine is fast enough; less: slow motion.", speed, 0.02f, 1))
    attempt([&] { app.setSpeed(static_cast<double>(speed)); });
}

void Panels::showDetectors(App& app) {
  std::string chosen;
  const std::string& now = app.preferences().detector;
  ImGui::SetNextItemWidth(-1);
  if (ImGui::BeginCombo("##detector", now.c_str(), ImGuiComboFlags_HeightLarge)) {
    for (const BrowserDetector& detector : app.detectors())
      if (m_widgets.choice(detector.name, detector.description, detector.name == now)) chosen = detector.name;
    ImGui::EndCombo();
  } else {
    for (const BrowserDetector& detector : app.detectors())
      if (detector.name == now) m_widgets.tip("detector", detector.description);
  }
  if (!chosen.empty()) attempt([&] { app.setDetector(chosen); });
  showMethod(app);
  showSettings(app);
  showBodyDetectors(app);
  bool beside = app.beside();
  ImGui::BeginDisabled(!app.mayBeBeside());
  if (m_widgets.checkBox("show stock Bullet",
                         "Shows the same scene under stock Bullet in a second picture, at the same step (B). Not for "
                         "scenes with scripted bodies.",
                         beside))
    app.setBeside(beside);
  ImGui::EndDisabled();
  if (app.scene().stockCrashes) Widgets::description("Stock Bullet crashes in this scene.");
}

void Panels::showBodyDetectors(App& app) {
  const std::shared_ptr<const Snapshot> shown = app.views()[1].shown;
  if (app.preferences().detector != "auto" || !shown) return;
  const bool open = ImGui::CollapsingHeader("for each body");
  m_widgets.tip(
      "for each body",
      "Method of each body, with itself and with others; auto: by a rule, with its choice for the body and itself in "
      "brackets. Overlay methods shows the choices.");
  if (!open) return;
  // More than six bodies scroll.
  const float row = ImGui::GetFrameHeightWithSpacing();
  const auto rows = static_cast<float>(std::min<std::size_t>(shown->bodies.size(), 6));
  ImGui::BeginChild("bodies", ImVec2(0, rows * row));
  std::optional<BodyDetector> chosen;
  for (std::size_t b = 0; b < shown->bodies.size(); ++b) {
    const std::string& body = shown->bodies[b];
    ImGui::PushID(static_cast<int>(b));
    const std::string now = app.bodyDetector(body);
    const bool knows = now == "auto" && b < shown->chosen.size() && !shown->chosen[b].empty();
    // A long name of a body is whole above its box.
    const bool isLong = ImGui::CalcTextSize(body.c_str()).x > 6 * ImGui::GetFontSize();
    if (isLong) ImGui::TextUnformatted(body.c_str());
    isLong ? ImGui::SetNextItemWidth(-1) : leaveRoomForName();
    const std::string label = isLong ? "##" + body : body;
    if (ImGui::BeginCombo(label.c_str(), knows ? ("auto (" + shown->chosen[b] + ")").c_str() : now.c_str())) {
      for (const std::string& name : Simulation::bodyDetectors())
        if (m_widgets.choice(name, body + ": method of this body.", name == now)) chosen = BodyDetector{body, name};
      ImGui::EndCombo();
    } else {
      m_widgets.tip(body, body + ": method of this body.");
    }
    ImGui::PopID();
  }
  ImGui::EndChild();
  if (chosen) attempt([&] { app.setBodyDetector(*chosen); });
}

void Panels::showOverlays(App& app) {
  // The steps of a query have additions of their own.
  ImGui::BeginDisabled(app.stepThrough() != nullptr);
  Overlay overlay = app.preferences().overlay;
  bool changed = false;
  for (const OverlayKind& kind : overlayKinds()) {
    const std::string name(kind.name), description(kind.description);
    if (&kind != overlayKinds().data()) Widgets::besideBox(name.c_str());
    const bool ticked = m_widgets.checkBox(name.c_str(), description, overlay.*(kind.shown));
    if (ticked) m_overlayNote = overlay.*(kind.shown) ? makeRoom(kind, overlay) : std::string();
    changed |= ticked;
  }
  if (overlay.hierarchy || overlay.directions || overlay.adjacency) {
    int patches = static_cast<int>(overlay.levelPatches);
    leaveRoomForName();
    changed |= ImGui::SliderInt("patches", &patches, 1, kMostShownPatches, "%d",
                                ImGuiSliderFlags_Logarithmic | ImGuiSliderFlags_AlwaysClamp);
    m_widgets.tip("patches",
                  "hierarchy, directions, adjacency: number of patches of each body; the nearest level is shown.");
    overlay.levelPatches = static_cast<std::size_t>(std::max(1, patches));
    if (overlay.hierarchy)
      changed |= m_widgets.checkBox("several levels",
                                    "Shows contours of all levels down to that one, thicker for larger patches: blue, "
                                    "then orange, green, violet, yellow, brown.",
                                    overlay.allLevels);
  }
  if (!m_overlayNote.empty()) Widgets::paragraph(m_overlayNote);
  if (changed) app.setOverlay(overlay);
  ImGui::EndDisabled();
}

void Panels::showVariants(App& app) {
  SceneOptions options = app.options();
  ImGui::PushItemWidth(-6 * ImGui::GetFontSize());
  m_widgets.variant("friction", "Friction of all soft bodies, instead of the scene's own; used by the next restart.",
                    options.friction, 0.5, 0, 1);
  m_widgets.variant("margin", "Margin of all soft bodies in m, instead of the scene's own; used by the next restart.",
                    options.margin, 0.04, 0.005, 0.2, "%.3f m");
  m_widgets.variant("stiffness", "Stiffness of all links, instead of the scene's own; used by the next restart.",
                    options.stiffness, 0.7, 0.05, 1);
  m_widgets.variant("mass", "Mass of each soft body in kg, instead of the scene's own; used by the next restart.",
                    options.mass, 1, 0.1, 10, "%.2f kg");
  const std::shared_ptr<const Snapshot> shown = app.views()[1].shown;
  if ((shown && shown->holdsGas) || options.pressure)
    m_widgets.variant(
        "pressure", "Gas pressure of soft bodies that have one, instead of the scene's own; used by the next restart.",
        options.pressure, 5, 0, 30);
  if (app.scene().hasSpacing)
    m_widgets.variant("spacing", "Distance of the bodies of a pile in m, centre to centre; used by the next restart.",
                      options.spacing, 1.2, 0.6, 3, "%.2f m");
  float scale = static_cast<float>(options.scale);
  if (m_widgets.slider("size",
                       "Factor on all lengths, gravity included; the motion stays the same. Used by the next restart.",
                       scale, 0.01f, 100, true))
    options.scale = static_cast<double>(scale);
  int seed = static_cast<int>(options.seed);
  if (ImGui::InputInt("seed", &seed)) options.seed = static_cast<std::uint32_t>(std::max(0, seed));
  m_widgets.tip("seed",
                "Moves the start of each soft body by up to 1 % of its size, differently for each number; 0: no move. "
                "Used by the next restart.");
  ImGui::PopItemWidth();
  attempt([&] { app.setOptions(options); });
}

void Panels::showLook(App& app) {
  Preferences& p = app.preferences();
  m_widgets.checkBox("wires", "Shows the edges of all faces (W).", p.wires);
  Widgets::besideBox("shadows");
  m_widgets.checkBox("shadows", "Switch off to save time if the processor draws.", p.shadows);
  Widgets::besideBox("dark");
  m_widgets.checkBox("dark", "Makes controls and sky dark.", p.dark);
  leaveRoomForName();
  float letters = m_letters;
  if (m_widgets.slider("letters", "Size of letters and controls; at first by the window's size.", letters, 0.7f, 2.5f))
    p.fontScale = letters;
  if (m_widgets.button("Camera home", "Moves the camera to its first place (H).")) app.resetCamera();
}

}  // namespace pliant::detail
