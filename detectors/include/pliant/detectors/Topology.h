#pragma once

#include <pliant/detectors/BodyView.h>
#include <pliant/detectors/Error.h>
#include <pliant/detectors/Export.h>
#include <pliant/detectors/Types.h>

#include <vector>

namespace pliant {

/// Connectivity of a body, computed once in BodySet::add().
/// Elements are compared by vertex indices, never by positions.
struct Topology {
  Index vertices = 0, edges = 0, faces = 0, tetrahedra = 0;  ///< numbers; edges: those of faces
  Index links = 0;                                           ///< number of edges of no face
  bool facesAreBoundary = false;   ///< true: no triangles were given, the faces are the boundary of the tetrahedra
  Index isolatedVertices = 0;      ///< number of vertices without an element
  Index degenerateFaces = 0;       ///< number of faces with a repeated corner
  Index duplicateFaces = 0;        ///< number of faces with the same corners as an earlier face
  Index degenerateTetrahedra = 0;  ///< number of tetrahedra with a repeated corner
  Index duplicateTetrahedra = 0;   ///< number of tetrahedra with the same corners as an earlier one
  Index openEdges = 0;             ///< number of edges of one face
  Index badlyOrientedEdges = 0;    ///< number of edges that two faces use in the same direction
  Index nonManifoldEdges = 0;      ///< number of edges of more than two faces (directed uses)
  bool closed = false;             ///< true if there are faces, and each directed edge occurs as often as its reverse
  bool manifold = false;           ///< true if no edge has more than two faces
  bool oriented = false;           ///< true if no two faces use an edge in the same direction
};

/// Returns the faces that belong to exactly one tetrahedron.
/// Order: by tetrahedron, then by the opposite corner, 0 to 3.
/// Faces are oriented outward by the exact sign of the tetrahedron's volume; a flat tetrahedron counts as positive.
/// `tetrahedra`: 4×k; `positions`: 3×n [length], may contain values that are not finite.
/// Throws Error if a vertex index is out of range.
PLIANT_DETECTORS_EXPORT std::vector<Triangle> boundaryFaces(TetrahedraView tetrahedra, PositionsView positions);

}  // namespace pliant
