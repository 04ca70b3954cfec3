#pragma once

#include <BulletSoftBody/btSoftBody.h>
#include <pliant/detectors/BodyView.h>

#include <optional>
#include <span>

namespace pliant::detail {

/// Lengths of a body at rest, world units.
struct RestLengths {
  Real meanEdge = 0;   ///< over the edges of its tetrahedra, else of its faces, else over its links
  Real thickness = 0;  ///< its shortest extent along its principal axes; 0: flat, or there is none

  /// `rest`: 3 × nodes. Extents that are 0 don't count; of a body that encloses no volume neither do those below half
  /// the mean edge, since wrinkles of a sheet are no thickness.
  static Real thicknessOf(std::span<const Real> rest, Real meanEdge, bool enclosesVolume);
};

/// A body's part of the contact distance of a pair, world units.
struct ContactMargins {
  Real soft = 0;   ///< against soft bodies and itself
  Real rigid = 0;  ///< against triangle meshes of rigid bodies

  /// The one place of the rule. `set`: by SoftCollision::setMargin; it counts for both. Else:
  /// - soft: `fraction` of the mean edge, at most kThicknessFraction of the thickness;
  /// - rigid: the margin of the collision shape, where someone has changed it from Bullet's default of 0.25 units; else
  ///   `fraction` of the mean edge.
  ContactMargins(const std::optional<Real>& set, const btSoftBody& body, const RestLengths& lengths, Real fraction);

  static constexpr Real kThicknessFraction = Real(0.05);
};

}  // namespace pliant::detail
