#pragma once

#include <pliant/detectors/Scalar.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

namespace pliant::detail {

/// Unsigned integer as wide as Real, for ids in SIMD lanes.
using LaneId = std::conditional_t<sizeof(Real) == 8, std::uint64_t, std::uint32_t>;

/// Unbounded grid of cells of length l; the cell of a coordinate is floor(x / l). The table stores blocks of cells.
/// Points and boxes use the same monotone function, so a point in a box is always in one of the box's blocks.
struct CellGrid {
  static constexpr std::int32_t kLimit = std::int32_t{1} << 30;  ///< coordinates of cells are clamped to ±kLimit

  Real perLength = 1;       ///< 1 / l, finite and positive
  std::uint32_t shift = 0;  ///< log2 of the number of cells of a block along an axis

  std::int32_t block(Real x) const {
    constexpr Real limit = Real(kLimit);
    Real scaled = x * perLength;
    scaled = scaled < limit ? scaled : limit;
    scaled = scaled > -limit ? scaled : -limit;
    const auto whole = static_cast<std::int32_t>(scaled);  // rounds toward 0; the next line makes it floor()
    return (whole - (static_cast<Real>(whole) > scaled ? 1 : 0)) >> shift;
  }
};

/// Closed range of blocks.
struct BlockRange {
  std::int32_t min[3], max[3];

  static BlockRange of(const CellGrid& grid, const Real* low, const Real* high) {
    BlockRange range;
    for (int a = 0; a < 3; ++a) {
      range.min[a] = grid.block(low[a]);
      range.max[a] = grid.block(high[a]);
    }
    return range;
  }
  double count() const {
    return (double(max[0]) - min[0] + 1) * (double(max[1]) - min[1] + 1) * (double(max[2]) - min[2] + 1);
  }
  /// Returns the number of blocks along the longest axis.
  double longest() const {
    double most = 0;
    for (int a = 0; a < 3; ++a) most = std::max(most, double(max[a]) - min[a] + 1);
    return most;
  }
  /// Calls visit(i, j, k) for each block.
  template <typename Visit>
  void forEach(const Visit& visit) const {
    for (std::int32_t k = min[2]; k <= max[2]; ++k)
      for (std::int32_t j = min[1]; j <= max[1]; ++j)
        for (std::int32_t i = min[0]; i <= max[0]; ++i) visit(i, j, k);
  }
  bool contains(std::int32_t i, std::int32_t j, std::int32_t k) const {
    return i >= min[0] && i <= max[0] && j >= min[1] && j <= max[1] && k >= min[2] && k <= max[2];
  }
};

/// Hash functions of Teschner 2003, 4.1; each is a sum or xor of one term per axis.
struct CellHash {
  enum class Kind : std::uint8_t { Xor, Additive, Rotating };
  Kind kind = Kind::Xor;
  std::uint32_t size = 1;  ///< number of buckets n
  std::uint32_t mask = 0;  ///< n − 1 if n is a power of two, else 0

  void setSize(std::uint32_t n) {
    size = n;
    mask = (n & (n - 1)) == 0 ? n - 1 : 0;
  }

  static constexpr std::uint32_t kPrimes[3] = {73856093u, 19349663u, 83492791u};

  std::uint32_t mix(std::int32_t i, std::int32_t j, std::int32_t k) const {
    const auto a = static_cast<std::uint32_t>(i), b = static_cast<std::uint32_t>(j), c = static_cast<std::uint32_t>(k);
    switch (kind) {
      case Kind::Additive:
        return a * kPrimes[0] + b * kPrimes[1] + c * kPrimes[2];
      case Kind::Rotating:
        return rotate(a, 10) ^ rotate(b, 5) ^ c;
      case Kind::Xor:
        break;
    }
    return (a * kPrimes[0]) ^ (b * kPrimes[1]) ^ (c * kPrimes[2]);
  }
  std::uint32_t bucketOf(std::uint32_t mixed) const { return mask || size == 1 ? mixed & mask : mixed % size; }

  static constexpr std::uint32_t rotate(std::uint32_t x, int by) { return (x << by) | (x >> (32 - by)); }
};

/// Hash table of occupied blocks. The entries of a block are contiguous; blocks of one bucket are chained. Each bucket
/// stores the time stamp of the update that wrote it (Teschner 2003, 4.2), so the table is not cleared between updates.
class CellTable {
 public:
  /// An occupied block.
  struct Cell {
    std::int32_t i, j, k;
    Index next;   ///< next cell of the bucket's chain; kNowhere at its end
    Index begin;  ///< first entry
    Index count;
    Index fill;  ///< index of the next entry to be written
    Index pad;
  };

  /// Range of cells that one thread fills: those whose bucket belongs to this part.
  struct Part {
    Index begin = 0, end = 0;  ///< range of cells
  };

  static constexpr std::size_t kMostParts = 16;
  /// Base-2 logarithm of the number of buckets in a cache line; they belong to one part.
  static constexpr std::uint32_t kBucketsToLine = 3;

  /// Returns the number of parts for `threads` threads: a power of two.
  static std::size_t partsFor(unsigned threads);
  /// Returns the part of a bucket.
  static std::size_t partOf(std::uint32_t bucket, std::size_t parts) {
    return (bucket >> kBucketsToLine) & (parts - 1);
  }

  /// Stamps run from 1 to this; then the buckets are cleared once.
  static constexpr std::uint32_t kLastStamp = 0xffff;

  CellGrid grid;
  CellHash hash;
  std::vector<Part> parts;
  std::vector<Cell> cells;

  /// Starts an update that writes cells 1 to `cellCount`; reserveCells() adds capacity for more.
  void begin(const CellGrid& newGrid, CellHash::Kind kind, std::uint32_t buckets, std::size_t cellCount);

  void reserveCells(std::size_t cellCount);

  /// Returns the cell of a block, or the empty cell if the block is not occupied. Adds the number of other blocks'
  /// cells on the way to `collisions`.
  Index find(std::int32_t i, std::int32_t j, std::int32_t k, std::uint64_t& collisions) const {
    const std::uint64_t head = m_heads[hash.bucketOf(hash.mix(i, j, k))];
    Index c = static_cast<std::uint32_t>(head >> 32) == m_stamp ? static_cast<Index>(head) : kNowhere;
    while (true) {
      const Cell& cell = cells[c];
      const bool same = ((cell.i ^ i) | (cell.j ^ j) | (cell.k ^ k)) == 0;
      if (same || c == kNowhere) return c;
      ++collisions;
      c = cell.next;
    }
  }

  /// Returns the cell of a block in `bucket`; adds a new cell at the end of `part`. A branch on whether the block is
  /// new would be mispredicted often, so the new cell is always written and then used or not.
  Index findOrAdd(Part& part, std::uint32_t bucket, std::int32_t i, std::int32_t j, std::int32_t k) {
    const std::uint64_t head = m_heads[bucket];
    const bool used = static_cast<std::uint32_t>(head >> 32) == m_stamp;
    const Index first = used ? static_cast<Index>(head) : kNowhere;
    const Cell& met = cells[first];
    const bool same = ((met.i ^ i) | (met.j ^ j) | (met.k ^ k)) == 0;
    if (used && !same) return findOrAddInChain(part, bucket, i, j, k);
    const Index added = part.end;
    cells[added] = {i, j, k, kNowhere, 0, 0, 0, 0};
    m_heads[bucket] = same ? head : (static_cast<std::uint64_t>(m_stamp) << 32) | added;
    part.end += same ? 0 : 1;
    return same ? first : added;
  }

  void prefetch(std::uint32_t bucket) const { __builtin_prefetch(&m_heads[bucket]); }

  std::size_t occupied() const {
    std::size_t sum = 0;
    for (const Part& part : parts) sum += part.end - part.begin;
    return sum;
  }

  /// Assigns ranges of entries, from `firstEntry` on, to the cells of `part` according to their counts.
  void layOut(const Part& part, Index firstEntry);

  std::size_t memory() const;

 private:
  Index findOrAddInChain(Part& part, std::uint32_t bucket, std::int32_t i, std::int32_t j, std::int32_t k);

  std::vector<std::uint64_t> m_heads;  // stamp in the upper half, first cell in the lower half
  std::uint32_t m_stamp = 0;
  static constexpr Index kNowhere = 0;  // the empty cell
};

}  // namespace pliant::detail
