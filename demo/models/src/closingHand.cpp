#include <pliant/models/paperModels.h>
#include <pliant/models/polygonise.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "shapes.h"

namespace pliant::models {
namespace {

/// A joint of a limb: the limb is a circular arc between `begin` and `end`, and straight before and after it.
struct Joint {
  double begin, end;  ///< positions along the limb [length]
  double degrees;     ///< angle of the arc
};

/// Position and direction [rad] of a point of the limb's axis, in the plane in which the limb bends.
struct Bent {
  double along = 0, to = 0, angle = 0;
};

Bent bend(double s, const std::array<Joint, 3>& joints, double share) {
  Bent bent;
  double at = std::min(s, joints[0].begin);
  bent.along = at;
  for (std::size_t i = 0; i < joints.size(); ++i) {
    const double total = share * joints[i].degrees * std::numbers::pi / 180, length = joints[i].end - joints[i].begin;
    const double part = std::clamp((s - joints[i].begin) / length, 0.0, 1.0), angle = bent.angle + total * part;
    if (std::abs(total) > 1e-9) {
      const double radius = length / total;
      bent.along += radius * (std::sin(angle) - std::sin(bent.angle));
      bent.to += radius * (std::cos(bent.angle) - std::cos(angle));
    } else {
      bent.along += part * length * std::cos(bent.angle);
      bent.to += part * length * std::sin(bent.angle);
    }
    bent.angle = angle;
    const double next = i + 1 < joints.size() ? joints[i + 1].begin : std::max(s, joints[i].end);
    const double straight = std::clamp(s, joints[i].end, next) - joints[i].end;
    bent.along += straight * std::cos(angle);
    bent.to += straight * std::sin(angle);
  }
  return bent;
}

const ClosedModel& restHand() {
  static const ClosedModel hand = polygonise(openHand(), 4800);
  return hand;
}

}  // namespace

ClosedModel closingHand(double closed) {
  // Length and centre of openHand() before it is fitted. The length is from the end of the wrist to the top of the
  // middle finger.
  constexpr double kScale = 1.525, kMiddleX = -0.075, kMiddleY = 0.357;
  constexpr std::array<Joint, 3> kFinger = {{{0.48, 0.60, 88}, {0.70, 0.78, 105}, {0.86, 0.92, 65}}};
  constexpr std::array<Joint, 3> kThumb = {{{0.22, 0.32, 50}, {0.36, 0.42, 45}, {0.44, 0.48, 20}}};
  constexpr double kRootX = -0.08, kRootY = 0.10, kLean = 0.62;  // the thumb's root, and its rotation about z [rad]
  const double c = std::cos(kLean), s = std::sin(kLean);
  ClosedModel hand = restHand();
  for (auto& p : hand.points) {
    double x = double{p[0]} * kScale + kMiddleX, y = double{p[1]} * kScale + kMiddleY, z = double{p[2]} * kScale;
    const double along = -(x - kRootX) * s + (y - kRootY) * c, across = (x - kRootX) * c + (y - kRootY) * s;
    const double ofThumb = 1 - smoothStep(0.02, 0.085, across), ofFingers = 1 - ofThumb * smoothStep(0.15, 0.25, along);
    // The outer fingers close less.
    const Bent finger = bend(y, kFinger, closed * ofFingers * (1 - 0.6 * std::abs(x)));
    y = finger.along - z * std::sin(finger.angle);
    z = finger.to + z * std::cos(finger.angle);
    if (ofThumb > 0 && along > kThumb[0].begin) {
      const Bent thumb = bend(along, kThumb, closed * ofThumb);
      const double out = thumb.along - z * std::sin(thumb.angle);
      z = thumb.to + z * std::cos(thumb.angle);
      x = kRootX - out * s + across * c;
      y = kRootY + out * c + across * s;
    }
    p = {static_cast<Real>((x - kMiddleX) / kScale), static_cast<Real>((y - kMiddleY) / kScale),
         static_cast<Real>(z / kScale)};
  }
  return hand;
}

}  // namespace pliant::models
