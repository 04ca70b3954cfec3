#pragma once

#include <cstddef>
#include <cstdint>

// The inner loops of SurfaceHash, compiled once for each instruction set and chosen at run time. Plain arrays only:
// these files see no Eigen, whose inline functions must not be compiled twice with different flags.

namespace pliant::detail::surface {

/// Floats that a run of boxes may be read past its end; the places hold empty boxes.
inline constexpr std::size_t kPad = 16;

/// Axis-aligned boxes as six arrays (minimum x, y, z, maximum x, y, z), closed.
struct BoxArrays {
  const float* bound[6] = {};
};

/// Boxes with the element that each belongs to and that element's corners (unused rows are null).
struct ElementBoxes {
  BoxArrays boxes;
  const std::uint32_t* id = nullptr;
  const std::uint32_t* corner[3] = {};
  std::size_t count = 0;
};

/// The unbounded grid ends here: farther cells are one. A float of this size converts exactly.
inline constexpr float kLowestCell = -1073741824.f;
/// A box over more cells than this is held against every box instead.
inline constexpr double kMostCells = 512;

/// Which corners two elements of one body are compared by: pairs with a common corner are left out.
enum class Exclusion : std::uint8_t { None, VertexFace, EdgeEdge, FaceFace };

/// Boxes sorted by the cell of their minimum corner. Dense: the cells of a block, x fastest. Else: a hash table of
/// cells, unbounded in space.
struct Grid {
  ElementBoxes boxes;
  float origin[3] = {};
  float inverseCell[3] = {};
  float extent[3] = {};  ///< no box is longer
  std::int32_t cells[3] = {};
  bool dense = true;
  std::uint32_t mask = 0;                ///< hash: table size − 1
  const std::uint32_t* start = nullptr;  ///< first box of each cell or table entry, and the end
  const std::int32_t* cell[3] = {};      ///< hash: the cell of each box
};

/// Pairs as keys, (first << 32) | second. `grow` makes room for at least `more`.
struct PairBuffer {
  std::uint64_t* data = nullptr;
  std::size_t size = 0, capacity = 0;
  void* owner = nullptr;
  void (*grow)(PairBuffer& buffer, std::size_t more) = nullptr;
};

/// How a pair becomes a key.
enum class KeyOrder : std::uint8_t { WalkerFirst, StoredFirst, SmallerFirst };

struct WalkCounters {
  std::uint64_t cells = 0, boxTests = 0, collisions = 0;
};

/// Writes the indices in [begin, end) of boxes that meet `query` (min, max) to `out`, which has room for all; returns
/// how many. Reads up to kPad places past the end.
std::size_t selectBoxes(const BoxArrays& boxes, std::size_t begin, std::size_t end, const float query[6],
                        std::uint32_t* out);

/// All pairs of walkers [begin, end) with boxes of the grid that meet. `own`: the walkers are the grid's boxes, and
/// each pair is found once.
void walkGrid(const Grid& grid, const ElementBoxes& walkers, std::size_t begin, std::size_t end, bool own,
              Exclusion exclusion, KeyOrder order, PairBuffer& pairs, WalkCounters& counters);

/// The same with every box of `stored`, one by one.
void walkAll(const ElementBoxes& stored, const ElementBoxes& walkers, std::size_t begin, std::size_t end, bool own,
             Exclusion exclusion, KeyOrder order, PairBuffer& pairs, WalkCounters& counters);

/// The cell of a coordinate: floor((x − origin) · inverse), clamped to [low, high] before it is cast. Monotone in x,
/// and the same wherever it is asked, which is all that the grid's exactness rests on.
inline std::int32_t cellOf(float x, float origin, float inverse, float low, float high) {
  const float cell = (x - origin) * inverse;
  if (!(cell > low)) return static_cast<std::int32_t>(low);
  if (!(cell < high)) return static_cast<std::int32_t>(high);
  const auto i = static_cast<std::int32_t>(cell);
  return i - (static_cast<float>(i) > cell);
}

/// Hash of a cell (Teschner 2003, 4.1), finished by a multiplication because the table size is a power of two.
inline std::uint32_t hashCell(std::int32_t x, std::int32_t y, std::int32_t z) {
  std::uint32_t h = (static_cast<std::uint32_t>(x) * 73856093u) ^ (static_cast<std::uint32_t>(y) * 19349663u) ^
                    (static_cast<std::uint32_t>(z) * 83492791u);
  h ^= h >> 15;
  h *= 0x2c1b3c6du;
  return h ^ (h >> 13);
}

}  // namespace pliant::detail::surface
