#pragma once

#include <functional>

#include "reportJson.h"

namespace pliant::cli {

struct SuperviseSettings {
  /// CPU time after which a step counts as hung [s]. The limit of wall time is ten times as long.
  double stepLimit = 20;
  /// True: a fault of the child, such as SIGSEGV or SIGABRT, ends the run as RunEnd::Crash. False: it is an error.
  bool mayCrash = false;
};

/// Runs a scene in a child process, so that a run that hangs still returns a report with the checks so far.
/// So does a run that crashes, if `mayCrash` is set.
/// `observer` is called in the child.
/// Throws Error as runScene does, and std::runtime_error if the child ends in any other way.
/// Call before other threads are started: the function forks.
Json runSupervised(const RunSettings& settings, const RunObserver& observer, const SuperviseSettings& limits);

}  // namespace pliant::cli
