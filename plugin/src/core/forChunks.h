#pragma once

#include <pliant/detectors/Workers.h>

#include <cstddef>

namespace pliant::detail {

/// Calls work(i) for each i < count, in chunks of `grain`: on all threads, or on the calling one alone if `workers` is
/// null. The calls must not share data that one of them writes.
template <typename Work>
void forChunks(Workers* workers, std::size_t count, std::size_t grain, Work&& work) {
  const auto some = [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) work(i);
  };
  if (workers)
    workers->forChunks(count, grain, some);
  else
    some(0, 0, count);
}

}  // namespace pliant::detail
