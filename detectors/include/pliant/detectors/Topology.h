#pragma once

#include <pliant/detectors/BodyView.h>
#include <pliant/detectors/Export.h>
#include <pliant/detectors/Types.h>

#include <vector>

namespace pliant {

/// What is known of a body's connectivity; computed once, when the body is added. Elements are compared by their vertex
/// indices only, never by position.
struct Topology {
  Index vertices = 0, edges = 0, faces = 0, tetrahedra = 0;  ///< edges: of faces
  Index links = 0;                                           ///< edges of no face, each once
  bool facesAreBoundary = false;  ///< no triangles were given: the faces are the tetrahedra's boundary
  Index isolatedVertices = 0;     ///< corners of nothing
  Index degenerateFaces = 0;      ///< with a repeated corner
  Index duplicateFaces = 0;       ///< with the same corners as an earlier one
  Index degenerateTetrahedra = 0;
  Index duplicateTetrahedra = 0;
  Index openEdges = 0;           ///< used by one face only
  Index badlyOrientedEdges = 0;  ///< used by two faces in the same direction
  Index nonManifoldEdges = 0;    ///< used by more than two faces (directed uses)
  bool closed = false;           ///< has faces, and every directed edge occurs as often as its reverse
  bool manifold = false;         ///< no edge with more than two faces
  bool oriented = false;         ///< no edge that two faces use in the same direction
};

/// Faces that belong to exactly one tetrahedron, in the order of the tetrahedra, opposite corner 0 to 3, turned outward
/// by the exact sign of each tetrahedron's volume (a flat one counts as positive). Positions: of all vertices, finite
/// or not. Throws Error where a tetrahedron refers to another vertex.
PLIANT_DETECTORS_EXPORT std::vector<Triangle> boundaryFaces(TetrahedraView tetrahedra, PositionsView positions);

}  // namespace pliant
