#include <pliant/models/ClosedModel.h>

#include <algorithm>
#include <utility>

namespace pliant::models {

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
