#include <pliant/models/ClosedModel.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

namespace pliant::models {

BodyView ClosedModel::view() const {
  BodyView view;
  view.positions = {points.front().data(), static_cast<Index>(points.size()), 3};
  view.triangles = {faces.front().data(), static_cast<Index>(faces.size()), 3};
  return view;
}

void ClosedModel::move(const Point& by) {
  for (auto& p : points) {
    for (std::size_t k = 0; k < 3; ++k) p[k] = static_cast<Real>(double{p[k]} + by[k]);
  }
}

void ClosedModel::turn(const Point& degrees) {
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

void ClosedModel::scale(double by) {
  for (auto& p : points) {
    for (Real& x : p) x = static_cast<Real>(double{x} * by);
  }
}

ClosedModel fitted(const std::vector<Point>& points, std::vector<Triangle> faces) {
  Point low = points[0], high = low;
  for (const Point& p : points) {
    for (std::size_t k = 0; k < 3; ++k) {
      low[k] = std::min(low[k], p[k]);
      high[k] = std::max(high[k], p[k]);
    }
  }
  const double size = std::max({high[0] - low[0], high[1] - low[1], high[2] - low[2]});
  ClosedModel model;
  model.points.reserve(points.size());
  for (const Point& p : points) {
    std::array<Real, 3> fit;
    for (std::size_t k = 0; k < 3; ++k) fit[k] = static_cast<Real>((p[k] - (low[k] + high[k]) / 2) / size);
    model.points.push_back(fit);
  }
  double volume = 0;
  for (const Triangle& t : faces) {
    const Point &a = points[t[0]], &b = points[t[1]], &c = points[t[2]];
    for (std::size_t k = 0; k < 3; ++k) {
      const std::size_t i = (k + 1) % 3, j = (k + 2) % 3;
      volume += (a[k] - low[k]) * ((b[i] - a[i]) * (c[j] - a[j]) - (b[j] - a[j]) * (c[i] - a[i]));
    }
  }
  if (volume < 0) {
    for (Triangle& t : faces) std::swap(t[1], t[2]);
  }
  model.faces = std::move(faces);
  return model;
}

}  // namespace pliant::models
