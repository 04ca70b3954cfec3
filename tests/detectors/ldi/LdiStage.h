#pragma once

#include <pliant/detectors/BodySet.h>
#include <pliant/detectors/Workers.h>
#include <pliant/detectors/ldi/LdiDetector.h>
#include <pliant_catch.h>

#include <Eigen/Core>
#include <cmath>
#include <numbers>
#include <random>

#include "LdiDrawn.h"

namespace ldi_shapes {

using namespace pliant;

/// A set of bodies, and a detector's results of all volume queries.
struct LdiStage {
  BodySet set;
  Results results;
  LdiDetector detector;

  explicit LdiStage(Index resolution = 0, LdiGrid::Depths depths = LdiGrid::Depths::Tight)
      : detector(nullptr, {.grid = {.resolution = resolution, .depths = depths}}) {}

  /// Adds bodies that follow the shapes.
  template <typename... Shapes>
  void add(const Shapes&... shapes) {
    (set.add(shapes.view()), ...);
  }

  void update(unsigned threads = 1) {
    Workers workers(threads);
    set.update(workers);
    detector.update(set, workers);
  }

  void query(unsigned threads = 1) {
    Workers workers(threads);
    Query query;
    query.verticesInside = query.intersectionVolumes = query.selfIntersectionVolumes = true;
    update(threads);
    detector.query(set, query, results, workers);
  }

  LdiOverlap overlap(Index a, Index b) {
    Workers workers;
    update();
    LdiOverlap overlap;
    detector.overlap(set, a, b, overlap, workers);
    return overlap;
  }
};

inline constexpr double kPi = std::numbers::pi;

/// Returns the intersection volume of two unit spheres; `apart` is the distance of their centres.
inline double lens(double apart) {
  return kPi / 12 * (4 + apart) * (2 - apart) * (2 - apart);
}

inline Eigen::Vector3d pointOf(const Shape& shape, Index vertex) {
  const auto& p = shape.points[vertex];
  return {double{p[0]}, double{p[1]}, double{p[2]}};
}

/// Returns a random direction of length 1.
inline Eigen::Vector3d directionOf(std::mt19937& random) {
  std::normal_distribution<double> normal;
  const double x = normal(random), y = normal(random), z = normal(random);
  return Eigen::Vector3d(x, y, z).normalized();
}

inline void move(Shape& shape, const Eigen::Vector3d& by) {
  shape.move(1, {by[0], by[1], by[2]});
}

/// Two bodies and the volume that they share.
struct Placed {
  Shape a, b;
  double shared;
};

/// Returns the root mean square of the relative error of the image's volume over 200 calls of place(i).
template <typename Place>
double rmsError(Index resolution, Place&& place) {
  double sum = 0;
  constexpr int kPlacements = 100;
  for (int i = 0; i < kPlacements; ++i) {
    const Placed placed = place(i);
    const LdiPairViews views = viewsOf(placed.a, placed.b, {.resolution = resolution});
    const double error = sharedVolume(placed.a, placed.b, views) / placed.shared - 1;
    sum += error * error;
  }
  return std::sqrt(sum / kPlacements);
}

/// Checks the guarantee: 1 % at 64 pixels, 0.3 % at 128 pixels, less than half the error with each doubling.
template <typename RmsAt>
void checkVolumes(RmsAt&& rmsAt) {
  const double coarse = rmsAt(32), middle = rmsAt(64), fine = rmsAt(128);
  CAPTURE(coarse, middle, fine);
  CHECK(middle < 0.01);
  CHECK(fine < 0.003);
  CHECK(middle < 0.5 * coarse);
  CHECK(fine < 0.5 * middle);
}

}  // namespace ldi_shapes
