#pragma once

#include "regularitytree/PartKernels.h"

namespace pliant::detail {

/// Leaves that must stay so large that no corner comes as near to its opposite side as a distance, seen along a
/// direction.
struct MarginInput {
  MaskInput leaves;            ///< positions at the end of a motion
  const Real* from = nullptr;  ///< and at its start; null: nothing moves
  float distance = 0;          ///< times the scale, rounded up
};

/// Masks of the leaves [begin, end): a bit is set only if all along the linear motion det(b − a, c − a, direction) is
/// above distance · longest side · length of the direction. The determinant is quadratic in time: it is so where all
/// three Bernstein coefficients are.
void maskWithMargin(const MarginInput& input, const MaskAxes& axes, std::size_t begin, std::size_t end,
                    std::uint64_t* masks);

/// What the leaves of each group have in common, for groups [begin, end), by node: in less time, since a group is done
/// with as soon as no direction is left.
void maskGroupsWithMargin(const MarginInput& input, const MaskAxes& axes, const std::uint32_t* firstLeaf,
                          const std::uint32_t* node, std::size_t begin, std::size_t end, std::uint64_t* masks);

}  // namespace pliant::detail
