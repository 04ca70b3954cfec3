#pragma once

#include <functional>
#include <string>
#include <vector>

namespace pliant::cli {

/// A call of this very program.
struct Job {
  std::vector<std::string> arguments;
  double limit = 0;  ///< seconds of wall time after which it is ended
};

/// How a job ended: its exit status, or -1 where it was ended from outside.
using JobEnded = std::function<void(std::size_t job, int status)>;

/// Makes a job at the moment when it starts, so that it can go by the time left.
using MakeJob = std::function<Job(std::size_t job)>;

/// Runs jobs 0 to `count` − 1 as child processes in order, so many at once. The callbacks come one at a time. The
/// children end with this program.
void runJobs(std::size_t count, unsigned atOnce, const MakeJob& make, const JobEnded& ended);

}  // namespace pliant::cli
