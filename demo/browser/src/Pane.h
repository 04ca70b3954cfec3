#pragma once

#include <pliant/detectors/BodySet.h>
#include <pliant/detectors/Statistics.h>
#include <pliant/pictures/drawScene.h>
#include <pliant/scenes/Simulation.h>
#include <pliant/scenes/StaticQuery.h>

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "OrbitCamera.h"
#include "StepThrough.h"

namespace pliant::detail {

/// The question to a method after each step.
enum class Question : std::uint8_t {
  Step,   ///< Bullet's: what meets during a step, within margins; boxes are swept along the motion
  Paper,  ///< the papers': what meets at the present positions, see StaticQuery
};

/// Costs and results of a step.
struct StepSample {
  int step = 0;
  std::string detector;
  bool stepped = true;    ///< false if the question is asked without stepping the world
  bool measured = false;  ///< false before a step of the world by this detector: no times, contacts and counters then
  StepTimes times;        ///< [ms]
  std::size_t contacts = 0;
  std::size_t volumeContacts = 0;             ///< contacts of SoftContact::Kind::Volume among `contacts`
  std::optional<Counters> counters;           ///< of the step; empty under stock Bullet
  std::optional<std::size_t> pairs;           ///< intersecting face pairs; empty if not tested
  std::optional<std::size_t> verticesInside;  ///< vertices in other bodies; empty if not tested
  std::optional<StaticAnswer> answer;         ///< with Question::Paper
  std::optional<ImageWork> lastImage;         ///< of the step, see Simulation::lastImage
};

/// A closed surface.
struct ClosedBody {
  Box box{};
  bool inverted = false;  ///< true if its faces are oriented inward
};

/// State of a simulation between two steps.
struct Snapshot {
  Drawing drawing;
  StepSample sample;
  std::vector<std::string> bodies;  ///< names
  std::vector<std::uint8_t> solid;  ///< one per body: 1 if it consists of tetrahedra
  bool holdsGas = false;            ///< see Simulation::holdsGas
  /// One per body, filled if the overlay shows layers; empty for bodies that are not closed.
  std::vector<std::optional<ClosedBody>> closed;
  std::optional<SpatialHash::Load> load;  ///< load of the hash table, if the overlay shows its cells
  bool hasCloud = false;                  ///< true if a body consists of vertices only
  std::size_t faces = 0;                  ///< of all bodies
  bool isCut = false;                     ///< true if a body was cut, and Pliant still knows the sides
  std::vector<std::string> chosen;        ///< one per body under auto: the method of the last step, or empty
  Question question = Question::Step;
  std::optional<std::size_t> verticesInside;  ///< vertices in other bodies in the last test
  std::size_t markUpdates = 0;                ///< number of updates of the marks' octrees, if the overlay shows them
  std::optional<std::size_t> pairs;           ///< intersecting face pairs in the last test
  std::optional<btVector3> held;              ///< held position
  std::string note;                           ///< actions that were skipped, with the reason
  std::string fault;                          ///< reason why the simulation stopped; empty while it runs
};

/// Runs one simulation on its own thread, so that the window stays responsive during long or endless steps. Tasks run
/// in the order of the calls.
class Pane {
  struct State;

 public:
  /// An abandoned simulation. It ends when its current task ends, which may be never.
  class AbandonedRun {
   public:
    bool ended() const { return m_state.expired(); }
    /// Returns the seconds for which a task under stock Bullet has been running; else 0. Some steps of stock Bullet
    /// never end.
    double inStockStepFor() const;

   private:
    friend class Pane;
    explicit AbandonedRun(const std::shared_ptr<State>& state) : m_state(state) {}
    std::weak_ptr<State> m_state;
  };

  /// `judgesAll`: every step is tested for intersections if the overlay shows them, however long the test takes.
  Pane(const SceneEntry& entry, const Simulation::Settings& settings, const Overlay& overlay, bool judgesAll);
  /// Calls end() with a patience of 2 s.
  ~Pane();
  Pane(const Pane&) = delete;
  Pane& operator=(const Pane&) = delete;

  /// Waits up to `patience` seconds for the current task. If the task takes longer, abandons the simulation and returns
  /// it: its thread runs until the task is done or the program ends. Call no other function afterwards.
  std::optional<AbandonedRun> end(double patience);

  /// Makes this number of steps. Publishes a snapshot after the last one.
  void step(int steps = 1);
  void setOverlay(const Overlay& overlay);
  void setBodyDetector(const BodyDetector& own);
  /// See Simulation::setDetector.
  void setDetector(const std::string& detector, const std::function<GivenDetector()>& given,
                   const MethodValues& values);
  /// See Simulation::setMethodValues.
  void setMethodValues(const MethodValues& values);
  /// Sets the question that Pliant's method answers after each step. The papers' question: a scripted scene then moves
  /// without its world. No effect under stock Bullet.
  void setQuestion(Question question);
  /// Takes a query of the current positions apart, see takenQuery(). Returns its ticket.
  int takeQuery(const StepwiseMethod& method);
  /// Returns the last query that was taken apart; null if there is none.
  std::shared_ptr<const TakenQuery> takenQuery() const;
  /// Returns the number of steps that step() was called for.
  int stepsRequested() const { return m_stepsRequested; }

  // User actions. They run after step number `after`, so that both pictures apply them at the same step even if one is
  // behind.
  /// See Picker::take.
  void grab(const Ray& ray, int after);
  /// Sets the drag target, see Picker::pull.
  void setDragTarget(const Ray& to, int after);
  void release(int after);
  /// See detail::throwBall.
  void throwBall(const Ray& ray, double distance, int after);

  /// Cuts bodies without tetrahedra between two view rays from one eye. Does nothing under stock Bullet, which may
  /// crash in a cut body. Driven bodies and bodies with a pose are not cut; the snapshot's note gives the reason.
  void cut(const Ray& from, const Ray& to, int after);

  /// Returns true if a task is running or waiting; seconds since the current task began, or 0.
  bool busy() const;
  double busyFor() const;
  /// Returns the latest snapshot; null before the simulation is built.
  std::shared_ptr<const Snapshot> snapshot() const;
  /// Returns the samples of all steps since the last call.
  std::vector<StepSample> takeSamples();
  /// Returns true if a simulation of this process was abandoned.
  static bool someAbandoned();

 private:
  /// `shows`: publish a snapshot after the task.
  void post(bool shows, std::function<void(State&)> task);
  void postAfter(int steps, bool shows, std::function<void(State&)> task);
  std::shared_ptr<State> m_state;
  int m_stepsRequested = 0, m_tickets = 0;
  std::thread m_thread;
};

}  // namespace pliant::detail
