#pragma once

#include <pliant/detectors/BodyView.h>
#include <pliant/detectors/Export.h>
#include <pliant/detectors/Types.h>

#include <vector>

namespace pliant {

/// Faces that close holes of a surface.
struct HoleCaps {
  std::vector<Triangle> faces;  ///< corners are the surface's own vertices; to be appended to its faces
  Index holes = 0;              ///< that these close
  Index largerHoles = 0;        ///< with more edges than were allowed, left open
};

/// Caps each hole whose rim has at most `mostEdges` edges, so that a scanned surface may count as a volume
/// (LdiDetector). A rim is a ring of open edges: of those that one face uses. Where rings meet in a vertex they are
/// capped one by one. Corners are cut off along the shortest diagonal, so caps of flat rims are flat; the cap of a
/// large or bent rim may pass through the surface. What is open in another way (turned faces, edges of more than two
/// faces) stays. Indices must be in range.
PLIANT_DETECTORS_EXPORT HoleCaps capHoles(PositionsView positions, TrianglesView triangles, Index mostEdges);

}  // namespace pliant
