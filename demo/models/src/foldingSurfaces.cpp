#include <pliant/models/foldingSurfaces.h>
#include <pliant/models/polygonise.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "points.h"
#include "shapes.h"
#include "sheet.h"

namespace pliant::models {
namespace {

struct Sizes {
  std::size_t body;
  Index rows, columns;  ///< of the dress
};
Sizes sizesOf(Discretisation discretisation) {
  return discretisation == Discretisation::Slight ? Sizes{17200, 25, 76} : Sizes{111000, 100, 282};
}

ImplicitShape figure() {
  ImplicitShape shape;
  shape.flatPart(curved({{0, 0.95, 0, 0.165}, {0, 1.12, 0, 0.125}, {0, 1.32, 0, 0.165}, {0, 1.42, 0, 0.13}}),
                 {{0, 0, 1}, 1.35}, 0.03);
  shape.part({curved({{0, 1.45, 0, 0.06}, {0, 1.53, 0.01, 0.055}})}, 0.03);
  shape.part({{{0, 1.62, 0.02, 0.10}, {0, 1.68, 0.01, 0.105}}}, 0.03);
  shape.part(bothSides(curved({{0.15, 1.42, 0, 0.06}, {0.36, 1.36, -0.01, 0.045}, {0.62, 1.30, 0.02, 0.034}})), 0.04);
  shape.part(bothSides(curved({{0.64, 1.295, 0.02, 0.036}, {0.74, 1.27, 0.03, 0.03}})), 0.01);
  shape.part(bothSides(curved({{0.085, 0.90, 0, 0.085}, {0.095, 0.50, 0.01, 0.055}, {0.10, 0.10, -0.01, 0.04}})), 0.04);
  shape.part(bothSides({{0.10, 0.05, 0, 0.04}, {0.11, 0.035, 0.14, 0.032}}), 0.02);
  return shape;
}

}  // namespace

ClosedModel sphereSurface(std::size_t faces) {
  const double golden = (1 + std::sqrt(5.0)) / 2;
  const Point corners[12] = {{-1, golden, 0}, {1, golden, 0}, {-1, -golden, 0}, {1, -golden, 0},
                             {0, -1, golden}, {0, 1, golden}, {0, -1, -golden}, {0, 1, -golden},
                             {golden, 0, -1}, {golden, 0, 1}, {-golden, 0, -1}, {-golden, 0, 1}};
  constexpr Index kFaces[20][3] = {{0, 11, 5},  {0, 5, 1},  {0, 1, 7},  {0, 7, 10}, {0, 10, 11}, {1, 5, 9}, {5, 11, 4},
                                   {11, 10, 2}, {10, 7, 6}, {7, 1, 8},  {3, 9, 4},  {3, 4, 2},   {3, 2, 6}, {3, 6, 8},
                                   {3, 8, 9},   {4, 9, 5},  {2, 4, 11}, {6, 2, 10}, {8, 6, 7},   {9, 8, 1}};
  const auto n = std::max<Index>(1, static_cast<Index>(std::lround(std::sqrt(double(faces) / 20))));
  ClosedModel model;
  model.faces.reserve(std::size_t{20} * n * n);
  // Points on an edge or corner belong to several faces of the icosahedron. Their key is the sorted list of corners
  // with weights; corner 12 stands for a weight of 0.
  std::map<std::array<std::pair<Index, Index>, 3>, Index> shared;
  for (const auto& face : kFaces) {
    std::vector<Index> ids;
    for (Index i = 0; i <= n; ++i) {
      for (Index j = 0; i + j <= n; ++j) {
        std::array<std::pair<Index, Index>, 3> key = {{{face[0], n - i - j}, {face[1], i}, {face[2], j}}};
        std::sort(key.begin(), key.end());
        for (auto& part : key) {
          if (part.second == 0) part.first = 12;
        }
        std::sort(key.begin(), key.end());
        const bool inner = key[2].first != 12;
        const auto next = static_cast<Index>(model.points.size());
        const auto [place, isNew] = inner ? std::pair(shared.end(), true) : shared.emplace(key, next);
        ids.push_back(inner ? next : place->second);
        if (!isNew) continue;
        Point p{};
        for (const auto& [corner, weight] : key) {
          if (corner == 12) continue;
          for (std::size_t k = 0; k < 3; ++k) p[k] += weight * corners[corner][k];
        }
        const double scale = 0.5 / std::hypot(p[0], p[1], p[2]);
        model.points.push_back(
            {static_cast<Real>(scale * p[0]), static_cast<Real>(scale * p[1]), static_cast<Real>(scale * p[2])});
      }
    }
    // Row i has n − i + 1 points.
    const auto id = [&](Index i, Index j) { return ids[i * (n + 1) - i * (i - 1) / 2 + j]; };
    for (Index i = 0; i < n; ++i) {
      for (Index j = 0; i + j < n; ++j) {
        model.faces.push_back({id(i, j), id(i + 1, j), id(i, j + 1)});
        if (i + j + 1 < n) model.faces.push_back({id(i + 1, j), id(i + 1, j + 1), id(i, j + 1)});
      }
    }
  }
  return model;
}

SurfaceModel loopSurface(std::size_t faces) {
  return bendingStrip(faces, 1);
}

Point stripPoint(double u, double v, double bent) {
  // A prolate cycloid. Its loop leans more and more from one border to the other, so no two faces are parallel.
  const double pulled = std::lerp(0.45, 0.12, bent);
  const double t = kTurn * (u - 0.5), lean = 0.15 * (v - 0.5);
  const double x = pulled * t - 0.30 * std::sin(t) + lean * std::cos(t), z = -0.30 * std::cos(t) + lean * v;
  return Point{x, v - 0.5 + 0.05 * std::cos(t), z};
}

SurfaceModel bendingStrip(std::size_t faces, double bent) {
  const auto n = std::max<Index>(1, static_cast<Index>(std::lround(std::sqrt(double(faces) / 4))));
  return sheet(2 * n, n, false, [bent](double u, double v) { return stripPoint(u, v, bent); });
}

const ClosedModel& dressedBody(Discretisation discretisation) {
  const auto make = [](Discretisation d) { return polygonise(figure(), sizesOf(d).body); };
  static const ClosedModel slight = make(Discretisation::Slight);
  if (discretisation == Discretisation::Slight) return slight;
  static const ClosedModel heavy = make(Discretisation::Heavy);
  return heavy;
}

SurfaceModel foldingDress(Discretisation discretisation, double folded, int pleats) {
  const Sizes sizes = sizesOf(discretisation);
  return sheet(sizes.rows, sizes.columns, true, [&](double u, double v) {
    // u runs from the hem (0) to below the arms (1), where the dress is narrow and lies on the body.
    const double y = -0.26 + 0.50 * u, loose = 1 - smoothStep(0.25, 0.8, u);
    const double waist = 1 - 0.25 * std::exp(-std::pow((u - 0.72) / 0.12, 2));
    const double width = (0.108 * waist + 0.075 * loose), deep = (0.082 * waist + 0.085 * loose);
    const double phase = pleats * kTurn * v + 0.6 * std::sin(3 * u);
    const double fold = folded * loose, wave = 0.004 + 0.022 * fold;
    // If `fold` is large, the shift makes the angle decrease with v in places, so a pleat leans over its neighbour.
    const double angle = kTurn * v + 1.7 * fold / pleats * std::sin(phase);
    const double out = wave * std::cos(phase);
    return Point{(width + out) * std::cos(angle), y + 0.01 * fold * std::cos(2 * phase),
                 -(deep + out) * std::sin(angle)};
  });
}

}  // namespace pliant::models
