#pragma once

#include <pliant/models/SurfaceModel.h>

namespace pliant::models {

/// Returns `rows` by `columns` squares, each cut by a diagonal, in alternating directions. `at(u, v)` returns a point
/// for u and v in [0, 1]. In a ring the last column of vertices is the first one.
template <typename At>
SurfaceModel sheet(Index rows, Index columns, bool ring, At&& at) {
  const Index across = ring ? columns : columns + 1;
  SurfaceModel model;
  for (Index i = 0; i <= rows; ++i) {
    for (Index j = 0; j < across; ++j) {
      const Point p = at(double(i) / rows, double(j) / columns);
      model.points.push_back({static_cast<Real>(p[0]), static_cast<Real>(p[1]), static_cast<Real>(p[2])});
    }
  }
  const auto id = [&](Index i, Index j) { return i * across + j % across; };
  for (Index i = 0; i < rows; ++i) {
    for (Index j = 0; j < columns; ++j) {
      const Index a = id(i, j), b = id(i + 1, j), c = id(i + 1, j + 1), d = id(i, j + 1);
      if ((i + j) % 2 == 0) {
        model.faces.push_back({a, b, c});
        model.faces.push_back({a, c, d});
      } else {
        model.faces.push_back({a, b, d});
        model.faces.push_back({b, c, d});
      }
    }
  }
  return model;
}

}  // namespace pliant::models
