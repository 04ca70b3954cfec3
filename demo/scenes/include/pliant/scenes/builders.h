#pragma once

#include <pliant/scenes/SoftMesh.h>

#include <functional>

/// Generated meshes, centred at the origin, y up. No files are read.
namespace pliant {

/// Number of cells along the three axes of a lattice.
struct Cells {
  Index x = 1, y = 1, z = 1;
};

/// Returns a lattice of cells, each of six tetrahedra around its diagonal (Kuhn's division). All tetrahedra have a
/// positive volume. `shape` maps lattice coordinates in [0, 1] to positions. If `ring` is true, the last layer in x is
/// the first one.
SoftMesh makeLattice(const Cells& cells, bool ring, const std::function<btVector3(double, double, double)>& shape);

SoftMesh makeCube(const Cells& cells, double side);
SoftMesh makeBall(const Cells& cells, double radius);

/// Returns a solid torus around the y axis, with `across` cells through the tube in both directions.
SoftMesh makeTorus(Index segments, Index across, double majorRadius, double minorRadius);

/// Returns the index of the vertex on the torus's core curve in segment `segment`. `across` must be even.
Index torusCore(Index segment, Index across);
/// Returns the number of vertices in each segment of a torus. The vertices of a segment are consecutive.
Index torusLayer(Index across);

/// A (p, q) torus knot and the tube around it.
struct Knot {
  int p = 2, q = 3;
  double majorRadius = 1, minorRadius = 0.45, tube = 0.12;
  Index along = 250, around = 8;
};

/// Returns the closed surface of a tube around a torus knot, outward.
SoftMesh makeKnotTube(const Knot& knot);

/// Returns a square sheet of n × n cells in the plane y = 0, with two triangles per cell and alternating diagonals.
/// Vertex (i, j) has the index i·(n + 1) + j; i runs along x, j along z.
SoftMesh makeCloth(Index n, double size);

/// Returns the closed surface of a box, outward: two triangles per side. It has no links.
SoftMesh makeBox(const btVector3& half);

/// Returns the closed surface of a cylinder along x, outward. It has no links.
SoftMesh makeBar(double radius, double length);

/// Returns an open half sphere with the opening at the top and faces outward. It has no links.
SoftMesh makeBowl(Index rings, Index sectors, double radius);

/// Returns the closed surface of a sphere, outward: an octahedron that is divided `divisions` times.
SoftMesh makeSphere(Index divisions, double radius);

}  // namespace pliant
