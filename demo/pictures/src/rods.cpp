#include "rods.h"

#include <Eigen/Geometry>
#include <cmath>
#include <numbers>
#include <utility>

namespace pliant::detail {

DrawnSurface manyColoured() {
  DrawnSurface surface;
  surface.smooth = false;
  surface.aid = true;
  return surface;
}

void appendRod(DrawnSurface& surface, const Corner& from, const Corner& to, double thickness, const Colour& colour) {
  constexpr Index kSides = kRodCorners / 2;
  const Eigen::Vector3d a(from[0], from[1], from[2]), b(to[0], to[1], to[2]), along = b - a;
  const double length = along.norm();
  if (!(length > 0 && std::isfinite(length))) return;
  const Eigen::Vector3d u = along.unitOrthogonal() * (thickness / 2), v = along.cross(u) / length;
  surface.rods = true;
  SoftMesh& mesh = surface.mesh;
  const auto first = static_cast<Index>(mesh.positions.size());
  for (Index side = 0; side < kSides; ++side) {
    const double angle = 2 * std::numbers::pi * side / kSides;
    const Eigen::Vector3d off = std::cos(angle) * u + std::sin(angle) * v;
    for (const Eigen::Vector3d& end : {a, b}) {
      const Eigen::Vector3d p = end + off;
      mesh.positions.push_back(vec(p.x(), p.y(), p.z()));
    }
    const Index near = first + 2 * side, next = first + 2 * ((side + 1) % kSides);
    mesh.faces.push_back({near, next, near + 1});
    mesh.faces.push_back({next, next + 1, near + 1});
  }
  surface.colours.insert(surface.colours.end(), kRodFaces, colour);
}

void appendBoxRods(DrawnSurface& surface, const Corner& min, const Corner& max, double thickness,
                   const Colour& colour) {
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const std::size_t u = (axis + 1) % 3, v = (axis + 2) % 3;
    for (unsigned corner = 0; corner < 4; ++corner) {
      Corner from = min, to = min;
      to[axis] = max[axis];
      from[u] = to[u] = (corner & 1) != 0 ? max[u] : min[u];
      from[v] = to[v] = (corner & 2) != 0 ? max[v] : min[v];
      appendRod(surface, from, to, thickness, colour);
    }
  }
}

void addRods(DrawnSurface rods, std::vector<DrawnSurface>& surfaces) {
  if (!rods.mesh.faces.empty()) surfaces.push_back(std::move(rods));
}

}  // namespace pliant::detail
