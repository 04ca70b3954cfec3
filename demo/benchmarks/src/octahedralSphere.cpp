#include "octahedralSphere.h"

#include <array>
#include <cmath>
#include <map>

namespace pliant::benchmarks {
namespace {

/// A vertex of the divided octahedron. Coordinates are integers, so that neighbouring faces find their common vertices.
using GridPoint = std::array<int, 3>;

}  // namespace

TriangleMesh octahedralSphere(int divisions) {
  TriangleMesh result;
  std::map<GridPoint, Index> ids;
  const auto vertex = [&](const GridPoint& p) {
    const auto [entry, isNew] = ids.try_emplace(p, static_cast<Index>(ids.size()));
    if (isNew) {
      const double length = std::sqrt(double(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]));
      for (const int k : p) result.x.push_back(static_cast<Real>(k / length));
    }
    return entry->second;
  };
  for (int octant = 0; octant < 8; ++octant) {
    const int sx = octant & 1 ? -1 : 1, sy = octant & 2 ? -1 : 1, sz = octant & 4 ? -1 : 1;
    const auto at = [&](int i, int j) { return vertex({sx * i, sy * j, sz * (divisions - i - j)}); };
    const auto add = [&](Index a, Index b, Index c) {
      // Mirrored octants need the opposite orientation.
      if (sx * sy * sz < 0) std::swap(b, c);
      result.faces.insert(result.faces.end(), {a, b, c});
    };
    for (int i = 0; i < divisions; ++i) {
      for (int j = 0; i + j < divisions; ++j) {
        add(at(i, j), at(i + 1, j), at(i, j + 1));
        if (i + j + 1 < divisions) add(at(i + 1, j), at(i + 1, j + 1), at(i, j + 1));
      }
    }
  }
  return result;
}

}  // namespace pliant::benchmarks
