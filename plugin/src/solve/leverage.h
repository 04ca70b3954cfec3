#pragma once

#include <pliant/detectors/SurfaceContacts.h>

#include <cmath>

#include "solve/SolveContext.h"

namespace pliant::detail {

/// Distances that a contact keeps along its normal [length].
struct ContactAim {
  ContactAim(const SurfaceContact& contact, const SolveSettings& settings);

  Real target;     ///< distance at t0, at most the contact distance
  Real recovered;  ///< part of the missing distance that this step restores, ≥ 0
};

/// Returns true if the movable vertices have enough weight to separate both elements. Otherwise the contact counts as
/// one between fixed points: a vertex of weight w would move by 1 / w times the missing distance.
bool hasLever(const SolveContext& context, const SurfaceContact& contact);
/// The same. `isFree(i)`: true if the contact's vertex i can move.
template <typename IsFree>
bool hasLever(const SurfaceContact& contact, IsFree&& isFree) {
  /// Least weight of the movable vertices; each element has a weight of 1.
  constexpr Real kLeastLever = Real(0.05);
  Real free = 0;
  for (std::size_t i = 0; i < contact.vertices.size(); ++i)
    if (isFree(i)) free += std::abs(contact.weights[i]);
  return free >= kLeastLever;
}

/// Returns how far a contact may move a vertex in a step [length], ≥ 0: the distance missing at the predicted end, plus
/// the approach of the two elements during the step.
Real farthestMotion(const SolveContext& context, const SurfaceContact& contact);

}  // namespace pliant::detail
