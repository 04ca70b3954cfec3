#pragma once

#include <pliant/models/SurfaceModel.h>

#include <vector>

namespace pliant::models {

/// A closed surface, oriented outward.
struct ClosedModel : SurfaceModel {};

/// Returns the model scaled to a longest side of 1, with its box centred at the origin. The faces are reversed if the
/// enclosed volume is negative.
ClosedModel fitted(const std::vector<Point>& points, std::vector<Triangle> faces);

}  // namespace pliant::models
