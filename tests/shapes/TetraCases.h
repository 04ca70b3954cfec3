#pragma once

#include "SurfaceMeshes.h"

/// Bodies of tetrahedra.
namespace pliant::test {

using TetraBody = meshes::Body;

/// Returns nx × ny × nz cubes of edge length 1, with five tetrahedra each.
inline TetraBody block(Index nx, Index ny, Index nz) {
  TetraBody body;
  const auto at = [&](Index i, Index j, Index k) { return i + (nx + 1) * (j + (ny + 1) * k); };
  for (Index k = 0; k <= nz; ++k)
    for (Index j = 0; j <= ny; ++j)
      for (Index i = 0; i <= nx; ++i)
        for (Index c : {i, j, k}) body.x.push_back(Real(c));
  for (Index k = 0; k < nz; ++k)
    for (Index j = 0; j < ny; ++j)
      for (Index i = 0; i < nx; ++i) {
        Index v[8];
        for (Index c = 0; c < 8; ++c) v[c] = at(i + (c & 1), j + (c >> 1 & 1), k + (c >> 2));
        const Index even[5][4] = {{0, 1, 2, 4}, {3, 1, 7, 2}, {5, 1, 4, 7}, {6, 2, 7, 4}, {1, 2, 4, 7}};
        const Index odd[5][4] = {{1, 0, 5, 3}, {2, 0, 3, 6}, {4, 0, 6, 5}, {7, 3, 5, 6}, {0, 3, 6, 5}};
        for (const auto& t : (i + j + k) % 2 ? odd : even)
          for (Index c : t) body.tetrahedra.push_back(v[c]);
      }
  return body;
}

template <typename Distribution>
TetraBody randomBody(std::mt19937& random, Distribution coordinate, Index vertices, Index tetrahedra) {
  std::uniform_int_distribution<Index> corner(0, vertices - 1);
  TetraBody body;
  for (Index i = 0; i < 3 * vertices; ++i) body.x.push_back(Real(coordinate(random)));
  for (Index i = 0; i < 4 * tetrahedra; ++i) body.tetrahedra.push_back(corner(random));
  return body;
}

/// Returns vertices on a small integer grid with random corners: flat, inverted, repeated and touching tetrahedra are
/// frequent.
inline TetraBody gridBody(std::mt19937& random, int grid, Index vertices, Index tetrahedra) {
  return randomBody(random, std::uniform_int_distribution<int>(0, grid), vertices, tetrahedra);
}

/// Returns random vertices whose coordinates use all bits, with random corners.
inline TetraBody softBody(std::mt19937& random, Real size, Index vertices, Index tetrahedra) {
  return randomBody(random, std::uniform_real_distribution<Real>(0, size), vertices, tetrahedra);
}

inline void transform(TetraBody& body, Real scale, Real shift) {
  for (Real& x : body.x) x = x * scale + shift;
}

}  // namespace pliant::test
