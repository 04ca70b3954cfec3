#include "Widgets.h"

#include <imgui.h>
#include <pliant/io/numbers.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <iterator>
#include <sstream>

#include "History.h"

namespace pliant::detail {
namespace {

constexpr float kPlotHeight = 2.4f, kPlotPad = 0.2f;  // [letters]
constexpr float kLeastLetters = 0.5f;                 // share of the usual size

std::string written(const char* format, float value) {
  constexpr std::string_view kCount = "%.0f";
  if (std::string_view(format).starts_with(kCount) && value >= 0)
    return withCommas(static_cast<std::uint64_t>(std::lround(value))) + (format + kCount.size());
  char text[64];
  std::snprintf(text, sizeof text, format, static_cast<double>(value));
  return text;
}

bool isDigit(char c) {
  return c >= '0' && c <= '9';
}

/// Returns true if a line must not end between these words.
bool stayTogether(const std::string& word, std::string next) {
  constexpr std::string_view kUnits[] = {"ms", "s", "m", "kg", "%", "J", "kB", "MB"};
  constexpr std::string_view kNumbered[] = {"table", "figure", "step"};
  const auto isOne = [](const auto& all, std::string_view one) {
    return std::find(std::begin(all), std::end(all), one) != std::end(all);
  };
  while (!next.empty() && std::ispunct(static_cast<unsigned char>(next.back())) && next.back() != '%') next.pop_back();
  if (word.empty() || next.empty()) return false;
  if (isDigit(word.back())) return next == "x" || isOne(kUnits, next);
  return isDigit(next.front()) && (word == "x" || isOne(kNumbered, word));
}

/// Returns the words of a line, those that stay together as one part.
std::vector<std::string> partsOf(const std::string& line) {
  std::vector<std::string> parts;
  std::istringstream words(line);
  std::string last;
  for (std::string word; words >> word; last = word) {
    if (stayTogether(last, word))
      parts.back().append(" ").append(word);
    else
      parts.push_back(word);
  }
  return parts;
}

}  // namespace

std::string breakLines(std::string_view text, const std::function<bool(const std::string& line)>& fits) {
  std::string all;
  std::istringstream lines{std::string(text)};
  for (std::string whole; std::getline(lines, whole);) {
    std::string line(std::min(whole.size(), whole.find_first_not_of(' ')), ' ');
    bool first = true;
    for (const std::string& part : partsOf(whole)) {
      const std::string longer = first ? line + part : line + ' ' + part;
      if (first || fits(longer)) {
        line = longer;
      } else {
        all.append(line).append("\n");
        line = part;
      }
      first = false;
    }
    all.append(line).append("\n");
  }
  if (!all.empty()) all.pop_back();
  return all;
}

void Widgets::paragraph(const std::string& text, float width) {
  const float most = width > 0 ? width : ImGui::GetContentRegionAvail().x;
  const std::string broken =
      breakLines(text, [most](const std::string& line) { return ImGui::CalcTextSize(line.c_str()).x <= most; });
  ImGui::TextUnformatted(broken.c_str());
}

void Widgets::description(const std::string& text, float width) {
  ImGui::PushStyleColor(ImGuiCol_Text, ImGui::GetStyleColorVec4(ImGuiCol_TextDisabled));
  paragraph(text, width);
  ImGui::PopStyleColor();
}

void Widgets::shrinkLetters(float width, float letters) {
  ImGui::SetWindowFontScale(std::clamp(width / (letters * ImGui::GetFont()->FontSize), kLeastLetters, 1.0f));
}

void Widgets::tip(const std::string& name, const std::string& text) {
  const ImVec2 least = ImGui::GetItemRectMin(), most = ImGui::GetItemRectMax();
  if (ImGui::IsItemVisible()) m_places[name] = {(least.x + most.x) / 2, (least.y + most.y) / 2};
  if (!ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) return;
  ImGui::BeginTooltip();
  paragraph(text, ImGui::GetFontSize() * 24);
  ImGui::EndTooltip();
}

bool Widgets::button(const char* name, const std::string& text) {
  const bool pressed = ImGui::Button(name);
  tip(name, text);
  return pressed;
}

void Widgets::besideIfWide(float width) {
  ImGui::SameLine();
  if (ImGui::GetContentRegionAvail().x < width) ImGui::NewLine();
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
                      double least, double most, const char* format) {
  ImGui::PushID(name);
  bool own = value.has_value();
  if (ImGui::Checkbox("##own", &own)) value = own ? std::optional(first) : std::nullopt;
  tip(std::string("set ") + name, text);
  ImGui::SameLine();
  float x = static_cast<float>(value.value_or(first));
  ImGui::BeginDisabled(!own);
  if (ImGui::SliderFloat(name, &x, static_cast<float>(least), static_cast<float>(most), format))
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

void Widgets::plot(const char* name, const std::string& text, const std::vector<float>& values, float top,
                   const char* format) {
  const std::optional<float> last = lastOf(values);
  const bool isMeasured = last.has_value() || values.empty();
  std::string head = name;
  if (last) head += ": " + written(format, *last);
  if (!isMeasured) head += ": not measured";
  ImGui::TextUnformatted(head.c_str());
  tip(name, text);
  // Upper end of the curve, if there is space for it.
  const std::string range = last ? "to " + written(format, top) : std::string();
  const float left = ImGui::GetContentRegionMax().x - ImGui::CalcTextSize(range.c_str()).x;
  ImGui::SameLine();
  if (ImGui::GetCursorPosX() < left) {
    ImGui::SetCursorPosX(left);
    ImGui::TextDisabled("%s", range.c_str());
    tip(name, text);
  } else {
    ImGui::NewLine();
  }
  const ImVec2 low = ImGui::GetCursorScreenPos(),
               size(ImGui::GetContentRegionAvail().x, kPlotHeight * ImGui::GetFontSize());
  ImGui::Dummy(size);
  tip(name, text);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(low, ImVec2(low.x + size.x, low.y + size.y), ImGui::GetColorU32(ImGuiCol_FrameBg),
                     ImGui::GetStyle().FrameRounding);
  const float pad = kPlotPad * ImGui::GetFontSize();
  std::vector<ImVec2> points;
  for (const auto& [x, y] : curveOf(values, top))
    points.emplace_back(low.x + pad + x * (size.x - 2 * pad), low.y + size.y - pad - y * (size.y - 2 * pad));
  if (points.size() > 1) {
    list.AddPolyline(points.data(), static_cast<int>(points.size()), ImGui::GetColorU32(ImGuiCol_PlotLines), 0, 1);
  } else if (isMeasured) {
    list.AddText(ImVec2(low.x + 2 * pad, low.y + (size.y - ImGui::GetFontSize()) / 2),
                 ImGui::GetColorU32(ImGuiCol_TextDisabled), values.empty() ? "no steps yet" : "one step so far");
  }
}

std::optional<std::array<float, 2>> Widgets::placeOf(const std::string& name) const {
  const auto found = m_places.find(name);
  return found == m_places.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace pliant::detail
