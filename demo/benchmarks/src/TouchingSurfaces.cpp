#include <pliant/benchmarks/TouchingSurfaces.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "octahedralSphere.h"

namespace pliant::benchmarks {
namespace {

constexpr double kPi = 3.14159265358979323846;
constexpr double kStep = 0.02;  // time between two frames
constexpr double kTube = 0.35;  // radius of the knot's tube [length]

using Point = std::array<double, 3>;

Point trefoil(double t) {
  return {std::sin(t) + 2 * std::sin(2 * t), std::cos(t) - 2 * std::cos(2 * t), -std::sin(3 * t)};
}

Point cross(const Point& a, const Point& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

Point unit(const Point& a) {
  const double length = std::sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
  return {a[0] / length, a[1] / length, a[2] / length};
}

/// Returns a knot with about ten times as many sectors along it as around its tube.
TriangleMesh knot(Index faces) {
  const auto around = static_cast<Index>(std::max(3.0, std::round(std::sqrt(faces / 20.0)))),
             along = faces / 2 / around;
  TriangleMesh mesh;
  for (Index i = 0; i < along; ++i) {
    const double t = 2 * kPi * i / along, h = 1e-3;
    const Point p = trefoil(t), before = trefoil(t - h), after = trefoil(t + h);
    const Point tangent = unit({after[0] - before[0], after[1] - before[1], after[2] - before[2]});
    const Point side = unit(cross(tangent, {0, 0, 1})), up = cross(side, tangent);
    for (Index j = 0; j < around; ++j) {
      const double a = 2 * kPi * j / around;
      for (std::size_t k = 0; k < 3; ++k)
        mesh.x.push_back(static_cast<Real>(p[k] + kTube * (std::cos(a) * side[k] + std::sin(a) * up[k])));
    }
  }
  const auto at = [&](Index i, Index j) { return i % along * around + j % around; };
  for (Index i = 0; i < along; ++i)
    for (Index j = 0; j < around; ++j)
      mesh.faces.insert(mesh.faces.end(),
                        {at(i, j), at(i + 1, j), at(i, j + 1), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)});
  return mesh;
}

}  // namespace

TouchingSurfaces::TouchingSurfaces(Shape shape, Index faces) : m_shape(shape) {
  TriangleMesh mesh = shape == Shape::Spheres
                          ? octahedralSphere(static_cast<int>(std::max(1.0, std::round(std::sqrt(faces / 8.0)))))
                          : knot(faces);
  m_rest = std::move(mesh.x);
  m_faces = std::move(mesh.faces);
  for (auto& x : m_x) x.resize(m_rest.size());
  deform(0);
}

void TouchingSurfaces::deform(int frame) {
  const bool spheres = m_shape == Shape::Spheres;
  const double apart = spheres ? 1.7 : 5.6, time = frame * kStep;
  for (int body = 0; body < 2; ++body) {
    const double phase = 2.4 * body;
    for (std::size_t v = 0; v < m_rest.size(); v += 3) {
      const double x = double(m_rest[v]), y = double(m_rest[v + 1]), z = double(m_rest[v + 2]);
      const double ripple = 1 + 0.04 * std::sin(4 * x + 5 * y + 6 * z + 3 * time + phase);
      const double sway = 0.1 * std::sin(x + 0.5 * y + 2 * time + phase);
      Real* out = &m_x[body][v];
      out[0] = static_cast<Real>((spheres ? ripple * x : x + 0.3 * sway) + body * apart);
      out[1] = static_cast<Real>(spheres ? ripple * y : y + sway);
      out[2] = static_cast<Real>(spheres ? ripple * z : z - sway);
    }
  }
}

void TouchingSurfaces::addTo(BodySet& set) const {
  for (const auto& x : m_x) {
    BodyView view;
    view.positions = {x.data(), static_cast<Index>(x.size() / 3)};
    view.triangles = {m_faces.data(), faces()};
    set.setSelf(set.add(view), false);
  }
}

}  // namespace pliant::benchmarks
