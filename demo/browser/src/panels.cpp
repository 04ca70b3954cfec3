#include "panels.h"

#include <backends/imgui_impl_opengl3.h>
#include <imgui.h>
#include <pliant/detectors/Error.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <utility>

namespace pliant::detail {
namespace {

constexpr float kLeft = 240, kRight = 240, kMostLeft = 0.45f, kMostRight = 0.3f;  // [units]; shares of the window
// Least width of the figures [letters], and of the pictures between two panels [share of the window].
constexpr float kLeastRight = 11, kLeastPictures = 0.3f;
// Width of a panel, and the size of the list of keys [letters]. If there is less space, letters shrink.
constexpr float kPanelLetters = 12.5f, kHelpLetters[] = {38, 27};
constexpr float kPlainFont = 13;
constexpr const char* kFontFile = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf";
// Time for which a message and an error are shown [s].
constexpr double kMessageFor = 5, kFaultFor = 12;
constexpr std::array<std::pair<const char*, const char*>, 18> kKeys{
    {{"space", "run or pause"},
     {".", "one step"},
     {"R", "restart the scene"},
     {"B", "show or hide stock Bullet"},
     {"W", "edges of all faces"},
     {"T", "throw a ball to the place under the mouse"},
     {"S", "take one query apart into the steps of the method, or leave it"},
     {"left, right", "step of the query back, forward"},
     {"escape", "leave the steps of the query"},
     {"H", "first place of the camera"},
     {"F1", "list of these keys"},
     {"F2", "show or hide the panels"},
     {"left button", "turn the camera"},
     {"right or middle button", "move the camera"},
     {"wheel", "nearer, farther"},
     {"shift + left button", "pull a body"},
     {"control + left button", "cut what lies between the places of press and release: cloth, surfaces, solids"},
     {"dropped mesh files", "open a scene of their bodies"}}};

}  // namespace

float Panels::lettersFor(int width, int height, float displayScale) {
  // Larger windows get larger letters and more space, too.
  constexpr float kWide = 1280, kHigh = 960, kStep = 0.25f;
  const float fits = std::min(static_cast<float>(width) / kWide, static_cast<float>(height) / kHigh) / displayScale;
  return std::clamp(std::floor(fits / kStep) * kStep, 1.0f, 2.5f);
}

void Panels::dress(const Preferences& preferences, float displayScale, int width, int height) {
  m_letters = preferences.fontScale > 0 ? std::clamp(preferences.fontScale, 0.5f, 3.0f)
                                        : lettersFor(width, height, displayScale);
  const float scale = displayScale * m_letters;
  if (m_dressed && m_dark == preferences.dark && m_fontScale == scale) return;
  if (m_fontScale != scale) makeLetters(scale);
  ImGuiStyle style;
  preferences.dark ? ImGui::StyleColorsDark(&style) : ImGui::StyleColorsLight(&style);
  style.WindowRounding = 0;
  style.FrameRounding = 3;
  style.WindowBorderSize = 0;
  style.FrameBorderSize = 1;  // white boxes on the light panel would hardly be visible
  // Descriptions need more contrast than the defaults give.
  style.Colors[ImGuiCol_TextDisabled] =
      preferences.dark ? ImVec4(0.65f, 0.65f, 0.65f, 1) : ImVec4(0.38f, 0.38f, 0.4f, 1);
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
  // The first font texture is created with the window's first frame.
  if (!m_dressed) return;
  ImGui_ImplOpenGL3_DestroyFontsTexture();
  ImGui_ImplOpenGL3_CreateFontsTexture();
}

void Panels::attempt(const std::function<void()>& what) {
  try {
    what();
  } catch (const std::exception& error) {
    report(error.what(), true);
  }
}

void Panels::report(const std::string& message, bool isFault) {
  m_message = message;
  m_messageIsFault = isFault;
  m_messageFor = isFault ? kFaultFor : kMessageFor;
}

void Panels::reportWritten(const std::string& file) {
  report("file written: " + std::filesystem::absolute(file).string());
}

void Panels::showMessage(const App& app, int height) {
  if (!(m_messageFor > 0)) return;
  const Region r = app.area();
  const float pad = ImGui::GetFontSize() / 2, width = static_cast<float>(r.width) - 2 * pad;
  ImGui::SetNextWindowPos(ImVec2(static_cast<float>(r.left) + pad, static_cast<float>(height - r.bottom) - pad),
                          ImGuiCond_Always, ImVec2(0, 1));
  ImGui::SetNextWindowSize(ImVec2(width, 0));
  ImGui::SetNextWindowBgAlpha(0.85f);
  ImGui::Begin("##message", nullptr, kFixedPanel | ImGuiWindowFlags_NoInputs | ImGuiWindowFlags_NoNav);
  ImGui::PushTextWrapPos(width - pad);
  // Red that is readable on the dark or the light ground.
  m_messageIsFault
      ? ImGui::TextColored(m_dark ? ImVec4(1, 0.5f, 0.45f, 1) : ImVec4(0.7f, 0, 0, 1), "%s", m_message.c_str())
      : ImGui::TextUnformatted(m_message.c_str());
  ImGui::PopTextWrapPos();
  ImGui::End();
}

void Panels::showHelp() {
  if (!m_help) return;
  const ImVec2 room = ImGui::GetMainViewport()->Size;
  ImGui::SetNextWindowPos(ImGui::GetMainViewport()->GetCenter(), ImGuiCond_Always, ImVec2(0.5f, 0.5f));
  if (ImGui::Begin("Keys", &m_help,
                   ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoMove)) {
    Widgets::shrinkLetters(std::min(room.x, room.y * kHelpLetters[0] / kHelpLetters[1]), kHelpLetters[0]);
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

bool Panels::inOne(int width) const {
  const auto w = static_cast<float>(width);
  const float left = std::min(kLeft * m_fontScale, w * kMostLeft),
              right = std::min(kRight * m_fontScale, w * kMostRight);
  return right < kLeastRight * kFont * m_fontScale || w - left - right < kLeastPictures * w;
}

float Panels::leftWidth(int width) const {
  return m_hidden ? 0 : std::min(kLeft * m_fontScale, static_cast<float>(width) * kMostLeft);
}
float Panels::rightWidth(int width) const {
  return m_hidden || inOne(width) ? 0 : std::min(kRight * m_fontScale, static_cast<float>(width) * kMostRight);
}

Region Panels::pictures(int width, int height, const StepThrough* steps) const {
  const int from = static_cast<int>(leftWidth(width)),
            to = static_cast<int>(static_cast<float>(width) - rightWidth(width)),
            bottom = steps ? static_cast<int>(stepsHeight(height, *steps)) : 0;
  return {from, bottom, std::max(1, to - from), std::max(1, height - bottom)};
}

void Panels::show(App& app, int width, int height, const std::string& renderer, double frameMs) {
  const float left = leftWidth(width), right = rightWidth(width);
  const auto w = static_cast<float>(width), h = static_cast<float>(height);
  m_widgets.begin();
  if (m_hidden) {
    showWayBack(height - app.area().bottom);
    return;
  }
  ImGui::SetNextWindowPos(ImVec2(0, 0));
  ImGui::SetNextWindowSize(ImVec2(left, h));
  ImGui::Begin("##controls", nullptr, kFixedPanel);
  Widgets::shrinkLetters(left, kPanelLetters);
  showControls(app);
  if (right == 0) {
    ImGui::Spacing();
    ImGui::Separator();
    showFigures(app, renderer, frameMs);
  }
  ImGui::End();
  if (right == 0) return;
  ImGui::SetNextWindowPos(ImVec2(w - right, 0));
  ImGui::SetNextWindowSize(ImVec2(right, h));
  ImGui::Begin("##figures", nullptr, kFixedPanel);
  Widgets::shrinkLetters(right, kPanelLetters);
  showFigures(app, renderer, frameMs);
  ImGui::End();
}

/// Shows a button that brings hidden panels back without a keyboard, above this height.
void Panels::showWayBack(int height) {
  const float pad = ImGui::GetFontSize() / 2;
  ImGui::SetNextWindowPos(ImVec2(pad, static_cast<float>(height) - pad), ImGuiCond_Always, ImVec2(0, 1));
  ImGui::SetNextWindowBgAlpha(0.5f);
  ImGui::Begin("##back", nullptr, kFixedPanel | ImGuiWindowFlags_AlwaysAutoResize);
  if (m_widgets.button("Panels", "Shows the panels again (F2).")) m_hidden = false;
  ImGui::End();
}

}  // namespace pliant::detail
