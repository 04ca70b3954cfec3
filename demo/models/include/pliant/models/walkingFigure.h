#pragma once

#include <pliant/models/ClosedModel.h>

// A figure that walks, and its clothes: the use that Heidelberger 2004, section 5, names for cloth. Lengths in metres,
// y up; the figure is 1.75 high, faces along z, and stands with its feet at y = 0 and its middle at x = z = 0.
namespace pliant::models {

/// A moment of a walk.
struct Gait {
  double phase = 0;  ///< [rad]; two strides in 2π
  double share = 1;  ///< from 0, the figure stands, to 1, it walks
};

/// Length of the walk in a period, 2π of `phase` [m].
inline constexpr double kWalkPerPeriod = 1.2;

/// Returns the figure at rest, of 4,000 faces, closed, without self-intersections. It is built on the first call and
/// kept. Thread-safe.
const ClosedModel& standingFigure();
/// Returns the place of a point of the figure's skin, or near it, in a walk on the spot. `rest`: its place at rest.
/// Legs and arms swing, knees bend, the torso turns and moves up and down.
Point walked(const Point& rest, const Gait& gait);

/// Returns a shirt with short sleeves, open at the neck, the hem and the sleeves, 25 mm from the figure at rest.
SurfaceModel figureShirt();
/// Returns a skirt: kSkirtColumns vertices around, the first ones at the waist. It is open at both ends.
SurfaceModel figureSkirt();
inline constexpr Index kSkirtColumns = 44;

}  // namespace pliant::models
