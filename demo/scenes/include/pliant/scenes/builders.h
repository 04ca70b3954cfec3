#pragma once

#include <pliant/scenes/SoftMesh.h>

#include <functional>

/// Generated meshes, centred at the origin, y up. Nothing is read from disk.
namespace pliant {

/// Cells along the three axes of a lattice.
struct Cells {
  Index x = 1, y = 1, z = 1;
};

/// Lattice of cells, each of six tetrahedra around its diagonal (Kuhn's division), all of positive volume. `shape`
/// takes the lattice coordinates, each 0 to 1, to the place of the vertex. With `ring` the last layer in x is the first
/// one.
SoftMesh makeLattice(const Cells& cells, bool ring, const std::function<btVector3(double, double, double)>& shape);

SoftMesh makeCube(const Cells& cells, double side);
SoftMesh makeBall(const Cells& cells, double radius);

/// Solid torus around the y axis, `across` cells through the tube in both directions.
SoftMesh makeTorus(Index segments, Index across, double majorRadius, double minorRadius);

/// Index of the torus's vertex in segment `segment` on its core curve; `across` must be even.
Index torusCore(Index segment, Index across);
/// Vertices in each segment of a torus; those of a segment are consecutive.
Index torusLayer(Index across);

/// A (p, q) torus knot and the tube around it.
struct Knot {
  int p = 2, q = 3;
  double majorRadius = 1, minorRadius = 0.45, tube = 0.12;
  Index along = 250, around = 8;
};

/// Closed surface of a tube around a torus knot, outward.
SoftMesh makeKnotTube(const Knot& knot);

/// Square sheet of n × n cells in the plane y = 0, two triangles a cell with alternating diagonals.
/// Vertex (i, j) has the index i·(n + 1) + j; i runs along x, j along z.
SoftMesh makeCloth(Index n, double size);

/// Open half sphere, opening upward; its faces look outward. No links.
SoftMesh makeBowl(Index rings, Index sectors, double radius);

/// Closed surface of a sphere from an octahedron divided `divisions` times, outward.
SoftMesh makeSphere(Index divisions, double radius);

}  // namespace pliant
