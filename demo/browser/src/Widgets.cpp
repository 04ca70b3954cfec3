#include "Widgets.h"

#include <imgui.h>

#include <algorithm>
#include <cstdio>

namespace pliant::detail {
namespace {

// Of a plot: of all values but the highest fiftieth, and what is above them.
constexpr std::size_t kOver = 50;
constexpr float kHeadroom = 1.1f;

std::string written(const char* format, float value) {
  char text[64];
  std::snprintf(text, sizeof text, format, static_cast<double>(value));
  return text;
}

/// The next control comes beside the last one where so much is left there.
void besideIfWide(float width) {
  ImGui::SameLine();
  if (ImGui::GetContentRegionAvail().x < width) ImGui::NewLine();
}

}  // namespace

void Widgets::tip(const std::string& name, const std::string& text) {
  const ImVec2 least = ImGui::GetItemRectMin(), most = ImGui::GetItemRectMax();
  if (ImGui::IsItemVisible()) m_places[name] = {(least.x + most.x) / 2, (least.y + most.y) / 2};
  if (!ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) return;
  ImGui::BeginTooltip();
  ImGui::PushTextWrapPos(ImGui::GetFontSize() * 24);
  ImGui::TextUnformatted(text.c_str());
  ImGui::PopTextWrapPos();
  ImGui::EndTooltip();
}

bool Widgets::button(const char* name, const std::string& text) {
  const bool pressed = ImGui::Button(name);
  tip(name, text);
  return pressed;
}

void Widgets::beside(const char* label) {
  besideIfWide(ImGui::CalcTextSize(label).x + 2 * ImGui::GetStyle().FramePadding.x);
}

void Widgets::besideBox(const char* label) {
  besideIfWide(ImGui::GetFrameHeight() + ImGui::GetStyle().ItemInnerSpacing.x + ImGui::CalcTextSize(label).x);
}

bool Widgets::checkBox(const char* name, const std::string& text, bool& on) {
  const bool changed = ImGui::Checkbox(name, &on);
  tip(name, text);
  return changed;
}

bool Widgets::slider(const char* name, const std::string& text, float& value, float least, float most,
                     bool logarithmic) {
  const ImGuiSliderFlags flags = logarithmic ? ImGuiSliderFlags_Logarithmic : ImGuiSliderFlags_AlwaysClamp;
  const bool changed = ImGui::SliderFloat(name, &value, least, most, "%.2f", flags);
  tip(name, text);
  return changed;
}

void Widgets::variant(const char* name, const std::string& text, std::optional<double>& value, double first,
                      double least, double most) {
  ImGui::PushID(name);
  bool own = value.has_value();
  if (ImGui::Checkbox("##own", &own)) value = own ? std::optional(first) : std::nullopt;
  tip(std::string("set ") + name, text);
  ImGui::SameLine();
  float x = static_cast<float>(value.value_or(first));
  ImGui::BeginDisabled(!own);
  if (ImGui::SliderFloat(name, &x, static_cast<float>(least), static_cast<float>(most), "%.3f"))
    value = static_cast<double>(x);
  ImGui::EndDisabled();
  tip(name, text);
  ImGui::PopID();
}

bool Widgets::choice(const std::string& name, const std::string& text, bool chosen) {
  const bool pressed = ImGui::Selectable(name.c_str(), chosen);
  tip(name, text);
  return pressed;
}

void Widgets::plot(const char* name, const std::string& text, const std::vector<float>& values, const char* format) {
  // One step that took very long, as first ones may, goes over the top: the others are to be seen.
  std::vector<float> sorted = values;
  std::sort(sorted.begin(), sorted.end());
  const float most = sorted.empty() ? 1 : std::max(1e-6f, sorted[sorted.size() - 1 - sorted.size() / kOver]);
  ImGui::Text("%s: %s", name, written(format, values.empty() ? 0 : values.back()).c_str());
  tip(name, text);
  // Of the curve, where there is room for it.
  const std::string top = sorted.empty() ? std::string() : "to " + written(format, most);
  const float left = ImGui::GetContentRegionMax().x - ImGui::CalcTextSize(top.c_str()).x;
  ImGui::SameLine();
  if (ImGui::GetCursorPosX() < left) {
    ImGui::SetCursorPosX(left);
    ImGui::TextDisabled("%s", top.c_str());
    tip(name, text);
  } else {
    ImGui::NewLine();
  }
  ImGui::PushID(name);
  ImGui::PlotLines("##plot", values.data(), static_cast<int>(values.size()), 0, nullptr, 0, most * kHeadroom,
                   ImVec2(ImGui::GetContentRegionAvail().x, 2.4f * ImGui::GetFontSize()));
  ImGui::PopID();
  tip(name, text);
}

std::optional<std::array<float, 2>> Widgets::placeOf(const std::string& name) const {
  const auto found = m_places.find(name);
  return found == m_places.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace pliant::detail
