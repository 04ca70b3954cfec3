#pragma once

#include <pliant/detectors/Export.h>
#include <pliant/detectors/buckettree/Buckets.h>

#include <cstdint>
#include <span>
#include <vector>

namespace pliant {

/// Dual traversal of two octrees (Ganovelli 2000, 3): finds all pairs of buckets whose boxes overlap.
/// At each pair of overlapping nodes one node is replaced by its children; a bucket stays until the other is a bucket.
/// Keeps its memory between calls.
class PLIANT_DETECTORS_EXPORT BucketDescent {
 public:
  struct Pair {
    Index a, b;  ///< node indices of buckets
  };

  /// Finds each pair of overlapping buckets of two octrees once.
  void between(const Buckets& a, const Buckets& b, BucketSettings::Order order);
  /// Finds each pair of overlapping buckets of one octree once, and each bucket of at least two primitives with itself.
  /// Primitives with overlapping extents are in the same bucket or in two overlapping buckets.
  void within(const Buckets& tree, BucketSettings::Order order);

  /// Returns the pairs of the last traversal.
  std::span<const Pair> pairs() const { return m_pairs; }
  std::uint64_t nodesVisited() const { return m_visited; }  ///< number of visited node pairs of the last traversal
  std::uint64_t boxTests() const { return m_boxTests; }     ///< number of box tests of the last traversal
  /// Reserves memory for so many pairs and stack entries.
  void reserve(std::size_t pairs, std::size_t stack) {
    m_pairs.reserve(pairs);
    m_stack.reserve(stack);
  }
  std::size_t pairCapacity() const { return m_pairs.capacity(); }
  std::size_t stackCapacity() const { return m_stack.capacity(); }
  /// Returns the memory [bytes].
  std::size_t memory() const { return (m_stack.capacity() + m_pairs.capacity()) * sizeof(Pair); }

 private:
  void descend(const Buckets& a, const Buckets& b, BucketSettings::Order order);

  std::vector<Pair> m_stack, m_pairs;
  std::uint64_t m_visited = 0, m_boxTests = 0;
};

}  // namespace pliant
