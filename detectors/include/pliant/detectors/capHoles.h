#pragma once

#include <pliant/detectors/BodyView.h>
#include <pliant/detectors/Export.h>
#include <pliant/detectors/Types.h>

#include <vector>

namespace pliant {

/// Faces that close the holes of a surface.
struct HoleCaps {
  std::vector<Triangle> faces;  ///< faces to append to the surface, corners are its vertices
  Index holes = 0;              ///< number of closed holes
  Index largerHoles = 0;        ///< number of holes with more than `mostEdges` edges, left open
};

/// Returns caps for all holes whose rim has at most `mostEdges` edges, so that LdiDetector accepts a scanned surface.
///
/// - A rim is a ring of open edges (edges of one face).
/// - Rings that share a vertex are capped separately.
/// - A cap is built by cutting off corners along the shortest diagonal, so the cap of a flat rim is flat.
/// - The cap of a large or bent rim may intersect the surface.
/// - Badly oriented faces and edges of more than two faces are not changed.
///
/// `positions`: 3×n [length]; `triangles`: 3×m, vertex indices, which must be in range (not checked).
PLIANT_DETECTORS_EXPORT HoleCaps capHoles(PositionsView positions, TrianglesView triangles, Index mostEdges);

}  // namespace pliant
