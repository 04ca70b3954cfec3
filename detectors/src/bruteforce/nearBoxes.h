#pragma once

#include <pliant/detectors/Scalar.h>

#include <cstddef>
#include <cstdint>

namespace pliant::detail {

/// kBoxBlock: largest number of boxes per call of nearBoxes(). kBoxPad: number of values that it may read behind the
/// last box.
constexpr std::size_t kBoxBlock = 512, kBoxPad = 16;

/// Sets bit j of `bits` (kBoxBlock bits) if box `begin` + j of `bounds` (min x, y, z, max x, y, z) is within `limit` of
/// [min, max] along every axis, for j < count <= kBoxBlock. Clears the remaining bits.
void nearBoxes(const Real* const bounds[6], std::size_t begin, std::size_t count, const Real min[3], const Real max[3],
               Real limit, std::uint64_t* bits);

}  // namespace pliant::detail
