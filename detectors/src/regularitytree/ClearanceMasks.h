#pragma once

#include "regularitytree/PatchKernels.h"

namespace pliant::detail {

/// Input of masks with a distance: in the projection along a direction of the mask, every corner of a face is farther
/// than the distance from the opposite side.
struct MarginInput {
  MaskInput leaves;            ///< positions at t1
  const Real* from = nullptr;  ///< positions at t0; null: no motion
  float distance = 0;          ///< distance · scale, rounded up
};

/// Computes the masks of groups of faces [begin, end), stored at node[group]: a bit is set only if, during the whole
/// linear motion, det(b − a, c − a, V) > distance · longest side · |V| for all faces of the group. The determinant is
/// quadratic in time; the test requires this of its three Bernstein coefficients.
void maskGroupsWithMargin(const MarginInput& input, const MaskAxes& axes, const std::uint32_t* firstLeaf,
                          const std::uint32_t* node, std::size_t begin, std::size_t end, std::uint64_t* masks);

}  // namespace pliant::detail
