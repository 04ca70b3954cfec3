// Panels: keys, and the mouse over the pictures.

#include <imgui.h>

#include "panels.h"

namespace pliant::detail {
namespace {

constexpr ImU32 kDark = IM_COL32(20, 20, 20, 255), kLight = IM_COL32(245, 245, 245, 255);
constexpr ImU32 kDarkCut = IM_COL32(200, 20, 20, 255), kLightCut = IM_COL32(255, 90, 80, 255);

}  // namespace

/// Draws a line from the held point to the drag target.
void Panels::showHold(App& app) {
  if (!app.holds()) return;
  for (std::size_t v = 0; v < app.views().size(); ++v) {
    const auto held = app.holdLine(v);
    if (!held) continue;
    ImDrawList& list = *ImGui::GetForegroundDrawList();
    const ImVec2 from((*held)[0], (*held)[1]), to((*held)[2], (*held)[3]);
    // The line contrasts with the sky, its edge with bodies that are as dark or as light as the line.
    const ImU32 line = m_dark ? kLight : kDark, edge = m_dark ? kDark : kLight;
    list.AddLine(from, to, edge, 4 * m_fontScale);
    list.AddCircleFilled(from, 5 * m_fontScale, edge);
    list.AddLine(from, to, line, 2 * m_fontScale);
    list.AddCircleFilled(from, 4 * m_fontScale, line);
  }
}

void Panels::listen(App& app, Window& window) {
  const ImGuiIO& io = ImGui::GetIO();
  showLabels(app, static_cast<int>(io.DisplaySize.y));
  attempt([&] {
    if (const std::string file = app.recordingEnded(); !file.empty()) reportWritten(file);
  });
  showMessage(app, static_cast<int>(io.DisplaySize.y));
  showHelp();
  showSteps(app);
  for (const std::string& key : window.pressed()) {
    if (key == "space") app.setRunning(!app.running());
    if (key == ".") app.step(app.stepsWanted() + 1);
    if (key == "r") app.restart();
    if (key == "b" && !app.scene().scripted) app.setBeside(!app.preferences().beside);
    if (key == "w") app.preferences().wires = !app.preferences().wires;
    if (key == "t") app.throwBall(io.MousePos.x, io.MousePos.y);
    if (key == "h") app.resetCamera();
    if (key == "s") attempt([&] { app.stepThrough() ? app.leaveSteps() : app.startSteps(); });
    if (key == "escape") app.leaveSteps();
    if (key == "left") turnStep(app, -1);
    if (key == "right") turnStep(app, 1);
    if (key == "f1") m_help = !m_help;
    if (key == "f2") m_hidden = !m_hidden;
  }
  if (const std::vector<std::string> files = window.dropped(); !files.empty()) attempt([&] { app.openMeshes(files); });
  showHold(app);
  if (app.holds() && ImGui::IsMouseReleased(ImGuiMouseButton_Left)) app.release();
  if (m_cutFrom) {
    ImGui::GetForegroundDrawList()->AddLine(*m_cutFrom, io.MousePos, m_dark ? kLightCut : kDarkCut, 2 * m_fontScale);
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
    app.dragTo(io.MousePos.x, io.MousePos.y);
  } else if (ImGui::IsMouseDown(ImGuiMouseButton_Left)) {
    app.camera().orbit(io.MouseDelta.x * 0.4f, io.MouseDelta.y * 0.4f);
  } else if (ImGui::IsMouseDown(ImGuiMouseButton_Right) || ImGui::IsMouseDown(ImGuiMouseButton_Middle)) {
    app.camera().pan(-io.MouseDelta.x / io.DisplaySize.y, io.MouseDelta.y / io.DisplaySize.y);
  }
}

}  // namespace pliant::detail
