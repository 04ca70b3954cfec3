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

/// The work of a step, to be measured with one and two threads.
struct ThreadedStep {
  BodySet& set;
  Query query;
  std::function<std::unique_ptr<Detector>()> make;  ///< creates the detector and its copies
  std::function<void()> move;                       ///< moves to the next step; not measured
  std::function<void(Floor&, Workers&)> floorPass;
};

/// Explains the columns of oneAndTwoThreads(), for a caption.
inline constexpr const char* kThreadsCaption =
    "ms of wall time, reading, update and query. Controls: two copies of the detector, one after the other and at the "
    "same time; repeated passes of the floor; a loop that waits for its own results. Passes and loop take as long as "
    "the detector. All begin with a sleeping helper thread.";
std::vector<std::string> threadColumns();

/// Returns medians over `steps` steps. All columns are measured alternately.
std::vector<Table::Cell> oneAndTwoThreads(const ThreadedStep& step, int steps);

}  // namespace pliant::benchmarks
