#pragma once

#include <pliant/detectors/Export.h>
#include <pliant/detectors/buckettree/Buckets.h>

#include <cstdint>
#include <span>
#include <vector>

namespace pliant {

/// Descends two octrees at once (Ganovelli 2000, 3): of two overlapping nodes one gives way to its children, a bucket
/// waits for the other's; what is left are pairs of buckets whose boxes overlap. Keeps its memory.
class PLIANT_DETECTORS_EXPORT BucketDescent {
 public:
  struct Pair {
    Index a, b;  ///< nodes that are buckets
  };

  /// Each pair of overlapping buckets of two octrees once.
  void between(const Buckets& a, const Buckets& b, BucketSettings::Order order);
  /// Each pair of overlapping buckets of one octree once, and each bucket of at least two primitives with itself:
  /// primitives that are near each other are in the same bucket or in two that overlap.
  void within(const Buckets& tree, BucketSettings::Order order);

  std::span<const Pair> pairs() const { return m_pairs; }
  std::uint64_t nodesVisited() const { return m_visited; }  ///< pairs of nodes, by the last descent
  std::uint64_t boxTests() const { return m_boxTests; }
  void reserve(std::size_t pairs, std::size_t stack) {
    m_pairs.reserve(pairs);
    m_stack.reserve(stack);
  }
  std::size_t pairCapacity() const { return m_pairs.capacity(); }
  std::size_t stackCapacity() const { return m_stack.capacity(); }
  std::size_t memory() const { return (m_stack.capacity() + m_pairs.capacity()) * sizeof(Pair); }

 private:
  void descend(const Buckets& a, const Buckets& b, BucketSettings::Order order);

  std::vector<Pair> m_stack, m_pairs;
  std::uint64_t m_visited = 0, m_boxTests = 0;
};

}  // namespace pliant
