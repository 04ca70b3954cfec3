#pragma once

#include <pliant/benchmarks/Floor.h>
#include <pliant/benchmarks/Table.h>
#include <pliant/detectors/BodySet.h>
#include <pliant/detectors/Detector.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace pliant::benchmarks {

/// What one and two threads are to do in each step.
struct ThreadedStep {
  BodySet& set;
  Query query;
  std::function<std::unique_ptr<Detector>()> make;  ///< the detector that is asked, and copies of it
  std::function<void()> move;                       ///< to the next step; not measured
  std::function<void(Floor&, Workers&)> floorPass;
};

/// What the columns of oneAndTwoThreads() are, for a caption.
inline constexpr const char* kThreadsCaption =
    "ms on the wall, reading, update and query; beside it what does not depend on another thread: two copies of the "
    "detector, by turns and at once; the floor's pass, over and over; and a loop that waits for its own results, which "
    "gains the same where threads share a core; passes and loop for as long as the detector takes; all begin with a "
    "helper "
    "that sleeps";
std::vector<std::string> threadColumns();

/// Medians of `steps` steps, in which all take turns.
std::vector<Table::Cell> oneAndTwoThreads(const ThreadedStep& step, int steps);

}  // namespace pliant::benchmarks
