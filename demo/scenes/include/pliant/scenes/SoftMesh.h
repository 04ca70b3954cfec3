#pragma once

#include <LinearMath/btMatrix3x3.h>
#include <LinearMath/btVector3.h>
#include <pliant/detectors/BodyView.h>

#include <span>
#include <vector>

namespace pliant {

/// What a soft body is built from. Lengths in scene units; links are pairs of vertices, each once, smaller vertex
/// first.
struct SoftMesh {
  std::vector<btVector3> positions;
  std::vector<Tetrahedron> tetrahedra;
  std::vector<Triangle> faces;  ///< of a tetrahedral mesh: its boundary, outward
  std::vector<Edge> links;

  /// A view of this mesh, valid while it lives and is not changed.
  BodyView view() const;
};

/// Faces that belong to one tetrahedron only, outward for tetrahedra of positive volume, in the order of the
/// tetrahedra.
std::vector<Triangle> boundaryOf(std::span<const Tetrahedron> tetrahedra);

/// Edges of all tetrahedra and faces, each once, sorted.
std::vector<Edge> linksOf(std::span<const Tetrahedron> tetrahedra, std::span<const Triangle> faces);

/// Rotates about the origin, then moves.
void place(SoftMesh& mesh, const btVector3& at, const btMatrix3x3& rotation = btMatrix3x3::getIdentity());

/// Appends `part` to `mesh` as a part of its own: no vertex is shared.
void append(SoftMesh& mesh, const SoftMesh& part);

/// Volume enclosed by the faces, positive when they face outward; of an open surface the cone over the origin.
double enclosedVolume(const SoftMesh& mesh);

}  // namespace pliant
