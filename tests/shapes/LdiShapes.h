#pragma once

#include <pliant/detectors/BodySet.h>
#include <pliant/detectors/ldi/LdiRenderer.h>

#include <array>
#include <cmath>
#include <numbers>
#include <random>
#include <vector>

/// Closed surfaces, oriented outward.
namespace ldi_shapes {

using pliant::Index;
using pliant::Real;

struct Shape {
  std::vector<std::array<Real, 3>> points;
  std::vector<pliant::Triangle> faces;

  pliant::BodyView view() const {
    pliant::BodyView view;
    view.positions = {points.front().data(), static_cast<Index>(points.size()), 3};
    if (!faces.empty()) view.triangles = {faces.front().data(), static_cast<Index>(faces.size()), 3};
    return view;
  }
  std::vector<pliant::PackedPosition> packed() const {
    std::vector<pliant::PackedPosition> all;
    for (const auto& p : points) all.push_back({p[0], p[1], p[2], 0});
    return all;
  }
  void add(const Shape& other) {
    const auto first = static_cast<Index>(points.size());
    points.insert(points.end(), other.points.begin(), other.points.end());
    for (const pliant::Triangle& t : other.faces) faces.push_back({t[0] + first, t[1] + first, t[2] + first});
  }
  void move(double scale, const std::array<double, 3>& by) {
    for (auto& p : points) {
      for (std::size_t i = 0; i < 3; ++i) p[i] = static_cast<Real>(scale * double{p[i]} + by[i]);
    }
  }
  void turn(std::mt19937& random) {
    std::normal_distribution<double> normal;
    double q[4], length = 0;
    for (double& x : q) {
      x = normal(random);
      length += x * x;
    }
    for (double& x : q) x /= std::sqrt(length);
    const auto [w, x, y, z] = std::tuple(q[0], q[1], q[2], q[3]);
    const double r[3][3] = {{1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)},
                            {2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)},
                            {2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)}};
    for (auto& p : points) {
      const double old[3] = {p[0], p[1], p[2]};
      for (std::size_t i = 0; i < 3; ++i) {
        p[i] = static_cast<Real>(r[i][0] * old[0] + r[i][1] * old[1] + r[i][2] * old[2]);
      }
    }
  }
  void turnInsideOut() {
    for (pliant::Triangle& t : faces) std::swap(t[0], t[1]);
  }
};

/// Returns a grid of n × m quads, closed in both directions. `at(u, v)` is the position for u and v in [0, 1).
template <typename At>
Shape wrapped(Index n, Index m, At&& at) {
  Shape shape;
  for (Index i = 0; i < n; ++i) {
    for (Index j = 0; j < m; ++j) {
      const std::array<double, 3> p = at(static_cast<double>(i) / n, static_cast<double>(j) / m);
      shape.points.push_back({static_cast<Real>(p[0]), static_cast<Real>(p[1]), static_cast<Real>(p[2])});
    }
  }
  const auto id = [&](Index i, Index j) { return i % n * m + j % m; };
  for (Index i = 0; i < n; ++i) {
    for (Index j = 0; j < m; ++j) {
      shape.faces.push_back({id(i, j), id(i + 1, j), id(i + 1, j + 1)});
      shape.faces.push_back({id(i, j), id(i + 1, j + 1), id(i, j + 1)});
    }
  }
  return shape;
}

/// Returns a torus in the xy plane, around the origin.
inline Shape torus(Index n, Index m, double radius, double tube) {
  constexpr double turn = 2 * std::numbers::pi;
  return wrapped(n, m, [=](double u, double v) {
    const double r = radius + tube * std::cos(turn * v);
    return std::array{r * std::cos(turn * u), r * std::sin(turn * u), tube * std::sin(turn * v)};
  });
}

/// Returns a tube around a (2, 3) torus knot.
inline Shape knot(Index n, Index m, double tube) {
  constexpr double turn = 2 * std::numbers::pi;
  const auto core = [](double u) {
    const double t = turn * u, q = 2 + std::cos(3 * t);
    return std::array{q * std::cos(2 * t), q * std::sin(2 * t), std::sin(3 * t)};
  };
  Shape shape = wrapped(n, m, [&](double u, double v) {
    const auto a = core(u), b = core(u + 1e-5);
    double t[3] = {b[0] - a[0], b[1] - a[1], b[2] - a[2]};
    const double length = std::hypot(t[0], t[1], t[2]);
    for (double& x : t) x /= length;
    const double flat = std::hypot(t[0], t[1]);
    const double x[3] = {-t[1] / flat, t[0] / flat, 0};
    const double y[3] = {t[1] * x[2] - t[2] * x[1], t[2] * x[0] - t[0] * x[2], t[0] * x[1] - t[1] * x[0]};
    const double c = tube * std::cos(turn * v), s = tube * std::sin(turn * v);
    return std::array{a[0] + c * x[0] + s * y[0], a[1] + c * x[1] + s * y[1], a[2] + c * x[2] + s * y[2]};
  });
  shape.turnInsideOut();
  return shape;
}

/// Returns a sphere of radius 1 around the origin, from circles of latitude.
inline Shape sphere(Index rings, Index sectors) {
  Shape shape;
  shape.points.push_back({0, 0, 1});
  for (Index i = 1; i < rings; ++i) {
    const double polar = std::numbers::pi * i / rings;
    for (Index j = 0; j < sectors; ++j) {
      const double turn = 2 * std::numbers::pi * j / sectors;
      shape.points.push_back({static_cast<Real>(std::sin(polar) * std::cos(turn)),
                              static_cast<Real>(std::sin(polar) * std::sin(turn)), static_cast<Real>(std::cos(polar))});
    }
  }
  shape.points.push_back({0, 0, -1});
  const auto id = [&](Index i, Index j) { return 1 + (i - 1) * sectors + j % sectors; };
  const auto south = static_cast<Index>(shape.points.size() - 1);
  for (Index j = 0; j < sectors; ++j) {
    shape.faces.push_back({0, id(1, j), id(1, j + 1)});
    for (Index i = 1; i + 1 < rings; ++i) {
      shape.faces.push_back({id(i, j), id(i + 1, j), id(i + 1, j + 1)});
      shape.faces.push_back({id(i, j), id(i + 1, j + 1), id(i, j + 1)});
    }
    shape.faces.push_back({id(rings - 1, j), south, id(rings - 1, j + 1)});
  }
  return shape;
}

/// Returns a wavy plate of n × n cells over [-1, 1]², with this thickness.
inline Shape slab(Index n, double thickness) {
  Shape shape;
  const Index layer = (n + 1) * (n + 1);
  for (const double side : {0.5, -0.5}) {
    for (Index i = 0; i <= n; ++i) {
      for (Index j = 0; j <= n; ++j) {
        const double x = 2.0 * i / n - 1, y = 2.0 * j / n - 1;
        shape.points.push_back({static_cast<Real>(x), static_cast<Real>(y),
                                static_cast<Real>(0.3 * std::sin(3 * x) * std::cos(2 * y) + side * thickness)});
      }
    }
  }
  const auto quad = [&](Index a, Index b, Index c, Index d) {
    shape.faces.push_back({a, b, c});
    shape.faces.push_back({a, c, d});
  };
  const auto id = [&](Index i, Index j) { return i * (n + 1) + j; };
  for (Index i = 0; i < n; ++i) {
    for (Index j = 0; j < n; ++j) {
      const pliant::Triangle up[] = {{id(i, j), id(i + 1, j), id(i + 1, j + 1)},
                                     {id(i, j), id(i + 1, j + 1), id(i, j + 1)}};
      for (const pliant::Triangle& t : up) {
        shape.faces.push_back(t);
        shape.faces.push_back({t[0] + layer, t[2] + layer, t[1] + layer});
      }
    }
    quad(id(i, 0) + layer, id(i + 1, 0) + layer, id(i + 1, 0), id(i, 0));
    quad(id(i + 1, n) + layer, id(i, n) + layer, id(i, n), id(i + 1, n));
    quad(id(0, i + 1) + layer, id(0, i) + layer, id(0, i), id(0, i + 1));
    quad(id(n, i) + layer, id(n, i + 1) + layer, id(n, i + 1), id(n, i));
  }
  return shape;
}

inline Shape box(const std::array<double, 3>& low, const std::array<double, 3>& high) {
  Shape shape;
  for (int corner = 0; corner < 8; ++corner) {
    shape.points.push_back({static_cast<Real>(corner & 1 ? high[0] : low[0]),
                            static_cast<Real>(corner & 2 ? high[1] : low[1]),
                            static_cast<Real>(corner & 4 ? high[2] : low[2])});
  }
  shape.faces = {{0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}, {0, 1, 5}, {0, 5, 4},
                 {2, 6, 7}, {2, 7, 3}, {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}};
  return shape;
}

inline pliant::Box boxOf(const Shape& shape) {
  pliant::Box box{shape.points.front(), shape.points.front()};
  for (const auto& p : shape.points) {
    for (std::size_t i = 0; i < 3; ++i) {
      box.min[i] = std::min(box.min[i], p[i]);
      box.max[i] = std::max(box.max[i], p[i]);
    }
  }
  return box;
}

}  // namespace ldi_shapes
