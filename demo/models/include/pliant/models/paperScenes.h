#pragma once

#include <pliant/models/paperModels.h>

#include <span>

namespace pliant::models {

/// Two models of Heidelberger 2003 that overlap; the second is turned, then moved.
struct Overlap {
  PaperModel first, second;
  bool complex;  ///< figures 8 and 9 instead of 7
  Point turned;  ///< degrees, as ClosedModel::turn
  Point moved;
};

/// Table 1's six, in its order, then the knot and the dragon.
std::span<const Overlap> paperOverlaps();
ClosedModel secondOf(const Overlap& overlap);

/// Heidelberger 2004, figures 3 and 4: the phone in front of the palm of closingHand.
ClosedModel phoneInHand();
/// Figure 6: a hat comes down on the mouse's head; 0 above it, 1 as deep as it gets.
ClosedModel fallingHat(double down);

/// 2003, figure 11: Santa bends and twists. `rest` is the small Santa's points, the same number as `points`.
void deformSanta(double seconds, std::span<const std::array<Real, 3>> rest, std::span<std::array<Real, 3>> points);

/// 2004, section 4: the dragon ripples, a whole wave in 2π of `phase`.
void bendDragon(double phase, std::span<const std::array<Real, 3>> rest, std::span<std::array<Real, 3>> points);

}  // namespace pliant::models
