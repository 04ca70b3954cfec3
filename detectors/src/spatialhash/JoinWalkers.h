#pragma once

#include <pliant/detectors/Workers.h>

#include <cstddef>

#include "spatialhash/SurfaceJoin.h"
#include "surfaces/FoundPairs.h"

namespace pliant::detail::surface {

/// Runs walks on all threads.
class JoinWalker final : public Walker {
 public:
  JoinWalker(FoundPairs& found, List list, Workers& workers) : m_found(found), m_list(list), m_workers(workers) {}
  void run(const Walk& walk) override {
    constexpr std::size_t kWalkersPerChunk = 512;
    m_workers.forChunks(walk.walkers.count, kWalkersPerChunk, [&](std::size_t, std::size_t begin, std::size_t end) {
      auto part = m_found.take();
      part->add(m_list, [&](PairBuffer& pairs) { walk.run(begin, end, pairs, part->counters); });
      m_found.give(std::move(part));
    });
  }

 private:
  FoundPairs& m_found;
  List m_list;
  Workers& m_workers;
};

}  // namespace pliant::detail::surface
