#include "tubes.h"

#include <algorithm>
#include <cmath>

#include "points.h"

namespace pliant::models {
namespace {

Point cross(const Point& a, const Point& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
Point unit(const Point& a) {
  const double length = std::hypot(a[0], a[1], a[2]);
  return {a[0] / length, a[1] / length, a[2] / length};
}

/// Returns a closed surface of 2 · (rings − 1) · sides faces between two poles. `at(u, v)` returns a point for u in
/// [0, 1] from pole to pole and v in [0, 1) around.
template <typename At>
ClosedModel capsule(Index rings, Index sides, At&& at) {
  std::vector<Point> points = {at(0.0, 0.0)};
  for (Index i = 1; i < rings; ++i) {
    for (Index j = 0; j < sides; ++j) points.push_back(at(double(i) / rings, double(j) / sides));
  }
  points.push_back(at(1.0, 0.0));
  const auto id = [&](Index i, Index j) { return 1 + (i - 1) * sides + j % sides; };
  const auto last = static_cast<Index>(points.size() - 1);
  std::vector<Triangle> faces;
  for (Index j = 0; j < sides; ++j) {
    faces.push_back({0, id(1, j), id(1, j + 1)});
    for (Index i = 1; i + 1 < rings; ++i) {
      faces.push_back({id(i, j), id(i + 1, j), id(i + 1, j + 1)});
      faces.push_back({id(i, j), id(i + 1, j + 1), id(i, j + 1)});
    }
    faces.push_back({id(rings - 1, j), last, id(rings - 1, j + 1)});
  }
  return fitted(points, std::move(faces));
}

/// Returns |base|^exponent with the sign of `base`.
double power(double base, double exponent) {
  return std::copysign(std::pow(std::abs(base), exponent), base);
}

}  // namespace

ClosedModel hat() {
  // Outline: distance from the axis and height, in equal steps of u. It runs from the top down to the brim's edge and
  // back up inside.
  constexpr double kOutline[][2] = {{0, 0.62},     {0.10, 0.615}, {0.19, 0.58},  {0.235, 0.50}, {0.25, 0.38},
                                    {0.265, 0.26}, {0.28, 0.16},  {0.33, 0.115}, {0.42, 0.10},  {0.50, 0.105},
                                    {0.515, 0.09}, {0.50, 0.075}, {0.42, 0.065}, {0.33, 0.075}, {0.25, 0.13},
                                    {0.23, 0.25},  {0.21, 0.40},  {0.19, 0.49},  {0.10, 0.55},  {0, 0.56}};
  constexpr double kLast = std::size(kOutline) - 1;
  return capsule(26, 30, [&](double u, double v) {
    const double place = std::clamp(u, 0.0, 1.0) * kLast;
    const auto i = static_cast<std::size_t>(std::min(std::floor(place), kLast - 1));
    const double t = place - static_cast<double>(i);
    const double r = kOutline[i][0] + t * (kOutline[i + 1][0] - kOutline[i][0]);
    // The brim is wavy.
    const double wave = 0.05 * std::max(0.0, r - 0.28) / 0.22 * std::cos(2 * kTurn * v);
    const double y = kOutline[i][1] + t * (kOutline[i + 1][1] - kOutline[i][1]) + wave;
    return Point{r * std::cos(kTurn * v), y, -r * std::sin(kTurn * v)};
  });
}

ClosedModel phone() {
  // A slab with round edges. The rows of vertices are denser near its ends.
  return capsule(16, 30, [](double u, double v) {
    const double along = std::cos(kTurn / 2 * u), around = kTurn * v;
    const double width = std::pow(std::max(0.0, 1 - std::pow(std::abs(along), 8)), 0.25);
    const double y = power(along, 0.6);
    return Point{0.23 * width * power(std::cos(around), 0.5), 0.5 * y, 0.085 * width * power(std::sin(around), 0.5)};
  });
}

ClosedModel knottedTube(int around, int through, Index rings, Index sides) {
  const auto core = [&](double u) {
    const double t = kTurn * u, r = 2 + std::cos(through * t);
    return Point{r * std::cos(around * t), r * std::sin(around * t), std::sin(through * t)};
  };
  std::vector<Point> points;
  for (Index i = 0; i < rings; ++i) {
    const double u = double(i) / rings;
    const Point p = core(u), along = unit(minus(core(u + 1e-5), p));
    const Point x = unit(cross(along, {0, 0, 1})), y = cross(along, x);
    for (Index j = 0; j < sides; ++j) {
      const double v = kTurn * j / sides, r = 0.22 * (1 + 0.15 * std::sin(40 * kTurn * u) * std::cos(3 * v));
      Point q;
      for (std::size_t k = 0; k < 3; ++k) q[k] = p[k] + r * (std::cos(v) * x[k] + std::sin(v) * y[k]);
      points.push_back(q);
    }
  }
  const auto id = [&](Index i, Index j) { return i % rings * sides + j % sides; };
  std::vector<Triangle> faces;
  for (Index i = 0; i < rings; ++i) {
    for (Index j = 0; j < sides; ++j) {
      faces.push_back({id(i, j), id(i + 1, j), id(i + 1, j + 1)});
      faces.push_back({id(i, j), id(i + 1, j + 1), id(i, j + 1)});
    }
  }
  return fitted(points, std::move(faces));
}

}  // namespace pliant::models
