#pragma once

#include <pliant/detectors/response/Penetration.h>

#include <span>
#include <vector>

#include "response/PenetratedSurfaces.h"

namespace pliant::detail {

/// Whether a point lies in or on a closed surface, by exact decision. `outward` is negative where the faces are
/// oriented inward as a whole.
bool holdsPoint(const BodySet& bodies, const SurfaceTree& tree, double outward, const PackedPosition& point);

/// Appends the vertices of one body that lie in or on the closed surface of another, ascending.
void appendInside(const BodySet& bodies, PenetratedSurfaces& surfaces, Index vertexSlot, Index volumeSlot,
                  std::vector<InsideVertex>& inside);

/// Of a closed surface within another body: area, and sum of outward area vectors.
struct AreaInside {
  Eigen::Vector3d outward = Eigen::Vector3d::Zero();
  double area = 0;
};
AreaInside areaInside(const BodySet& bodies, PenetratedSurfaces& surfaces, Index slot, Index volumeBody,
                      std::span<const InsideVertex> inside);

}  // namespace pliant::detail
