#pragma once

#include <pliant/scenes/Judge.h>

#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "Pane.h"
#include "interaction.h"
#include "timing.h"

namespace pliant::detail {

/// A simulation, and what its thread and the window share.
struct Pane::State {
  struct Task {
    bool shows;
    std::function<void(State&)> what;
  };

  mutable std::mutex mutex;
  std::condition_variable wake, idle;
  std::deque<Task> tasks;
  bool working = true, building = true, quit = false, ended = false;  // building is the thread's first task
  Clock::time_point since = Clock::now();
  std::shared_ptr<const Snapshot> latest;
  std::vector<StepSample> samples;
  std::shared_ptr<const TakenQuery> taken;

  bool stock = false;     ///< true for Bullet's own detection; never changes
  bool scripted = false;  ///< see SceneEntry::scripted; never changes

  // Used by the simulation's thread only.
  Overlay overlay;
  std::unique_ptr<Simulation> simulation;
  Verdict verdict;
  SceneTrail trail;
  Picker picker;
  std::optional<Ray> dragTarget;
  struct Later {
    int after;  ///< step number
    std::function<void(State&)> what;
  };
  std::deque<Later> later;  ///< sorted by step number
  std::string note;
  int noted = 0;                     ///< step number of the note
  std::optional<std::size_t> pairs;  ///< of the last judgement
  Question question = Question::Step;
  std::optional<StaticQuery> query;  ///< with Question::Paper, once asked
  std::optional<StaticAnswer> answer;
  bool measured = false;  ///< see StepSample::measured
  double judgeSeconds = 0, sinceJudged = 0;
  bool judgesAll = false, judged = false, failed = false;  ///< `judged`: after the last step

  /// Sets the overlay. Under stock Bullet it has no parts that Pliant's methods build.
  void show(const Overlay& wanted) { overlay = stock ? withoutMethods(wanted) : wanted; }
  /// See StepSample::stepped.
  bool stepped() const { return !scripted || stock || question == Question::Step; }
  void judgeNow();
  void ask();
  StepwiseQuery stepwiseQuery();
  std::vector<std::optional<ClosedBody>> closedBodies() const;
  void publish();
  void fail(const std::string& fault);
  StepSample sample() const;
  void addSample();
  std::vector<AutoDetector::WorkItem> choices() const;
  void step();
  void doDue();
  void live(const SceneEntry& entry, const Simulation::Settings& settings);
  void work(const Task& task);
};

}  // namespace pliant::detail
