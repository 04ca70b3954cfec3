#pragma once

#include <pliant/detectors/Error.h>
#include <pliant/detectors/buckettree/BucketDescent.h>
#include <pliant/detectors/buckettree/Buckets.h>
#include <pliant/detectors/buckettree/primitives.h>

#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace pliant {

/// BucketTree (Ganovelli, Dingliana, O'Sullivan 2000) over primitives of any type.
///
/// - update() sorts the primitives into an octree by Algorithm 1 or 2.
/// - forEachPair() traverses two octrees together and finds primitives whose extents overlap.
/// - Primitives can be inserted and removed at any time (cutting, tearing, merging).
/// - A handle is valid until its primitive is removed; a later primitive may get the same handle.
/// - Functions that take a handle do not check it, except contains().
/// - No allocation after warm-up.
template <BucketPrimitive Primitive>
class BucketOctree {
 public:
  BucketOctree() = default;
  /// Throws Error if there are more levels than the storage supports.
  explicit BucketOctree(const BucketSettings& settings) : m_buckets(settings) {}
  /// Throws Error if there are more levels than the storage supports.
  void setSettings(const BucketSettings& settings) { m_buckets.setSettings(settings); }
  const BucketSettings& settings() const { return m_buckets.settings(); }

  /// Inserts a primitive, which is tested from the next update on.
  /// Returns its handle.
  Index insert(Primitive primitive) {
    Index handle = static_cast<Index>(m_primitives.size());
    if (m_free.empty()) {
      m_primitives.push_back(std::move(primitive));
      m_state.push_back(State::Waiting);
      m_free.reserve(m_primitives.capacity());
    } else {
      handle = m_free.back();
      m_free.pop_back();
      m_primitives[handle] = std::move(primitive);
      m_state[handle] = State::Waiting;
    }
    ++m_size;
    return handle;
  }

  /// Removes a primitive immediately.
  void remove(Index handle) {
    m_state[handle] = State::Free;
    m_free.push_back(handle);
    --m_size;
  }

  /// Returns the number of primitives.
  Index size() const { return m_size; }
  /// Returns true if the handle is valid.
  bool contains(Index handle) const { return handle < m_state.size() && m_state[handle] != State::Free; }
  Primitive& operator[](Index handle) { return m_primitives[handle]; }
  const Primitive& operator[](Index handle) const { return m_primitives[handle]; }

  /// Reads place and extent of all primitives, and sorts them into buckets.
  void update() {
    updateIf([](const Box&) { return true; });
  }
  /// Sorts only primitives whose extents overlap `region`; the others are not tested until the next update.
  void update(const Box& region) {
    updateIf([&](const Box& extent) { return overlap(extent, region); });
  }

  const Buckets& buckets() const { return m_buckets; }
  /// Returns the last traversal.
  const BucketDescent& descent() const { return m_descent; }

  /// Calls found(handle, handle in `other`) for each pair of primitives whose extents overlap.
  /// The extents are those of the last update of each octree.
  template <BucketPrimitive Other, typename Found>
  void forEachPair(const BucketOctree<Other>& other, Found&& found) {
    m_descent.between(m_buckets, other.buckets(), settings().order);
    for (const auto& [a, b] : m_descent.pairs())
      for (const Index i : m_buckets.content(m_buckets.node(a))) {
        if (!inBuckets(i)) continue;
        for (const Index j : other.buckets().content(other.buckets().node(b)))
          if (other.inBuckets(j) && overlap(extent(i), other.extent(j))) found(i, j);
      }
  }

  /// Calls found(handle, handle) for each pair of primitives of this octree whose extents overlap.
  /// The extents are those of the last update.
  template <typename Found>
  void forEachPairWithin(Found&& found) {
    m_descent.within(m_buckets, settings().order);
    for (const auto& [a, b] : m_descent.pairs()) {
      const auto ofA = m_buckets.content(m_buckets.node(a)), ofB = m_buckets.content(m_buckets.node(b));
      for (std::size_t i = 0; i < ofA.size(); ++i) {
        if (!inBuckets(ofA[i])) continue;
        for (std::size_t j = a == b ? i + 1 : 0; j < ofB.size(); ++j)
          if (inBuckets(ofB[j]) && overlap(extent(ofA[i]), extent(ofB[j]))) found(ofA[i], ofB[j]);
      }
    }
  }

  /// Returns true if the last update sorted the primitive into a bucket, and it has not been removed.
  bool inBuckets(Index handle) const { return m_state[handle] == State::InBuckets; }
  /// Returns the extent of a primitive at the last update.
  const Box& extent(Index handle) const { return m_extents[handle]; }

 private:
  enum class State : std::uint8_t { Free, Waiting, InBuckets };

  template <typename Takes>
  void updateIf(Takes&& takes) {
    const std::size_t count = m_primitives.size();
    m_places.resize(count);
    m_extents.resize(count);
    m_present.resize(count);
    for (std::size_t h = 0; h < count; ++h) {
      m_present[h] = 0;
      if (m_state[h] == State::Free) continue;
      m_extents[h] = m_primitives[h].extent();
      m_present[h] = takes(m_extents[h]);
      m_state[h] = m_present[h] ? State::InBuckets : State::Waiting;
      if (m_present[h]) m_places[h] = m_primitives[h].place();
    }
    m_buckets.update(m_places, m_extents, m_present);
  }

  Buckets m_buckets;
  BucketDescent m_descent;
  std::vector<Primitive> m_primitives;
  std::vector<State> m_state;
  std::vector<Index> m_free;
  std::vector<std::array<Real, 3>> m_places;
  std::vector<Box> m_extents;
  std::vector<std::uint8_t> m_present;
  Index m_size = 0;
};

}  // namespace pliant
