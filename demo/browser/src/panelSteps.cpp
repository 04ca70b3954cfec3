// Panels: the steps of a query, below the pictures.

#include <imgui.h>
#include <pliant/io/printable.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "panels.h"
#include "textureId.h"

namespace pliant::detail {
namespace {

// Height of the panel [letters], with a flat picture and without; most of it [share of the window's height].
constexpr float kHighWithImage = 19, kHigh = 13, kMost = 0.45f;
// Least width of the text beside a flat picture [share of the panel].
constexpr float kLeastText = 0.4f;

/// Returns the size of an image that fills a room of this size: a whole factor if it is enlarged.
ImVec2 fitted(const Image& image, const ImVec2& room) {
  const auto width = static_cast<float>(image.width()), height = static_cast<float>(image.height());
  const float factor = std::min(room.x / width, room.y / height);
  const float even = factor >= 1 ? std::floor(factor) : factor;
  return {width * even, height * even};
}

/// Returns the width of a line of the legend, with its square.
float widthOf(const LegendLine& line) {
  return 1.4f * ImGui::GetFontSize() + ImGui::CalcTextSize(line.text.c_str()).x;
}

}  // namespace

/// Shows what the colours of a step's picture mean, side by side where there is space.
void Panels::showColours(const std::vector<LegendLine>& legend) const {
  // Rods that are almost black by day are pale at night, see rod.vert. Faces stay as they are.
  constexpr float kDark = 0.15f, kPale = 0.6f;
  const float letter = ImGui::GetFontSize();
  bool first = true;
  for (const LegendLine& line : legend) {
    if (!first) Widgets::besideIfWide(widthOf(line));
    first = false;
    Colour colour = line.colour;
    if (m_dark && !line.ofFaces && std::max({colour[0], colour[1], colour[2]}) <= kDark) colour = {kPale, kPale, kPale};
    const Rgb rgb = toRgb(colour);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 low(at.x, at.y + 0.1f * letter), high(at.x + 0.8f * letter, at.y + 0.9f * letter);
    list.AddRectFilled(low, high, IM_COL32(rgb[0], rgb[1], rgb[2], 255));
    list.AddRect(low, high, ImGui::GetColorU32(ImGuiCol_TextDisabled));
    ImGui::Dummy(ImVec2(letter, letter));
    ImGui::SameLine(0, 0);
    ImGui::TextUnformatted(line.text.c_str());
  }
}

float Panels::stepsHeight(int height, const StepThrough& steps) const {
  const float letters = steps.ready() && steps.hasImages() ? kHighWithImage : kHigh;
  return std::min(letters * kFont * m_fontScale, static_cast<float>(height) * kMost);
}

void Panels::showStepButton(App& app) {
  const bool has = findStepwiseMethod(app.preferences().detector) != nullptr;
  ImGui::BeginDisabled(!has);
  const bool pressed = m_widgets.button(
      app.stepThrough() ? "Leave the steps" : "Step through",
      has ? std::string(
                "Stops the scene and takes one query of the present positions apart, into the steps of the method (S).")
          : "This method has no steps. Methods with steps: " + joined(stepwiseMethods(), ", ", &StepwiseMethod::name) +
                ".");
  ImGui::EndDisabled();
  if (!has) {
    Widgets::beside("no steps to show");
    ImGui::TextDisabled("no steps to show");
  }
  if (pressed) attempt([&] { app.stepThrough() ? app.leaveSteps() : app.startSteps(); });
}

void Panels::turnStep(App& app, int by) {
  const StepThrough* const steps = app.stepThrough();
  if (!steps || !steps->ready()) return;
  if (by > 0) app.showStep(steps->shown() + 1);
  if (by < 0 && steps->shown() > 0) app.showStep(steps->shown() - 1);
}

void Panels::showSteps(App& app) {
  const StepThrough* const steps = app.stepThrough();
  if (!steps) return;
  const ImVec2 window = ImGui::GetMainViewport()->Size;
  const Region r = app.area();
  const auto top = window.y - static_cast<float>(r.bottom);
  ImGui::SetNextWindowPos(ImVec2(static_cast<float>(r.left), top));
  ImGui::SetNextWindowSize(ImVec2(static_cast<float>(r.width), static_cast<float>(r.bottom)));
  ImGui::Begin("##steps", nullptr, kFixedPanel);
  if (steps->ready())
    showStep(app, *steps);
  else
    ImGui::TextUnformatted("The query is being taken apart.");
  ImGui::End();
}

void Panels::showStep(App& app, const StepThrough& steps) {
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const QueryStep& step = steps.step();
  float text = room.x;
  if (steps.texture() != 0) {
    const ImVec2 size = fitted(step.image, ImVec2(room.x * (1 - kLeastText), room.y));
    text = room.x - size.x - ImGui::GetFontSize();
    const ImVec2 at = ImGui::GetCursorPos();
    ImGui::SetCursorPos(ImVec2(at.x + room.x - size.x, at.y));
    ImGui::Image(textureId<ImTextureID>(steps.texture()), size);
    ImGui::SetCursorPos(at);
  }
  ImGui::BeginChild("text", ImVec2(text, 0));
  int by = 0;
  ImGui::BeginDisabled(steps.shown() == 0);
  if (m_widgets.button("Back", "Shows the step before (left arrow).")) by = -1;
  ImGui::EndDisabled();
  ImGui::SameLine();
  ImGui::BeginDisabled(steps.shown() + 1 == steps.count());
  if (m_widgets.button("Forward", "Shows the next step (right arrow).")) by = 1;
  ImGui::EndDisabled();
  Widgets::beside("Leave");
  const bool leaves = m_widgets.button("Leave", "Goes back to the scene (S or escape).");
  Widgets::description(steps.method() + ", step " + std::to_string(steps.shown() + 1) + " of " +
                       std::to_string(steps.count()));
  Widgets::paragraph(step.title);
  ImGui::Separator();
  Widgets::paragraph(step.sentence);
  showColours(step.legend);
  if (steps.ofStep())
    Widgets::description(
        "The steps are of the present positions; the counters are of Bullet's step, with motion and margins.");
  ImGui::EndChild();
  // `steps` ends with the query.
  turnStep(app, by);
  if (leaves) app.leaveSteps();
}

}  // namespace pliant::detail
