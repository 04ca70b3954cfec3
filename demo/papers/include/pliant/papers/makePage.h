#pragma once

#include <pliant/papers/Run.h>

#include <functional>
#include <span>
#include <string>

namespace pliant::papers {

/// Called before each part. `done`, `total`: estimated seconds of the parts [s]. Returns false to end the work.
using PartProgress = std::function<bool(const std::string& part, double done, double total)>;

/// Makes the parts of the papers, and writes papers.md in the folder after each one. If the progress ends the work, or
/// a part throws, the page has the parts that were made before, and says that it is incomplete. Returns true if all
/// parts were made. Throws Error if a file can't be written.
bool makePage(const std::string& folder, std::span<const Paper> papers, Run& run, const PartProgress& progress);

}  // namespace pliant::papers
