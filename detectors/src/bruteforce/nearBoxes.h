#pragma once

#include <pliant/detectors/Export.h>
#include <pliant/detectors/Scalar.h>

#include <cstddef>
#include <cstdint>

namespace pliant::detail {

/// Boxes that nearBoxes() compares at a time, and how many values behind the last box it may read.
constexpr std::size_t kBoxBlock = 512, kBoxPad = 16;

/// Sets bit j of `bits` (kBoxBlock of them) if box `begin` + j of `bounds` (min x, y, z, max x, y, z) comes within
/// `limit` of [min, max] along every axis; j < count <= kBoxBlock, the bits behind are cleared.
PLIANT_DETECTORS_EXPORT void nearBoxes(const Real* const bounds[6], std::size_t begin, std::size_t count,
                                       const Real min[3], const Real max[3], Real limit, std::uint64_t* bits);

}  // namespace pliant::detail
