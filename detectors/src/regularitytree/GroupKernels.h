#pragma once

#include <cstddef>
#include <cstdint>

#include "regularitytree/PatchKernels.h"

namespace pliant::detail {

/// Largest number of faces of a group whose box and mask are computed together.
inline constexpr std::uint32_t kMostOfGroup = 32;
/// Number of bytes of the corner arrays beyond their count.
inline constexpr std::size_t kCornerPadding = 16;

/// The vertex list of a group is padded to a multiple of this.
inline constexpr std::size_t kVerticesAtOnce = 4;

/// Returns the position of the i-th vertex of a group for the corner lookup: each run of 16 is a 4 × 4 matrix and is
/// transposed.
inline constexpr std::size_t groupPlace(std::size_t i) {
  return (i & ~std::size_t{15}) + 4 * (i & 3) + (i >> 2 & 3);
}

/// Face groups in tree order. Vertex indices are the body's own.
struct LeafPatchGroups {
  const std::uint32_t* node = nullptr;  ///< node of each group
  const std::uint32_t *vertices = nullptr, *firstVertex = nullptr;
  const std::uint32_t* firstLeaf = nullptr;  ///< per group, and the end
  const std::uint8_t* corner[3] = {};        ///< per leaf: 2 · groupPlace of its corner in the group
};

/// Computes the boxes and masks of groups [begin, end), stored at node[group]. A mask contains only directions V with n
/// · V > 0 for all faces of the group, certified by an error bound, and nearly all such directions. A group with a
/// degenerate face gets mask 0 and goes to `doubtful` (capacity for all groups). Returns the number of these groups.
std::size_t boundAndMask(const float* positions, float scale, const LeafPatchGroups& groups, const MaskAxes& axes,
                         std::size_t begin, std::size_t end, float* boxes, std::uint64_t* masks,
                         std::uint32_t* doubtful);

}  // namespace pliant::detail
