#pragma once

#include <pliant/detectors/Types.h>

#include <Eigen/Geometry>

#include "rigid/RigidMotion.h"

namespace pliant::detail {

/// Data of a rigid mesh in the BodySet for the solver. Its vertex positions are those of the set; they follow the
/// rigid body's motion in the step.
struct RigidMember {
  Real friction = 0;                                  ///< friction coefficient of the rigid body
  RigidMotion* motion = nullptr;                      ///< motion of a dynamic body; null: contacts do not move the body
  Eigen::Affine3d way = Eigen::Affine3d::Identity();  ///< maps points from t0 to t1
  bool deforms = false;                               ///< true if in this step the points do not move by `way`
  const void* body = nullptr;                         ///< equal for all meshes of one rigid body
};

}  // namespace pliant::detail
