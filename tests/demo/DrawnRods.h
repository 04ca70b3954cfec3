#pragma once

#include <pliant/pictures/drawMethods.h>
#include <pliant/pictures/drawPatches.h>
#include <pliant/scenes/builders.h>
#include <pliant_catch.h>

#include <algorithm>
#include <cmath>

namespace pictures {

using pliant::SoftMesh, pliant::DrawnSurface, pliant::MethodBody, pliant::Index, pliant::Colour;
using Corner = std::array<double, 3>;
inline constexpr std::size_t kFacesOfRod = 6, kCornersOfRod = 6;

inline SoftMesh sphereAt(double x, double y, double z, Index divisions = 4) {
  return pliant::placed(pliant::makeSphere(divisions, 1), pliant::vec(x, y, z));
}

/// Returns the box of the vertices with these indices.
template <typename Indices>
pliant::Box boxOf(const SoftMesh& mesh, const Indices& vertices) {
  using pliant::Real;
  pliant::Box box{{1e9f, 1e9f, 1e9f}, {-1e9f, -1e9f, -1e9f}};
  for (const Index v : vertices)
    for (std::size_t k = 0; k < 3; ++k) {
      box.min[k] = std::min(box.min[k], Real(mesh.positions[v].m_floats[k]));
      box.max[k] = std::max(box.max[k], Real(mesh.positions[v].m_floats[k]));
    }
  return box;
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

/// Returns the fate that is drawn in a shade of this colour.
inline pliant::PatchFate fateOf(const Colour& colour) {
  using pliant::PatchFate;
  for (std::size_t f = 0; f < std::size_t(PatchFate::Count); ++f) {
    const Colour pure = pliant::fateColour(PatchFate(f));
    const float scale = colour[1] / pure[1];
    bool same = true;
    for (std::size_t k = 0; k < 3; ++k) same = same && std::abs(colour[k] - scale * pure[k]) < 1e-4f;
    if (same) return PatchFate(f);
  }
  return PatchFate::Count;
}

}  // namespace pictures
