#pragma once

#include <imgui.h>

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "App.h"
#include "SceneRenderer.h"
#include "Widgets.h"
#include "Window.h"

namespace pliant::detail {

struct CounterRow;
struct MethodText;

constexpr float kFont = 15;  ///< size of letters [units]
constexpr ImGuiWindowFlags kFixedPanel = ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoResize |
                                         ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoTitleBar |
                                         ImGuiWindowFlags_NoBringToFrontOnFocus;

/// Controls, figures and messages of the window.
class Panels {
 public:
  /// Sets colours, and fonts for a display of this scale and a window of this size.
  void dress(const Preferences& preferences, float displayScale, int width = 0, int height = 0);
  /// Returns the size of letters of a window whose user has chosen none, in steps of a quarter: 1 at 1280 x 800.
  static float lettersFor(int width, int height, float displayScale);

  /// Returns the region of the window between the panels, and above the panel of `steps` unless that is null.
  Region pictures(int width, int height, const StepThrough* steps = nullptr) const;
  /// Shows controls on the left and figures on the right.
  void show(App& app, int width, int height, const std::string& renderer, double frameMs);
  /// Handles keys and the mouse, unless a control uses them.
  void listen(App& app, Window& window);
  /// Shows or hides the list of keys.
  void showKeys(bool shown) { m_help = shown; }
  /// Calls `what` and reports an exception as a message.
  void attempt(const std::function<void()>& what);
  /// Reports that a file was written.
  void reportWritten(const std::string& file);
  /// Reduces the time for which the message is shown.
  void letPass(double seconds) { m_messageFor -= seconds; }
  /// Returns the file for a picture of this frame if a control requested one, else empty.
  std::string pictureAsked() { return std::exchange(m_picture, {}); }
  /// Controls of the last frame.
  const Widgets& widgets() const { return m_widgets; }
  /// The text on Pliant's picture in the last frame, legends of overlays included.
  struct Label {
    float left = 0, top = 0, right = 0, bottom = 0;  ///< [window units], from the upper left corner
    bool whole = true;                               ///< false if a part of the text had no space
  };
  const Label& label() const { return m_label; }

  static constexpr std::size_t kMedianOf = 60;  ///< steps of a median
  /// Returns the legend of an overlay, or the reason why there is nothing of it in a picture of this step.
  static std::string legendOf(const OverlayKind& kind, const std::string& detector, const Snapshot* shown);

 private:
  /// Returns true if there is no space for both panels; the figures are then below the controls.
  bool inOne(int width) const;
  float leftWidth(int width) const;
  float rightWidth(int width) const;
  void showWayBack(int height);
  void showControls(App& app);
  void showScenes(App& app);
  void showMotion(App& app);
  void showDetectors(App& app);
  void showBodyDetectors(App& app);
  void showMethod(App& app);
  void showStepButton(App& app);
  void showSteps(App& app);
  void showStep(App& app, const StepThrough& steps);
  void showColours(const std::vector<LegendLine>& legend) const;
  static void turnStep(App& app, int by);
  float stepsHeight(int height, const StepThrough& steps) const;
  void showInScene(App& app, const MethodText& method);
  void showSettings(App& app);
  void showSetting(App& app, const MethodSetting& setting, double value);
  void showRenderers(App& app);
  void showQuestion(App& app);
  void showOverlays(App& app);
  void showVariants(App& app);
  void showLook(App& app);
  void showFigures(App& app, const std::string& renderer, double frameMs);
  void showCounters(App& app);
  void showPlots(App& app, App::PaneView& view);
  void plotPairs(App& app, const App::PaneView& view);
  using Values = std::function<std::vector<float>(const History&)>;
  void plot(App& app, const App::PaneView& view, const char* name, const char* text, const Values& values,
            const char* format);
  void showStages(App& app);
  void showFiles(App& app);
  void showLayers(const App& app);
  void showLoad(App& app);
  void showLabels(App& app, int height);
  void showState(App& app, const App::PaneView& view, float width);
  void showLegend(App& app, float width);
  void showHelp();
  void showMessage(const App& app, int height);
  /// Shows a message for some seconds at the lower edge of the pictures.
  void report(const std::string& message, bool isFault = false);
  void showHold(App& app);

  void makeLetters(float scale);

  Widgets m_widgets;
  float m_fontScale = 0, m_letters = 1;  // with and without the display's scale
  bool m_dark = false, m_dressed = false, m_help = false, m_hidden = false;
  std::string m_message, m_picture;
  std::string m_overlayNote;
  std::string m_explained, m_methodNote;  // detector of the text; note of its button
  int m_methodGoesOn = 0;                 // steps that the button goes on; 0 if it does not
  double m_messageFor = 0;                // [s]
  bool m_messageIsFault = false;
  std::optional<ImVec2> m_cutFrom;
  Label m_label;
};

}  // namespace pliant::detail
