#pragma once

#include <pliant/detectors/Export.h>
#include <pliant/detectors/Types.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace pliant {

/// One of the three arrays of Algorithm 2 (Ganovelli 2000, 3.1): handles in the order of one coordinate, kept so by
/// insertion sort, and for each bucket a pointer to its first handle that moves along.
class PLIANT_DETECTORS_EXPORT SortedAxis {
 public:
  /// Puts the array in order again. `keys`: the coordinate of handle h at keys[stride · h], never NaN; equal ones are
  /// ordered by handle. `gone`: handles to be left out from now on where it is set, may be empty; `newcomers`: handles
  /// that were not in the array, ascending. The cost is that of insertion sort, but never more than that of a full
  /// sort.
  void sort(const Real* keys, std::ptrdiff_t stride, std::span<const std::uint8_t> gone,
            std::span<const Index> newcomers);

  /// UpdateBucketPointers, mended: afterwards starts()[k] is the first place whose key is not below
  /// minimum + k · (maximum − minimum) / buckets, for any box, any number of buckets, empty ones included.
  void follow(Real minimum, Real maximum, std::size_t buckets);

  void clear();
  void reserve(std::size_t count) {
    m_entries.reserve(count);
    m_new.reserve(count);
  }

  /// After follow(): the bucket of handle h goes to cells[stride · h].
  void cells(std::uint32_t* cells, std::ptrdiff_t stride) const;

  std::size_t size() const { return m_entries.size(); }
  /// The handle at a place of the order.
  Index operator[](std::size_t place) const { return m_entries[place].handle; }
  /// First place of each bucket, and the number of handles behind them.
  std::span<const Index> starts() const { return m_starts; }
  /// Places by which the last sort moved handles, newcomers apart; kNoMoves where it gave up and sorted anew.
  std::size_t moves() const { return m_moves; }
  static constexpr std::size_t kNoMoves = ~std::size_t{0};

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
