#pragma once

#include <pliant/models/SurfaceModel.h>

#include <cstddef>
#include <cstdint>

namespace pliant::models {

enum class ClothShape : std::uint8_t {
  Flat,      ///< in the plane y = 0
  Wrinkled,  ///< in waves that stand up to 60 degrees steep, nowhere through itself
  Wound,     ///< a ring of a turn and a third, flat but that its ends pass through each other
  Crumpled,  ///< in folds that tip over, lie on each other and pass through each other
};

/// A square cloth of side 1, 2 n² faces, as near to `faces` as can be: the same shape in any discretisation. With
/// `time` all of it moves, some per cent of the side in a unit of time; the flat one within its plane.
SurfaceModel clothSheet(std::size_t faces, ClothShape shape, double time = 0);

}  // namespace pliant::models
