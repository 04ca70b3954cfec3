#include <pliant/benchmarks/Scene.h>
#include <pliant/detectors/Error.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numbers>

namespace pliant::benchmarks {
namespace {

using models::SurfaceModel;

constexpr double kStep = 0.02;  // time between two frames

using Point = std::array<double, 3>;

/// Returns the unit sphere with outward normals: an octahedron with divisions² faces for each of its 8 faces.
SurfaceModel octahedralSphere(int divisions) {
  SurfaceModel sphere;
  // Coordinates of the divided octahedron are integers, so that neighbouring faces find their common vertices.
  std::map<std::array<int, 3>, Index> ids;
  const auto vertex = [&](const std::array<int, 3>& p) {
    const auto [entry, isNew] = ids.try_emplace(p, static_cast<Index>(ids.size()));
    if (isNew) {
      const double length = std::sqrt(double(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]));
      auto& x = sphere.points.emplace_back();
      for (std::size_t k = 0; k < 3; ++k) x[k] = static_cast<Real>(p[k] / length);
    }
    return entry->second;
  };
  for (int octant = 0; octant < 8; ++octant) {
    const int sx = octant & 1 ? -1 : 1, sy = octant & 2 ? -1 : 1, sz = octant & 4 ? -1 : 1;
    const auto at = [&](int i, int j) { return vertex({sx * i, sy * j, sz * (divisions - i - j)}); };
    const auto add = [&](Index a, Index b, Index c) {
      // Mirrored octants need the opposite orientation.
      if (sx * sy * sz < 0) std::swap(b, c);
      sphere.faces.push_back({a, b, c});
    };
    for (int i = 0; i < divisions; ++i) {
      for (int j = 0; i + j < divisions; ++j) {
        add(at(i, j), at(i + 1, j), at(i, j + 1));
        if (i + j + 1 < divisions) add(at(i + 1, j), at(i + 1, j + 1), at(i, j + 1));
      }
    }
  }
  return sphere;
}

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
SurfaceModel knot(Index faces) {
  constexpr double kTurn = 2 * std::numbers::pi;
  constexpr double kTube = 0.35;  // radius of the tube [length]
  const auto around = static_cast<Index>(std::max(3.0, std::round(std::sqrt(faces / 20.0)))),
             along = faces / 2 / around;
  SurfaceModel model;
  for (Index i = 0; i < along; ++i) {
    const double t = kTurn * i / along, h = 1e-3;
    const Point p = trefoil(t), before = trefoil(t - h), after = trefoil(t + h);
    const Point tangent = unit({after[0] - before[0], after[1] - before[1], after[2] - before[2]});
    const Point side = unit(cross(tangent, {0, 0, 1})), up = cross(side, tangent);
    for (Index j = 0; j < around; ++j) {
      const double a = kTurn * j / around;
      auto& x = model.points.emplace_back();
      for (std::size_t k = 0; k < 3; ++k)
        x[k] = static_cast<Real>(p[k] + kTube * (std::cos(a) * side[k] + std::sin(a) * up[k]));
    }
  }
  const auto at = [&](Index i, Index j) { return i % along * around + j % around; };
  for (Index i = 0; i < along; ++i)
    for (Index j = 0; j < around; ++j) {
      model.faces.push_back({at(i, j), at(i + 1, j), at(i, j + 1)});
      model.faces.push_back({at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)});
    }
  return model;
}

}  // namespace

Scene crowdScene(Index bodies) {
  constexpr std::array<Real, 3> kSpacing{Real(2.03), Real(2.01), Real(1.99)};
  if (bodies == 0) throw Error("the number of bodies must be at least 1");
  const auto side = static_cast<Index>(std::ceil(std::cbrt(double(bodies))));
  const auto move = [=](int frame, std::size_t body, const Scene::Points& rest, Scene::Points& x) {
    const Real time = Real(frame) * Real(kStep), phase = Real(body) * Real(2.4);
    const std::size_t row[3] = {body % side, body / side % side, body / (side * side)};
    Real centre[3], axis[3];
    for (std::size_t a = 0; a < 3; ++a) {
      const Real own = phase + Real(a) * Real(2.1);
      centre[a] = Real(row[a]) * kSpacing[a] + Real(0.05) * std::sin(Real(1.3) * time + own);
      axis[a] = 1 + Real(0.05) * std::sin(2 * time + 2 * own);
    }
    for (std::size_t v = 0; v < rest.size(); ++v) {
      const auto& p = rest[v];
      const Real ripple = 1 + Real(0.04) * std::sin(4 * p[0] + 5 * p[1] + 6 * p[2] + 3 * time + phase);
      for (std::size_t a = 0; a < 3; ++a) x[v][a] = centre[a] + axis[a] * ripple * p[a];
    }
  };
  return {std::vector<Scene::Body>(bodies, {octahedralSphere(4)}), move, {.swept = true}};
}

Scene touchingScene(Touching shape, Index faces) {
  const bool spheres = shape == Touching::Spheres;
  const double apart = spheres ? 1.7 : 5.6;
  const auto move = [=](int frame, std::size_t body, const Scene::Points& rest, Scene::Points& points) {
    const double time = frame * kStep, index = static_cast<double>(body), phase = 2.4 * index;
    for (std::size_t v = 0; v < rest.size(); ++v) {
      const double x = double(rest[v][0]), y = double(rest[v][1]), z = double(rest[v][2]);
      const double ripple = 1 + 0.04 * std::sin(4 * x + 5 * y + 6 * z + 3 * time + phase);
      const double sway = 0.1 * std::sin(x + 0.5 * y + 2 * time + phase);
      points[v] = {static_cast<Real>((spheres ? ripple * x : x + 0.3 * sway) + index * apart),
                   static_cast<Real>(spheres ? ripple * y : y + sway),
                   static_cast<Real>(spheres ? ripple * z : z - sway)};
    }
  };
  const SurfaceModel surface =
      spheres ? octahedralSphere(static_cast<int>(std::max(1.0, std::round(std::sqrt(faces / 8.0))))) : knot(faces);
  const Scene::Body body{surface};
  return {{body, body}, move, {.self = false}};
}

Scene wavingScene(const std::vector<const SurfaceModel*>& models) {
  // The slope of the wave is below 0.1, so that it moves no two points to the same place.
  constexpr std::array<double, 3> kWaves{2.6, 2.1, -2.9}, kSwing{0.011, 0.014, 0.009};
  constexpr double kPhase = 0.05;  // phase of the oscillation per frame [rad]
  std::vector<Scene::Body> bodies;
  std::vector<std::vector<float>> waves;  // one value per vertex of each body
  for (const SurfaceModel* model : models) {
    bodies.push_back({*model});
    auto& wave = waves.emplace_back();
    for (const auto& p : model->points)
      wave.push_back(
          static_cast<float>(std::sin(kWaves[0] * double{p[0]} + kWaves[1] * double{p[1]} + kWaves[2] * double{p[2]})));
  }
  const auto move = [=](int frame, std::size_t body, const Scene::Points& rest, Scene::Points& x) {
    const double swing = std::sin(kPhase * frame);
    for (std::size_t v = 0; v < rest.size(); ++v)
      for (std::size_t k = 0; k < 3; ++k)
        x[v][k] = static_cast<Real>(double{rest[v][k]} + swing * kSwing[k] * double{waves[body][v]});
  };
  return {std::move(bodies), move, {}};
}

Scene clothScene(std::size_t faces, models::ClothShape shape) {
  const auto move = [=](int frame, std::size_t, const Scene::Points&, Scene::Points& x) {
    const SurfaceModel cloth = models::clothSheet(faces, shape, kStep * frame);
    std::copy(cloth.points.begin(), cloth.points.end(), x.begin());
  };
  return {{{models::clothSheet(faces, shape)}}, move, {}};
}

}  // namespace pliant::benchmarks
