#pragma once

#include <pliant/detectors/Statistics.h>
#include <pliant/detectors/UsedParts.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "regularitytree/PartTest.h"

namespace pliant::detail {

/// Two parts that may meet, or one that may meet itself (slotA = slotB and a = b).
struct PartPair {
  Index slotA, slotB, a, b;
  bool adjacent = true;  ///< false: the parts that they are parts of are not
  bool within() const { return slotA == slotB && a == b; }
};

/// Grows as a vector does, and takes pairs without a branch.
class PairList {
 public:
  PairList() = default;
  PairList(PairList&& other) noexcept { *this = std::move(other); }
  PairList& operator=(PairList&& other) noexcept {
    m_pairs = std::move(other.m_pairs);
    m_size = std::exchange(other.m_size, 0);
    m_capacity = std::exchange(other.m_capacity, 0);
    return *this;
  }

  bool empty() const { return m_size == 0; }
  std::size_t size() const { return m_size; }
  std::size_t capacity() const { return m_capacity; }
  const PartPair* begin() const { return m_pairs.data(); }
  const PartPair* end() const { return m_pairs.data() + m_size; }
  const PartPair& operator[](std::size_t i) const { return m_pairs[i]; }
  operator std::span<const PartPair>() const { return {begin(), end()}; }

  void clear() { m_size = 0; }
  void reserve(std::size_t count) {
    if (count <= m_capacity) return;
    m_pairs.resize(count);
    m_capacity = count;
  }
  /// For so many more.
  void makeRoom(std::size_t more) {
    if (m_capacity - m_size < more) reserve(std::max(2 * m_capacity, m_size + more));
  }
  /// Needs room for it, taken or not.
  void pushIf(bool taken, const PartPair& pair) {
    m_pairs[m_size] = pair;
    m_size += taken;
  }
  void push(const PartPair& pair) {
    makeRoom(1);
    pushIf(true, pair);
  }
  template <typename Unwanted>
  void eraseIf(Unwanted&& unwanted) {
    const auto end = m_pairs.begin() + static_cast<std::ptrdiff_t>(m_size);
    m_size = static_cast<std::size_t>(std::remove_if(m_pairs.begin(), end, unwanted) - m_pairs.begin());
  }
  PartPair pop() { return m_pairs[--m_size]; }
  /// Of the last ones, as many as there is room for.
  template <std::size_t N>
  std::size_t pop(std::array<PartPair, N>& into) {
    const std::size_t count = std::min(N, m_size);
    m_size -= count;
    std::copy(m_pairs.data() + m_size, m_pairs.data() + m_size + count, into.begin());
    return count;
  }
  void append(const PairList& other) {
    makeRoom(other.m_size);
    m_size = static_cast<std::size_t>(
        std::copy(other.begin(), other.end(), m_pairs.begin() + static_cast<std::ptrdiff_t>(m_size)) - m_pairs.begin());
  }

 private:
  std::vector<PartPair> m_pairs;
  std::size_t m_size = 0, m_capacity = 0;  // the size of m_pairs, which takes a division to ask for
};

/// Boxes as (min x, y, z, 0, max x, y, z, 0).
inline bool boxesMeet(const float* a, const float* b) {
  using Floats = float __attribute__((vector_size(16), aligned(4)));
  using Words = std::int64_t __attribute__((vector_size(16)));
  const auto at = [](const float* p) { return *reinterpret_cast<const Floats*>(p); };
  const auto both = (at(a) <= at(b + 4)) & (at(b) <= at(a + 4));
  const Words words = reinterpret_cast<Words>(both);
  return (words[0] & words[1]) == -1;
}

/// The way down two hierarchies, or one and itself (Volino 1994, 2.3.2).
class DualTraversal {
 public:
  struct Settings {
    bool skipParts = true;     ///< optimisation I
    bool skipAdjacent = true;  ///< optimisation II
    PartTest::Settings test;
    Index bottom = 1;          ///< faces of a part that is not divided further
    bool hashCrowded = false;  ///< which concerns RegularitySearch: crowded parts of a body are hashed together
  };

  /// One task's memory, and what it found.
  struct Task {
    PartTest test;
    PairList stack, found;
    Counters counters;
    bool notesUsed = false;
    std::vector<UsedParts> used;  ///< bodies by slot
  };

  /// `parts` by slot; all that is given must outlive the descent.
  DualTraversal(const BodySet& bodies, std::span<const std::unique_ptr<SurfaceParts>> parts,
                const DirectionSamples& samples, const Settings& settings)
      : m_bodies(bodies), m_parts(parts), m_samples(samples), m_settings(settings) {}

  /// Calls the paper's procedure for a pair: it goes on the task's stack if there is more to do, to its finds if both
  /// are bottoms.
  void call(const PartPair& pair, Task& task) const;
  /// Goes on with one that was on the stack.
  void visit(const PartPair& pair, Task& task) const;
  /// Goes on until nothing is left on the stack.
  void finish(Task& task) const;

 private:
  void callChildren(const PartPair& pair, bool divideA, Task& task) const;
  UsedParts::End visitPart(const PartPair& pair, Task& task) const;
  UsedParts::End visitTwo(const PartPair& pair, Task& task) const;
  static void note(const PartPair& pair, UsedParts::End end, Task& task) {
    if (task.notesUsed) task.used.push_back({pair.slotA, pair.a, pair.slotB, pair.b, end});
  }

  const BodySet& m_bodies;
  std::span<const std::unique_ptr<SurfaceParts>> m_parts;
  const DirectionSamples& m_samples;
  const Settings m_settings;
};

}  // namespace pliant::detail
