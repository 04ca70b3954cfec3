// Keys, and the mouse over the pictures.

#include <imgui.h>

#include "panels.h"

namespace pliant::detail {

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
  showMessage(app, static_cast<int>(io.DisplaySize.y));
  showHelp();
  for (const std::string& key : window.pressed()) {
    if (key == "space") app.setRunning(!app.running());
    if (key == ".") app.step(app.stepsWanted() + 1);
    if (key == "r") app.restart();
    if (key == "b") app.setBeside(!app.preferences().beside);
    if (key == "w") app.preferences().wires = !app.preferences().wires;
    if (key == "t") app.throwBall(io.MousePos.x, io.MousePos.y);
    if (key == "h") app.resetCamera();
    if (key == "f1") m_help = !m_help;
  }
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
