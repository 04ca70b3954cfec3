#include "rigid/RigidSupport.h"

#include "rigid/RigidMotion.h"

namespace pliant::detail {
namespace {

constexpr int kMostPasses = 8;

using Vector = Eigen::Vector3d;

}  // namespace

bool holdUp(RigidMotion& motion, std::span<RigidSupport> supports) {
  bool held = false;
  for (RigidSupport& support : supports) {
    const Vector way = motion.shift + motion.turn.cross(support.arm);
    const double missing = -support.room - support.normal.dot(way);
    held = held || missing > 0;
    Vector impulse = Vector::Zero();
    if (missing > 0) {
      const double all = motion.response(support.normal, support.arm.cross(support.normal));
      if (!(all > 0)) continue;
      support.pushed += missing / all;
      impulse = missing / all * support.normal;
    } else if (support.pushed <= 0) {
      continue;
    }
    if (support.friction > 0) {
      const Vector slip = support.slip + way - support.normal.dot(way) * support.normal;
      Vector slid = support.slid - slip / motion.mostResponse(support.arm);
      clampFriction(slid, support.friction * support.pushed);
      impulse += slid - support.slid;
      support.slid = slid;
    }
    motion.shift += motion.inverseMass.cwiseProduct(impulse);
    motion.turn += motion.inverseInertia * support.arm.cross(impulse);
  }
  return held;
}

void settle(RigidMotion& motion) {
  for (int pass = 0; pass < kMostPasses && holdUp(motion, motion.supports);) ++pass;
}

}  // namespace pliant::detail
