#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace pliant::cli {

/// A call of this program as a child process.
struct Job {
  std::vector<std::string> arguments;
  double limit = 0;  ///< wall time after which the child is ended [s]
};

/// Called when a job has ended.
/// `status`: its exit status; -1 if it could not be started, reached its limit or was ended by a signal.
using JobEnded = std::function<void(std::size_t job, int status)>;

/// Creates a job just before it starts, so that its limit can depend on the time left.
/// std::nullopt: this job and all later ones are skipped.
using MakeJob = std::function<std::optional<Job>(std::size_t job)>;

/// Called repeatedly. If it returns true, all running jobs are ended and no more are started.
using Stop = std::function<bool()>;

/// Runs jobs 0 to `count` − 1 in order as child processes, at most `atOnce` at a time.
/// The callbacks are called one at a time. The children end with this program.
/// `ended` is not called for jobs that `stop` has ended, or that SIGINT or SIGTERM has ended.
void runJobs(std::size_t count, unsigned atOnce, const MakeJob& make, const JobEnded& ended, const Stop& stop);

}  // namespace pliant::cli
