#pragma once

#include <pliant/models/SurfaceModel.h>

#include <cstddef>
#include <cstdint>

namespace pliant::models {

enum class ClothShape : std::uint8_t {
  Flat,      ///< in the plane y = 0
  Wrinkled,  ///< waves of up to 60 degrees slope, without self-intersections
  Wound,     ///< an almost flat ring of 1.3 turns; its ends intersect each other
  Crumpled,  ///< folds that overhang, lie on each other and intersect each other
};

/// Returns a square cloth of side 1 with 2 n² faces, as near to `faces` as possible. The shape is the same for any n.
/// `time` moves all vertices, by some per cent of the side per unit of time; those of Flat stay in the plane.
SurfaceModel clothSheet(std::size_t faces, ClothShape shape, double time = 0);

}  // namespace pliant::models
