#pragma once

#include <pliant/detectors/response/Penetration.h>

#include <span>
#include <vector>

#include "response/PenetratedSurfaces.h"

namespace pliant::detail {

/// Returns true if a point lies in or on a closed surface, decided exactly. `outward` is negative if the faces are
/// oriented inward as a whole.
bool holdsPoint(const BodySet& bodies, const SurfaceTree& tree, double outward, const PackedPosition& point);

/// Appends the vertices of one body that lie in or on the closed surface of another body, in ascending order.
void appendInside(const BodySet& bodies, PenetratedSurfaces& surfaces, Index vertexBodyIndex, Index volumeBodyIndex,
                  std::vector<InsideVertex>& inside);

/// Part of a closed surface that lies within another body: sum of outward area vectors, and area. A face counts by the
/// fraction of its corners that are inside.
struct AreaInside {
  Eigen::Vector3d outward = Eigen::Vector3d::Zero();
  double area = 0;
};
AreaInside areaInside(const BodySet& bodies, PenetratedSurfaces& surfaces, Index index, Index volumeBody,
                      std::span<const InsideVertex> inside);

}  // namespace pliant::detail
