#pragma once

#include <pliant/detectors/Statistics.h>
#include <pliant/detectors/UsedPatches.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "regularitytree/PatchTest.h"

namespace pliant::detail {

/// Two patches that may intersect, or one patch that may intersect itself (bodyA = bodyB and a = b). bodyA and bodyB
/// are body indices.
struct PatchPair {
  Index bodyA, bodyB, a, b;
  bool adjacent = true;  ///< false: the parents are not adjacent
  bool within() const { return bodyA == bodyB && a == b; }
};

/// A list that grows like a vector and appends pairs without a branch.
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
  const PatchPair* begin() const { return m_pairs.data(); }
  const PatchPair* end() const { return m_pairs.data() + m_size; }
  const PatchPair& operator[](std::size_t i) const { return m_pairs[i]; }
  operator std::span<const PatchPair>() const { return {begin(), end()}; }

  void clear() { m_size = 0; }
  void reserve(std::size_t count) {
    if (count <= m_capacity) return;
    m_pairs.resize(count);
    m_capacity = count;
  }
  /// Ensures capacity for `more` further pairs.
  void makeRoom(std::size_t more) {
    if (m_capacity - m_size < more) reserve(std::max(2 * m_capacity, m_size + more));
  }
  /// Appends the pair if `taken`. Needs capacity for it in any case.
  void pushIf(bool taken, const PatchPair& pair) {
    m_pairs[m_size] = pair;
    m_size += taken;
  }
  void push(const PatchPair& pair) {
    makeRoom(1);
    pushIf(true, pair);
  }
  PatchPair pop() { return m_pairs[--m_size]; }
  /// Removes the last pairs, up to N, and copies them to `into`. Returns their number.
  template <std::size_t N>
  std::size_t pop(std::array<PatchPair, N>& into) {
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
  std::vector<PatchPair> m_pairs;
  std::size_t m_size = 0, m_capacity = 0;  // m_capacity: m_pairs.size(), without its division
};

/// Returns true if two boxes (min x, y, z, 0, max x, y, z, 0) overlap.
inline bool boxesMeet(const float* a, const float* b) {
  using Floats = float __attribute__((vector_size(16), aligned(4)));
  using Words = std::int64_t __attribute__((vector_size(16)));
  const auto at = [](const float* p) { return *reinterpret_cast<const Floats*>(p); };
  const auto both = (at(a) <= at(b + 4)) & (at(b) <= at(a + 4));
  const Words words = reinterpret_cast<Words>(both);
  return (words[0] & words[1]) == -1;
}

/// Traversal of two hierarchies, or of one with itself (Volino 1994, 2.3.2).
class DualTraversal {
 public:
  struct Settings {
    bool skipPatches = true;   ///< optimisation I of the paper
    bool skipAdjacent = true;  ///< optimisation II of the paper
    PatchTest::Settings test;
    Index leafPatch = 1;  ///< largest number of faces of a leaf patch
  };

  /// Memory and results of one task.
  struct Task {
    PatchTest test;
    PairList stack, found;
    Counters counters;
    bool recordsUsed = false;
    std::vector<UsedPatches> used;  ///< bodyA and bodyB are body indices
  };

  /// `patches` has one entry per body. All arguments must outlive the traversal.
  DualTraversal(const BodySet& bodies, std::span<const std::unique_ptr<SurfacePatches>> patches,
                const DirectionSamples& samples, const Settings& settings)
      : m_bodies(bodies), m_patches(patches), m_samples(samples), m_settings(settings) {}

  /// Calls the paper's procedure for a pair. A single patch goes to task.stack. Two patches whose boxes overlap go to
  /// task.found if both are leaf patches, else to task.stack.
  void call(const PatchPair& pair, Task& task) const;
  /// Processes a pair from the stack.
  void visit(const PatchPair& pair, Task& task) const;
  /// Processes the stack until it is empty.
  void finish(Task& task) const;

 private:
  void callChildren(const PatchPair& pair, bool divideA, Task& task) const;
  UsedPatches::End visitPatch(const PatchPair& pair, Task& task) const;
  UsedPatches::End visitTwo(const PatchPair& pair, Task& task) const;
  static void record(const PatchPair& pair, UsedPatches::End end, Task& task) {
    if (task.recordsUsed) task.used.push_back({pair.bodyA, pair.a, pair.bodyB, pair.b, end});
  }

  const BodySet& m_bodies;
  std::span<const std::unique_ptr<SurfacePatches>> m_patches;
  const DirectionSamples& m_samples;
  const Settings m_settings;
};

}  // namespace pliant::detail
