#pragma once

#include <pliant/pictures/drawMethods.h>
#include <pliant/scenes/builders.h>
#include <pliant_catch.h>

#include <cmath>

namespace pictures {

using pliant::SoftMesh, pliant::DrawnSurface, pliant::MethodBody, pliant::Index, pliant::Colour;
using Corner = std::array<double, 3>;
inline constexpr std::size_t kFacesOfRod = 6, kCornersOfRod = 6;

inline SoftMesh sphereAt(double x, double y, double z, Index divisions = 4) {
  SoftMesh mesh = pliant::makeSphere(divisions, 1);
  pliant::place(mesh, btVector3(btScalar(x), btScalar(y), btScalar(z)));
  return mesh;
}

inline std::vector<MethodBody> bodiesOf(const std::vector<SoftMesh>& meshes) {
  std::vector<MethodBody> bodies;
  for (const SoftMesh& mesh : meshes) bodies.push_back({mesh.view()});
  return bodies;
}

inline Corner middle(std::span<const btVector3> points) {
  Corner sum{};
  for (const btVector3& p : points)
    for (int k = 0; k < 3; ++k) sum[std::size_t(k)] += double{p[k]} / static_cast<double>(points.size());
  return sum;
}

struct Rod {
  Corner from, to;
  Colour colour;
};

/// Returns the rods of a surface. Each rod has three corners at either end, in alternating order.
inline std::vector<Rod> rodsOf(const DrawnSurface& surface) {
  std::vector<Rod> rods;
  REQUIRE(surface.mesh.faces.size() == surface.colours.size());
  for (std::size_t r = 0; r * kFacesOfRod < surface.mesh.faces.size(); ++r) {
    const btVector3* const p = &surface.mesh.positions[r * kCornersOfRod];
    const btVector3 from[] = {p[0], p[2], p[4]}, to[] = {p[1], p[3], p[5]};
    rods.push_back({middle(from), middle(to), surface.colours[r * kFacesOfRod]});
  }
  return rods;
}

inline double distance(const Corner& a, const Corner& b) {
  return std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

}  // namespace pictures
