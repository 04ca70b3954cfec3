#pragma once

#include <pliant/detectors/BodyView.h>

#include <array>
#include <vector>

namespace pliant::models {

using Point = std::array<double, 3>;

/// A surface of triangles, open or closed; without faces a cloud of points.
struct SurfaceModel {
  std::vector<std::array<Real, 3>> points;
  std::vector<Triangle> faces;

  /// Of this model, which must outlive it.
  BodyView view() const;
  void move(const Point& by);
  /// About the origin, by Euler angles in degrees: about x, then y, then z.
  void turn(const Point& degrees);
  void scale(double by);
};

/// Positive where a closed surface looks outward.
double enclosedVolume(const SurfaceModel& model);

}  // namespace pliant::models
