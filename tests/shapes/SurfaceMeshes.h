#pragma once

#include <pliant/detectors/BodySet.h>

#include <array>
#include <cmath>
#include <optional>
#include <random>
#include <utility>
#include <vector>

/// Small bodies of faces, tetrahedra and links.
namespace meshes {

using pliant::BodySet;
using pliant::BodyView;
using pliant::Index;
using pliant::Real;
using Place = std::array<double, 3>;

struct Body {
  std::vector<Real> x{}, x0{};  // positions at t1 and t0; an empty x0: the body rests
  std::vector<Index> faces{}, tetrahedra{}, links{};

  BodyView view() const {
    BodyView v;
    v.positions = {x.data(), static_cast<Index>(x.size() / 3)};
    if (!x0.empty()) v.positions_t0 = {x0.data(), v.positions.count};
    v.triangles = {faces.data(), static_cast<Index>(faces.size() / 3)};
    v.tetrahedra = {tetrahedra.data(), static_cast<Index>(tetrahedra.size() / 4)};
    v.links = {links.data(), static_cast<Index>(links.size() / 2)};
    return v;
  }
  Index vertices() const { return static_cast<Index>(x.size() / 3); }
  const Real* at(Index i) const { return &x[std::size_t{3} * i]; }
  Real* at(Index i) { return &x[std::size_t{3} * i]; }
  std::vector<pliant::Triangle> triangles() const {
    std::vector<pliant::Triangle> all;
    for (std::size_t f = 0; f < faces.size(); f += 3) all.push_back({faces[f], faces[f + 1], faces[f + 2]});
    return all;
  }
  std::vector<pliant::PackedPosition> packed() const {
    std::vector<pliant::PackedPosition> all;
    for (std::size_t i = 0; i < x.size(); i += 3) all.push_back({x[i], x[i + 1], x[i + 2], 0});
    return all;
  }
  void point(double a, double b, double c) {
    for (const double k : {a, b, c}) x.push_back(static_cast<Real>(k));
  }
  void face(std::size_t a, std::size_t b, std::size_t c) {
    for (const std::size_t k : {a, b, c}) faces.push_back(static_cast<Index>(k));
  }
  void link(std::size_t a, std::size_t b) {
    for (const std::size_t k : {a, b}) links.push_back(static_cast<Index>(k));
  }
  /// Maps x to scale · x + offset, at t0 and t1.
  Body& place(double scale, const Place& offset) {
    for (auto* p : {&x, &x0})
      for (std::size_t i = 0; i < p->size(); ++i)
        (*p)[i] = static_cast<Real>(static_cast<double>((*p)[i]) * scale + offset[i % 3]);
    return *this;
  }
  /// Adds the vertices, faces and tetrahedra of another body.
  void append(const Body& other) {
    const Index first = vertices();
    x.insert(x.end(), other.x.begin(), other.x.end());
    for (const Index corner : other.faces) faces.push_back(corner + first);
    for (const Index corner : other.tetrahedra) tetrahedra.push_back(corner + first);
  }
};

/// Returns a set of the bodies, updated; the default margin of a body is its own.
inline BodySet setOf(const std::vector<Body>& bodies, std::optional<Real> margin = std::nullopt) {
  BodySet set;
  for (const Body& body : bodies) {
    const Index id = set.add(body.view());
    if (margin) set.setMargin(id, *margin);
  }
  set.update();
  return set;
}

inline Body surface(const std::vector<Place>& points, const std::vector<std::array<std::size_t, 3>>& faces = {}) {
  Body body;
  for (const Place& p : points) body.point(p[0], p[1], p[2]);
  for (const auto& f : faces) body.face(f[0], f[1], f[2]);
  return body;
}

inline Body solid(std::vector<Real> coordinates, std::vector<Index> tetrahedra) {
  return {std::move(coordinates), {}, {}, std::move(tetrahedra)};
}

/// Returns n × n cells in the plane z = 0 over the unit square.
inline Body sheet(std::size_t n) {
  Body body;
  for (std::size_t i = 0; i <= n; ++i)
    for (std::size_t j = 0; j <= n; ++j)
      body.point(static_cast<double>(i) / static_cast<double>(n), static_cast<double>(j) / static_cast<double>(n), 0);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) {
      const std::size_t a = i * (n + 1) + j, b = a + n + 1;
      body.face(a, b, b + 1);
      body.face(a, b + 1, a + 1);
    }
  return body;
}

/// Returns a closed sphere around the origin, radius 1, oriented outward.
inline Body ball(std::size_t rings, std::size_t sectors) {
  Body body;
  const double pi = 3.14159265358979323846;
  body.point(0, 0, 1);
  for (std::size_t i = 1; i < rings; ++i)
    for (std::size_t j = 0; j < sectors; ++j) {
      const double a = pi * static_cast<double>(i) / static_cast<double>(rings);
      const double b = 2 * pi * static_cast<double>(j) / static_cast<double>(sectors);
      body.point(std::sin(a) * std::cos(b), std::sin(a) * std::sin(b), std::cos(a));
    }
  body.point(0, 0, -1);
  const auto at = [&](std::size_t i, std::size_t j) { return 1 + (i - 1) * sectors + j % sectors; };
  for (std::size_t j = 0; j < sectors; ++j) {
    body.face(0, at(1, j), at(1, j + 1));
    body.face(1 + (rings - 1) * sectors, at(rings - 1, j + 1), at(rings - 1, j));
    for (std::size_t i = 1; i + 1 < rings; ++i) {
      body.face(at(i, j), at(i + 1, j), at(i + 1, j + 1));
      body.face(at(i, j), at(i + 1, j + 1), at(i, j + 1));
    }
  }
  return body;
}

/// Returns random faces; one in seven has a corner of another face.
inline Body soup(std::mt19937& random, std::size_t vertices, std::size_t faces, double size) {
  std::normal_distribution<double> near(0, size);
  std::uniform_real_distribution<double> place(-1, 1);
  Body body;
  for (std::size_t i = 0; i + 2 < vertices + 2; i += 3) {
    const double c[3] = {place(random), place(random), place(random)};
    for (int k = 0; k < 3; ++k) body.point(c[0] + near(random), c[1] + near(random), c[2] + near(random));
  }
  std::uniform_int_distribution<std::size_t> corner(0, body.x.size() / 3 - 1);
  for (std::size_t i = 0; i < faces; ++i) {
    const std::size_t first = 3 * (corner(random) / 3);
    body.face(first, first + 1, i % 7 == 0 ? corner(random) : first + 2);
  }
  return body;
}

/// Returns random vertices on a small grid, so that touching, coplanar and degenerate faces are frequent.
inline Body lattice(std::mt19937& random, int grid, std::size_t vertices, std::size_t faces) {
  std::uniform_int_distribution<int> coordinate(0, grid);
  std::uniform_int_distribution<std::size_t> corner(0, vertices - 1);
  Body body;
  for (std::size_t i = 0; i < vertices; ++i) body.point(coordinate(random), coordinate(random), coordinate(random));
  for (std::size_t i = 0; i < faces; ++i) body.face(corner(random), corner(random), corner(random));
  return body;
}

/// Displaces each vertex by a normally distributed amount.
inline void shake(std::vector<Real>& x, std::mt19937& random, double amount) {
  std::normal_distribution<double> step(0, amount);
  for (Real& c : x) c += static_cast<Real>(step(random));
}

/// Moves each vertex by a random amount over the step, plus `common`.
inline void move(Body& body, std::mt19937& random, double amount, const Place& common = {}) {
  std::normal_distribution<double> step(0, amount);
  body.x0 = body.x;
  for (std::size_t i = 0; i < body.x.size(); ++i)
    body.x[i] = static_cast<Real>(static_cast<double>(body.x[i]) + step(random) + common[i % 3]);
}

}  // namespace meshes
