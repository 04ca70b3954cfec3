#pragma once

#include <cstddef>
#include <cstdint>

// What the kernels of surface detectors work on. Plain arrays only: files that are compiled once for each instruction
// set see no Eigen, whose inline functions must not be compiled twice with different flags.

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

/// Elements by their corners, flat vertex indices; their boxes are those of their corners less `shrink` on all sides.
struct ElementCorners {
  const std::uint32_t* corner = nullptr;  ///< `rows` for each element
  int rows = 0;                           ///< 1 to 3
  std::size_t count = 0;
  float shrink = 0;
};

/// Which corners two elements of one body are compared by: pairs with a common corner are left out.
enum class Exclusion : std::uint8_t { None, VertexFace, EdgeEdge, FaceFace };

/// Pairs as keys, (first << 32) | second. `grow` makes room for at least `more`.
struct PairBuffer {
  std::uint64_t* data = nullptr;
  std::size_t size = 0, capacity = 0;
  void* owner = nullptr;
  void (*grow)(PairBuffer& buffer, std::size_t more) = nullptr;
  std::size_t most = 0;  ///< that was reserved at once

  void reserve(std::size_t more) {
    most = most < more ? more : most;
    if (capacity - size < more) grow(*this, more);
  }
};

/// How a pair becomes a key.
enum class KeyOrder : std::uint8_t { WalkerFirst, StoredFirst, SmallerFirst };

struct WalkCounters {
  std::uint64_t cells = 0, boxTests = 0, collisions = 0;
};

}  // namespace pliant::detail::surface
