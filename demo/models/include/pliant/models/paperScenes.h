#pragma once

#include <pliant/models/paperModels.h>

#include <span>

namespace pliant::models {

/// Two overlapping models of Heidelberger 2003. The second is turned, then moved.
struct Overlap {
  PaperModel first, second;
  bool complex;  ///< true: as in figures 8 and 9; false: as in figure 7
  Point turned;  ///< [degrees], as SurfaceModel::turn
  Point moved;
};

/// Returns the six pairs of table 1 in its order, then the knot and the dragon.
std::span<const Overlap> paperOverlaps();
ClosedModel secondOf(const Overlap& overlap);

/// Heidelberger 2004, figures 3 and 4: returns the phone in front of the palm of closingHand.
ClosedModel phoneInHand();
/// Figure 6: returns a hat that falls on the mouse's head, from above it (`down` = 0) to its deepest place (1).
ClosedModel fallingHat(double down);

/// 2003, figure 11: bends and twists Santa. `rest` has the points of SmallSanta, as many as `points`.
void deformSanta(double seconds, std::span<const std::array<Real, 3>> rest, std::span<std::array<Real, 3>> points);

/// 2004, section 4: moves the dragon in waves. One period is 2π of `phase`.
void bendDragon(double phase, std::span<const std::array<Real, 3>> rest, std::span<std::array<Real, 3>> points);

}  // namespace pliant::models
