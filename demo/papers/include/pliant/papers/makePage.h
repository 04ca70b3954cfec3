#pragma once

#include <pliant/papers/Run.h>

#include <functional>
#include <istream>
#include <span>
#include <string>

namespace pliant::papers {

/// Called before each part. `done`, `total`: estimated seconds of the parts [s]. Returns false to end the work.
using PartProgress = std::function<bool(const std::string& part, double done, double total)>;

/// Makes the parts of the papers, and writes papers.md in the folder after each one. If the progress ends the work, or
/// a part throws, the page has the parts that were made before, and says that it is incomplete; if none was, an earlier
/// page stays. Returns true if all parts were made.
/// Throws Error if a file can't be written or a part throws Error, and std::runtime_error if a part throws anything
/// else. The message of a part's error begins with paper and part; the error itself is nested in it.
bool makePage(const std::string& folder, std::span<const Paper> papers, Run& run, const PartProgress& progress);

/// Returns the name of the first processor that has one, the number of hardware threads and the widest vector
/// instructions. `processors`: text as in /proc/cpuinfo.
std::string describeProcessor(std::istream& processors);

}  // namespace pliant::papers
