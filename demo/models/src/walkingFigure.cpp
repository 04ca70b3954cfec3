#include <pliant/models/polygonise.h>
#include <pliant/models/walkingFigure.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "points.h"
#include "shapes.h"
#include "sheet.h"

namespace pliant::models {
namespace {

// Joints at rest [m].
constexpr double kHip = 0.90, kKnee = 0.47, kShoulder = 1.39, kElbow = 1.16, kWaist = 1.05;
// Angles of a walk [rad].
constexpr double kLegs = 0.36, kKnees = 0.75, kArms = 0.42, kElbows = 0.35, kTwist = 0.09;
constexpr double kFigureHem = 1.085, kShirtOff = 0.025, kSkirtOff = 0.02, kSkirtEnd = 0.50;

// Torso at the waist: half width, and factor by which it is flatter along z.
constexpr double kWaistRadius = 0.135, kFlat = 1.45;

/// Returns the torso and the upper arms, `off` thicker.
ImplicitShape upperBody(double off) {
  ImplicitShape shape;
  const double flat = (0.165 + off) / (0.165 / kFlat + off);
  shape.flatPart(curved({{0, 0.94, 0, 0.165 + off},
                         {0, kWaist, 0, kWaistRadius + off},
                         {0, 1.25, 0, 0.165 + off},
                         {0, 1.36, 0, 0.12 + off}}),
                 {{0, 0, 1}, flat}, 0);
  shape.part({{{-0.17, 1.40, 0, 0.06 + off}, {0.17, 1.40, 0, 0.06 + off}}}, 0.04);
  return shape;
}

ImplicitShape wholeFigure() {
  ImplicitShape shape = upperBody(0);
  shape.part({{{0, 1.40, -0.01, 0.055}, {0, 1.54, 0, 0.052}}}, 0.03);
  shape.part({{{0, 1.60, 0.012, 0.088}, {0, 1.655, 0.004, 0.095}}}, 0.02);
  shape.part(bothSides(curved({{0.10, 0.90, 0, 0.088},
                               {0.105, 0.70, 0, 0.074},
                               {0.108, kKnee, 0.005, 0.055},
                               {0.108, 0.28, -0.008, 0.05},
                               {0.108, 0.09, -0.012, 0.04}})),
             0.03);
  shape.part(bothSides({{0.108, 0.045, -0.03, 0.045}, {0.115, 0.035, 0.11, 0.035}}), 0.02);
  shape.part(bothSides(curved({{0.19, kShoulder, 0, 0.055}, {0.285, kElbow, 0, 0.045}, {0.37, 0.93, 0, 0.036}})), 0.03);
  shape.part(bothSides({{0.385, 0.86, 0.005, 0.036}, {0.40, 0.79, 0.015, 0.026}}), 0.02);
  return shape;
}

ImplicitShape shirt() {
  ImplicitShape shape = upperBody(kShirtOff);
  shape.part(bothSides({{0.19, kShoulder, 0, 0.055 + kShirtOff}, {0.285, kElbow, 0, 0.047 + kShirtOff}}), 0.01);
  return shape;
}

/// Returns a surface of the shape at its own place and size. `low`, `high`: its extent along y; `middle`: of its extent
/// along z.
ClosedModel placedSurface(const ImplicitShape& shape, std::size_t faces, double low, double high, double middle) {
  ClosedModel model = polygonise(shape, faces);
  Real least = model.points[0][1], most = least;
  for (const auto& p : model.points) {
    least = std::min(least, p[1]);
    most = std::max(most, p[1]);
  }
  // The shape is mirror-symmetric in x.
  const double size = (high - low) / double{most - least};
  model.scale(size);
  model.move({0, (low + high) / 2 - size * (double{least} + double{most}) / 2, middle});
  return model;
}

/// Rotates about the x axis at height `at`, from y towards z.
Point bent(const Point& p, double at, double angle) {
  const double c = std::cos(angle), s = std::sin(angle), y = p[1] - at;
  return {p[0], at + c * y - s * p[2], s * y + c * p[2]};
}

/// Returns the points that a face uses, and the faces with their new indices.
SurfaceModel withoutUnused(const SurfaceModel& model, const std::vector<Triangle>& faces) {
  SurfaceModel left;
  std::vector<Index> moved(model.points.size(), kNoIndex);
  for (Triangle t : faces) {
    for (Index& corner : t) {
      if (moved[corner] == kNoIndex) {
        moved[corner] = static_cast<Index>(left.points.size());
        left.points.push_back(model.points[corner]);
      }
      corner = moved[corner];
    }
    left.faces.push_back(t);
  }
  return left;
}

}  // namespace

const ClosedModel& standingFigure() {
  static const ClosedModel figureAtRest = placedSurface(wholeFigure(), 4000, 0, 1.75, (0.145 - 0.165 / kFlat) / 2);
  return figureAtRest;
}

Point walked(const Point& rest, const Gait& gait) {
  const double side = rest[0] < 0 ? -1 : 1, away = std::abs(rest[0]), swing = gait.share * std::sin(gait.phase);
  Point p = rest;
  // The arms hang away from the body, so the border between them moves outwards on its way down.
  const double border = 0.175 + 0.15 * (kShoulder - rest[1]), band = 0.012 + 0.038 * smoothStep(1.2, 1.36, rest[1]);
  if (const double arm = rest[1] > 0.7 ? smoothStep(border - band, border + band, away) : 0; arm > 0) {
    const double elbow = 0.5 * gait.share * kElbows * (1 + side * std::sin(gait.phase));
    p = bent(p, kElbow, -elbow * smoothStep(kElbow + 0.07, kElbow - 0.07, rest[1]) * arm);
    p = bent(p, kShoulder, side * kArms * swing * arm);
  } else if (rest[1] < kHip + 0.08) {
    // The legs are nearest to each other at the top. There both move less, so that no face between them is torn.
    const double own = side * std::clamp(away / (0.004 + 0.036 * smoothStep(0.66, 0.84, rest[1])), 0.0, 1.0);
    const double lifted = std::max(0.0, side * std::cos(gait.phase));
    p = bent(p, kKnee, gait.share * kKnees * lifted * lifted * smoothStep(kKnee + 0.09, kKnee - 0.09, rest[1]));
    p = bent(p, kHip, -own * kLegs * swing * smoothStep(kHip + 0.08, kHip - 0.12, rest[1]));
  }
  // The torso turns against the hips. The hips are lowest when the legs are farthest apart.
  const double twist = kTwist * swing * (2 * smoothStep(0.95, 1.35, rest[1]) - 1);
  const double low = (kHip - 0.05) * (1 - std::cos(kLegs * swing)), c = std::cos(twist), s = std::sin(twist);
  return {c * p[0] + s * p[2], p[1] - low, c * p[2] - s * p[0]};
}

SurfaceModel figureShirt() {
  const ClosedModel whole = placedSurface(shirt(), 3000, 0.94 - 0.165 - kShirtOff, 1.36 + 0.12 + kShirtOff, 0);
  const auto isIn = [](const std::array<Real, 3>& p) {
    const double x = std::abs(double{p[0]}), y = double{p[1]}, z = double{p[2]};
    const bool atNeck = y > 1.38 && std::hypot(x, z)<0.088, pastSleeve = x> 0.2 && y < 1.19;
    return y > kFigureHem && !atNeck && !pastSleeve;
  };
  std::vector<Triangle> faces;
  for (const Triangle& t : whole.faces)
    if (std::all_of(t.begin(), t.end(), [&](Index v) { return isIn(whole.points[v]); })) faces.push_back(t);
  return withoutUnused(whole, faces);
}

SurfaceModel figureSkirt() {
  constexpr Index kRows = 20;
  return sheet(kRows, kSkirtColumns, true, [](double u, double v) {
    const double flared = (0.30 - kWaistRadius - kSkirtOff) * std::sin(kTurn / 4 * std::min(1.0, u / 0.6));
    const double wide = kWaistRadius + kSkirtOff + flared, deep = kWaistRadius / kFlat + kSkirtOff + flared;
    return Point{wide * std::cos(kTurn * v), kWaist - u * (kWaist - kSkirtEnd), -deep * std::sin(kTurn * v)};
  });
}

}  // namespace pliant::models
