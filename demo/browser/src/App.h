#pragma once

#include <pliant/browser/Browser.h>

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "History.h"
#include "LayerView.h"
#include "OrbitCamera.h"
#include "Pane.h"
#include "Preferences.h"
#include "Recorder.h"
#include "SceneRenderer.h"

namespace pliant::detail {

/// What the window shows and does, apart from how it is told to: controls, keys and scripts call the same. In a current
/// context from its making to its end.
class App {
 public:
  /// One of the two pictures.
  struct PaneView {
    std::unique_ptr<Pane> pane;   ///< null: not shown
    std::string scene, detector;  ///< `scene`: files opened anew are another one
    SceneRenderer renderer;
    History history;
    std::shared_ptr<const Snapshot> shown;
    std::string note;    ///< why there is no pane where one was asked for, or what was not done in it
    bool stuck = false;  ///< its step takes so long that the other goes on alone
    bool waits = false;  ///< begins when what was left behind of it has ended
  };

  /// `steadily`: a frame makes a step, which is waited for, and what fails in a scene is thrown.
  App(const BrowserSettings& settings, const Preferences& preferences, bool steadily);

  // What can be done. Throws Error for names that are unknown.
  void openScene(const std::string& name);
  /// A scene of the bodies in these files, opened.
  void openMeshes(const std::vector<std::string>& files);
  /// Of the picture on the right: it goes on where both are Pliant's, else the scene begins anew.
  void setDetector(const std::string& name);
  /// Of Pliant's picture; "auto": none of its own. Until another scene is opened.
  void setBodyDetector(const BodyDetector& own);
  /// With it the scene begins anew; without it goes on.
  void setBeside(bool beside);
  void setOverlay(const Overlay& overlay);
  void setOptions(const SceneOptions& options);  ///< from the next restart on
  void restart();
  void setRunning(bool running) { m_running = running; }
  /// So many steps from now on, then it stands still.
  void step(int steps = 1);
  /// 1: as fast as it would be. Throws Error for what is not from 0.02 to 1.
  void setSpeed(double speed);
  // In pixels of the window from the upper left corner. False where that is in none of the pictures.
  bool throwBall(float x, float y);
  bool grab(float x, float y);
  void lead(float x, float y);
  void release();
  /// Along a line from one place to another, see Pane::cut.
  bool cut(float fromX, float fromY, float toX, float toY);
  bool holds() const { return m_held.has_value(); }
  /// In a picture, from the vertex that is held to where it is pulled: x, y, x, y in pixels of the window. Nothing
  /// where none is held there.
  std::optional<std::array<float, 4>> holdLine(std::size_t view) const;
  void resetCamera();
  void exportHistory(const std::string& file) const;
  /// Each step from now on, see Recorder.
  void record(const std::string& to);
  /// It ends by itself, without being waited for, if not steadily.
  void stopRecording();
  /// A recording that has ended since this was asked last: where it is; empty: none. Throws Error where it failed.
  std::string recordingEnded();
  /// Ends what is recorded, and waits for it. Throws Error where that failed.
  void finishRecordings();
  const Recorder* recorder() const { return m_recorder.get(); }
  /// Whether it is recorded, and a step is shown of which take() was given no picture.
  bool wantsPicture() const;
  void take(const Image& picture);

  /// Goes on by what a frame's time allows. Call once a frame. Throws Error where a scene failed, if steadily.
  void advance(double seconds);
  /// Where in the window the pictures are.
  void arrange(const Region& region, int windowHeight);
  void draw(float pixelsPerUnit);

  bool running() const { return m_running; }
  int stepsWanted() const { return m_wanted; }
  bool building() const;
  /// Whether nothing moves, until something is done.
  bool still() const;
  double speed() const { return m_speed; }
  const SceneEntry& scene() const { return m_scene; }
  /// All that can be opened; by category.
  std::vector<const SceneEntry*> scenes() const;
  const SceneOptions& options() const { return m_options; }
  const std::vector<BrowserDetector>& detectors() const { return m_detectors; }
  std::array<PaneView, 2>& views() { return m_views; }
  /// Whether stock Bullet is to be seen: not where bodies are led along, since both pictures would be the same.
  bool beside() const { return m_preferences.beside && !m_scene.scripted; }
  OrbitCamera& camera() { return m_camera; }
  /// Of Pliant's picture; null where they are not to be seen.
  const LayerView* layers() const { return m_preferences.overlay.layers ? &m_layers : nullptr; }
  Preferences& preferences() { return m_preferences; }
  /// "auto" where it has none of its own.
  std::string bodyDetector(const std::string& body) const;
  /// Of both pictures, and of one, in the window's units from below.
  const Region& area() const { return m_area; }
  Region regionOf(std::size_t view) const;
  /// Of a picture or a column, by its detector.
  static std::string titleOf(const std::string& detector);

 private:
  struct LeftBehind {
    std::string scene, detector;
    Pane::Left run;
  };

  static constexpr const char* kStock = "bullet";
  void checkDetector(const std::string& name) const;
  bool knows(const std::string& detector) const;
  std::function<GivenDetector()> givenOf(const std::string& detector) const;
  void start(PaneView& view, const std::string& detector);
  /// Not while the same goes on that was left behind.
  void begin(PaneView& view);
  void beginThatWait();
  /// Ends a pane, or leaves it behind.
  void stop(PaneView& view);
  bool bothIdle() const;
  /// What a pane that goes on shows at last; null of the others.
  static std::shared_ptr<const Snapshot> latestOf(const PaneView& view);
  /// Of all pictures; nothing while they differ.
  std::optional<int> shownStep() const;
  void watch(double patience);
  int stepsBehind() const;
  void stepPanes(int steps);
  int stepsTold() const;
  void leadHeld();
  int stepsAtOnce() const;
  void wait();
  void collect();
  std::optional<std::size_t> viewAt(float x, float y) const;
  Ray through(std::size_t view, float x, float y) const;

  std::vector<BrowserDetector> m_detectors;
  Preferences m_preferences;
  SceneEntry m_scene;
  std::optional<SceneEntry> m_meshes;  ///< the scene of the bodies in files
  int m_meshesOpened = 0;
  SceneOptions m_options, m_inUse;  ///< for the next restart; since the last one
  std::vector<LeftBehind> m_left;
  std::vector<BodyDetector> m_bodyDetectors;
  std::array<PaneView, 2> m_views;  ///< stock Bullet; Pliant
  Region m_area;
  int m_windowHeight = 1;
  OrbitCamera m_camera;
  LayerView m_layers;
  bool m_running = true;
  const bool m_steadily;
  int m_wanted = 0;
  double m_speed = 1, m_due = 0;
  std::unique_ptr<Recorder> m_recorder;
  std::vector<std::unique_ptr<Recorder>> m_recordersEnding;
  std::optional<int> m_recorded;      ///< the last step of which a picture was taken
  std::optional<std::size_t> m_held;  ///< view in which a vertex is led
  std::array<float, 2> m_ledTo{};     ///< where, in pixels of the window
  std::optional<Ray> m_ledAlong;      ///< as the panes were told last
};

}  // namespace pliant::detail
