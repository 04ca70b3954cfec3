#pragma once

#include <imgui.h>

#include <functional>
#include <optional>
#include <string>
#include <utility>

#include "App.h"
#include "SceneRenderer.h"
#include "Widgets.h"
#include "Window.h"

namespace pliant::detail {

struct MethodText;

/// What the window shows beside the scenes, frame by frame.
class Panels {
 public:
  /// Sets fonts, for a display of this scale, and colours.
  void dress(const Preferences& preferences, float displayScale);

  /// What they leave of a window to the pictures.
  Region pictures(int width, int height) const;
  /// Controls to the left, figures to the right.
  void show(App& app, int width, int height, const std::string& renderer, double frameMs);
  /// Keys and the mouse, where no control has them.
  void listen(App& app, Window& window);
  /// The list of keys.
  void showKeys(bool shown) { m_help = shown; }
  /// Does it, or tells why it can't be done.
  void attempt(const std::function<void()>& what);
  /// Tells that a file is there.
  void tellWritten(const std::string& file);
  /// What was told goes away after some seconds.
  void letPass(double seconds) { m_messageFor -= seconds; }
  /// A file for a picture of this frame, if a control asked for one.
  std::string pictureAsked() { return std::exchange(m_picture, {}); }
  /// Those that the last frame has shown.
  const Widgets& widgets() const { return m_widgets; }

 private:
  static constexpr std::size_t kMedianOf = 60;  // steps

  /// Where there is no room for both, the figures stand below the controls.
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
  void showInScene(App& app, const MethodText& method);
  void showOverlays(App& app);
  void showVariants(App& app);
  void showLook(App& app);
  void showFigures(App& app, const std::string& renderer, double frameMs);
  void showPlots(App& app, App::PaneView& view);
  using Values = std::function<std::vector<float>(const History&)>;
  void plot(App& app, const App::PaneView& view, const char* name, const char* text, const Values& values,
            const char* format);
  void showStages(App& app);
  void showFiles(App& app);
  void showLayers(const App& app);
  void showLoad(App& app);
  void showLabels(App& app, int height);
  void showHelp();
  void showMessage(const App& app, int height);
  /// For some seconds, at the foot of the pictures.
  void report(const std::string& message, bool isFault = false);
  void showHold(App& app);

  void makeLetters(float scale);

  Widgets m_widgets;
  float m_fontScale = 0;
  bool m_dark = false, m_dressed = false, m_help = false, m_hidden = false;
  std::string m_message, m_picture;
  std::string m_overlayNote;
  std::string m_explained, m_methodNote;  // the detector that is; what its button did beside
  double m_messageFor = 0;                // seconds
  bool m_messageIsFault = false;
  std::optional<ImVec2> m_cutFrom;
};

}  // namespace pliant::detail
