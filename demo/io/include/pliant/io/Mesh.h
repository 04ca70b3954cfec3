#pragma once

#include <pliant/detectors/BodyView.h>
#include <pliant/detectors/Types.h>

#include <array>
#include <vector>

namespace pliant {

/// The mesh of one body, read from a file. Elements and their corners keep the order of the file. Indices count from 0.
struct Mesh {
  using Position = std::array<Real, 3>;

  std::vector<Position> vertices;   ///< never empty after reading; isolated vertices are included
  std::vector<Triangle> triangles;  ///< polygons are fans from their first corner: (0, k−1, k)
  std::vector<Tetrahedron> tetrahedra;

  /// Returns views of this mesh, which must outlive them. If there are no triangles, the detectors use the boundary
  /// faces of the tetrahedra.
  BodyView view() const;
};

/// Returns a view of `positions`. The vector must outlive the view and must not be reallocated meanwhile.
PositionsView positionsView(const std::vector<Mesh::Position>& positions);

}  // namespace pliant
