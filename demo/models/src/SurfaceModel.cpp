#include <pliant/models/SurfaceModel.h>

#include <cmath>
#include <numbers>

namespace pliant::models {

BodyView SurfaceModel::view() const {
  BodyView view;
  view.positions = {points.front().data(), static_cast<Index>(points.size()), 3};
  if (!faces.empty()) view.triangles = {faces.front().data(), static_cast<Index>(faces.size()), 3};
  if (!tetrahedra.empty()) view.tetrahedra = {tetrahedra.front().data(), static_cast<Index>(tetrahedra.size()), 4};
  return view;
}

void SurfaceModel::move(const Point& by) {
  for (auto& p : points) {
    for (std::size_t k = 0; k < 3; ++k) p[k] = static_cast<Real>(double{p[k]} + by[k]);
  }
}

void SurfaceModel::turn(const Point& degrees) {
  for (std::size_t axis = 0; axis < 3; ++axis) {
    if (degrees[axis] == 0) continue;
    const double angle = degrees[axis] * std::numbers::pi / 180, c = std::cos(angle), s = std::sin(angle);
    const std::size_t i = (axis + 1) % 3, j = (axis + 2) % 3;
    for (auto& p : points) {
      const double u = p[i], v = p[j];
      p[i] = static_cast<Real>(c * u - s * v);
      p[j] = static_cast<Real>(s * u + c * v);
    }
  }
}

void SurfaceModel::scale(double by) {
  for (auto& p : points) {
    for (Real& x : p) x = static_cast<Real>(double{x} * by);
  }
}

double enclosedVolume(const SurfaceModel& model) {
  double volume = 0;
  for (const Triangle& t : model.faces) {
    const auto &a = model.points[t[0]], &b = model.points[t[1]], &c = model.points[t[2]];
    volume += (double{a[0]} * (double{b[1]} * c[2] - double{b[2]} * c[1]) +
               double{a[1]} * (double{b[2]} * c[0] - double{b[0]} * c[2]) +
               double{a[2]} * (double{b[0]} * c[1] - double{b[1]} * c[0])) /
              6;
  }
  return volume;
}

}  // namespace pliant::models
