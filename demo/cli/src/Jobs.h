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

/// Runs the jobs as child processes in order, so many at once. `ended` is called one call at a time. The children end
/// with this program.
void runJobs(const std::vector<Job>& jobs, unsigned atOnce, const JobEnded& ended);

}  // namespace pliant::cli
