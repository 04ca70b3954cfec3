#pragma once

#include "core/forChunks.h"

namespace pliant::detail {

/// Calls work(i) for each i < count: on all threads, or on the calling one alone if `workers` is null. The calls must
/// not share data that one of them writes. `size`: number of elements (nodes, links) of all bodies together. It decides
/// how many bodies are one chunk of work: waking a thread for less takes longer than the work.
template <typename Work>
void forEachBody(Workers* workers, std::size_t count, std::size_t size, Work&& work) {
  constexpr std::size_t kElements = 1024;  // in a chunk
  forChunks(workers, count, 1 + kElements * count / (size + 1), work);
}

}  // namespace pliant::detail
