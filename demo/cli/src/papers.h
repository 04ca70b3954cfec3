#pragma once

#include <pliant/benchmarks/benchmarks.h>

#include <string>

namespace pliant::cli {

/// Makes the page of the papers in a folder, with a progress bar and an estimate of the time on standard error. A
/// signal ends it after the part that is being made; the page has what was made until then. Throws Error if a file
/// can't be written.
void makePapers(const std::string& folder, benchmarks::BenchSettings settings, bool quick);

}  // namespace pliant::cli
