#pragma once

#include <tbb/global_control.h>

namespace pliant::test {

/// Allows oneTBB this number of threads, the most that `Workers` can use in a program that includes this header, even
/// if the machine has fewer cores. The object is never destroyed: when threads end, oneTBB frees memory with a
/// synchronisation that the thread sanitizer cannot detect.
inline constexpr unsigned kMostThreads = 8;
inline const auto& g_mostThreads = *new tbb::global_control(tbb::global_control::max_allowed_parallelism, kMostThreads);

}  // namespace pliant::test
