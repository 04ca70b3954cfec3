#pragma once

#include <pliant/detectors/Scalar.h>

#include <cstddef>
#include <cstdint>

#include "surfaces/SurfaceBounds.h"

// Normal masks of faces and boxes of patches, compiled once for each instruction set and chosen at run time. Plain
// arrays only: these files include no Eigen, whose inline functions must not be compiled twice with different flags.

namespace pliant::detail {

/// Axes: an axis and its opposite are sampled directions. Components are integers of at most kLongestAxis in magnitude.
inline constexpr float kLongestAxis = 512;
struct MaskAxes {
  unsigned count = 0;
  float x[32] = {}, y[32] = {}, z[32] = {};
  float length[32] = {};  ///< rounded up
};

struct MaskInput {
  const Real* positions = nullptr;         ///< four scalars per vertex
  const std::uint32_t* corners = nullptr;  ///< three per leaf
  Real scale = 1;                          ///< power of two that scales lengths to about 1
};

/// Computes the masks of leaves [begin, end): bit i is set only if det(b − a, c − a, axis i) > 0, bit 32 + i only if it
/// is < 0, both exactly. Directions nearly in the plane of a face may be missing. A degenerate face gets mask 0 and
/// goes to `degenerate` (capacity for all leaves). Returns the number of degenerate faces.
std::size_t maskLeaves(const MaskInput& input, const MaskAxes& axes, std::size_t begin, std::size_t end,
                       std::uint64_t* masks, std::uint32_t* degenerate);

/// Computes boxes (min x, y, z, 0, max x, y, z, 0) for i in [begin, end): the box at node[i] bounds the vertices
/// list[first[i]] to list[first[i + 1] − 1].
void boundLists(const surface::VertexBoxes& vertices, const std::uint32_t* list, const std::uint32_t* first,
                const std::uint32_t* node, std::size_t begin, std::size_t end, float* boxes);

/// Nodes; the children of node[i] are [first[i], end[i]).
struct ChildLists {
  const std::uint32_t *node = nullptr, *first = nullptr, *end = nullptr;
};

/// Computes the boxes of node[i], for i in [begin, end), from the boxes of their children.
void mergeBoxes(const ChildLists& children, std::size_t begin, std::size_t end, float* boxes);

}  // namespace pliant::detail
