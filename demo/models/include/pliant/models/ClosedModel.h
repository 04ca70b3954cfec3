#pragma once

#include <pliant/detectors/BodyView.h>

#include <array>
#include <vector>

namespace pliant::models {

using Point = std::array<double, 3>;

/// A closed surface, oriented outward.
struct ClosedModel {
  std::vector<std::array<Real, 3>> points;
  std::vector<Triangle> faces;

  /// Of this model, which must outlive it.
  BodyView view() const;
  void move(const Point& by);
  /// About the origin, by Euler angles in degrees: about x, then y, then z.
  void turn(const Point& degrees);
  void scale(double by);
};

/// With its box around the origin, its longest side 1, turned outward as a whole.
ClosedModel fitted(const std::vector<Point>& points, std::vector<Triangle> faces);

}  // namespace pliant::models
