#pragma once

#include <pliant/detectors/BodyView.h>

#include <array>
#include <vector>

namespace pliant::models {

using Point = std::array<double, 3>;

/// A surface of triangles, open or closed; a point cloud if there are no faces. A solid also has tetrahedra.
struct SurfaceModel {
  std::vector<std::array<Real, 3>> points;
  std::vector<Triangle> faces;
  std::vector<Tetrahedron> tetrahedra{};

  /// Returns a view of this model. The model must outlive it.
  BodyView view() const;
  void move(const Point& by);
  /// Rotates about the origin by Euler angles [degrees]: about x, then y, then z.
  void turn(const Point& degrees);
  void scale(double by);
};

/// Returns the enclosed volume; positive if the closed surface faces outward.
double enclosedVolume(const SurfaceModel& model);

}  // namespace pliant::models
