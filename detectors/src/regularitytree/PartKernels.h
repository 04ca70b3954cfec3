#pragma once

#include <pliant/detectors/Scalar.h>

#include <cstddef>
#include <cstdint>

#include "surfaces/SurfaceBounds.h"

// Direction masks and boxes of the parts of a surface, compiled once for each instruction set and chosen at run time.
// Plain arrays only: these files see no Eigen, whose inline functions must not be compiled twice with different flags.

namespace pliant::detail {

/// Axes whose two directions are sampled; whole numbers, at most kLongestAxis.
inline constexpr float kLongestAxis = 512;
struct MaskAxes {
  unsigned count = 0;
  float x[32] = {}, y[32] = {}, z[32] = {};
  float length[32] = {};  ///< rounded up
};

struct MaskInput {
  const Real* positions = nullptr;         ///< four scalars a vertex
  const std::uint32_t* corners = nullptr;  ///< three a leaf
  Real scale = 1;                          ///< a power of two that brings lengths near 1
};

/// Masks of the leaves [begin, end): bit i is set only if det(b − a, c − a, axis i) > 0 exactly, bit 32 + i only if it
/// is < 0. A direction that is nearly in the plane of a leaf may be missing. Leaves of which rounding leaves little go
/// to `thin` (room for all) instead, with mask 0; returns how many.
std::size_t maskLeaves(const MaskInput& input, const MaskAxes& axes, std::size_t begin, std::size_t end,
                       std::uint64_t* masks, std::uint32_t* thin);

/// Boxes (min x, y, z, 0, max x, y, z, 0): those of node[i], for i in [begin, end), are around the vertices [first[i],
/// first[i + 1]) of the list; without `first` around three each, without `node` at i.
void boundLists(const surface::VertexBoxes& vertices, const std::uint32_t* list, const std::uint32_t* first,
                const std::uint32_t* node, std::size_t begin, std::size_t end, float* boxes);

/// Nodes, and their children [first[i], end[i]).
struct ChildLists {
  const std::uint32_t *node = nullptr, *first = nullptr, *end = nullptr;
};

/// Boxes of nodes, those of [begin, end) in the lists, around those of their children.
void mergeBoxes(const ChildLists& children, std::size_t begin, std::size_t end, float* boxes);

}  // namespace pliant::detail
