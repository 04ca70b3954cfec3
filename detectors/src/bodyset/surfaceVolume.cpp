#include "surfaceVolume.h"

#include <Eigen/Geometry>

#include "core/wide.h"

namespace pliant::detail {

double surfaceVolume(const BodySet& bodies, Index body, std::span<const PackedPosition> positions) {
  const BodySet::Range faces = bodies.faces(body), vertices = bodies.vertices(body);
  if (vertices.size() == 0) return 0;
  const Eigen::Vector3d origin = wide(positions[vertices.begin]);
  Eigen::Vector3d low = origin, high = origin;
  for (Index v = vertices.begin; v < vertices.end; ++v) {
    low = low.cwiseMin(wide(positions[v]));
    high = high.cwiseMax(wide(positions[v]));
  }
  const double size = (high - low).maxCoeff();
  if (!(size > 0)) return 0;
  double sum = 0;
  for (Index f = faces.begin; f < faces.end; ++f) {
    const Triangle& t = bodies.faces()[f];
    const Eigen::Vector3d a = (wide(positions[t[0]]) - origin) / size, b = (wide(positions[t[1]]) - origin) / size;
    sum += a.cross(b).dot((wide(positions[t[2]]) - origin) / size);
  }
  return sum;
}

}  // namespace pliant::detail
