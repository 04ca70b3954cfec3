#pragma once

#include <pliant/detectors/BodyView.h>
#include <pliant/detectors/Types.h>

#include <array>
#include <vector>

namespace pliant {

/// One body as a mesh file tells it: elements and their corners in the order of the file, counted from 0.
struct Mesh {
  using Position = std::array<Real, 3>;

  std::vector<Position> vertices;   ///< never empty after reading; those that no element refers to included
  std::vector<Triangle> triangles;  ///< polygons as fans from their first corner: (0, k−1, k)
  std::vector<Tetrahedron> tetrahedra;

  /// Looks into this mesh, which must outlive the view. Without triangles the detectors take the tetrahedra's boundary.
  BodyView view() const;
};

/// `positions` as the detectors read them; the vector must outlive the view and not grow meanwhile.
PositionsView positionsView(const std::vector<Mesh::Position>& positions);

}  // namespace pliant
