#pragma once

#include <tbb/global_control.h>

namespace pliant::test {

/// As many threads as `Workers` can have in a program that includes this, though the machine may have fewer cores.
inline constexpr unsigned kMostThreads = 8;
inline const tbb::global_control g_mostThreads(tbb::global_control::max_allowed_parallelism, kMostThreads);

}  // namespace pliant::test
