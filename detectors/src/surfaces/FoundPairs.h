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

#include "core/KeySort.h"
#include "narrow/triangleFilter.h"
#include "surfaces/ElementBoxes.h"

namespace pliant::detail::surface {

enum List : std::uint8_t { kVertexFace, kEdgeEdge, kFaceFace, kLists };

/// Pool of objects that tasks borrow. Allocates an object only if all are in use.
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
  /// Returns the objects that are not in use.
  std::span<const std::unique_ptr<T>> all() const { return m_free; }
  void reserve(std::size_t count) {
    while (m_free.size() < count) m_free.push_back(std::make_unique<T>());
  }

 private:
  std::mutex m_mutex;
  std::vector<std::unique_ptr<T>> m_free;
};

/// Returns the number of work items in a chunk, of `count`. Many small items share what a chunk takes from its pools:
/// for a heap of ropes the locks took longer than the search.
constexpr std::size_t itemsPerChunk(std::size_t count) {
  return 1 + count / 256;
}

/// Pairs that tasks find, as keys of element indices in the set. The output is either sorted candidates or the results
/// of exact tests. If the exact test is given before the search, pairs are tested in blocks during the search: memory
/// is then proportional to the results, not to the tested pairs.
class FoundPairs {
 public:
  /// The exact tests: faces that meet, and vertices within `margin` [length] of faces. `bodies` null: no exact test.
  struct Exact {
    const BodySet* bodies = nullptr;
    Real margin = 0;
  };

  /// Pairs found by one task.
  class TaskPairs {
   public:
    WalkCounters counters;
    /// Calls `write` with a buffer that holds the list's present pairs; `write` appends to it.
    template <typename Write>
    void add(List list, Write&& write) {
      Keys& into = m_lists[list];
      Growing growing{*this, list};
      PairBuffer buffer{into.keys.data(), into.size, into.keys.size(), &growing, &TaskPairs::grow, into.most};
      write(buffer);
      into.most = buffer.most;
      take(list, buffer.size);
    }

   private:
    friend FoundPairs;
    struct Keys {
      std::vector<std::uint64_t> keys;
      std::size_t size = 0, most = 0;
      std::size_t decided = 0;  ///< number of keys at the front that passed the test
      std::size_t dropped = 0;  ///< number of keys that failed the test
    };
    struct Growing {
      TaskPairs& part;
      List list;
    };
    static void grow(PairBuffer& buffer, std::size_t more);
    void begin(const Exact& exact);
    bool tests(List list) const { return m_exact.bodies && list != kEdgeEdge; }
    void take(List list, std::size_t size);
    std::size_t decide(List list, std::size_t size);

    Keys m_lists[kLists];
    Exact m_exact;
    Counters m_tests;
  };

  /// Removes all pairs and prepares for `threads` concurrent tasks.
  void begin(unsigned threads, const Exact& exact);
  std::unique_ptr<TaskPairs> take();
  void give(std::unique_ptr<TaskPairs> part) { m_parts.give(std::move(part)); }
  /// Merges the pairs of all tasks, which must not hold a pair twice. Adds to `counters`.
  void end(const BodySet& bodies, Counters& counters);

  // Call one of the following after end(). They discard the stored pairs that they do not return.
  /// Writes all pairs, sorted. Requires a search without an exact test.
  void writeCandidates(Candidates& candidates);
  /// Writes the pairs of faces that meet, sorted. Adds to results.counters.
  void writeFacePairs(const BodySet& bodies, Results& results, Workers& workers);
  /// Writes the pairs within the margin, sorted. Adds to results.counters.
  void writeVertexFace(const BodySet& bodies, Real margin, Results& results, Workers& workers);

  std::size_t memory() const;

 private:
  void filter(List list, const Exact& exact, Counters& counters, Workers& workers);
  void merge(List list, Counters& counters);
  void sort(List list) { m_sorter.sort(m_keys[list], m_firsts[list], m_seconds[list]); }

  Exact m_exact;
  Pool<TaskPairs> m_parts;
  std::vector<std::uint64_t> m_keys[kLists];
  std::size_t m_decided[kLists] = {};  // number of keys at the front that passed the test
  std::vector<Meeting> m_accepted;
  std::vector<Counters> m_chunkCounters;
  std::size_t m_firsts[kLists] = {}, m_seconds[kLists] = {};  // upper bounds of indices
  KeySort m_sorter;
};

}  // namespace pliant::detail::surface
