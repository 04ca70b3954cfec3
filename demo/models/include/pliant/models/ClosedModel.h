#pragma once

#include <pliant/models/SurfaceModel.h>

#include <vector>

namespace pliant::models {

/// A closed surface, oriented outward.
struct ClosedModel : SurfaceModel {};

/// With its box around the origin, its longest side 1, turned outward as a whole.
ClosedModel fitted(const std::vector<Point>& points, std::vector<Triangle> faces);

}  // namespace pliant::models
