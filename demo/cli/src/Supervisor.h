#pragma once

#include <functional>

#include "runJson.h"

namespace pliant::cli {

struct SuperviseSettings {
  /// Seconds of CPU time that one step may take before the child is given up; of wall time, ten times that.
  double stepLimit = 20;
};

/// Runs a scene in a child process, so that a step that never ends, or a crash, ends in a report all the same: with the
/// checks made until then. `observer` is called in the child. Throws Error as runScene does. No other thread may run
/// yet.
Json runSupervised(const RunSettings& settings, const RunObserver& observer, const SuperviseSettings& limits);

}  // namespace pliant::cli
