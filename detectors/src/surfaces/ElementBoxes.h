#pragma once

#include <cstddef>
#include <cstdint>

// Input and output of the kernels of surface detectors. Plain arrays only: files that are compiled once for each
// instruction set must not include Eigen, whose inline functions must not be compiled twice with different flags.

namespace pliant::detail::surface {

/// A run of boxes may be read this many floats past its end; these places hold empty boxes.
inline constexpr std::size_t kPad = 16;

/// Closed axis-aligned boxes as six arrays: minimum x, y, z, maximum x, y, z.
struct BoxArrays {
  const float* bound[6] = {};
};

/// Boxes of elements, with each element's id and corners (unused rows are null).
struct ElementBoxes {
  BoxArrays boxes;
  const std::uint32_t* id = nullptr;
  const std::uint32_t* corner[3] = {};
  std::size_t count = 0;
};

/// Elements by their corners, which are vertex indices in the set. An element's box is the box of its corners, less
/// `shrink` on all sides.
struct ElementCorners {
  const std::uint32_t* corner = nullptr;  ///< `rows` entries per element
  int rows = 0;                           ///< 1 to 3
  std::size_t count = 0;
  float shrink = 0;
};

/// Corners to compare for two elements of one body: pairs with a common corner are skipped.
enum class Exclusion : std::uint8_t { None, VertexFace, EdgeEdge, FaceFace };

/// Buffer of pairs as keys, (first << 32) | second. `grow` adds capacity for at least `more` keys.
struct PairBuffer {
  std::uint64_t* data = nullptr;
  std::size_t size = 0, capacity = 0;
  void* owner = nullptr;
  void (*grow)(PairBuffer& buffer, std::size_t more) = nullptr;
  std::size_t most = 0;  ///< largest `more` passed to reserve()

  void reserve(std::size_t more) {
    most = most < more ? more : most;
    if (capacity - size < more) grow(*this, more);
  }
};

/// Order of the two ids in a pair's key.
enum class KeyOrder : std::uint8_t { WalkerFirst, StoredFirst, SmallerFirst };

struct WalkCounters {
  std::uint64_t cells = 0, boxTests = 0, collisions = 0;
};

}  // namespace pliant::detail::surface
