#pragma once

#include <functional>
#include <optional>
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

/// Makes a job at the moment when it starts, so that it can go by the time left. Nothing: it and all later ones are
/// left out.
using MakeJob = std::function<std::optional<Job>(std::size_t job)>;

/// Asked all the time: whether to end all that runs and to start nothing more.
using Stop = std::function<bool()>;

/// Runs jobs 0 to `count` − 1 as child processes in order, so many at once. The callbacks come one at a time. The
/// children end with this program. Nothing is told of jobs that were stopped, or ended by SIGINT or SIGTERM.
void runJobs(std::size_t count, unsigned atOnce, const MakeJob& make, const JobEnded& ended, const Stop& stop);

}  // namespace pliant::cli
