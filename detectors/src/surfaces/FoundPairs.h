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
/// exact tests leave. Pairs whose exact test is known when they are gathered are tested in blocks as they come, so that
/// memory goes by what is found, not by what is looked at.
class FoundPairs {
 public:
  /// Which exact tests are known: of faces that meet and of vertices within the margin of faces. No set: none is.
  struct Exact {
    const BodySet* bodies = nullptr;
    Real margin = 0;
  };

  /// What one task found.
  class Part {
   public:
    WalkCounters counters;
    /// `write` is given a buffer that holds what the list has so far, and adds to it.
    template <typename Write>
    void add(List list, Write&& write) {
      Keys& into = m_lists[list];
      Growing growing{*this, list};
      PairBuffer buffer{into.keys.data(), into.size, into.keys.size(), &growing, &Part::grow, into.most};
      write(buffer);
      into.most = buffer.most;
      take(list, buffer.size);
    }

   private:
    friend FoundPairs;
    struct Keys {
      std::vector<std::uint64_t> keys;
      std::size_t size = 0, most = 0;
      std::size_t decided = 0;  ///< the first of them have passed the exact test
      std::size_t dropped = 0;  ///< have not passed it
    };
    struct Growing {
      Part& part;
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

  /// Forgets all pairs; so many tasks may be at work at once.
  void begin(unsigned threads) { begin(threads, {}); }
  void begin(unsigned threads, const Exact& exact);
  std::unique_ptr<Part> take();
  void give(std::unique_ptr<Part> part) { m_parts.give(std::move(part)); }
  /// Pairs of all tasks that are done, those included that did not pass the exact test.
  std::size_t size() const;
  /// Merges what all tasks found, which may hold no pair twice; adds to `counters`.
  void end(const BodySet& bodies, Counters& counters);

  // After end(), one of these: they keep of the pairs what they give.
  /// All, sorted; where no exact test was known.
  void candidates(Candidates& candidates);
  /// Those pairs of faces that meet, sorted; adds to results.counters.
  void facePairs(const BodySet& bodies, Results& results, Workers& workers);
  /// Those pairs that are within the margin, sorted; adds to results.counters.
  void vertexFace(const BodySet& bodies, Real margin, Results& results, Workers& workers);

  std::size_t memory() const;

 private:
  void filter(List list, const Exact& exact, Counters& counters, Workers& workers);
  void merge(List list, Counters& counters);
  void sort(List list) { m_sorter.sort(m_keys[list], m_firsts[list], m_seconds[list]); }

  Exact m_exact;
  Pool<Part> m_parts;
  std::vector<std::uint64_t> m_keys[kLists];
  std::size_t m_decided[kLists] = {};  // the first of them have passed the exact test
  std::vector<Meeting> m_accepted;
  std::vector<Counters> m_chunkCounters;
  std::size_t m_firsts[kLists] = {}, m_seconds[kLists] = {};  // bounds of indices
  KeySort m_sorter;
};

}  // namespace pliant::detail::surface
