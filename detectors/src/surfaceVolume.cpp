#include "surfaceVolume.h"

#include <Eigen/Geometry>
#include <algorithm>

#include "response/SurfaceTree.h"

namespace pliant::detail {

double surfaceVolume(const BodySet& bodies, Index slot) {
  const BodySet::Range faces = bodies.faces(slot), vertices = bodies.vertices(slot);
  if (vertices.size() == 0) return 0;
  const auto positions = bodies.positions();
  const Eigen::Vector3d origin = wide(positions[vertices.begin]);
  const Box& box = bodies.box(slot);
  double size = 0;
  for (std::size_t k = 0; k < 3; ++k) size = std::max(size, double{box.max[k]} - double{box.min[k]});
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
