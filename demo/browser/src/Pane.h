#pragma once

#include <pliant/detectors/BodySet.h>
#include <pliant/detectors/Statistics.h>
#include <pliant/pictures/drawScene.h>
#include <pliant/scenes/Simulation.h>

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "OrbitCamera.h"

namespace pliant::detail {

/// What a step cost and left behind.
struct StepSample {
  int step = 0;
  std::string detector;
  StepTimes times;  ///< ms
  std::size_t contacts = 0;
  std::optional<Counters> counters;  ///< of the step; nothing under stock Bullet
  std::optional<std::size_t> pairs;  ///< of faces that intersect, where they were looked for
};

/// A closed surface.
struct ClosedBody {
  Box box{};
  bool inverted = false;  ///< its faces look inward
};

/// A simulation as it stands between two steps.
struct Snapshot {
  Drawing drawing;
  StepSample sample;
  std::vector<std::string> bodies;  ///< names
  std::vector<std::uint8_t> solid;  ///< by body: whether it is made of tetrahedra
  bool holdsGas = false;            ///< see Simulation::holdsGas
  /// By body, where the overlay shows layers; nothing of those that are not closed.
  std::vector<std::optional<ClosedBody>> closed;
  std::optional<SpatialHash::Load> load;  ///< of the hash's table, where the overlay shows its cells
  std::size_t markUpdates = 0;            ///< that the marks' octrees have seen, where the overlay shows them
  std::optional<std::size_t> pairs;       ///< of faces that intersect, when they were last looked for
  std::optional<btVector3> held;          ///< where that is that is led
  std::string note;                       ///< what could not be done
  std::string fault;                      ///< why it goes no further; empty: it does
};

/// One simulation on a thread of its own, so that a window does not stand still where a step takes long, or never ends.
/// All it is told is done in order.
class Pane {
  struct State;

 public:
  /// A pane's simulation that was left behind in something that takes long, and ends by itself, if ever.
  class Left {
   public:
    bool ended() const { return m_state.expired(); }
    /// Where it is in a step of stock Bullet, of which some never end: for how many seconds. Else 0.
    double inStockStepFor() const;

   private:
    friend class Pane;
    explicit Left(const std::shared_ptr<State>& state) : m_state(state) {}
    std::weak_ptr<State> m_state;
  };

  /// `judgesAll`: each step is judged where that is asked for, however long it takes.
  Pane(const SceneEntry& entry, const Simulation::Settings& settings, const Overlay& overlay, bool judgesAll);
  /// As end(), with some seconds.
  ~Pane();
  Pane(const Pane&) = delete;
  Pane& operator=(const Pane&) = delete;

  /// Waits so many seconds for what is being done. What takes longer is left behind, and told: its thread goes on until
  /// that is done, or the program ends. Nothing else may follow.
  std::optional<Left> end(double patience);

  /// So many steps; a snapshot is made of the last.
  void step(int steps = 1);
  void setOverlay(const Overlay& overlay);
  void setBodyDetector(const BodyDetector& own);
  /// See Simulation::setDetector.
  void setDetector(const std::string& detector, const std::function<GivenDetector()>& given);
  /// How many steps it was told to make.
  int stepsTold() const { return m_stepsTold; }

  // What is done by hand, as soon as so many steps are made: at the same one in both pictures, also where one is
  // behind.
  /// See Picker::take.
  void grab(const Ray& ray, int after);
  /// Where what is held goes from then on, see Picker::pull.
  void lead(const Ray& to, int after);
  void release(int after);
  /// See detail::throwBall.
  void throwBall(const Ray& ray, double distance, int after);

  /// Cuts what lies between two lines of sight from one eye, of bodies of faces alone. Not under stock Bullet, which
  /// may crash in what was cut; nor a body that is driven or keeps its shape by a pose, of which the snapshot's note
  /// tells.
  void cut(const Ray& from, const Ray& to, int after);

  /// Whether something is left to be done; and for how many seconds the present thing has been going on.
  bool busy() const;
  double busyFor() const;
  /// The latest; null before the simulation is built.
  std::shared_ptr<const Snapshot> snapshot() const;
  /// Of all steps since this was asked last.
  std::vector<StepSample> takeSamples();
  /// Whether simulations were left behind.
  static bool someAbandoned();

 private:
  /// `shows`: what is to be seen is another afterwards.
  void post(bool shows, std::function<void(State&)> task);
  void postAfter(int steps, bool shows, std::function<void(State&)> task);
  std::shared_ptr<State> m_state;
  int m_stepsTold = 0;
  std::thread m_thread;
};

}  // namespace pliant::detail
