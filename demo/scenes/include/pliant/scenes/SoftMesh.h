#pragma once

#include <LinearMath/btMatrix3x3.h>
#include <LinearMath/btVector3.h>
#include <pliant/detectors/BodyView.h>

#include <span>
#include <vector>

namespace pliant {

/// Returns a vector with these coordinates, each rounded once.
inline btVector3 vec(double x, double y, double z) {
  return {static_cast<btScalar>(x), static_cast<btScalar>(y), static_cast<btScalar>(z)};
}

/// The geometry from which a soft body is built, in scene units. Each link is listed once, with the smaller vertex
/// first.
struct SoftMesh {
  std::vector<btVector3> positions;
  std::vector<Tetrahedron> tetrahedra;
  std::vector<Triangle> faces;  ///< of a tetrahedral mesh: its boundary, outward
  std::vector<Edge> links;

  /// Returns a view of this mesh, valid while the mesh lives and is not changed.
  BodyView view() const;
  bool operator==(const SoftMesh&) const = default;
};

/// Returns the faces that belong to one tetrahedron only, sorted by their vertices. They face outward if the tetrahedra
/// have positive volume.
std::vector<Triangle> boundaryOf(std::span<const Tetrahedron> tetrahedra);

/// Returns the edges of all tetrahedra and faces, each once, sorted.
std::vector<Edge> linksOf(std::span<const Tetrahedron> tetrahedra, std::span<const Triangle> faces);

/// Rotates about the origin, then translates.
void place(SoftMesh& mesh, const btVector3& at, const btMatrix3x3& rotation = btMatrix3x3::getIdentity());

/// Returns the mesh, moved by place().
SoftMesh placed(SoftMesh mesh, const btVector3& at, const btMatrix3x3& rotation = btMatrix3x3::getIdentity());

/// Appends `part` to `mesh` as a separate component, without shared vertices.
void append(SoftMesh& mesh, const SoftMesh& part);

/// Returns the volume enclosed by the faces, positive if they face outward. For an open surface it is the volume of the
/// cone from the origin.
double enclosedVolume(const SoftMesh& mesh);

}  // namespace pliant
