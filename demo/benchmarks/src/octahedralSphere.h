#pragma once

#include <pliant/detectors/Types.h>

#include <vector>

namespace pliant::benchmarks {

struct TriangleMesh {
  std::vector<Real> x;       ///< coordinates, three per vertex
  std::vector<Index> faces;  ///< vertex indices, three per face
};

/// Returns the unit sphere with outward normals: an octahedron with divisions² faces for each of its 8 faces.
TriangleMesh octahedralSphere(int divisions);

}  // namespace pliant::benchmarks
