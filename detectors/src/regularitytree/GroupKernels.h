#pragma once

#include <cstddef>
#include <cstdint>

#include "regularitytree/PartKernels.h"

namespace pliant::detail {

/// Faces that a group has at most where boxes and masks are made group by group.
inline constexpr std::uint32_t kMostOfGroup = 32;
/// Bytes that the rows of corners have beyond their count.
inline constexpr std::size_t kCornerPadding = 16;

/// Vertices of a group are as many as a multiple of this.
inline constexpr std::size_t kVerticesAtOnce = 4;

/// Where the i-th vertex of a group stands when faces look for it: in each run of 16, four rows are turned to columns.
inline constexpr std::size_t groupPlace(std::size_t i) {
  return (i & ~std::size_t{15}) + 4 * (i & 3) + (i >> 2 & 3);
}

/// Groups of faces, in the order of the leaves. Indices of vertices are the body's own.
struct LeafGroups {
  const std::uint32_t* node = nullptr;  ///< by group, as below
  const std::uint32_t *vertices = nullptr, *firstVertex = nullptr;
  const std::uint32_t* firstLeaf = nullptr;  ///< and the end
  const std::uint8_t* corner[3] = {};        ///< by leaf: twice the groupPlace of its corners in its group
};

/// Boxes and masks of groups [begin, end) in one go, for nodes group.node[…]. A mask has only directions in which all
/// of a group's faces look exactly, and nearly all of them. Groups with a face of
/// which rounding leaves little go to `doubtful` (room for all) instead, with mask 0; returns how many.
std::size_t boundAndMask(const float* positions, float scale, const LeafGroups& groups, const MaskAxes& axes,
                         std::size_t begin, std::size_t end, float* boxes, std::uint64_t* masks,
                         std::uint32_t* doubtful);

}  // namespace pliant::detail
