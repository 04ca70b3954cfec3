#include <pliant/benchmarks/LdiModels.h>
#include <pliant/detectors/BodySet.h>
#include <pliant/detectors/Error.h>
#include <pliant/detectors/capHoles.h>
#include <pliant/detectors/ldi/LdiDetector.h>
#include <pliant/io/readMesh.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace pliant::benchmarks {
namespace {

constexpr double kTurn = 2 * std::numbers::pi;

using Point = std::array<double, 3>;

Point minus(const Point& a, const Point& b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}
Point cross(const Point& a, const Point& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
Point unit(const Point& a) {
  const double length = std::hypot(a[0], a[1], a[2]);
  return {a[0] / length, a[1] / length, a[2] / length};
}

/// Into the unit box, outward.
ClosedModel fitted(const std::vector<Point>& points, std::vector<Triangle> faces) {
  Point low = points[0], high = low;
  for (const Point& p : points) {
    for (std::size_t k = 0; k < 3; ++k) {
      low[k] = std::min(low[k], p[k]);
      high[k] = std::max(high[k], p[k]);
    }
  }
  const Point sides = minus(high, low);
  const double size = std::max({sides[0], sides[1], sides[2]});
  ClosedModel model;
  for (const Point& p : points) {
    std::array<Real, 3> fit;
    for (std::size_t k = 0; k < 3; ++k) fit[k] = static_cast<Real>((p[k] - (low[k] + high[k]) / 2) / size);
    model.points.push_back(fit);
  }
  double volume = 0;
  for (const Triangle& t : faces) {
    const Point n = cross(minus(points[t[1]], points[t[0]]), minus(points[t[2]], points[t[0]]));
    for (std::size_t k = 0; k < 3; ++k) volume += n[k] * (points[t[0]][k] - low[k]);
  }
  if (volume < 0) {
    for (Triangle& t : faces) std::swap(t[1], t[2]);
  }
  model.faces = std::move(faces);
  return model;
}

/// From pole to pole: 2 · (rings − 1) · sides faces; at(u, v) with u in [0, 1] from pole to pole, v in [0, 1) around.
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

ClosedModel ellipsoid(Index rings, Index sides, const Point& radii) {
  return capsule(rings, sides, [&](double u, double v) {
    const double s = std::sin(kTurn / 2 * u);
    return Point{radii[0] * s * std::cos(kTurn * v), radii[1] * s * std::sin(kTurn * v),
                 radii[2] * std::cos(kTurn / 2 * u)};
  });
}

}  // namespace

BodyView ClosedModel::view() const {
  BodyView view;
  view.positions = {points.front().data(), static_cast<Index>(points.size()), 3};
  view.triangles = {faces.front().data(), static_cast<Index>(faces.size()), 3};
  return view;
}

void ClosedModel::move(const std::array<double, 3>& by) {
  for (auto& p : points) {
    for (std::size_t k = 0; k < 3; ++k) p[k] = static_cast<Real>(double{p[k]} + by[k]);
  }
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

ClosedModel paperModel(PaperModel model) {
  switch (model) {
    case PaperModel::Knot:
      return knottedTube(2, 3, 300, 20);
    case PaperModel::Rabbit:
      return knottedTube(2, 5, 500, 50);
    case PaperModel::Reptile:
      return knottedTube(3, 7, 1100, 50);
    case PaperModel::Santa:
      return knottedTube(3, 4, 1500, 50);
    case PaperModel::Dragon:
      return knottedTube(3, 5, 2600, 100);
    case PaperModel::MediumDragon:
      return knottedTube(3, 5, 1500, 50);
    case PaperModel::SmallDragon:
      return knottedTube(3, 5, 500, 50);
    case PaperModel::Mouse:
      return knottedTube(2, 3, 300, 25);
    case PaperModel::Hat:
      return ellipsoid(26, 30, {1, 1, 0.4});
    case PaperModel::Phone:
      return ellipsoid(16, 30, {0.25, 0.5, 1});
  }
  return {};
}

FileModel fileModel(const std::string& path) {
  constexpr Index kMostRimEdges = 1000;
  Mesh mesh = readMesh(path);
  if (mesh.triangles.empty()) mesh.triangles = boundaryFaces(mesh.view().tetrahedra, mesh.view().positions);
  if (mesh.triangles.empty()) throw Error(path + ": has no surface");
  const HoleCaps caps = capHoles(mesh.view().positions, mesh.view().triangles, kMostRimEdges);
  mesh.triangles.insert(mesh.triangles.end(), caps.faces.begin(), caps.faces.end());
  try {
    BodySet set;
    LdiDetector::check(set.topology(set.add(mesh.view())));
  } catch (const Error& error) {
    throw Error(path + ": " + error.what());
  }
  std::vector<Point> points;
  for (const Mesh::Position& p : mesh.vertices) points.push_back({double{p[0]}, double{p[1]}, double{p[2]}});
  return {fitted(points, std::move(mesh.triangles)), caps.holes};
}

ClosedModel closingHand(double closed) {
  // The spine is an arc; at 1 it goes beyond a whole turn by a tenth.
  const double arc = kTurn * (0.85 + 0.25 * closed);
  return capsule(41, 60, [&](double u, double v) {
    const double angle = arc * (u - 0.5), thick = 0.35 * std::sqrt(std::max(0.0, 1 - std::pow(2 * u - 1, 4)));
    const double r = 1 + thick * std::cos(kTurn * v);
    return Point{r * std::cos(angle), r * std::sin(angle), thick * std::sin(kTurn * v)};
  });
}

}  // namespace pliant::benchmarks
