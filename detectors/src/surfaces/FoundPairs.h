#pragma once

#include <pliant/detectors/BodySet.h>
#include <pliant/detectors/Candidates.h>
#include <pliant/detectors/Results.h>
#include <pliant/detectors/Workers.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "narrow/triangleFilter.h"
#include "surfaces/ElementBoxes.h"
#include "surfaces/KeySort.h"

namespace pliant::detail::surface {

enum List : std::uint8_t { kVertexFace, kEdgeEdge, kFaceFace, kLists };

/// Objects that tasks borrow; as many as ever were out at once.
template <typename T>
class Pool {
 public:
  std::unique_ptr<T> take() {
    const std::lock_guard lock(m_mutex);
    if (m_free.empty()) return std::make_unique<T>();
    auto object = std::move(m_free.back());
    m_free.pop_back();
    return object;
  }
  void give(std::unique_ptr<T> object) {
    const std::lock_guard lock(m_mutex);
    m_free.push_back(std::move(object));
  }
  /// Those that are not out.
  std::span<const std::unique_ptr<T>> all() const { return m_free; }
  void reserve(std::size_t count) {
    while (m_free.size() < count) m_free.push_back(std::make_unique<T>());
  }

 private:
  std::mutex m_mutex;
  std::vector<std::unique_ptr<T>> m_free;
};

/// Pairs that tasks find, as keys of flat indices, and what becomes of them: sorted candidates, or the results that
/// exact tests leave.
class FoundPairs {
 public:
  /// What one task found.
  class Part {
   public:
    WalkCounters counters;
    /// `write` is given a buffer that holds what the list has so far, and adds to it.
    template <typename Write>
    void add(List list, Write&& write) {
      auto& into = m_keys[list];
      PairBuffer buffer{into.data(), m_sizes[list], into.size(), &into, &Part::grow, m_most[list]};
      write(buffer);
      m_sizes[list] = buffer.size;
      m_most[list] = buffer.most;
    }

   private:
    friend FoundPairs;
    static void grow(PairBuffer& buffer, std::size_t more);

    std::vector<std::uint64_t> m_keys[kLists];
    std::size_t m_sizes[kLists] = {}, m_most[kLists] = {};
  };

  /// Forgets all pairs; so many tasks may be at work at once.
  void begin(unsigned threads);
  std::unique_ptr<Part> take() { return m_parts.take(); }
  void give(std::unique_ptr<Part> part) { m_parts.give(std::move(part)); }
  /// Of all tasks that are done.
  std::size_t size() const;
  /// Merges what all tasks found, which may hold no pair twice; adds to `counters`.
  void end(const BodySet& bodies, Counters& counters);

  // After end(), one of these: they keep of the pairs what they give.
  /// All, sorted.
  void candidates(Candidates& candidates);
  /// Those pairs of faces that meet, sorted; adds to results.counters.
  void facePairs(const BodySet& bodies, Results& results, Workers& workers);
  /// Those pairs that are within the margin, sorted; adds to results.counters.
  void vertexFace(const BodySet& bodies, Real margin, Results& results, Workers& workers);

  std::size_t memory() const;

 private:
  /// accept(keys, verdicts, counters) for each chunk.
  template <typename Accept>
  void filter(List list, Accept&& accept, Counters& counters, Workers& workers);
  void sort(List list) { m_sorter.sort(m_keys[list], m_firsts[list], m_seconds[list]); }

  Pool<Part> m_parts;
  std::vector<std::uint64_t> m_keys[kLists];
  std::vector<Meeting> m_accepted;
  std::vector<Counters> m_chunkCounters;
  std::size_t m_firsts[kLists] = {}, m_seconds[kLists] = {};  // bounds of indices
  KeySort m_sorter;
};

}  // namespace pliant::detail::surface
