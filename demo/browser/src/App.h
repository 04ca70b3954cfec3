#pragma once

#include <pliant/browser/Browser.h>

#include <array>
#include <functional>
#include <map>
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
#include "StepThrough.h"

namespace pliant::detail {

/// State and commands of the window. Controls, keys and scripts call the same functions. Needs a current OpenGL context
/// from construction to destruction.
class App {
 public:
  /// A picture of the window: stock Bullet or Pliant.
  struct PaneView {
    std::unique_ptr<Pane> pane;   ///< null if the picture is not shown
    std::string scene, detector;  ///< `scene`: its name, for mesh files followed by a counter
    SceneRenderer renderer;
    History history;
    std::shared_ptr<const Snapshot> shown;
    std::string note;    ///< reason why there is no pane or an action was skipped
    bool stuck = false;  ///< true while a step takes so long that the other pane continues alone
    bool waits = false;  ///< true until an abandoned simulation of the same scene has ended
  };

  /// `steadily`: each frame makes one step and waits for it, and a failed scene throws.
  App(const BrowserSettings& settings, const Preferences& preferences, bool steadily);

  // Commands. They throw Error for unknown names.
  void openScene(const std::string& name);
  /// Opens a scene of the bodies in these files.
  void openMeshes(const std::vector<std::string>& files);
  /// Sets the detector of the right picture. The scene continues if the old and the new detector are Pliant's and the
  /// pane has not failed, else it restarts.
  void setDetector(const std::string& name);
  /// Sets the detector of one body in Pliant's picture, until another scene is opened. "auto": no detector of its own.
  void setBodyDetector(const BodyDetector& own);
  /// Changes settings of the detector of the right picture: NAME=VALUE, "paper" or "default", see parseMethodValue().
  /// They are kept for this detector until the window is closed; all ldi detectors share them.
  void setMethodValue(const std::string& text);
  /// Sets the question of the right picture until another scene is opened. A scripted scene begins with the papers'.
  void setQuestion(Question question);
  /// Parses "step" or "paper". Throws Error for other words.
  static Question parseQuestion(const std::string& word);
  /// Shows or hides stock Bullet. Showing it restarts the scene.
  void setBeside(bool beside);
  void setOverlay(const Overlay& overlay);
  void setOptions(const SceneOptions& options);  ///< used from the next restart on
  /// Replaces a detector of stock Bullet's other world by that of the scene.
  void restart();
  void setRunning(bool running);
  /// Makes this number of steps, then pauses.
  void step(int steps = 1);
  /// Does the same with fewer pictures in between: as many steps a frame as a running scene.
  void goOn(int steps);
  /// Sets the speed relative to real time. Throws Error outside [0.02, 1].
  void setSpeed(double speed);
  /// Pauses the scene and takes a query of the current positions apart. Pliant's picture shows its steps until
  /// leaveSteps(), which is also called by each command that changes the scene. Throws Error if the detector has no
  /// steps.
  void startSteps();
  /// Shows the scene again, which runs if it did before. Does nothing if no query is taken apart.
  void leaveSteps();
  /// Shows this step of the query, from 0 on, or the last one. Throws Error if the query is not ready.
  void showStep(std::size_t step);
  /// Returns null if no query is taken apart.
  const StepThrough* stepThrough() const { return m_through.get(); }
  // Points are in window units from the upper left corner. The result is false if the point is in no picture.
  bool throwBall(float x, float y);
  bool grab(float x, float y);
  void dragTo(float x, float y);
  void release();
  /// Cuts along the line between two points, see Pane::cut.
  bool cut(float fromX, float fromY, float toX, float toY);
  bool holds() const { return m_held.has_value(); }
  /// Returns a line in a picture, from the held point to its drag target: x, y, x, y in window units. Empty if nothing
  /// is held there.
  std::optional<std::array<float, 4>> holdLine(std::size_t view) const;
  void resetCamera();
  void exportHistory(const std::string& file) const;
  /// Records each step from now on, see Recorder.
  void record(const std::string& to);
  /// Ends the recording. Waits for it only if steadily.
  void stopRecording();
  /// Returns the path of a recording that has ended and was not returned before; empty if there is none. Throws Error
  /// if it failed.
  std::string recordingEnded();
  /// Ends all recordings and waits for them. Throws Error if one failed.
  void finishRecordings();
  const Recorder* recorder() const { return m_recorder.get(); }
  /// Returns true if a recording has queue space and take() has not got the shown step.
  bool wantsPicture() const;
  void take(const Image& picture);

  /// Advances by the time of a frame [s]. Call once a frame. Throws Error if steadily and a scene failed.
  void advance(double seconds);
  /// Sets the region of the pictures in the window.
  void arrange(const Region& region, int windowHeight);
  void draw(float pixelsPerUnit);

  bool running() const { return m_running; }
  int stepsWanted() const { return m_wanted; }
  bool building() const;
  /// Returns true if nothing moves until the next command.
  bool still() const;
  double speed() const { return m_speed; }
  const SceneEntry& scene() const { return m_scene; }
  /// Returns all scenes that can be opened, grouped by category.
  std::vector<const SceneEntry*> scenes() const;
  const SceneOptions& options() const { return m_options; }
  Question question() const { return m_question; }
  /// Returns all values of the detector of the right picture; empty if it has no settings.
  MethodValues methodValues() const;
  const std::vector<BrowserDetector>& detectors() const { return m_detectors; }
  std::array<PaneView, 2>& views() { return m_views; }
  /// Returns true if stock Bullet is shown.
  bool beside() const { return m_preferences.beside && mayBeBeside(); }
  /// Returns false for scripted scenes, where both pictures would be equal, and for those in which stock Bullet
  /// crashes.
  bool mayBeBeside() const { return !m_scene.scripted && !m_scene.stockCrashes; }
  OrbitCamera& camera() { return m_camera; }
  /// Returns the layers of Pliant's picture; null if they are not shown.
  const LayerView* layers() const { return showsLayers() ? &m_layers : nullptr; }
  Preferences& preferences() { return m_preferences; }
  /// Returns "auto" if the body has no detector of its own.
  std::string bodyDetector(const std::string& body) const;
  /// Region of both pictures, and of one, in window units from the lower left corner.
  const Region& area() const { return m_area; }
  Region regionOf(std::size_t view) const;
  /// Returns the title of a detector's picture or column.
  static std::string titleOf(const std::string& detector);

 private:
  struct Abandoned {
    std::string scene, detector;
    Pane::AbandonedRun run;
  };

  void checkDetector(const std::string& name) const;
  bool knows(const std::string& detector) const;
  bool showsLayers() const { return m_preferences.overlay.layers && !Simulation::isStock(m_preferences.detector); }
  std::function<GivenDetector()> givenOf(const std::string& detector) const;
  /// Returns the values that were set for a detector.
  MethodValues valuesOf(const std::string& detector) const;
  void start(PaneView& view, const std::string& detector);
  /// Starts the simulation, unless an abandoned one of the same scene and detector still runs.
  void begin(PaneView& view);
  void beginWaiting();
  /// Ends a pane, or abandons it.
  void stop(PaneView& view);
  bool bothIdle() const;
  /// Returns the latest snapshot of a running pane; null if there is no pane, or it is stuck or has failed.
  static std::shared_ptr<const Snapshot> latestOf(const PaneView& view);
  /// Returns the step that all pictures show; empty while they differ.
  std::optional<int> shownStep() const;
  void watch(double patience);
  int stepsBehind() const;
  void stepPanes(int steps);
  int stepsRequested() const;
  /// Calls what(pane, steps) for each pane with the number of steps requested so far, after which the action follows.
  template <typename What>
  void forEachPane(const What& what) {
    const int now = stepsRequested();
    for (PaneView& view : m_views)
      if (view.pane) what(*view.pane, now);
  }
  void dragHeld();
  int stepsAtOnce() const;
  void wait();
  void collect();
  void collectSteps();
  std::optional<std::size_t> viewAt(float x, float y) const;
  Ray through(std::size_t view, float x, float y) const;

  std::vector<BrowserDetector> m_detectors;
  Preferences m_preferences;
  SceneEntry m_scene;
  std::optional<SceneEntry> m_meshes;  ///< scene of the bodies in files
  int m_meshesOpened = 0;
  SceneOptions m_options, m_inUse;  ///< for the next restart; since the last restart
  std::vector<Abandoned> m_abandoned;
  std::vector<BodyDetector> m_bodyDetectors;
  std::map<std::string, MethodValues, std::less<>> m_methodValues;  ///< by methodFamily()
  Question m_question = Question::Step;
  std::array<PaneView, 2> m_views;  ///< stock Bullet; Pliant
  Region m_area;
  int m_windowHeight = 1;
  OrbitCamera m_camera;
  LayerView m_layers;
  std::unique_ptr<StepThrough> m_through;  ///< null if no query is taken apart
  std::unique_ptr<StepThrough> m_left;     ///< left in this frame, whose controls may still show its texture
  bool m_running = true;
  const bool m_steadily;
  int m_wanted = 0;
  bool m_goesOn = false;  ///< true if the wanted steps are those of goOn()
  double m_speed = 1, m_due = 0;
  std::unique_ptr<Recorder> m_recorder;
  std::vector<std::unique_ptr<Recorder>> m_recordersEnding;
  std::optional<int> m_recorded;        ///< last step that take() got
  std::optional<std::size_t> m_held;    ///< view in which a body is dragged
  std::array<float, 2> m_dragTarget{};  ///< drag target [window units]
  std::optional<Ray> m_dragRay;         ///< drag target that the panes got last
};

}  // namespace pliant::detail
