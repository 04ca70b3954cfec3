#pragma once

#include <pliant/detectors/Export.h>
#include <pliant/detectors/Types.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace pliant {

/// One of the three arrays of Algorithm 2 (Ganovelli 2000, 3.1): handles sorted by one coordinate.
/// Insertion sort keeps the array sorted; a pointer per bucket marks the bucket's first handle.
class PLIANT_DETECTORS_EXPORT SortedAxis {
 public:
  /// Sorts the array after the coordinates have changed.
  /// `keys`: keys[stride · h] is the coordinate of handle h, not NaN; equal coordinates are sorted by handle.
  /// `gone`: handles h with gone[h] ≠ 0 are removed; may be empty.
  /// `newcomers`: handles to add, ascending.
  /// The cost is that of insertion sort, limited to the order of a full sort.
  void sort(const Real* keys, std::ptrdiff_t stride, std::span<const std::uint8_t> gone,
            std::span<const Index> newcomers);

  /// Updates the bucket pointers: starts()[k] becomes the first position in the array whose coordinate is at least
  /// minimum + k · (maximum − minimum) / buckets.
  /// This is the paper's UpdateBucketPointers, corrected for arbitrary boxes, numbers of buckets and empty buckets.
  void follow(Real minimum, Real maximum, std::size_t buckets);

  void clear();
  void reserve(std::size_t count) {
    m_entries.reserve(count);
    m_new.reserve(count);
  }

  /// Writes the bucket of handle h to cells[stride · h]. Call follow() before.
  void cells(std::uint32_t* cells, std::ptrdiff_t stride) const;

  /// Returns the number of handles.
  std::size_t size() const { return m_entries.size(); }
  /// Returns the handle at a position in the array.
  Index operator[](std::size_t place) const { return m_entries[place].handle; }
  /// Returns the first position of each bucket, then the number of handles.
  std::span<const Index> starts() const { return m_starts; }
  /// Returns the number of positions by which the last insertion sort moved handles, without newcomers.
  /// kNoMoves: a full sort replaced it.
  std::size_t moves() const { return m_moves; }
  static constexpr std::size_t kNoMoves = ~std::size_t{0};

  /// Returns the memory [bytes].
  std::size_t memory() const;

 private:
  struct Entry {
    Real key;
    Index handle;
    bool operator<(const Entry& other) const { return key < other.key || (key == other.key && handle < other.handle); }
  };

  bool insertionSort();

  std::vector<Entry> m_entries, m_new;
  std::vector<Index> m_starts;
  std::size_t m_moves = 0;
};

}  // namespace pliant
