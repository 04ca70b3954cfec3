#pragma once

#include <algorithm>
#include <map>
#include <random>
#include <utility>

#include "SurfaceMeshes.h"

/// Surfaces for which the conditions of Volino and Magnenat-Thalmann (1994), as printed, are wrong or hard to decide.
namespace shapes {

using meshes::Body;
using pliant::Index;
using pliant::Real;

inline constexpr double kPi = 3.14159265358979323846;

/// Returns a sheet rolled up along x: `turns` turns at radius 1, each turn `rise` farther out.
inline Body rolled(std::size_t n, double turns, double rise) {
  Body body = meshes::sheet(n);
  for (std::size_t i = 0; i < body.x.size(); i += 3) {
    const double angle = 2 * kPi * turns * static_cast<double>(body.x[i]);
    const double radius = 1 + rise * turns * static_cast<double>(body.x[i]);
    body.x[i] = static_cast<Real>(radius * std::cos(angle));
    body.x[i + 2] = static_cast<Real>(radius * std::sin(angle));
  }
  return body;
}

/// Returns a sheet with displaced vertices; the standard deviation is `height` cells.
inline Body rumpled(std::mt19937& random, std::size_t n, double height) {
  Body body = meshes::sheet(n);
  meshes::shake(body.x, random, height / static_cast<double>(n));
  return body;
}

/// Adds sectors of a disc in the plane z = height, tilted along x.
inline void addDisc(Body& body, std::size_t sectors, double height, double tilt) {
  const std::size_t first = body.x.size() / 3;
  body.point(0, 0, height);
  for (std::size_t i = 0; i < sectors; ++i) {
    const double a = 2 * kPi * static_cast<double>(i) / static_cast<double>(sectors);
    body.point(std::cos(a), std::sin(a), height + tilt * std::cos(a));
  }
  for (std::size_t i = 0; i < sectors; ++i) body.face(first, first + 1 + i, first + 1 + (i + 1) % sectors);
}

/// Returns two discs that cross and have one outline in the projection along z: simple contours that do not cross.
inline Body stackedDiscs(std::size_t sectors) {
  Body body;
  addDisc(body, sectors, 0, 0.2);
  addDisc(body, sectors, 0.05, -0.2);
  return body;
}

/// Returns a disc, and a smaller disc inside its outline that crosses it.
inline Body discInDisc(std::size_t sectors) {
  Body body;
  addDisc(body, sectors, 0, 0);
  Body small;
  addDisc(small, sectors, 0, 0.4);
  body.append(small.place(0.5, {0, 0, 0.01}));
  return body;
}

/// Returns the upper half of a sphere around the origin, radius 1, oriented outward.
inline Body halfBall(std::size_t rings, std::size_t sectors) {
  const Body whole = meshes::ball(2 * rings, sectors);
  Body half;
  half.x.assign(whole.x.begin(), whole.x.begin() + static_cast<std::ptrdiff_t>(3 * (1 + rings * sectors)));
  for (const pliant::Triangle& t : whole.triangles())
    if (*std::max_element(t.begin(), t.end()) < half.vertices()) half.face(t[0], t[1], t[2]);
  return half;
}

/// Returns one surface of two halves of a sphere at one place. The second half is shifted slightly along x, so that
/// both intersect, and rotated by a tenth of a sector. `turned`: the second half is oriented inward.
inline Body halves(std::size_t rings, std::size_t sectors, bool turned) {
  Body body = halfBall(rings, sectors);
  const double angle = 0.2 * kPi / static_cast<double>(sectors);
  Body other = halfBall(rings, sectors);
  for (std::size_t i = 0; i < other.x.size(); i += 3) {
    const double x = static_cast<double>(other.x[i]), y = static_cast<double>(other.x[i + 1]);
    other.x[i] = static_cast<Real>(x * std::cos(angle) - y * std::sin(angle) + 0.01);
    other.x[i + 1] = static_cast<Real>(x * std::sin(angle) + y * std::cos(angle));
  }
  for (std::size_t f = 0; turned && f < other.faces.size(); f += 3) std::swap(other.faces[f], other.faces[f + 1]);
  body.append(other);
  return body;
}

/// Returns a fan of two turns around one vertex, which intersects itself; all normals point up.
inline Body doubleFan(std::size_t sectors) {
  Body body;
  body.point(0, 0, 0);
  for (std::size_t i = 0; i < 2 * sectors; ++i) {
    const double a = 2 * kPi * static_cast<double>(i) / static_cast<double>(sectors);
    body.point(std::cos(a), std::sin(a), 0.3 * std::sin(a / 2));
  }
  for (std::size_t i = 0; i < 2 * sectors; ++i) body.face(0, 1 + i, 1 + (i + 1) % (2 * sectors));
  return body;
}

/// Returns a ring of two turns: an annulus that covers its area twice and crosses itself, without a centre vertex.
inline Body doubleRing(std::size_t sectors) {
  Body body;
  for (std::size_t i = 0; i < 2 * sectors; ++i) {
    const double a = 2 * kPi * static_cast<double>(i) / static_cast<double>(sectors), z = 0.3 * std::sin(a / 2);
    body.point(0.5 * std::cos(a), 0.5 * std::sin(a), z / 2);
    body.point(std::cos(a), std::sin(a), z);
  }
  const std::size_t count = 4 * sectors;
  for (std::size_t i = 0; i < 2 * sectors; ++i) {
    const std::size_t a = 2 * i, b = a + 1, c = (a + 2) % count, d = (a + 3) % count;
    body.face(a, b, d);
    body.face(a, d, c);
  }
  return body;
}

/// Returns a sheet with a flap at one corner, which folds back over the sheet and through it. All normals point up, and
/// the contours do not cross in the projection along z.
inline Body flap(std::size_t n) {
  Body body = meshes::sheet(n);
  const std::size_t first = body.vertices();
  body.append(meshes::surface({{0.8, 0.5, 0.1}, {0.5, 0.8, -0.1}, {0.7, 0.7, -0.1}}));
  body.face(0, first, first + 2);
  body.face(0, first + 2, first + 1);
  return body;
}

/// Returns a sheet folded by 180 degrees along its middle, with both halves in one plane. `reversed`: the faces of one
/// half are reversed, so that all normals point up.
inline Body foldedOver(std::size_t n, bool reversed) {
  Body body = meshes::sheet(2 * n);
  for (std::size_t i = 0; i < body.x.size(); i += 3)
    if (body.x[i] > Real(0.5)) body.x[i] = 1 - body.x[i];
  if (reversed)
    for (std::size_t f = body.faces.size() / 2; f < body.faces.size(); f += 3)
      std::swap(body.faces[f], body.faces[f + 1]);
  return body;
}

/// Returns two sheets side by side with coincident vertices along a seam, but without a common vertex.
inline Body seam(std::size_t n) {
  Body body = meshes::sheet(n);
  body.append(meshes::sheet(n).place(1, {1, 0, 0}));
  return body;
}

/// Returns a body with only those faces that leave no edge with more than two faces.
inline Body manifold(const Body& from) {
  Body body = from;
  body.faces.clear();
  std::map<std::pair<Index, Index>, int> uses;
  for (const pliant::Triangle& t : from.triangles()) {
    auto more = uses;
    bool fits = true;
    for (std::size_t k = 0; k < 3; ++k) {
      const Index a = t[k], b = t[(k + 1) % 3];
      if (a != b) fits &= ++more[{std::min(a, b), std::max(a, b)}] <= 2;
    }
    if (!fits) continue;
    uses = std::move(more);
    body.face(t[0], t[1], t[2]);
  }
  return body;
}

/// Reverses each face with the given probability.
inline void turnSome(Body& body, std::mt19937& random, double chance) {
  std::bernoulli_distribution turned(chance);
  for (std::size_t f = 0; f < body.faces.size(); f += 3)
    if (turned(random)) std::swap(body.faces[f], body.faces[f + 1]);
}

}  // namespace shapes
