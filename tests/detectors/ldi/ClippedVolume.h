#pragma once

#include <array>
#include <cmath>
#include <span>
#include <vector>

#include "shapes/LdiShapes.h"

/// Computes the intersection volume of a closed surface and a convex body by clipping tetrahedra; exact up to rounding.
namespace ldi_shapes {

using Point = std::array<double, 3>;
using Tetra = std::array<Point, 4>;

/// Half space normal · x ≤ offset.
struct HalfSpace {
  Point normal;
  double offset;
};

inline double product(const Point& a, const Point& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/// Returns six times the signed volume; positive if t[0], t[1], t[2] are counter-clockwise when viewed from t[3].
inline double sixfold(const Tetra& t) {
  Point u, v, w;
  for (std::size_t k = 0; k < 3; ++k) {
    u[k] = t[1][k] - t[0][k];
    v[k] = t[2][k] - t[0][k];
    w[k] = t[3][k] - t[0][k];
  }
  return product({u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]}, w);
}

/// Returns the volume of the intersection of a tetrahedron and all half spaces.
inline double clippedVolume(const Tetra& tetra, std::span<const HalfSpace> body) {
  if (body.empty()) return std::abs(sixfold(tetra)) / 6;
  std::vector<std::size_t> in, out;
  std::array<double, 4> beyond{};
  for (std::size_t i = 0; i < 4; ++i) {
    beyond[i] = product(body[0].normal, tetra[i]) - body[0].offset;
    (beyond[i] > 0 ? out : in).push_back(i);
  }
  const auto rest = body.subspan(1);
  if (out.empty()) return clippedVolume(tetra, rest);
  if (in.empty()) return 0;
  const auto cut = [&](std::size_t i, std::size_t o) {
    const double s = beyond[i] / (beyond[i] - beyond[o]);
    Point p;
    for (std::size_t k = 0; k < 3; ++k) p[k] = tetra[i][k] + s * (tetra[o][k] - tetra[i][k]);
    return p;
  };
  const auto at = [&](std::size_t i) { return tetra[in[i]]; };
  if (in.size() == 1) return clippedVolume({at(0), cut(in[0], out[0]), cut(in[0], out[1]), cut(in[0], out[2])}, rest);
  // Prism between two triangles.
  const auto prism = [&](const std::array<Point, 3>& a, const std::array<Point, 3>& b) {
    return clippedVolume({a[0], a[1], a[2], b[2]}, rest) + clippedVolume({a[0], a[1], b[2], b[1]}, rest) +
           clippedVolume({a[0], b[2], b[1], b[0]}, rest);
  };
  if (in.size() == 3) return prism({at(0), at(1), at(2)}, {cut(in[0], out[0]), cut(in[1], out[0]), cut(in[2], out[0])});
  return prism({at(0), cut(in[0], out[0]), cut(in[0], out[1])}, {at(1), cut(in[1], out[0]), cut(in[1], out[1])});
}

/// Returns the half spaces of a box from box(), moved or rotated. Two consecutive faces lie in each plane.
inline std::vector<HalfSpace> halfSpaces(const Shape& box) {
  std::vector<HalfSpace> all;
  for (std::size_t f = 0; f < box.faces.size(); f += 2) {
    Tetra t{};
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t k = 0; k < 3; ++k) t[i][k] = box.points[box.faces[f][i]][k];
    Point u, v;
    for (std::size_t k = 0; k < 3; ++k) {
      u[k] = t[1][k] - t[0][k];
      v[k] = t[2][k] - t[0][k];
    }
    const Point n{u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]};
    all.push_back({n, product(n, t[0])});
  }
  return all;
}

/// Returns the intersection volume of a closed, outward oriented surface and a box from box(), moved or rotated.
inline double commonVolume(const Shape& shape, const Shape& turnedBox) {
  const std::vector<HalfSpace> body = halfSpaces(turnedBox);
  Tetra t{};
  for (std::size_t k = 0; k < 3; ++k) t[3][k] = shape.points[0][k];
  double volume = 0;
  for (const pliant::Triangle& face : shape.faces) {
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t k = 0; k < 3; ++k) t[i][k] = shape.points[face[i]][k];
    volume += (sixfold(t) < 0 ? 1 : -1) * clippedVolume(t, body);
  }
  return volume;
}

}  // namespace ldi_shapes
