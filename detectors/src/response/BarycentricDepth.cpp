#include "response/BarycentricDepth.h"

#include <pliant/detectors/Error.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <string>

#include "response/SurfaceTree.h"

namespace pliant::detail {
namespace {

using Eigen::Vector3d;

Triangle sorted(Triangle t) {
  std::sort(t.begin(), t.end());
  return t;
}

Triangle opposite(const Tetrahedron& t, std::size_t corner) {
  return {t[(corner + 1) % 4], t[(corner + 2) % 4], t[(corner + 3) % 4]};
}

}  // namespace

void BarycentricDepth::build(const BodySet& bodies) {
  std::vector<Triangle> faces(bodies.faces().begin(), bodies.faces().end());
  for (Triangle& t : faces) t = sorted(t);
  std::sort(faces.begin(), faces.end());
  m_surfaceFaces.assign(bodies.tetrahedra().size(), 0);
  for (std::size_t i = 0; i < m_surfaceFaces.size(); ++i) {
    for (std::size_t corner = 0; corner < 4; ++corner) {
      if (std::binary_search(faces.begin(), faces.end(), sorted(opposite(bodies.tetrahedra()[i], corner))))
        m_surfaceFaces[i] = static_cast<std::uint8_t>(m_surfaceFaces[i] | (1u << corner));
    }
  }
}

std::optional<Penetration> BarycentricDepth::depth(const BodySet& bodies, const VertexTetrahedron& row) const {
  const BodySet::Range range = bodies.tetrahedra(bodies.slot(row.tetrahedronBody));
  if (row.tetrahedron >= range.size())
    throw Error("body " + std::to_string(row.tetrahedronBody) + " has no tetrahedron " +
                std::to_string(row.tetrahedron));
  const Index flat = range.begin + row.tetrahedron;
  const Tetrahedron& t = bodies.tetrahedra()[flat];
  const unsigned faces = m_surfaceFaces[flat];

  std::optional<Penetration> best;
  for (std::size_t corner = 0; corner < 4; ++corner) {
    const bool faceCounts = (faces >> corner & 1u) != 0;
    if (faces != 0 ? !faceCounts : bodies.onSurface()[t[corner]] == 0) continue;
    const Triangle face = opposite(t, corner);
    const auto [a, b, c] = wideCorners(bodies.positions(), face);
    const Vector3d apex = wide(bodies.positions()[t[corner]]);
    Vector3d toApex = faceNormal(a, b, c);
    double height = (apex - a).dot(toApex);
    if (height < 0) {
      height = -height;
      toApex = -toApex;
    }
    if (!(height > 0)) continue;
    const double share = std::clamp(double{row.barycentric[corner]}, 0.0, 1.0);
    const auto depth = static_cast<Real>(height * (faceCounts ? share : 1 - share));
    if (best && best->depth <= depth) continue;
    const Vector3d direction = faceCounts ? Vector3d(-toApex) : toApex;
    best = Penetration{row.vertexBody,        row.vertex, row.tetrahedronBody, Penetration::Kind::Barycentric, depth,
                       direction.cast<Real>()};
  }
  return best;
}

}  // namespace pliant::detail
