#pragma once

#include <functional>

#include "runJson.h"

namespace pliant::cli {

struct SuperviseSettings {
  /// Seconds of CPU time that one step may take before the child is given up; of wall time, ten times that.
  double stepLimit = 20;
  /// Whether a fault in the child (a bad address, an abort) is a way for the scene to end. Else it is an error.
  bool mayCrash = false;
};

/// Runs a scene in a child process, so that a step that never ends ends in a report all the same, with the checks made
/// until then; and so does a crash, if it may be. `observer` is called in the child. Throws Error as runScene does. No
/// other thread may run yet.
Json runSupervised(const RunSettings& settings, const RunObserver& observer, const SuperviseSettings& limits);

}  // namespace pliant::cli
