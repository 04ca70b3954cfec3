#pragma once

#include <tbb/global_control.h>

namespace pliant::test {

/// As many threads as `Workers` can have in a program that includes this, though the machine may have fewer cores.
/// Holds to the program's very end: while threads go, the library frees what the thread sanitizer can't see it
/// synchronise.
inline constexpr unsigned kMostThreads = 8;
inline const auto& g_mostThreads = *new tbb::global_control(tbb::global_control::max_allowed_parallelism, kMostThreads);

}  // namespace pliant::test
