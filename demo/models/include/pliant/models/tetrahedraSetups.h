#pragma once

#include <pliant/models/SurfaceModel.h>

#include <array>
#include <span>

namespace pliant::models {

/// A setup of Teschner 2003, table 1 (A to E), or a larger one of the same kind (F, G): copies of one object of
/// tetrahedra, which move and deform by formulas. A few per cent of the vertices are in other objects or in other parts
/// of their own object. The mean edge length is about 1.
/// - A: objects of two cubes.
/// - B, C, E, F, G: plates of 10×10×1 cubes. Every twentieth is rolled up and intersects itself.
/// - D: two vessels that branch twice.
struct TetrahedraSetup {
  char name;            ///< A to G
  SurfaceModel object;  ///< at rest: its tetrahedra and their boundary
  Index objects;        ///< number of copies

  /// Computes the points of a copy at a time, which may be any number. `rest` and `points` have the size of the
  /// object's points. The same arguments give the same bits.
  void move(Real time, Index copy, std::span<const std::array<Real, 3>> rest,
            std::span<std::array<Real, 3>> points) const;
};

/// Throws Error if the name is not a letter from A to G.
TetrahedraSetup tetrahedraSetup(char name);

/// Returns a vessel that branches twice, along the y axis, 71 long, with outward faces: 10,224 tetrahedra and 2,949
/// vertices. A lattice of cells is split lengthwise at each fork, and each part becomes a round tube of its own. A cell
/// is cut into six tetrahedra of positive volume.
SurfaceModel branchingVessel();

}  // namespace pliant::models
