#pragma once

#include <BulletSoftBody/btSoftBody.h>
#include <pliant/detectors/BodyView.h>

#include <optional>
#include <span>

namespace pliant::detail {

/// Lengths of a body at rest [length].
struct RestLengths {
  Real meanEdge = 0;   ///< mean over edges of its tetrahedra, else of its faces, else over links
  Real thickness = 0;  ///< shortest counted extent along the principal axes; 0: none

  /// Returns the thickness. `rest`: 3 × nodes. Extents below 1/1000 of the longest do not count. For a body
  /// that encloses no volume, extents below half the mean edge do not count either, since wrinkles of a sheet are no
  /// thickness.
  static Real thicknessOf(std::span<const Real> rest, Real meanEdge, bool enclosesVolume);
};

/// Margins of a soft body: its share of the contact distance of a pair [length].
///
/// The contact distance of two bodies is the sum of both shares (BodySet::contactDistance). A pair of elements of one
/// body may have a shorter one (ContactTest::keptDistance in detectors/src/narrow).
struct ContactMargins {
  Real margin = 0;          ///< against soft bodies and itself
  Real obstacleMargin = 0;  ///< against obstacles: triangle meshes of rigid bodies

  /// `set`: value of SoftCollision::setMargin; it applies to both margins. Otherwise:
  /// - margin: `fraction` of the mean edge, at most kThicknessFraction of the thickness;
  /// - obstacle margin: the margin of the collision shape if it was changed from Bullet's default of 0.25 units, else
  ///   `fraction` of the mean edge.
  ContactMargins(const std::optional<Real>& set, const btSoftBody& body, const RestLengths& lengths, Real fraction);

  static constexpr Real kThicknessFraction = Real(0.05);
};

}  // namespace pliant::detail
