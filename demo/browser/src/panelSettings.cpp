// Panels: settings of the chosen method, and the question that it answers.

#include <imgui.h>

#include <cmath>
#include <string>

#include "panels.h"

namespace pliant::detail {
namespace {

// The two questions.
constexpr const char *kBullets = "Bullet's step", *kPapersWay = "the paper's";
// Larger ranges get a box to type a number into, not a slider.
constexpr double kMostSlider = 64;

/// Returns the explanation of a setting, with its default and the paper's value.
std::string explain(const MethodSetting& setting, double initial) {
  std::string text(setting.word);
  text.append(": ").append(setting.changes).append(" Default ").append(writtenValue(setting, initial));
  if (!setting.zero.empty()) text.append(" (0: ").append(setting.zero).append(")");
  return text.append("; the paper's way: ").append(writtenValue(setting, setting.paper)).append(".");
}

}  // namespace

void Panels::showSettings(App& app) {
  const std::string detector = app.preferences().detector;
  const auto settings = methodSettings(detector);
  if (settings.empty()) return;
  const bool open = ImGui::CollapsingHeader("settings");
  m_widgets.tip("settings",
                "Settings of the method in the words of its paper; they take effect at once. "
                "docs/methods/settings.md lists them.");
  if (!open) return;
  if (m_widgets.button("As in the paper", "Sets all values to the paper's."))
    attempt([&] { app.setMethodValue("paper"); });
  Widgets::beside("Defaults");
  if (m_widgets.button("Defaults", "Sets all values to Pliant's defaults."))
    attempt([&] { app.setMethodValue("default"); });
  showRenderers(app);
  const MethodValues values = app.methodValues();
  // A setting and an overlay may have the same name.
  ImGui::PushID("settings");
  for (const MethodSetting& setting : settings) showSetting(app, setting, values.find(setting.name)->second);
  ImGui::PopID();
}

/// Shows the ways in which layered depth images are drawn; each one is a detector.
void Panels::showRenderers(App& app) {
  const std::string now = app.preferences().detector;
  if (methodFamily(now) != "ldi") return;
  std::string chosen;
  ImGui::SetNextItemWidth(-6 * ImGui::GetFontSize());
  const bool open = ImGui::BeginCombo("renderer", now.c_str());
  if (!open)
    m_widgets.tip("renderer",
                  "Way to draw the images: in software, or by OpenGL in ordered or unordered "
                  "layers (2004, 3). Each is a method of its own.");
  if (!open) return;
  for (const BrowserDetector& detector : app.detectors())
    if (methodFamily(detector.name) == "ldi" &&
        m_widgets.choice(detector.name, detector.description, detector.name == now))
      chosen = detector.name;
  ImGui::EndCombo();
  if (!chosen.empty()) attempt([&] { app.setDetector(chosen); });
}

void Panels::showSetting(App& app, const MethodSetting& setting, double value) {
  const std::string name(setting.name), now = writtenValue(setting, value);
  const MethodValues initial = defaultValues(app.preferences().detector);
  const std::string text = explain(setting, initial.find(setting.name)->second);
  std::string wanted = now;
  ImGui::SetNextItemWidth(-7 * ImGui::GetFontSize());
  if (!setting.choices.empty()) {
    if (ImGui::BeginCombo(name.c_str(), now.c_str())) {
      for (const std::string_view choice : setting.choices)
        if (m_widgets.choice(std::string(choice), text, choice == now)) wanted = choice;
      ImGui::EndCombo();
    } else {
      m_widgets.tip("setting " + name, text);
    }
  } else if (setting.whole && setting.most <= kMostSlider) {
    int number = static_cast<int>(value);
    if (ImGui::SliderInt(name.c_str(), &number, static_cast<int>(setting.least), static_cast<int>(setting.most), "%d",
                         ImGuiSliderFlags_AlwaysClamp))
      wanted = std::to_string(number);
    m_widgets.tip("setting " + name, text);
  } else if (setting.whole) {
    int number = static_cast<int>(value);
    if (ImGui::InputInt(name.c_str(), &number, 0, 0, ImGuiInputTextFlags_EnterReturnsTrue))
      wanted = std::to_string(number);
    m_widgets.tip("setting " + name, text);
  } else {
    double number = value;
    if (ImGui::InputDouble(name.c_str(), &number, 0, 0, "%g", ImGuiInputTextFlags_EnterReturnsTrue))
      wanted = writtenValue(setting, number);
    m_widgets.tip("setting " + name, text);
  }
  if (value == 0 && !setting.zero.empty()) Widgets::description("  0: " + std::string(setting.zero));
  if (wanted != now) attempt([&] { app.setMethodValue(name + "=" + wanted); });
}

void Panels::showQuestion(App& app) {
  if (Simulation::isStock(app.preferences().detector)) return;
  constexpr const char* kStep =
      "Bullet's step: what meets during a step of 1/60 s, within margins; boxes are swept along the "
      "motion.";
  constexpr const char* kPaper =
      "The paper's: what meets at the present positions, without motion and without margins. "
      "Scripted scenes then move without Bullet.";
  const bool isPaper = app.question() == Question::Paper;
  std::optional<Question> chosen;
  ImGui::SetNextItemWidth(-6 * ImGui::GetFontSize());
  if (ImGui::BeginCombo("question", isPaper ? kPapersWay : kBullets)) {
    if (m_widgets.choice(kBullets, kStep, !isPaper)) chosen = Question::Step;
    if (m_widgets.choice(kPapersWay, kPaper, isPaper)) chosen = Question::Paper;
    ImGui::EndCombo();
  } else {
    m_widgets.tip("question", std::string(kStep) + "\n" + kPaper);
  }
  if (chosen) app.setQuestion(*chosen);
}

}  // namespace pliant::detail
