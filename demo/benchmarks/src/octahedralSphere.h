#pragma once

#include <pliant/detectors/Types.h>

#include <vector>

namespace pliant::benchmarks {

struct TriangleMesh {
  std::vector<Real> x;       ///< coordinates, three a vertex
  std::vector<Index> faces;  ///< corners, three a face
};

/// The unit sphere, outward: an octahedron whose faces are cut into divisions² each, 8 · divisions² in all.
TriangleMesh octahedralSphere(int divisions);

}  // namespace pliant::benchmarks
